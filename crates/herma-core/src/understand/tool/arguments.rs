//! What the arguments of a tool say: paths, addresses, recipients, amounts, statements, code and commands, at any depth.
//! All of it only raises.

use super::does::Does;
use super::keys::Key;
use super::reading::{self, Reading};
use super::senses::{GUARD, SAFETY};
use super::{description, lexicon, name, personal, press, statement};
use crate::call::ToolCall;
use crate::effect::{Kind, Reach, Scale, Span, Tier, Undo};
use crate::knowledge::{self, Lang, RunPlace};
use crate::understand::field::{Field, Value};
use crate::understand::network::{host_of, is_metadata_service};
use crate::understand::walk::Walker;
use serde_json::Value as Json;

/// Bytes of arguments that are looked at; beyond this a call is too long to inspect.
const MAX_BYTES: usize = 64 << 10;
/// Values that are looked at.
const MAX_VALUES: usize = 2_048;
/// A deed in an argument is a word or two.
const MAX_DEED: usize = 40;
/// Longer texts are no paths.
const MAX_PATH: usize = 4_096;

/// Words of a name that say that its command runs on another machine.
const ELSEWHERE: &[&str] = &["ssh", "remote", "pod", "pods", "kubectl", "kubernetes", "container", "docker"];

/// Arguments that are for people and yet too short to tell a story: a command there is no mention of one.
const SHORT: &[&str] = &["name", "label", "data", "title"];
/// Arguments that say of what kind the thing is that is looked at.
const KINDS: &[&str] =
    &["resourceType", "resource_type", "resource", "kind", "type", "resource_kind", "resources", "args"];
/// Arguments that say what of a house is moved.
const HOUSE: &[&str] = &["domain", "service", "entity_id", "name", "action", "device_class", "entity"];

/// What all arguments together amount to.
#[derive(Debug, Default)]
struct Seen {
    prose: bool,
    /// Somebody is addressed: `a@b.example`, `+41…`.
    person: bool,
    recipient: bool,
    amount: bool,
    url: bool,
    found: personal::Found,
}

impl Walker<'_> {
    pub(super) fn arguments(&mut self, call: &ToolCall, reading: &Reading) {
        let mut seen = Seen::default();
        let (mut bytes, mut values) = (0, 0);
        let mut stack: Vec<(&str, &Json)> = vec![("", &call.args)];
        while let Some((key, value)) = stack.pop() {
            values += 1;
            match value {
                Json::String(text) => {
                    bytes += text.len();
                    if bytes <= MAX_BYTES {
                        self.argument(call, reading, key, text, &mut seen);
                    }
                }
                Json::Array(items) => {
                    if !self.argument_vector(reading, key, items) {
                        stack.extend(items.iter().rev().map(|item| (key, item)));
                    }
                }
                Json::Object(map) => {
                    if map.contains_key("$out") || map.contains_key("$merge") {
                        self.stage_writes(call);
                    }
                    stack.extend(map.iter().rev().map(|(k, v)| (k.as_str(), v)));
                }
                Json::Number(_) => seen.amount |= Key::of(key) == Key::Amount,
                Json::Null | Json::Bool(_) => {}
            }
            if bytes > MAX_BYTES || values > MAX_VALUES {
                self.too_complex();
                break;
            }
        }
        if let Some(names) = call.schema.as_ref().and_then(|s| s.get("properties")).and_then(Json::as_object)
        {
            for name in names.keys().take(64) {
                seen.amount |= Key::of(name) == Key::Amount;
                seen.recipient |= Key::of(name) == Key::Recipient && name != "address" && name != "channel";
            }
        }
        self.together(call, reading, &seen);
    }

    fn argument(&mut self, call: &ToolCall, reading: &Reading, key: &str, text: &str, seen: &mut Seen) {
        let kind = Key::of(key);
        if reading.does == Does::Drives && press::is_weighty(key, text, types(&call.tool)) {
            self.deed(
                call,
                Does::Changes,
                "tool/pressed",
                (None, "presses something that pays, sends or deletes"),
                Scale::One,
                0.85,
            );
        }
        personal::look(text, kind, &mut seen.found);
        self.argument_kind(call, reading, key, text);
        if kind != Key::Prose {
            self.argument_mutation(call, text);
        }
        match kind {
            Key::Prose => {
                seen.prose |= !text.is_empty();
                if SHORT.contains(&key) && is_command(text) {
                    self.nested_command(text);
                }
                if reading.does == Does::Drives && types(&call.tool) && is_command(text) {
                    self.nested_command(text);
                }
            }
            Key::Recipient => {
                seen.recipient = true;
                seen.person |= personal::is_address(text);
            }
            Key::Amount => seen.amount = true,
            Key::Deed => self.argument_deed(call, reading, text, seen),
            Key::Command => self.argument_command(call, reading, text),
            Key::Code => self.argument_code(call, reading, key, text),
            Key::Sql => self.argument_statement(call, text),
            Key::Query if reading.database && !text.trim().is_empty() => self.argument_statement(call, text),
            Key::Query if reading.does.is_harmless() => {
                if text.contains("$(") || !searches(&call.tool) && is_command(text) {
                    self.nested_command(text);
                }
                // Whoever searches the docs for a statement only mentions it.
                if !searches(&call.tool) && statement::writes(text) {
                    self.argument_statement(call, text);
                }
            }
            Key::Url => self.argument_address(reading, text, seen),
            Key::Wish => {
                seen.prose = true;
                if let Some(does) = description::wished(text).filter(|_| reading.does.is_harmless()) {
                    self.deed(
                        call,
                        does,
                        "tool/wish",
                        (None, "is told to do more than look"),
                        Scale::One,
                        0.8,
                    );
                }
            }
            Key::Path | Key::Query | Key::Login | Key::Host | Key::Other => {
                if text.starts_with("http://") || text.starts_with("https://") {
                    self.argument_address(reading, text, seen);
                } else if kind == Key::Path || is_path(text) {
                    self.argument_path(reading, text);
                } else if statement::looks_like_sql(text) || statement::writes(text) {
                    self.argument_statement(call, text);
                } else if looks_like_command(text) {
                    self.nested_command(text);
                }
            }
        }
    }

    fn argument_path(&mut self, reading: &Reading, text: &str) {
        if text.len() > MAX_PATH || text.contains("://") && !text.starts_with("file://") {
            return;
        }
        let (kind, says, deep) = match reading.does {
            Does::Removes | Does::Deletes => (Kind::Delete, "deletes {}", true),
            does if does.is_harmless() => (Kind::Read, "reads {}", false),
            does if does.tells_others() => (Kind::Read, "sends {} along", false),
            _ => (Kind::Write, "changes {}", false),
        };
        self.tool_path(kind, text, "tool/path-argument", says, deep);
        if reading.does.tells_others() && is_path(text) {
            self.say(
                Kind::Send,
                "tool/path-leaves",
                "takes a file of this machine along",
                Tier::Medium,
                Reach::Person,
                Undo::Hard,
            );
        }
    }

    fn argument_address(&mut self, reading: &Reading, text: &str, seen: &mut Seen) {
        seen.url = true;
        // Wherever a tool goes by itself; and anybody who asks for a cloud's credentials.
        if reading.does.is_harmless() || is_metadata_service(host_of(text)) {
            self.fetches(&Value::text(text), Span::default(), "tool/address-argument");
        }
    }

    /// `action: delete`, `method: POST`: what the arguments say is done.
    fn argument_deed(&mut self, call: &ToolCall, reading: &Reading, text: &str, seen: &mut Seen) {
        if text.len() > MAX_DEED {
            return;
        }
        let does = match text {
            "POST" | "PUT" | "PATCH" => Some(Does::Changes),
            "DELETE" => Some(Does::Removes),
            _ => {
                let said = reading::of_words(&name::words(text));
                (said.certainty >= 0.8 && !said.does.is_harmless()).then_some(said.does)
            }
        };
        seen.url |= matches!(text, "POST" | "PUT" | "PATCH");
        if let Some(does) = does.filter(|does| *does != reading.does) {
            self.deed(call, does, "tool/action-argument", (None, ""), Scale::One, 0.85);
        }
    }

    fn argument_command(&mut self, call: &ToolCall, reading: &Reading, text: &str) {
        if reading.does == Does::Drives || text.trim().is_empty() {
            return;
        }
        if !text.trim().contains(char::is_whitespace) {
            // `FLUSHALL`, `restart`: a word of the service's own.
            let said = reading::of_words(&name::words(text));
            if said.certainty >= 0.8 && !said.does.is_harmless() && said.does != reading.does {
                self.deed(call, said.does, "tool/action-argument", (None, ""), Scale::One, 0.85);
            }
        }
        // By the name: an argument that could say so would let anything be said about this machine.
        let remote = name::words(&call.tool).iter().any(|w| ELSEWHERE.contains(&w.as_str()));
        let outer = self.run_place;
        if remote {
            self.run_place = RunPlace::Remote;
        }
        if reading.does.is_harmless() && !reading.database {
            // `explain_command` does not run it, and nobody can say so.
            self.speculate(false, |w| w.top_level(text));
        } else {
            self.in_subshell(|w| w.top_level(text));
        }
        self.run_place = outer;
    }

    /// A list of words that is one command, or a list of commands.
    fn argument_vector(&mut self, reading: &Reading, key: &str, items: &[Json]) -> bool {
        if Key::of(key) != Key::Command
            || key.eq_ignore_ascii_case("commands")
            || reading.does == Does::Drives
            || items.is_empty()
            || !items.iter().all(Json::is_string)
        {
            return false;
        }
        let fields: Vec<Field> =
            items.iter().filter_map(Json::as_str).map(|t| Field::text(t, Span::default())).collect();
        self.in_subshell(|w| w.exec(fields, Value::default()));
        true
    }

    fn argument_code(&mut self, call: &ToolCall, reading: &Reading, key: &str, text: &str) {
        if text.trim().is_empty() {
            return;
        }
        let said = call.args.get("language").or_else(|| call.args.get("lang")).and_then(Json::as_str);
        let named = language(key).or_else(|| name::words(&call.tool).iter().find_map(|word| language(word)));
        let named =
            named.unwrap_or(if reading.does == Does::Drives { Lang::JavaScript } else { Lang::Python });
        let lang = said.and_then(language).unwrap_or(named);
        if lang != Lang::Shell && is_command(text) {
            self.nested_command(text);
        }
        let value = Value::text(text);
        let span = Span::new(0, text.len());
        let looked_at = reading.does.is_harmless();
        if looked_at {
            // Code that is looked at, formatted or explained, as far as anybody knows.
            self.speculate(false, |w| _ = w.run_code(lang, &value, span));
        } else {
            self.in_subshell(|w| _ = w.run_code(lang, &value, span));
        }
        if lang != named {
            // The caller says which language it is, and may be wrong.
            self.speculate(!looked_at, |w| _ = w.run_code(named, &value, span));
        }
    }

    fn argument_statement(&mut self, call: &ToolCall, text: &str) {
        if let Some(does) = statement::acting(text) {
            let said = (None, "calls a function of the database that does more than compute");
            self.deed(call, does, "tool/statement", said, Scale::One, 0.85);
        }
        for path in statement::parts(text).filter_map(statement::attached) {
            self.tool_path(Kind::Write, path, "tool/path-argument", "writes {}", false);
        }
        if !statement::looks_like_sql(text) && statement::parts(text).nth(1).is_some() {
            // `1=1; DROP TABLE users`: what our parser cannot read as a whole.
            for part in statement::parts(text).filter(|part| statement::looks_like_sql(part)) {
                self.sql(&Value::text(part), Span::default());
            }
        }
        if let Some(does) = statement::graph_deed(text) {
            self.deed(call, does, "tool/statement", (None, ""), Scale::Many, 0.85);
        } else if statement::only_reads(text) {
            self.effect(
                Kind::Read,
                None,
                Span::default(),
                "tool/statement",
                "reads from a database",
                Tier::Low,
                Reach::Remote,
                Undo::Easy,
            );
            self.sql_secrets(&text.to_ascii_lowercase(), Span::default());
        } else {
            self.sql(&Value::text(text), Span::default());
        }
    }

    /// `resourceType: secrets`, `domain: lock`: what it is about.
    fn argument_kind(&mut self, call: &ToolCall, reading: &Reading, key: &str, text: &str) {
        let words = || name::words(personal::cut(text, MAX_DEED));
        if reading.does.is_harmless() && KINDS.contains(&key) {
            let secret = words().first().is_some_and(|w| w == "secret" || w == "secrets");
            if secret && !text.contains(' ') {
                self.deed(call, Does::Reveals, "tool/kind-argument", (None, ""), Scale::One, 0.85);
            }
        }
        if reading.does == Does::Changes && HOUSE.contains(&key) && in_a_house(&call.tool) {
            let guards = words().iter().any(|w| lexicon::sense(w).has(SAFETY | GUARD) || w == "cover");
            if guards {
                self.deed(call, Does::Endangers, "tool/kind-argument", (None, ""), Scale::One, 0.85);
            }
        }
    }

    /// A mutation of GraphQL, by the fields that it calls.
    fn argument_mutation(&mut self, call: &ToolCall, text: &str) {
        let Some(fields) = statement::mutation(text) else { return };
        let said = fields.iter().map(|field| reading::of_words(&name::words(field)).does);
        let worst = said
            .filter(|does| !does.is_harmless() && *does != Does::Unknown)
            .max_by_key(|does| does.amounts_to().1);
        self.deed(call, worst.unwrap_or(Does::Changes), "tool/statement", (None, ""), Scale::One, 0.85);
    }

    /// `$out`, `$merge`: an aggregation that writes a collection.
    fn stage_writes(&mut self, call: &ToolCall) {
        let said = (None, "writes what it gathers into a collection");
        self.deed(call, Does::Changes, "tool/statement", said, Scale::Many, 0.85);
    }

    /// A command in a text that nobody calls one: asked about if it would matter, never refused outright.
    fn nested_command(&mut self, text: &str) {
        self.speculate(false, |w| w.top_level(text));
    }

    fn together(&mut self, call: &ToolCall, reading: &Reading, seen: &Seen) {
        let does = reading.does;
        let open = matches!(does, Does::Unknown | Does::Changes | Does::Runs | Does::Thing);
        if open && seen.person && seen.prose {
            self.deed(call, Does::Messages, "tool/recipient", (None, "writes to somebody"), Scale::One, 0.85);
        }
        if (open || does == Does::Messages) && seen.amount && (seen.recipient || seen.found.account) {
            self.deed(
                call,
                Does::Pays,
                "tool/amount",
                (None, "moves an amount to somebody"),
                Scale::One,
                0.85,
            );
        }
        let leaves = does.tells_others() || seen.url && !matches!(does, Does::Pays);
        if seen.found.secret && (leaves || !does.is_harmless() || seen.found.secret_in_text) {
            self.leaves("tool/secret-leaves", "takes a secret along");
        }
        if let Some(what) = seen.found.personal().filter(|_| does.tells_others() || does == Does::Unknown) {
            self.leaves("tool/personal-data", &format!("takes {what} along"));
        }
    }

    fn leaves(&mut self, rule: &str, text: &str) {
        self.effect(Kind::Send, None, Span::default(), rule, text, Tier::High, Reach::Person, Undo::None);
    }
}

/// Something is said to somebody in it.
pub(super) fn has_prose(args: &Json) -> bool {
    args.as_object().is_some_and(|map| {
        map.iter()
            .any(|(key, value)| Key::of(key) == Key::Prose && value.as_str().is_some_and(|t| !t.is_empty()))
    })
}

/// It looks for a text: what that says is only mentioned.
fn searches(tool: &str) -> bool {
    let words = name::words(name::split(tool).1);
    words
        .iter()
        .any(|w| matches!(w.as_str(), "search" | "searches" | "ask" | "answer" | "lookup" | "docs" | "grep"))
}

fn in_a_house(tool: &str) -> bool {
    name::words(tool).iter().any(|w| matches!(w.as_str(), "ha" | "hass" | "home" | "homeassistant" | "house"))
}

/// Writes into a field, rather than presses what is named.
fn types(tool: &str) -> bool {
    let lower = tool.to_ascii_lowercase();
    ["type", "fill", "select", "evaluate", "script"].iter().any(|word| lower.contains(word))
}

/// A place of this machine, by its looks.
pub(super) fn is_path(text: &str) -> bool {
    text.len() <= MAX_PATH
        && !text.contains('\n')
        && ["/", "~/", "./", "../", "file://"].iter().any(|start| text.starts_with(start))
        && !text.contains(' ')
        && text.len() > 1
}

/// A program that is known, with options, paths or the shell's own signs behind it.
pub(super) fn looks_like_command(text: &str) -> bool {
    if text.len() < 4 || !text.contains(' ') {
        return text.contains("$(") || text.contains('`') && text.len() > 2;
    }
    if ["$(", "&&", "||", "| sh", "|sh", "| bash", ";"].iter().any(|sign| text.contains(sign)) {
        return true;
    }
    is_command(text)
}

/// It begins with a program that is known, or is nothing but a substitution.
fn is_command(text: &str) -> bool {
    let text = text.trim();
    if text.starts_with("$(") && text.ends_with(')') {
        return true;
    }
    let mut words = text.split_whitespace();
    let program = words.next().map(|w| w.rsplit('/').next().unwrap_or(w)).unwrap_or("");
    knowledge::program(program).is_some() && words.any(|w| w.starts_with(['-', '/', '~', '.']))
}

fn language(word: &str) -> Option<Lang> {
    Some(match word.to_ascii_lowercase().as_str() {
        "javascript" | "typescript" | "js" | "ts" | "node" | "nodejs" | "deno" | "bun" => Lang::JavaScript,
        "bash" | "shell" | "sh" | "zsh" => Lang::Shell,
        "ruby" | "rb" => Lang::Ruby,
        "perl" => Lang::Perl,
        "php" => Lang::Php,
        "lua" => Lang::Lua,
        "sql" => Lang::Sql,
        "python" | "python3" | "py" | "ipython" | "jupyter" => Lang::Python,
        _ => return None,
    })
}
