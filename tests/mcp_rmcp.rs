//! rmcp, an MCP implementation that is not ours, as the client and as the server on both sides of `herma mcp wrap` and of
//! `herma mcp proxy`.

#![cfg(target_os = "linux")]

use crate::support;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleClient, RoleServer, RunningService};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, ServiceExt};
use serde_json::json;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use support::HERMA;
use support::mcp::World;
use tokio::io::AsyncBufReadExt;

#[derive(Clone, Default)]
struct Server {
    ran: Arc<Mutex<Vec<String>>>,
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let schema = json!({"type": "object"}).as_object().unwrap().clone();
        let tool = |name: &'static str, text: &'static str| Tool::new(name, text, schema.clone());
        let tools = vec![tool("get_thing", "gets a thing"), tool("delete_account", "deletes an account")];
        Ok(ListToolsResult::with_all_items(tools))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.ran.lock().unwrap().push(request.name.to_string());
        Ok(CallToolResult::success(vec![ContentBlock::text(format!("ran {}", request.name))]).into())
    }
}

/// What is harmless runs, what matters waits, and runs once when somebody has said yes.
async fn talk(client: &RunningService<RoleClient, ()>, world: &World, server: &Server) {
    let tools = client.list_all_tools().await.unwrap();
    assert_eq!(
        tools.iter().map(|tool| tool.name.as_ref()).collect::<Vec<_>>(),
        ["get_thing", "delete_account"]
    );
    let call = |name: &'static str| client.call_tool(CallToolRequestParams::new(name));
    let said = call("get_thing").await.unwrap();
    assert_eq!(said.is_error, Some(false), "{said:?}");
    let said = call("delete_account").await.unwrap();
    assert_eq!(said.is_error, Some(true));
    assert!(format!("{said:?}").contains("pending approval"), "{said:?}");
    let request = world.held.wait_for_calls(1);
    world.held.approve_quietly(&request.ticket);
    let said = call("delete_account").await.unwrap();
    assert_eq!(said.is_error, Some(false), "{said:?}");
    assert_eq!(*server.ran.lock().unwrap(), ["get_thing", "delete_account"]);
}

fn address_of(url: &str) -> String {
    url.trim().strip_prefix("http://").unwrap().strip_suffix("/mcp").unwrap().to_owned()
}

#[test]
fn rmcp_talks_to_rmcp_through_herma_over_http() {
    let world = World::new();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let server = Server::default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let ours = server.clone();
        let service = StreamableHttpService::new(
            move || Ok(ours.clone()),
            Arc::new(LocalSessionManager::default()),
            StreamableHttpServerConfig::default(),
        );
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let service = service.clone();
                let answer = service_fn(move |request| {
                    let service = service.clone();
                    async move { Ok::<_, std::convert::Infallible>(service.handle(request).await) }
                });
                tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), answer));
            }
        });
        let mut proxy = tokio::process::Command::new(HERMA);
        proxy.args(["mcp", "proxy", "--listen", "127.0.0.1:0", "--name", "rmcp", "--hold", "1", "--home"]);
        proxy.arg(world.held.home()).args(["--upstream", &format!("http://127.0.0.1:{port}/mcp")]);
        let mut child = proxy.stdout(Stdio::piped()).kill_on_drop(true).spawn().unwrap();
        let mut lines = tokio::io::BufReader::new(child.stdout.take().unwrap()).lines();
        let url = lines.next_line().await.unwrap().unwrap();
        // Its client of the network brings half a browser along; the one of sockets speaks the same HTTP.
        let (socket, address) = (world.held.scratch.path().join("socket"), address_of(&url));
        let carrier = tokio::net::UnixListener::bind(&socket).unwrap();
        tokio::spawn(async move {
            loop {
                let (mut near, _) = carrier.accept().await.unwrap();
                let mut far = tokio::net::TcpStream::connect(&address).await.unwrap();
                tokio::spawn(async move { tokio::io::copy_bidirectional(&mut near, &mut far).await });
            }
        });
        let transport = StreamableHttpClientTransport::from_unix_socket(socket.to_str().unwrap(), url);
        let client = ().serve(transport).await.unwrap();
        talk(&client, &world, &server).await;
        client.cancel().await.unwrap();
    });
}

/// The server speaks over a socket, and a shell carries that to standard streams: so it needs no program of its own.
#[test]
fn rmcp_talks_to_rmcp_through_herma() {
    let world = World::new();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let server = Server::default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let ours = server.clone();
        tokio::spawn(async move {
            let (stream, _) = listener.accept().await.unwrap();
            ours.serve(stream.into_split()).await.unwrap().waiting().await.unwrap();
        });
        let carry = format!("exec 3<>/dev/tcp/127.0.0.1/{port}; cat <&3 & cat >&3; kill $!");
        let mut wrap = tokio::process::Command::new(HERMA);
        wrap.args(["mcp", "wrap", "--name", "rmcp", "--hold", "1", "--home"]).arg(world.held.home());
        wrap.args(["--", "bash", "-c", &carry])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true);
        let mut child = wrap.spawn().unwrap();
        let client = ().serve((child.stdout.take().unwrap(), child.stdin.take().unwrap())).await.unwrap();
        talk(&client, &world, &server).await;
        client.cancel().await.unwrap();
    });
}
