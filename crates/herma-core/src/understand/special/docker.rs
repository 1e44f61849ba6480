//! Containers: what their mounts and privileges make the host's again.

use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::understand::field::Value;
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
                "-v" | "--volume" | "--mount" => {
                    if let Some(value) = value {
                        self.mount(&value, given.span);
                    }
                }
                _ => {}
            }
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
