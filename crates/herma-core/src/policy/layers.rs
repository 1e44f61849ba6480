//! Layers: built-in, admin, user, project. A later one overrides the settings of an earlier one; a project's may only
//! tighten (T48), and what it says beyond that is reported and ignored.

use super::rule::{Layer, Rule};
use super::settings::{HookSection, ModeSection, PlaceSection, TimeSection};
use super::{Policy, PolicyFile};
use crate::verdict::Decision;

/// The outcome of merging.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Merged {
    pub policy: Policy,
    pub ignored: Vec<Ignored>,
    /// Each setting that a layer has set, as `mode.shell`, and which.
    pub set_by: Vec<(&'static str, Layer)>,
}

/// Something that a project may not say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ignored {
    pub what: String,
    pub layer: Layer,
}

impl std::fmt::Display for Ignored {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let folder = match &self.layer {
            Layer::Project(folder) => folder,
            Layer::BuiltIn | Layer::Admin | Layer::User => "",
        };
        write!(f, "{} of the project `{folder}` is ignored: a project may only tighten", self.what)
    }
}

/// Merges files, the first one lowest.
pub fn merge(files: &[(Layer, &PolicyFile)]) -> Merged {
    let mut merged = Merged::default();
    for (layer, file) in files {
        merged.take_settings(layer, file);
        for rule in &file.rules {
            merged.take_rule(layer, rule);
        }
    }
    merged
}

impl Merged {
    fn take_rule(&mut self, layer: &Layer, rule: &Rule) {
        if matches!(layer, Layer::Project(_)) && rule.decision == Decision::Allow {
            self.ignore(layer, format!("rule `{}`, which allows,", rule.name));
            return;
        }
        let mut rule = rule.clone();
        rule.layer = layer.clone();
        self.policy.rules.add(rule);
    }

    fn take_settings(&mut self, layer: &Layer, file: &PolicyFile) {
        let ModeSection { shell, tools } = file.sections.mode;
        let HookSection { allow, ask, nobody } = file.sections.hook;
        let PlaceSection { backend, container_root } = file.sections.place;
        let TimeSection { medium, high, critical } = file.sections.times;
        let mut policy = std::mem::take(&mut self.policy);
        self.take(layer, "mode.shell", &mut policy.mode.shell, shell);
        self.take(layer, "mode.tools", &mut policy.mode.tools, tools);
        self.take(layer, "hook.allow", &mut policy.hook.allow, allow);
        self.take(layer, "hook.ask", &mut policy.hook.ask, ask);
        self.take(layer, "hook.nobody", &mut policy.hook.nobody, nobody);
        // Where commands run is a fact, and none that a project knows: neither answer is the stricter one for every call.
        self.take_own(layer, "place.backend", &mut policy.place.backend, backend);
        self.take_own(layer, "place.container_root", &mut policy.place.container_root, container_root);
        // How long people have is theirs to say.
        self.take_own(layer, "times.medium", &mut policy.times.medium, medium.map(|s| s.0));
        self.take_own(layer, "times.high", &mut policy.times.high, high.map(|s| s.0));
        self.take_own(layer, "times.critical", &mut policy.times.critical, critical.map(|s| s.0));
        // Whose word counts is the user's to say: it lowers.
        self.take_own(layer, "mcp.trusted", &mut policy.mcp.trusted, file.sections.mcp.trusted.clone());
        self.policy = policy;
    }

    /// INVARIANT: every setting that is taken here is ordered, its weakest value first.
    fn take<T: Ord + Copy>(&mut self, layer: &Layer, name: &'static str, own: &mut T, said: Option<T>) {
        let Some(said) = said else { return };
        if matches!(layer, Layer::Project(_)) && said < *own {
            self.ignore(layer, format!("`{name}`"));
            return;
        }
        *own = said;
        self.set_by.push((name, layer.clone()));
    }

    /// What no project has a say in.
    fn take_own<T>(&mut self, layer: &Layer, name: &'static str, own: &mut T, said: Option<T>) {
        match (said, layer) {
            (None, _) => {}
            (Some(_), Layer::Project(_)) => self.ignore(layer, format!("`{name}`")),
            (Some(said), Layer::BuiltIn | Layer::Admin | Layer::User) => {
                *own = said;
                self.set_by.push((name, layer.clone()));
            }
        }
    }

    fn ignore(&mut self, layer: &Layer, what: String) {
        self.ignored.push(Ignored { what, layer: layer.clone() });
    }
}
