//! What `wrap` and `proxy` have in common: whose server it is, and where Herma keeps its things.

use super::exec::IfTaken;
use crate::enforce::LocalEnforcer;
use crate::paths::Paths;
use herma_core::text::shown;
use herma_mcp::firewall::{Firewall, HOLD};
use herma_mcp::lock::Key;
use herma_mcp::pin::Pins;
use std::ffi::{OsStr, OsString};
use std::sync::Arc;
use std::time::Duration;

/// What starts a server without being one.
const STARTERS: &[&str] = &[
    "npx", "npm", "node", "bunx", "bun", "deno", "uvx", "uv", "python", "python3", "pipx", "docker",
    "podman", "sh", "bash", "env", "run", "exec", "tsx",
];
const NAME_MAX: usize = 40;

#[derive(Debug, Default)]
pub struct Options {
    pub name: Option<String>,
    pub if_taken: Option<IfTaken>,
    pub hold: Option<Duration>,
    pub home: Option<OsString>,
    pub policy: Option<OsString>,
    pub data: Option<OsString>,
    pub listen: Option<String>,
    pub upstream: Option<String>,
    pub command: Vec<OsString>,
}

/// `None` where help was asked for.
pub fn parse(args: &[OsString]) -> Result<Option<Options>, String> {
    let mut out = Options::default();
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let name = word.to_str().unwrap_or_default();
        let mut value = || words.next().cloned().ok_or_else(|| format!("`{name}` needs a value"));
        let text =
            |value: OsString| value.into_string().map_err(|_| format!("the value of `{name}` is no text"));
        match name {
            "--help" | "-h" => return Ok(None),
            "--name" => out.name = Some(text(value()?)?),
            "--home" => out.home = Some(value()?),
            "--policy" => out.policy = Some(value()?),
            "--data" => out.data = Some(value()?),
            "--listen" => out.listen = Some(text(value()?)?),
            "--upstream" => out.upstream = Some(text(value()?)?),
            "--lock" => {
                let known = IfTaken::named(&text(value()?)?);
                out.if_taken = Some(known.ok_or("`--lock` is one of refuse, wait, replace-orphan, off")?);
            }
            "--hold" => {
                let seconds = text(value()?)?.parse().ok();
                out.hold = Some(Duration::from_secs(seconds.ok_or("`--hold` needs a number of seconds")?));
            }
            "--" => out.command.extend(words.by_ref().cloned()),
            other => {
                return Err(format!(
                    "`{}` is not known; the server's command comes after `--`",
                    shown(other)
                ));
            }
        }
    }
    Ok(Some(out))
}

impl Options {
    pub fn paths(&self) -> Result<Paths, String> {
        match (&self.policy, &self.data) {
            (Some(policy), Some(data)) => Ok(Paths::pinned(policy, data)),
            _ => Paths::resolve(self.home.as_deref()).map_err(|e| e.to_string()),
        }
    }

    pub fn server_name(&self) -> Result<String, String> {
        let name = match (&self.name, &self.upstream) {
            (Some(name), _) => name.clone(),
            (None, Some(url)) => plain(url.split("://").last().unwrap_or_default()),
            (None, None) => name_of(&self.command),
        };
        Key::plain(&name).map(|_| name).map_err(|e| e.to_string())
    }

    /// The firewall in front of this server, on the gate of this home.
    pub fn firewall(&self, paths: &Paths, name: &str) -> Result<Firewall, String> {
        // Wherever it is started, it is the same server with the same tools.
        let upstream = self.upstream.as_ref().map(OsString::from);
        let words: Vec<&OsString> = self.command.iter().chain(&upstream).collect();
        let key = Key::configured(name, &words, OsStr::new("")).map_err(|e| e.to_string())?;
        let pins = Pins::open(&paths.mcp_pins(), name, key.as_str()).map_err(|e| e.to_string())?;
        let enforcer = LocalEnforcer::new(paths.clone());
        // Over HTTP there may be no stream to show a card on while somebody is asked.
        let enforcer = Arc::new(if self.upstream.is_some() { enforcer.final_reply_only() } else { enforcer });
        let mut firewall = Firewall::new(enforcer, name, key.as_str(), pins);
        firewall.hold = self.hold.unwrap_or(HOLD);
        Ok(firewall)
    }
}

/// What people would call it: of `npx -y @modelcontextprotocol/server-filesystem /tmp` it is `server-filesystem`.
pub fn name_of(command: &[OsString]) -> String {
    let words = command.iter().map(|word| word.to_string_lossy());
    let is_name = |word: &str| {
        let base = word.rsplit('/').next().unwrap_or(word);
        !word.starts_with('-') && !word.contains('=') && !STARTERS.contains(&base)
    };
    let word = words.clone().find(|word| is_name(word)).or_else(|| words.clone().next());
    let word = word.unwrap_or_default();
    let base = word.rsplit('/').find(|part| !part.is_empty()).unwrap_or_default();
    let base = base.split('@').find(|part| !part.is_empty()).unwrap_or_default();
    plain(base.trim_end_matches(".js").trim_end_matches(".py").trim_end_matches(".mjs"))
}

fn plain(text: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let name: String = text.chars().map(|c| if fits(c) { c } else { '-' }).take(NAME_MAX).collect();
    let name = name.trim_matches(|c| c == '-' || c == '.');
    if name.is_empty() { "server".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_called_what_people_would_call_it() {
        for (command, want) in [
            ("npx -y @modelcontextprotocol/server-filesystem /tmp", "server-filesystem"),
            ("npx -y some-server@1.2.3", "some-server"),
            ("/usr/bin/node /opt/x/index.js", "index"),
            ("uvx mcp-server-git --repository .", "mcp-server-git"),
            ("docker run -i --rm -e TOKEN ghcr.io/github/github-mcp-server", "TOKEN"),
            ("./my server", "my"),
            ("node", "node"),
        ] {
            let words: Vec<OsString> = command.split(' ').map(OsString::from).collect();
            assert_eq!(name_of(&words), want, "{command}");
        }
    }
}
