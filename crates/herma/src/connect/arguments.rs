//! What was typed after `herma connect` and `herma disconnect`.

use herma_agents::text::plain_line;
use herma_agents::{Agent, Scope};
use std::ffi::OsString;

pub const CONNECT_HELP: &str = concat!(
    "\
usage: herma connect
       herma connect AGENT [--project] [--dry-run] [--yes] [--no-trust] [--deadline SECONDS] [--home DIR]
       herma connect mcp CLIENT …   its MCP servers instead; `herma connect mcp --help` says more

tells AGENT to ask herma before every tool call. shows the change as a diff, asks, keeps everything else in the
settings as it is, and keeps a copy; `herma disconnect AGENT` puts it back. without AGENT: a table of all agents,
which of them are here, and which are connected.

",
    herma_specs::agents_help!(),
    "

  --project           the settings of the project in the current folder, instead of the user's
  --dry-run           only show the change
  --yes               do not ask (needed where there is no terminal)
  --no-trust          codex: do not offer to write down that the hook was reviewed; hermes: nor to enable the plugin
  --deadline SECONDS  how long the hook may wait for a person before it denies with a ticket
                      (default, and at most: 30 s before the agent stops waiting)
  --home DIR          where herma keeps its things (default: HERMA_HOME, else ~/.config and ~/.local/share);
                      the hook keeps to the place that is used now

exit code: 0 connected, or already; 1 not done (declined, failed, or codex does not trust the hook, or hermes not load
it, yet);
2 usage, or nobody to ask
"
);

pub const DISCONNECT_HELP: &str = "\
usage: herma disconnect AGENT [--project] [--dry-run] [--yes] [--home DIR]

takes herma out of the settings of AGENT. if nobody has changed them since, they
become byte for byte what they were; else only herma's own entry goes.

exit code: 0 disconnected, or was not connected; 1 not done; 2 usage, or nobody to ask
";

#[derive(Debug)]
pub struct Arguments {
    /// `None`: all of them, to look at.
    pub agent: Option<&'static Agent>,
    pub scope: Scope,
    pub dry_run: bool,
    pub yes: bool,
    pub no_trust: bool,
    pub deadline_s: Option<u32>,
    pub home: Option<OsString>,
}

/// `None` where help was asked for.
pub(super) fn parse(args: &[OsString]) -> Result<Option<Arguments>, String> {
    let mut agent = None;
    let mut scope = Scope::User;
    let (mut dry_run, mut yes, mut no_trust) = (false, false, false);
    let (mut deadline_s, mut home) = (None, None);
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let word = word.to_string_lossy();
        let mut value = || words.next().cloned().ok_or_else(|| format!("`{word}` needs a value"));
        match &*word {
            "--help" | "-h" => return Ok(None),
            "--project" => scope = Scope::Project,
            "--dry-run" => dry_run = true,
            "--yes" | "-y" => yes = true,
            "--no-trust" => no_trust = true,
            "--home" => home = Some(value()?),
            "--deadline" => {
                let seconds = value()?.to_str().and_then(|text| text.parse().ok()).filter(|s| *s > 0);
                deadline_s = Some(seconds.ok_or("`--deadline` needs a number of seconds")?);
            }
            name if name.starts_with('-') => return Err(format!("`{}` is not known", plain_line(name))),
            name if agent.is_some() => return Err(format!("`{}` is one word too many", plain_line(name))),
            name => {
                let known = Agent::named(name);
                let unknown =
                    || format!("there is no agent `{}`; there are {}", plain_line(name), super::names());
                agent = Some(known.ok_or_else(unknown)?);
            }
        }
    }
    Ok(Some(Arguments { agent, scope, dry_run, yes, no_trust, deadline_s, home }))
}
