//! Plain requests to others than the fleet: a model's endpoint, a webhook. No redirects are followed.

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::{Method, Request, Uri};
use hyper_util::rt::TokioIo;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

/// Where systems keep the authorities they trust.
const SYSTEM_ROOTS: &[&str] =
    &["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"];

/// Whose word counts for an `https` address.
#[derive(Debug, Clone)]
pub enum Roots {
    System,
    Given(Arc<ClientConfig>),
}

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub body: Vec<u8>,
}

pub async fn post(
    url: &str,
    headers: &[(String, String)],
    body: String,
    roots: Roots,
    max: usize,
) -> Result<Answer, String> {
    let uri: Uri = url.parse().map_err(|_| format!("`{url}` is no address"))?;
    let host =
        uri.host().ok_or_else(|| format!("`{url}` names no host"))?.trim_matches(['[', ']']).to_owned();
    let tls = uri.scheme_str() == Some("https");
    let port = uri.port_u16().unwrap_or(if tls { 443 } else { 80 });
    let stream = TcpStream::connect((host.as_str(), port)).await.map_err(|error| error.to_string())?;
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let mut request = Request::builder().method(Method::POST).uri(path);
    let authority = uri.authority().map_or(host.as_str(), |authority| authority.as_str());
    request = request.header("host", authority.rsplit('@').next().unwrap_or(authority));
    for (name, value) in headers {
        request = request.header(name.as_str(), value.as_str());
    }
    let request = request.body(Full::new(Bytes::from(body))).map_err(|error| error.to_string())?;
    if !tls {
        return exchange(stream, request, max).await;
    }
    let config = match roots {
        Roots::System => system()?,
        Roots::Given(config) => config,
    };
    let name = ServerName::try_from(host.clone()).map_err(|_| format!("`{host}` is no host name"))?;
    let stream = TlsConnector::from(config).connect(name, stream).await.map_err(|error| error.to_string())?;
    exchange(stream, request, max).await
}

async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Full<Bytes>>,
    max: usize,
) -> Result<Answer, String> {
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
        .await
        .map_err(|error| error.to_string())?;
    let driving = tokio::spawn(connection);
    let answer = async {
        let response = sender.send_request(request).await.map_err(|error| error.to_string())?;
        let status = response.status().as_u16();
        let body =
            Limited::new(response.into_body(), max).collect().await.map_err(|error| error.to_string())?;
        Ok(Answer { status, body: body.to_bytes().to_vec() })
    }
    .await;
    driving.abort();
    answer
}

fn system() -> Result<Arc<ClientConfig>, String> {
    let mut roots = RootCertStore::empty();
    let named = std::env::var_os("SSL_CERT_FILE").map(std::path::PathBuf::from);
    let files = named.into_iter().chain(SYSTEM_ROOTS.iter().map(std::path::PathBuf::from));
    let bytes = files.filter_map(|file| std::fs::read(file).ok()).next();
    let bytes =
        bytes.ok_or("no authorities that this system trusts were found; name a file in SSL_CERT_FILE")?;
    roots.add_parsable_certificates(CertificateDer::pem_slice_iter(&bytes).filter_map(Result::ok));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(Arc::new(config))
}
