//! The network: what is fetched, what is sent, who is connected to, what is listened on.

use super::api::Op;
use super::call::{Args, receiver_text};
use super::value::{MAX_LOOK, Value, join_path, join_texts, made_of, push};
use super::walk::Walker;
use super::{Act, CodePart, CodeText};
use crate::knowledge::Lang;

const URL: &[&str] = &["url", "uri", "endpoint"];
/// Methods that only ask.
const ASKS: &[&str] = &["GET", "HEAD", "OPTIONS"];

impl Walker<'_> {
    pub fn network(&mut self, found: &Op, args: &Args, at: usize) -> Value {
        let before = self.address.take();
        let value = self.network_call(found, args, at);
        match self.address.clone() {
            Some(to) => self.carries(&to, args, at),
            None => self.address = before,
        }
        value
    }

    /// What of the environment goes along with a request, beside its address.
    fn carries(&mut self, to: &CodeText, args: &Args, at: usize) {
        let dicts = args.pos.iter().filter_map(|v| match v {
            Value::Dict(rows) => Some(rows.iter()),
            _ => None,
        });
        let named = args.kw.iter().chain(dicts.flatten());
        let mut found: Vec<(Value, bool)> = Vec::new();
        for (name, value) in named.take(MAX_LOOK) {
            let name = name.to_ascii_lowercase();
            match (name.as_str(), value) {
                (
                    "headers" | "header" | "params" | "query" | "cookies" | "data" | "json" | "body",
                    Value::Dict(rows),
                ) => {
                    let posts = matches!(name.as_str(), "data" | "json" | "body");
                    found.extend(rows.iter().take(MAX_LOOK).map(|(k, v)| (v.clone(), !posts && signs(k))));
                }
                ("auth", _) => found.push((value.clone(), true)),
                (
                    "headers" | "params" | "query" | "cookies" | "data" | "json" | "body" | "files"
                    | "content",
                    _,
                ) => {
                    found.push((value.clone(), false));
                }
                _ => {}
            }
        }
        // What stands behind the address: `urlopen(url, data)`.
        found.extend(
            args.pos.iter().skip(1).filter(|v| !matches!(v, Value::Dict(_))).map(|v| (v.clone(), false)),
        );
        // The text of a file, in whatever part of the request.
        if found.iter().any(|(value, signs)| !signs && matches!(value, Value::Obj("@content", _))) {
            self.emit(at, Act::Send { to: to.clone() });
        }
        for (value, signs) in found {
            if let Value::Text(what) = made_of(std::iter::once(&value))
                && what.parts.iter().all(|p| !to.parts.contains(p))
            {
                self.emit(at, Act::Carry { to: to.clone(), what: (*what).clone(), signs });
            }
        }
    }

    fn network_call(&mut self, found: &Op, args: &Args, at: usize) -> Value {
        match *found {
            Op::Fetch(n) => self.fetch(&args.place(usize::from(n), URL), at),
            Op::Send(n) => self.send(&args.place(usize::from(n), URL), at),
            Op::SendTo => {
                let to = receiver_text(args);
                self.emit(at, Act::Send { to });
                Value::Unknown
            }
            Op::ReadOrFetch(n) => {
                let what = args.at(usize::from(n));
                let prefix = what.to_text();
                let scheme = prefix.prefix().split_once("://").map(|(scheme, _)| scheme);
                if scheme.is_some_and(|scheme| !matches!(scheme, "file" | "php" | "glob" | "compress.zlib")) {
                    return match args
                        .named("method")
                        .or_else(|| args.pos.get(2).cloned().filter(|v| matches!(v, Value::Obj("@sends", _))))
                    {
                        Some(_) => self.send(&what, at),
                        None => self.fetch(&what, at),
                    };
                }
                self.on_paths(&what, at, |path| Act::Read { path });
                Value::obj("@content", prefix)
            }
            Op::UrlOpen => match args.place(0, URL) {
                Value::Obj("@sends", to) => self.send(&Value::Text(to), at),
                Value::Obj("@request", to) => self.fetch(&Value::Text(to), at),
                url if args.pos.get(1).is_some_and(|v| !is_none(v)) || args.named("data").is_some() => {
                    self.send(&url, at)
                }
                url => self.fetch(&url, at),
            },
            Op::UrlRequest => {
                let sends = args.pos.get(1).is_some_and(|v| !matches!(v, Value::Dict(_)))
                    || args.named("data").is_some()
                    || args.named("method").is_some_and(|m| !asks(&m));
                let to = args.place(0, URL).to_text();
                self.address = Some(to.clone());
                Value::obj(if sends { "@sends" } else { "@request" }, to)
            }
            Op::Request(n) => {
                let n = usize::from(n);
                let method = args.place(n, &["method"]);
                let mut to = args.place(n + 1, URL).to_text();
                // A connection knows its host; the request adds the path.
                if let Some(Value::Obj("@httpconn", host)) = args.pos.first() {
                    to = join_path(host, &strip_slash(&to));
                }
                if asks(&method) { self.fetch(&Value::of(to), at) } else { self.send(&Value::of(to), at) }
            }
            Op::FetchOpt(n) => self.fetch_with_options(args, usize::from(n), at),
            Op::Retrieve => {
                self.fetch(&args.place(0, URL), at);
                if args.pos.len() > 1 {
                    let path = args.at(1);
                    self.on_paths(&path, at, |path| Act::Write { path });
                    self.stores(&path, &[Value::remote()], at);
                }
                Value::remote()
            }
            Op::Connect(n) => {
                let to = address(
                    &args.place(usize::from(n), &["host", "hostname", "address", "uri"]),
                    args.pos.get(usize::from(n) + 1),
                );
                self.emit(at, Act::Connect { to });
                self.connected(args)
            }
            Op::ConnectPort(n) => {
                let n = usize::from(n);
                let to = match args.at(n) {
                    Value::Dict(_) => options_address(args),
                    // A path is a socket on this machine.
                    port => match args.pos.get(n + 1) {
                        Some(host @ (Value::Text(_) | Value::Unknown)) => address(host, Some(&port)),
                        _ if matches!(port, Value::Text(_)) => port.to_text(),
                        _ if matches!(port, Value::Unknown) => CodeText::unknown(),
                        _ => address(&Value::text("localhost"), Some(&port)),
                    },
                };
                self.emit(at, Act::Connect { to });
                Value::obj("@sock", CodeText::default())
            }
            Op::ConnectOpt => {
                let to = options_address(args);
                self.emit(at, Act::Connect { to });
                Value::obj("@sock", CodeText::default())
            }
            Op::Listen(n) => {
                let host = match args.at(usize::from(n)) {
                    Value::List(items) => items.first().map(Value::to_text),
                    Value::Text(t) => Some((*t).clone()),
                    Value::Unknown => Some(CodeText::unknown()),
                    _ => None,
                };
                self.emit(at, Act::Listen { host: host.or_else(|| args.named("host").map(|h| h.to_text())) });
                Value::Unknown
            }
            Op::ListenPort(n) => {
                let host = args.named("host").or_else(|| {
                    args.pos.get(usize::from(n) + 1).cloned().filter(|v| matches!(v, Value::Text(_)))
                });
                self.emit(at, Act::Listen { host: host.map(|h| h.to_text()) });
                Value::Unknown
            }
            Op::ListenMaybe => {
                let port = args.named("port").is_some()
                    || args.pos.get(1).is_some_and(|v| matches!(v, Value::Num(_)));
                let host = args.named("host").or_else(|| args.named("hostname"));
                let host = host.or_else(|| args.pos.get(2).cloned().filter(|v| matches!(v, Value::Text(_))));
                if port || args.named("host").is_some() || args.named("hostname").is_some() {
                    self.emit(at, Act::Listen { host: host.map(|h| h.to_text()) });
                }
                Value::Unknown
            }
            Op::PerlSocket => {
                if args.named("Listen").is_some()
                    || (args.named("LocalPort").is_some() && args.named("PeerAddr").is_none())
                {
                    let host = args.named("LocalAddr").map(|h| h.to_text());
                    self.emit(at, Act::Listen { host });
                } else {
                    let host = args
                        .named("PeerAddr")
                        .or_else(|| args.named("PeerHost"))
                        .unwrap_or_else(|| args.first());
                    let to = address(&host, args.named("PeerPort").as_ref());
                    self.emit(at, Act::Connect { to });
                }
                Value::Unknown
            }
            Op::SockAddr => Value::list(vec![args.at(1), args.first()]),
            Op::HttpRequest => {
                let pair = args.kw.first();
                let method = pair.map_or_else(|| args.first(), |(k, _)| Value::text(k.as_str()));
                let url = pair.map_or_else(|| args.at(1), |(_, v)| v.clone());
                if asks(&method) { self.fetch(&url, at) } else { self.send(&url, at) }
            }
            Op::RubyListen => {
                let host = args.pos.get(1).map(|_| args.first().to_text());
                self.emit(at, Act::Listen { host });
                Value::Unknown
            }
            Op::CurlOption => {
                let option = args.at(1);
                match option.known() {
                    Some("post") => self.posts = true,
                    Some("url") => {
                        self.vars.insert("@curl".into(), args.at(2));
                    }
                    _ => {}
                }
                Value::Unknown
            }
            Op::CurlExec => {
                let url = match args.first() {
                    Value::Obj("@curl", t)
                        if t.known() != Some("") && !t.parts.is_empty() && t.parts != [CodePart::Unknown] =>
                    {
                        Value::Text(t)
                    }
                    _ => self.vars.get("@curl").cloned().unwrap_or(Value::Unknown),
                };
                if self.posts { self.send(&url, at) } else { self.fetch(&url, at) }
            }
            _ => Value::Unknown,
        }
    }

    pub fn fetch(&mut self, url: &Value, at: usize) -> Value {
        self.on_addresses(url, at, |to| Act::Fetch { to })
    }

    pub fn send(&mut self, url: &Value, at: usize) -> Value {
        self.on_addresses(url, at, |to| Act::Send { to })
    }

    fn on_addresses(&mut self, url: &Value, at: usize, act: impl Fn(CodeText) -> Act) -> Value {
        let mut all = Vec::new();
        url.each(&mut all);
        for one in &all {
            let to = match one {
                Value::Obj(_, t) => (**t).clone(),
                v => v.to_text(),
            };
            self.address = Some(to.clone());
            self.emit(at, act(to));
        }
        Value::remote()
    }

    /// `fetch(url, {method, body})`, `http.request({hostname, path, method})`.
    fn fetch_with_options(&mut self, args: &Args, n: usize, at: usize) -> Value {
        let url = match args.at(n) {
            Value::Dict(_) => match args.named("url").or_else(|| args.named("uri")) {
                Some(url) => url,
                None => {
                    let host =
                        args.named("hostname").or_else(|| args.named("host")).unwrap_or(Value::Unknown);
                    let path = args.named("path").unwrap_or_else(|| Value::text(""));
                    Value::of(join_texts(host.to_text(), &path.to_text()))
                }
            },
            v => v,
        };
        let sends = args.named("method").is_some_and(|m| !asks(&m))
            || args.named("body").is_some()
            || args.named("data").is_some()
            || args.named("json").is_some_and(|v| !matches!(v, Value::Unknown));
        if sends { self.send(&url, at) } else { self.fetch(&url, at) }
    }

    fn connected(&self, args: &Args) -> Value {
        match args.pos.first() {
            Some(v @ Value::Obj(..)) => v.clone(),
            _ if self.lang == Lang::Python => Value::obj("@sock", CodeText::default()),
            _ => Value::Unknown,
        }
    }
}

/// A header or a parameter in which one says who one is.
fn signs(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["auth", "key", "token", "cookie", "secret", "session", "appid"].iter().any(|w| name.contains(w))
}

fn asks(method: &Value) -> bool {
    method.known().is_some_and(|m| ASKS.iter().any(|a| a.eq_ignore_ascii_case(m)))
}

fn is_none(value: &Value) -> bool {
    matches!(value, Value::Num(_) | Value::Dict(_))
}

fn strip_slash(path: &CodeText) -> CodeText {
    let mut out = path.clone();
    if let Some(CodePart::Text(t)) = out.parts.first_mut() {
        *t = t.trim_start_matches('/').to_owned();
    }
    out
}

/// `(host, port)` or `host, port` as `host:port`.
pub(super) fn address(host: &Value, port: Option<&Value>) -> CodeText {
    let (host, port) = match host {
        Value::List(items) => (items.first().cloned().unwrap_or(Value::Unknown), items.get(1).cloned()),
        v => (v.clone(), port.cloned()),
    };
    let mut out = host.to_text();
    let known = port.as_ref().is_some_and(|p| matches!(p, Value::Num(_) | Value::Text(_)));
    if let (Some(port), false, true) = (&port, out.prefix().contains("://"), known) {
        push(&mut out, CodePart::Text(":".into()));
        out = join_texts(out, &port.to_text());
    }
    out
}

fn options_address(args: &Args) -> CodeText {
    let host = args.named("hostname").or_else(|| args.named("host"));
    let path = args.named("path");
    match (host, path) {
        (None, Some(path)) => path.to_text(),
        (host, _) => address(&host.unwrap_or_else(|| Value::text("localhost")), args.named("port").as_ref()),
    }
}
