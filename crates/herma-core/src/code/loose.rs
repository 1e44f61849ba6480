//! A dangerous function that is mentioned, but not called where it stands: it is followed to its call, or it is unknown code.

use super::Act;
use super::api::Op;
use super::lex::{Kind, op};
use super::value::Value;
use super::walk::Walker;
use crate::knowledge::Lang;

/// Mentions and followed calls of one text that are kept.
const MAX_KEPT: usize = 256;
/// Names that one statement assigns to, as far as they are looked at.
const MAX_NAMES: usize = 6;

/// What runs programs or code, or deletes, by its name alone.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "CORE::exec", "CORE::system", "Popen", "`", "assert", "check_call", "check_output", "eval", "exec", "execSync", "execFileSync", "execv",
    "execve", "instance_eval", "module_eval", "passthru", "pcntl_exec", "popen", "proc_open", "rm_r", "rm_rf", "rmtree", "shell_exec", "spawn",
    "spawnSync", "system", "unlink",
];

/// Functions that ask about a name and do not call it.
const ASKS: &[&str] = &[
    "function_exists",
    "is_callable",
    "respond_to?",
    "method_defined?",
    "defined",
    "in_array",
    "print",
    "puts",
    "echo",
    "p",
    "hasattr",
    "require",
];

/// Functions that make a function out of a name.
const MAKERS: &[&str] = &["attrgetter", "methodcaller", "getattr_static"];
/// Ruby's methods that make a method out of a name.
const BINDERS: &[&str] =
    &["instance_method", "public_method", "define_method", "instance_exec", "public_instance_method"];
/// Functions that take an object apart, or hide it.
const SPREADS: &[&str] =
    &["values", "entries", "assign", "Proxy", "create", "getOwnPropertyDescriptors", "fromEntries"];

/// A mention: where, in which statement, and the names that this assigns to.
#[derive(Debug, Clone)]
pub(super) struct Loose<'a> {
    at: usize,
    statement: u32,
    names: Vec<&'a str>,
}

/// What is kept while a text is walked.
#[derive(Debug, Default)]
pub(super) struct Mentions<'a> {
    loose: Vec<Loose<'a>>,
    /// Calls of dangerous functions that were reached through a name, a list or another function: the statement, and the
    /// name at the root of the call.
    followed: Vec<(u32, Option<&'a str>)>,
    /// The statement being walked: its number, and the token it starts at.
    pub statement: u32,
    pub start: usize,
    pub count: u32,
    /// The call about to be made stands right behind the function's own name.
    direct: bool,
    root: Option<&'a str>,
}

/// Whether a function runs programs or code, or deletes.
pub(super) fn is_dangerous(found: &Op) -> bool {
    matches!(
        found,
        Op::Shell(_)
            | Op::Spawn(_)
            | Op::SpawnList(_)
            | Op::SpawnArgs
            | Op::SpawnCmd
            | Op::ForkJs
            | Op::System
            | Op::Argv(_)
            | Op::ExecList(_)
            | Op::ExecPhp
            | Op::ExecArgs(_)
            | Op::Delete(_)
            | Op::DeleteDeep(_)
            | Op::DeleteAll
            | Op::DeleteAllDeep
            | Op::DeleteOpt(_)
            | Op::Eval(_)
            | Op::EvalLast
            | Op::RunFile(_)
    )
}

/// A function of a module, or of an object that is known.
fn is_loose(value: &Value) -> bool {
    match value {
        Value::Fn(found, None) => is_dangerous(found),
        Value::Fn(found, Some(of)) => is_dangerous(found) && !matches!(**of, Value::Unknown | Value::Text(_)),
        _ => false,
    }
}

impl<'a> Walker<'a> {
    /// Behind an expression: was a dangerous function only mentioned?
    pub fn note_mention(&mut self, value: &Value, at: usize) {
        if !is_loose(value) || self.mentions.loose.len() >= MAX_KEPT {
            return;
        }
        let names = self.assigned_names();
        let statement = self.mentions.statement;
        self.mentions.loose.push(Loose { at, statement, names });
    }

    /// The plain names that the statement assigns to.
    fn assigned_names(&self) -> Vec<&'a str> {
        let mut names = Vec::new();
        for i in self.mentions.start..self.mentions.start + 2 * MAX_NAMES {
            let Some(token) = self.toks.get(i) else { return Vec::new() };
            match token.kind {
                Kind::Word => names.push(self.name_of(self.text_of(token))),
                Kind::Op(o) if o == op("=") || o == op(":=") || o == op("||=") => return names,
                Kind::Op(o) if o == op(",") || o == op("(") || o == op(":") => {}
                Kind::Line(_) if names.is_empty() => {}
                _ => return Vec::new(),
            }
        }
        Vec::new()
    }

    /// Before a call: whether it is a plain one of a dangerous function, and by which name it is reached.
    pub fn note_callee(&mut self, value: &Value, start: usize) {
        if !matches!(value, Value::Fn(..) | Value::OneOf(_)) {
            self.mentions.direct = false;
            self.mentions.root = None;
            return;
        }
        let word = |i: usize| {
            self.toks.get(i).filter(|t| t.kind == Kind::Word).map(|t| self.name_of(self.text_of(t)))
        };
        let root = word(start);
        let kept = root.and_then(|name| self.vars.get(name));
        let alias = matches!(
            kept,
            Some(Value::Fn(..) | Value::List(_) | Value::Dict(_) | Value::OneOf(_) | Value::User(_))
        );
        self.mentions.direct = !alias && self.pos.checked_sub(1).and_then(word).is_some();
        self.mentions.root = root;
    }

    /// A dangerous function is called.
    pub fn note_call(&mut self, found: &Op) {
        let direct = std::mem::take(&mut self.mentions.direct);
        if !direct && is_dangerous(found) && self.mentions.followed.len() < MAX_KEPT {
            let root = self.mentions.root;
            self.mentions.followed.push((self.mentions.statement, root));
        }
    }

    /// Functions made out of names, and modules taken apart.
    pub fn note_arguments(&mut self, f: &Value, args: &[Value], start: usize, at: usize) {
        let modules = args.iter().any(|v| {
            matches!(
                v,
                Value::Module(
                    "child_process" | "fs" | "fs/promises" | "os" | "subprocess" | "shutil" | "pty"
                ) | Value::Fn(Op::Import, _)
            )
        });
        let named = args.iter().any(|v| v.known().is_some_and(|t| NAMES.contains(&t)));
        if !modules && !named {
            return;
        }
        let open = self.mate_before(start);
        let callee =
            open.and_then(|i| self.toks.get(i)).filter(|t| t.kind == Kind::Word).map(|t| self.text_of(t));
        let takes_apart = modules && (callee.is_none() || callee.is_some_and(|name| SPREADS.contains(&name)));
        let makes = named && callee.is_some_and(|name| MAKERS.contains(&name));
        // What the tables list is followed by them.
        let handed_on = self.lang == Lang::Ruby && callee == Some("method") && !self.is_op(0, ".");
        let by_name = named
            && (handed_on || !matches!(f, Value::Fn(..)))
            && match self.lang {
                Lang::Ruby if handed_on => true,
                Lang::Php => callee.is_none_or(|name| !ASKS.contains(&name)),
                Lang::Ruby => callee.is_some_and(|name| BINDERS.contains(&name)),
                _ => false,
            };
        if takes_apart || makes || by_name {
            self.emit(at, Act::EvalUnknown { downloaded: false });
        }
    }

    /// The token before the bracket that was just closed.
    fn mate_before(&self, start: usize) -> Option<usize> {
        let close = self.pos.checked_sub(1)?;
        (start..close).rev().find(|i| self.op_at(*i, "(") && self.mate(*i) == close)?.checked_sub(1)
    }

    /// Forms that no walk over expressions sees: defaults of parameters, references by name, modules that are spread.
    fn hidden_mentions(&mut self) {
        let found = match self.lang {
            Lang::Python => self.in_headers(),
            Lang::JavaScript => self.src.split("...require(").skip(1).any(|rest| {
                let name = rest.trim_start_matches(['"', '\'', '`']);
                let name = name.strip_prefix("node:").unwrap_or(name);
                name.starts_with("child_process") || name.starts_with("fs")
            }),
            Lang::Perl => ["&CORE::", "&{\"", "&{'", "*CORE::"].iter().any(|form| self.src.contains(form)),
            Lang::Ruby => {
                self.src.contains(".to_proc")
                    && NAMES.iter().any(|name| self.src.contains(&format!(":{name}.to_proc")))
                    || self.src.contains("binding.eval")
                    || self.src.contains("send(gets")
            }
            _ => false,
        };
        if found {
            self.emit(0, Act::EvalUnknown { downloaded: false });
        }
    }

    /// `def f(run=os.system)`, `lambda f=os.system: …`.
    fn in_headers(&self) -> bool {
        let mut header = 0;
        for i in 1..self.toks.len() {
            let Some(token) = self.toks.get(i) else { break };
            let text = self.text_of(token);
            match token.kind {
                Kind::Word if text == "lambda" => header = i + 2 * MAX_NAMES,
                Kind::Word if text == "def" => header = self.mate(i + 2).min(i + MAX_KEPT),
                Kind::Op(o) if o == op(":") && header > i => header = header.min(i + 2 * MAX_NAMES),
                Kind::Word if i < header && NAMES.contains(&text) => {
                    let given = self.op_at(i - 1, ".") || self.op_at(i - 1, "=");
                    if given && !self.op_at(i + 1, "(") {
                        return true;
                    }
                }
                _ => {}
            }
        }
        false
    }

    /// Whatever was mentioned and never followed to a call is unknown code.
    pub fn unfollowed(&mut self) {
        self.hidden_mentions();
        let mentions = std::mem::take(&mut self.mentions);
        let lost = mentions.loose.iter().find(|loose| {
            !mentions.followed.iter().any(|(statement, root)| {
                *statement == loose.statement || root.is_some_and(|root| loose.names.contains(&root))
            })
        });
        if let Some(lost) = lost {
            self.emit(lost.at, Act::EvalUnknown { downloaded: false });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::world::TableWorld;
    use crate::{Decision, Policy, ToolCall, judge};

    fn decide(program: &str, code: &str) -> (Decision, String) {
        let quoted = format!("'{}'", code.replace('\'', r"'\''"));
        let verdict = judge(
            &ToolCall::shell(format!("{program} {quoted}")),
            &TableWorld::developer(),
            &Policy::default(),
        );
        (verdict.decision, verdict.reason().to_string())
    }

    #[test]
    fn a_dangerous_function_outside_a_plain_call_is_followed_or_asked() {
        for (program, codes) in [
            (
                "python3 -c",
                &[
                    "import os; f = os.system; f(\"rm -rf ~/Documents\")",
                    "import os; list(map(os.system, [\"rm -rf ~/Documents\"]))",
                    "import os; getattr(os, \"sys\"+\"tem\")(\"rm -rf ~/Documents\")",
                    "__import__(\"os\").system(\"rm -rf ~/Documents\")",
                    "import os; vars(os)[\"system\"](\"rm -rf ~/Documents\")",
                    "import os,functools; functools.partial(os.system, \"rm -rf ~/Documents\")()",
                    "import os; [os.system][0](\"rm -rf ~/Documents\")",
                    "import os; os.system.__call__(\"rm -rf ~/Documents\")",
                    "import os; d={}; d[\"x\"]=os.system; d[\"x\"](\"ls\")",
                    "import os; setattr(x, \"f\", os.system); x.f(\"ls\")",
                    "import os\nclass A:\n  f = os.system\nA.f(\"ls\")",
                    "import os; x=[os.system]; x.pop()(\"ls\")",
                    "import os; next(iter([os.system]))(\"ls\")",
                    "import os,operator; operator.methodcaller(\"system\",\"ls\")(os)",
                    "import os,operator; operator.attrgetter(\"system\")(os)(\"ls\")",
                    "import os; os.__getattribute__(\"system\")(\"ls\")",
                    "import os\ndef g(f=os.system):\n  f(\"ls\")\ng()",
                    "import os; sorted([\"ls\"], key=os.system)",
                    "import subprocess; r = {\"r\": subprocess.run}.get(\"r\"); r([\"ls\"])",
                    "import os; f = os.system; f(\"ls\"); d[1] = os.system; d[1](\"ls\")",
                ][..],
            ),
            (
                "node -e",
                &[
                    "require(\"child_\"+\"process\").execSync(\"rm -rf ~/Documents\")",
                    "const {execSync: e} = require(\"child_process\"); e(\"rm -rf ~/Documents\")",
                    "Reflect.apply(require(\"child_process\").execSync, null, [\"rm -rf ~/Documents\"])",
                    "process[\"mainModule\"].require(\"child_process\").execSync(\"rm -rf ~/Documents\")",
                    "Object.values(require(\"child_process\"))[3](\"ls\")",
                    "const o={...require(\"fs\")}; o.rmSync(\"x\")",
                    "class A { static f = require(\"child_process\").execSync } A.f(\"ls\")",
                    "Array.from([\"ls\"], require(\"child_process\").execSync)",
                    "new Proxy(require(\"child_process\"),{}).execSync(\"ls\")",
                ][..],
            ),
            (
                "ruby -e",
                &[
                    "send(:system, \"rm -rf ~/Documents\")",
                    "[\"ls\"].each(&method(:system))",
                    "f = method(:system); f[\"ls\"]",
                    ":system.to_proc.call(Kernel, \"ls\")",
                ][..],
            ),
            ("perl -e", &["my $f=\\&CORE::system; $f->(\"ls\")", "&{\"system\"}(\"ls\")"][..]),
            (
                "php -r",
                &[
                    "call_user_func(\"system\", \"rm -rf ~/Documents\");",
                    "(new ReflectionFunction(\"system\"))->invoke(\"ls\");",
                    "ob_start(\"system\"); echo \"ls\";",
                ][..],
            ),
        ] {
            for code in codes {
                let (decision, reason) = decide(program, code);
                assert_ne!(decision, Decision::Allow, "{program} {code}: {reason}");
            }
        }
    }

    #[test]
    fn ordinary_indirection_stays_allowed() {
        for (program, codes) in [
            (
                "python3 -c",
                &[
                    "print(getattr(obj, \"name\", None))",
                    "print(list(map(str, [1,2])))",
                    "import importlib; importlib.import_module(\"json\")",
                    "import os; print(sorted([\"b\"], key=os.path.getmtime))",
                    "import os; print(list(filter(os.path.exists, [\"a\"])))",
                    "d = {\"a\": print}; d[\"a\"](1)",
                    "import subprocess; r = subprocess.run; r([\"git\",\"status\"])",
                    "import os; print(hasattr(os, \"fork\"))",
                    "import operator; print(max(x, key=operator.attrgetter(\"name\")))",
                    "d = {\"system\": 1}; print(d.get(\"system\"))",
                    "def run(cmd, exec=None): return cmd\nprint(run(1))",
                ][..],
            ),
            (
                "node -e",
                &[
                    "[1,2].map(String)",
                    "const {readFileSync: r} = require(\"fs\"); console.log(r(\"package.json\",\"utf8\"))",
                    "const e = require(\"util\").promisify(require(\"child_process\").exec); e(\"ls\").then(console.log)",
                    "Object.keys(require(\"fs\")).length",
                    "const x = {f: console.log}; x[\"f\"](1)",
                ][..],
            ),
            ("ruby -e", &["puts [1,2].map(&:to_s)", "puts \"x\".send(:upcase)"][..]),
            (
                "php -r",
                &["echo function_exists(\"system\");", "print_r(array_map(\"strtoupper\", [\"a\"]));"][..],
            ),
        ] {
            for code in codes {
                let (decision, reason) = decide(program, code);
                assert_eq!(decision, Decision::Allow, "{program} {code}: {reason}");
            }
        }
    }
}
