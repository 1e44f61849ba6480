//! A tool that acts on a cloud, a cluster or a database, behind a program that starts it: `k3s kubectl delete …`,
//! `nix run nixpkgs#kubectl -- delete …`, `uvx awscli s3 rb …`. Nobody can list the programs that start others; the tool
//! has to be named somewhere in the words.

use super::Standing;
use crate::understand::field::{Field, Value};
use crate::understand::program_name::PACKAGES;
use crate::understand::walk::Walker;

/// Tools whose words mean the same wherever they stand. Sorted.
#[rustfmt::skip]
const TOOLS: &[&str] = &[
    "aws", "az", "doctl", "eksctl", "flyctl", "gcloud", "gsutil", "helm", "heroku", "kubectl", "oc", "pulumi", "redis-cli", "terraform",
    "tofu", "vault", "vercel", "wrangler",
];

/// Words of one command that are looked at.
const MAX_WORDS: usize = 16;

impl Walker<'_> {
    /// `own`: so many words are the program's; behind them stands a command that was read already.
    pub(in crate::understand) fn wrapped_tools(
        &mut self,
        name: &str,
        fields: &[Field],
        own: usize,
        standing: Standing,
    ) {
        if standing == Standing::Reader || self.speculating {
            return;
        }
        // Behind the tool there must be something for it to do.
        for (index, field) in fields.iter().enumerate().take(MAX_WORDS).skip(1) {
            let Some(tool) = field.known().and_then(tool_named).filter(|tool| *tool != name) else {
                continue;
            };
            if index == own {
                return;
            }
            let mut rest = fields.get(index + 1..).unwrap_or(&[]);
            while rest.first().is_some_and(|f| f.is("--") || f.is("-c") || f.is(tool)) {
                rest = rest.get(1..).unwrap_or(&[]);
            }
            if rest.is_empty() {
                return;
            }
            let mut command = vec![Field::text(tool, field.span)];
            command.extend(rest.iter().cloned());
            let kept = self.effects.len();
            self.speculate(false, |w| {
                w.exec(command, Value::default());
            });
            // `brew install kubectl helm`: that a tool asks about words it does not know is nobody's business here.
            let mut at = 0;
            self.effects.retain(|e| {
                at += 1;
                at <= kept || !e.rule.ends_with("/runs")
            });
            return;
        }
    }
}

/// `kubectl`, `nixpkgs#kubectl`, `org.example.kubectl`, `kubectl@1.29`, `awscli`.
fn tool_named(word: &str) -> Option<&'static str> {
    let word = word.split('@').next().unwrap_or(word);
    let base = word.rsplit(['#', '/', '.']).next().unwrap_or(word);
    let package = PACKAGES.iter().find(|(package, _)| *package == base).map(|(_, tool)| *tool);
    package.or_else(|| TOOLS.binary_search(&base).ok().and_then(|at| TOOLS.get(at)).copied())
}

#[cfg(test)]
mod tests {
    use super::{TOOLS, tool_named};

    #[test]
    fn tools_are_known_by_any_spelling() {
        assert!(TOOLS.is_sorted());
        for word in [
            "kubectl",
            "nixpkgs#kubectl",
            "bitnami/kubectl",
            "org.x.kubectl",
            "kubectl@1.29",
            "kubernetes-cli",
        ] {
            assert_eq!(tool_named(word), Some("kubectl"), "{word}");
        }
        assert_eq!(tool_named("kubectl-plugin"), None);
    }
}
