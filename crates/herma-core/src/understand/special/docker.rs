//! Containers: what their mounts and privileges make the host's again.

use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::knowledge::RunPlace;
use crate::understand::carry::MOUNTED;
use crate::understand::field::{Part, Value};
use crate::understand::options::Options;
use crate::understand::place::PlaceKind;
use crate::understand::walk::Walker;

impl Walker<'_> {
    /// Containers: what their mounts and privileges make the host's again.
    pub(super) fn docker(&mut self, options: &Options) {
        let mut risky = None;
        for given in &options.given {
            let value = given.value.as_ref().map(|v| v.value.clone());
            match given.name.as_ref() {
                "--privileged" => risky = Some("gives a container the rights of the host"),
                "--pid" | "--ipc" | "--userns" | "--net" | "--network"
                    if value.as_ref().is_some_and(|v| v.known() == Some("host"))
                        && given.name != "--network"
                        && given.name != "--net" =>
                {
                    risky = Some("puts a container into the host's own space");
                }
                "--cap-add" | "--device" | "--security-opt" => {
                    risky = risky.or(Some("gives a container more rights than usual"))
                }
                "--secret" => {
                    if let Some(value) = value {
                        self.build_secret(&value, given.span);
                    }
                }
                "-v" | "--volume" | "--mount" => {
                    if let Some(value) = value {
                        self.mount(&value, given.span);
                    }
                }
                _ => {}
            }
        }
        if options.chain.last().is_some_and(|p| p.names.contains(&"run")) {
            self.hands_secrets(options);
            self.fresh_container(options);
        }
        if let Some(text) = risky {
            self.effect(
                Kind::EscalatePrivilege,
                None,
                self.span,
                "docker/privilege",
                text,
                Tier::High,
                Reach::System,
                Undo::Hard,
            );
        }
    }

    /// A container made for one command: what happens inside is gone with it, but for what is mounted and what leaves.
    fn fresh_container(&mut self, options: &Options) {
        let Some((_, command)) = options.args.split_first() else { return };
        if command.is_empty() {
            return;
        }
        let (before, place) = (self.effects.len(), self.run_place);
        let mut networks = ["--network", "--net"].iter().flat_map(|o| options.values(o));
        let shares = networks.any(|network| network.value.known() == Some("host"));
        let network = std::mem::replace(&mut self.host_network, shares);
        let mounts = self.mounts_of(options);
        let outer = std::mem::replace(&mut self.mounts, mounts);
        self.run_place = RunPlace::Container;
        let folder = options.value("-w").map_or("/", |w| w.value.prefix()).to_owned();
        self.in_subshell(|w| {
            w.state.cwd = vec![Some(folder)];
            w.exec(command.to_vec(), Value::default())
        });
        self.run_place = place;
        self.mounts = outer;
        self.host_network = network;
        let mut index = 0;
        self.effects.retain(|e| {
            index += 1;
            let leaves = matches!(e.kind, Kind::Send | Kind::Publish | Kind::Message | Kind::Pay)
                || shares && e.kind == Kind::AnswerForPerson;
            index <= before || leaves || e.rule.starts_with(MOUNTED)
        });
    }

    /// Which folders of the host a container sees, and where.
    pub(in crate::understand) fn mounts_of(&self, options: &Options) -> Vec<(String, String)> {
        let volumes = ["-v", "--volume", "--mount"].iter().flat_map(|o| options.values(o));
        volumes
            .filter_map(|volume| {
                // The value of `--mount` is CSV: it may be quoted.
                let text = volume.value.literal()?.replace('"', "");
                let (host, inside) = if text.contains("source=") || text.contains("src=") {
                    let part = |keys: [&str; 3]| {
                        text.split(',')
                            .find_map(|p| keys.iter().find_map(|k| p.strip_prefix(k)))
                            .map(str::to_owned)
                    };
                    (part(["source=", "src=", "\0"])?, part(["target=", "destination=", "dst="])?)
                } else {
                    let mut parts = text.split(':');
                    (parts.next()?.to_owned(), parts.next()?.to_owned())
                };
                let named = !host.starts_with(['/', '~', '.']);
                (!named)
                    .then(|| (inside.trim_end_matches('/').to_owned(), self.place(&Value::text(host)).path))
            })
            .collect()
    }

    /// The host's path for a path inside a container, where it is mounted from there.
    pub(in crate::understand) fn mounted(&self, value: &Value) -> Option<Value> {
        if self.mounts.is_empty() {
            return None;
        }
        let (first, rest) = match value.parts.split_first()? {
            (Part::Text(text), rest) if text.starts_with('/') => (text.clone(), rest),
            (Part::Text(text), rest) => (format!("{}/{text}", self.cwd()?.trim_end_matches('/')), rest),
            (Part::Glob(_), _) => (format!("{}/", self.cwd()?.trim_end_matches('/')), value.parts.as_slice()),
            (Part::Unknown(_), _) => return None,
        };
        let text = first.as_str();
        self.mounts.iter().find_map(|(inside, host)| {
            let below = text.strip_prefix(inside.as_str()).filter(|b| b.is_empty() || b.starts_with('/'))?;
            let path = format!("{}{below}", host.trim_end_matches('/'));
            let mut mapped = Value::text(if path.is_empty() { "/".to_owned() } else { path });
            rest.iter().for_each(|part| mapped.push(part.clone()));
            Some(mapped)
        })
    }

    /// The shell leaves `~:/w` alone; some front ends do not.
    fn with_home(&self, path: Value) -> Value {
        match path.known().and_then(|t| t.strip_prefix('~')) {
            Some(rest) if rest.is_empty() || rest.starts_with('/') => {
                Value::text(format!("{}{rest}", self.home))
            }
            _ => path,
        }
    }

    /// `--env-file .env` for an image that somebody else made, which reads the secrets, or for a command in it that prints
    /// or sends them.
    fn hands_secrets(&mut self, options: &Options) {
        /// Commands whose business is the environment, or that do whatever they are told.
        const SHOWS: &[&str] = &["ash", "bash", "curl", "env", "nc", "printenv", "sh", "wget"];
        let Some(image) = options.args.first().cloned() else { return };
        let command = options.args.get(1).map_or("", |word| word.value.prefix());
        let shows = SHOWS.contains(&command.rsplit('/').next().unwrap_or(command));
        let foreign = image.value.prefix().contains('/') || image.known().is_none() || shows;
        for file in options.values("--env-file").cloned().collect::<Vec<_>>() {
            let placed = self.place(&file.value);
            if foreign && placed.kind == PlaceKind::Credential {
                let text = format!("hands `{}` to the image `{}`", placed.path, image.value.shown());
                self.effect(
                    Kind::ReadSecret,
                    Some(placed.path),
                    file.span,
                    "docker/env-file",
                    &text,
                    Tier::High,
                    Reach::Remote,
                    Undo::None,
                );
            }
        }
    }

    /// `--secret id=key,src=~/.ssh/id_rsa`: what a build is handed, its file may print or keep. The project's own secrets
    /// are there for its builds.
    fn build_secret(&mut self, value: &Value, span: Span) {
        let text = value.literal().unwrap_or_default();
        let source =
            text.split(',').find_map(|p| p.strip_prefix("src=").or_else(|| p.strip_prefix("source=")));
        let Some(source) = source else { return };
        let source = self.with_home(Value::text(source));
        let placed = self.place(&source);
        if placed.kind == PlaceKind::Credential && !self.is_project_secret(&placed) {
            let text = format!("hands `{}` to a build", placed.path);
            self.effect(
                Kind::ReadSecret,
                Some(placed.path),
                span,
                "docker/build-secret",
                &text,
                Tier::High,
                Reach::User,
                Undo::None,
            );
        }
    }

    pub(super) fn mount(&mut self, value: &Value, span: Span) {
        let text = value.prefix();
        let source = if text.contains("source=") || text.contains("src=") {
            text.split(',')
                .find_map(|p| p.strip_prefix("source=").or_else(|| p.strip_prefix("src=")))
                .map(Value::text)
        } else {
            let end = text.find(':').unwrap_or(text.len());
            text.get(..end).map(Value::text)
        };
        let source = source.map(|s| self.with_home(s));
        let Some(source) = source.filter(|s| s.prefix().starts_with(['/', '~', '.'])) else { return };
        let read_only = value.literal().is_some_and(|t| t.ends_with(":ro") || t.contains("readonly"));
        let placed = self.place(&source);
        let whole = matches!(
            placed.kind,
            PlaceKind::Root
                | PlaceKind::SystemFolder
                | PlaceKind::HomeWhole
                | PlaceKind::Credential
                | PlaceKind::Guard
                | PlaceKind::System
                | PlaceKind::Startup
        );
        let socket = placed.path.ends_with("docker.sock");
        if socket
            || whole && !read_only
            || matches!(placed.kind, PlaceKind::Root | PlaceKind::Credential | PlaceKind::Guard)
        {
            self.effect(
                Kind::EscalatePrivilege,
                Some(placed.path.clone()),
                span,
                "docker/mount",
                &format!("hands `{}` of the host to a container", placed.path),
                Tier::High,
                Reach::System,
                Undo::Hard,
            );
        }
    }
}
