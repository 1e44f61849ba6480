//! Commands that a recipe holds, out of the text of its file. Each reader is a scan over lines: what it does not
//! understand it leaves out.

/// Commands of one file that are looked at.
const MAX_COMMANDS: usize = 128;

/// Keys whose value is a command line in settings of task runners, hooks and build tools. Sorted.
#[rustfmt::skip]
const KEYS: &[&str] = &[
    "after_script", "before_script", "build-command", "cmd", "cmds", "command", "commands", "commands_post",
    "commands_pre", "deploy_command", "entry", "exec", "exec-start", "install_command", "linker", "local",
    "on_start", "post_command", "pre_command", "prepare", "program", "run", "runner", "rustc", "rustc-workspace-wrapper",
    "rustc-wrapper", "script", "scripts", "setup", "sh", "shell", "shellHook", "start_command", "test_command",
];

/// Keys under which a list is several commands, not the words of one.
const LISTS: &[&str] = &[
    "after_script",
    "before_script",
    "cmds",
    "commands",
    "commands_post",
    "commands_pre",
    "script",
    "scripts",
];

/// Texts of a JSON file below keys that say that they are run.
fn json_commands(json: &serde_json::Value, run: bool, depth: usize, out: &mut Vec<String>) {
    use serde_json::Value as Json;
    if depth > 12 {
        return;
    }
    match json {
        Json::String(text) if run => out.push(text.clone()),
        Json::Array(list) => list.iter().for_each(|v| json_commands(v, run, depth + 1, out)),
        Json::Object(object) => {
            object.iter().for_each(|(key, v)| json_commands(v, run || is_key(key), depth + 1, out));
        }
        _ => {}
    }
}

fn is_key(key: &str) -> bool {
    KEYS.binary_search(&key).is_ok()
}

/// `entry: x`, `commands =` with lines below it, `command = ["sh", "-c", "x"]`, `command = <<EOT`.
pub(super) fn commands(text: &str) -> Vec<String> {
    if text.trim_start().starts_with('{')
        && let Ok(json) = serde_json::from_str::<serde_json::Value>(text)
    {
        let mut found = Vec::new();
        json_commands(&json, false, 0, &mut found);
        found.truncate(MAX_COMMANDS);
        return found;
    }
    let mut found = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if found.len() >= MAX_COMMANDS {
            break;
        }
        let Some((key, value)) = key_value(line) else { continue };
        if !is_key(key) {
            continue;
        }
        if let Some(end) = value.strip_prefix("<<") {
            let end = end.trim_start_matches('-').trim().to_owned();
            let mut body = String::new();
            for line in lines.by_ref().take_while(|l| l.trim() != end) {
                body.push_str(line);
                body.push('\n');
            }
            found.push(body);
        } else if value.is_empty() || matches!(value, "|" | ">" | "|-" | ">-" | "[" | "''" | "|+") {
            let indent = indent_of(line);
            let block = matches!(value, "|" | ">" | "|-" | ">-" | "''" | "|+");
            let mut body = String::new();
            while let Some(next) = lines.peek() {
                if !next.trim().is_empty() && indent_of(next) <= indent {
                    // A YAML list may stand at its key's own indentation.
                    if block || !next.trim_start().starts_with("- ") || indent_of(next) < indent {
                        break;
                    }
                }
                let next = lines.next().unwrap_or_default().trim();
                if block {
                    body.push_str(next);
                    body.push('\n');
                } else {
                    let item = next.strip_prefix("- ").unwrap_or(next);
                    let item = match key_value(item) {
                        Some((key, value)) if is_key(key) => value,
                        _ => item,
                    };
                    found.push(command_of(item));
                }
            }
            if block {
                found.push(body);
            }
        } else if let Some(list) = value.strip_prefix('[').filter(|_| LISTS.contains(&key)) {
            found.extend(strings(list.trim_end_matches(']')));
        } else {
            found.push(command_of(value));
        }
    }
    found.retain(|c| !c.trim().is_empty());
    found.truncate(MAX_COMMANDS);
    found
}

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The key of a line of YAML, TOML, INI or HCL, and what stands behind it.
fn key_value(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    let line = line.strip_prefix("- ").unwrap_or(line).trim_start();
    if line.starts_with('#') {
        return None;
    }
    let at = line.find([':', '='])?;
    let key = line.get(..at)?.trim().trim_matches(['"', '\'', '-', ' ']);
    let value = line.get(at + 1..)?.trim();
    (!key.is_empty() && !key.contains(' ')).then_some((key, value))
}

/// A value as a command line: quotes around all of it taken off, a list put together.
fn command_of(value: &str) -> String {
    let value = value.trim().trim_end_matches(',');
    if let Some(list) = value.strip_prefix('[') {
        let words = strings(list.trim_end_matches(']'));
        return words.iter().map(|w| super::super::command::quoted(w)).collect::<Vec<_>>().join(" ");
    }
    unquoted(value)
}

fn unquoted(value: &str) -> String {
    for quote in ['"', '\''] {
        let inner = value.strip_prefix(quote).and_then(|v| v.strip_suffix(quote));
        if let Some(inner) = inner.filter(|v| !v.contains(quote) || quote == '"' && v.contains("\\\"")) {
            return inner.replace("\\\"", "\"").replace("\\n", "\n");
        }
    }
    value.to_owned()
}

/// The quoted strings of a text; bare words where nothing is quoted.
fn strings(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut chars = text.chars();
    let mut bare = String::new();
    while let Some(c) = chars.next() {
        match c {
            '"' | '\'' => {
                let mut word = String::new();
                while let Some(inner) = chars.next() {
                    match inner {
                        '\\' if c == '"' => word.extend(chars.next()),
                        inner if inner == c => break,
                        inner => word.push(inner),
                    }
                }
                out.push(word);
            }
            ',' => {
                let word = bare.trim();
                if !word.is_empty() {
                    out.push(word.to_owned());
                }
                bare.clear();
            }
            c => bare.push(c),
        }
    }
    let word = bare.trim();
    if !word.is_empty() && !word.starts_with(']') {
        out.push(word.to_owned());
    }
    out
}

/// The blocks below a top-level key of YAML: `tasks:` gives each task's name and text.
pub(super) fn blocks<'t>(text: &'t str, key: &str) -> Vec<(&'t str, String)> {
    let mut found: Vec<(&str, String)> = Vec::new();
    let mut inside = false;
    let mut level = None;
    for line in text.lines() {
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        let indent = indent_of(line);
        if indent == 0 {
            inside = line.trim_end().strip_suffix(':').is_some_and(|k| k == key);
            level = None;
            continue;
        }
        if !inside {
            continue;
        }
        let first = *level.get_or_insert(indent);
        if indent == first {
            let name = line.trim().split(':').next().unwrap_or("").trim_matches(['"', '\'']);
            let inline = line.trim().split_once(':').map_or("", |(_, v)| v.trim());
            found.push((name, if inline.is_empty() { String::new() } else { format!("cmd: {inline}\n") }));
        } else if let Some((_, body)) = found.last_mut() {
            body.push_str(line);
            body.push('\n');
        }
    }
    found
}

/// A recipe of a justfile: its name, what it needs, and its lines.
pub(super) struct JustRecipe<'t> {
    pub name: &'t str,
    pub needs: Vec<&'t str>,
    pub body: String,
}

pub(super) fn just(text: &str) -> Vec<JustRecipe<'_>> {
    let mut found: Vec<JustRecipe<'_>> = Vec::new();
    for line in text.lines() {
        if line.starts_with([' ', '\t']) {
            if let Some(recipe) = found.last_mut() {
                recipe.body.push_str(line.trim().trim_start_matches(['@', '-']));
                recipe.body.push('\n');
            }
            continue;
        }
        let Some((head, needs)) = line.split_once(':') else { continue };
        if head.starts_with(['#', '[']) || needs.starts_with('=') {
            continue;
        }
        let name = head.trim_start_matches('@').split_whitespace().next().unwrap_or("");
        if !name.is_empty() && !matches!(name, "set" | "alias" | "export" | "import" | "mod") {
            let needs = needs.split_whitespace().map(|n| n.trim_matches(['(', ')'])).collect();
            found.push(JustRecipe { name, needs, body: String::new() });
        }
    }
    for recipe in &mut found {
        recipe.body = without_braces(&recipe.body);
    }
    found
}

/// `{{name}}` is known only when it runs.
fn without_braces(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        out.push_str(before);
        out.push_str("$JUST");
        rest = after.split_once("}}").map_or("", |(_, rest)| rest);
    }
    out.push_str(rest);
    out
}

/// Commands in settings of ssh.
pub(super) fn ssh(text: &str) -> Vec<String> {
    let value = |line: &str, key: &str| {
        let rest = line.get(key.len()..)?;
        (line.get(..key.len())?.eq_ignore_ascii_case(key) && rest.starts_with([' ', '\t', '=']))
            .then(|| rest.trim_matches([' ', '\t', '=', '"']).to_owned())
    };
    let of = |line: &str| {
        let line = line.trim();
        let plain =
            ["ProxyCommand", "LocalCommand", "KnownHostsCommand"].iter().find_map(|key| value(line, key));
        let matched = value(line, "Match").and_then(|m| {
            let (_, command) = m.split_once("exec ")?;
            Some(command.trim_matches('"').to_owned())
        });
        plain.or(matched).filter(|c| c != "none")
    };
    text.lines().filter_map(of).take(MAX_COMMANDS).collect()
}

/// `COMMAND …` of CMake's `execute_process` and `add_custom_command`.
pub(super) fn cmake(text: &str) -> Vec<String> {
    const ENDS: &[&str] = &[
        "WORKING_DIRECTORY",
        "OUTPUT_VARIABLE",
        "RESULT_VARIABLE",
        "ERROR_VARIABLE",
        "COMMENT",
        "DEPENDS",
        "COMMAND",
        "VERBATIM",
        "TIMEOUT",
        "OUTPUT_QUIET",
        "ERROR_QUIET",
        "OUTPUT_STRIP_TRAILING_WHITESPACE",
        "BYPRODUCTS",
        "COMMAND_ERROR_IS_FATAL",
        "USES_TERMINAL",
        "ENCODING",
        "INPUT_FILE",
        "OUTPUT_FILE",
    ];
    let text = &cmake_words(text);
    let mut found = Vec::new();
    // `${CMAKE_COMMAND}` and `MY_COMMAND` are no keyword.
    let keyword = |at: &usize| {
        let before = text.get(..*at).and_then(|t| t.chars().next_back());
        before.is_none_or(|c| c.is_whitespace() || c == '(')
    };
    let keywords = text.match_indices("COMMAND").map(|(at, _)| at).filter(keyword);
    for at in keywords.take(MAX_COMMANDS) {
        let piece = text.get(at + "COMMAND".len()..).unwrap_or("");
        if !piece.starts_with([' ', '\t', '\n']) {
            continue;
        }
        let next = piece.find("COMMAND ").or_else(|| piece.find("COMMAND\n")).unwrap_or(piece.len());
        let piece = piece.get(..next).unwrap_or(piece);
        let (mut quoted, mut depth) = (false, 0_usize);
        let close = piece.char_indices().find(|(at, c)| {
            quoted ^= *c == '"' && !piece.get(..*at).is_some_and(|before| before.ends_with('\\'));
            let ends = *c == ')' && !quoted && depth == 0;
            match c {
                '(' if !quoted => depth += 1,
                ')' if !quoted => depth = depth.saturating_sub(1),
                _ => {}
            }
            ends
        });
        let piece = piece.get(..close.map_or(piece.len(), |(at, _)| at)).unwrap_or(piece);
        let end = words_at(piece).find(|(_, word)| ENDS.contains(word)).map_or(piece.len(), |(at, _)| at);
        found.push(piece.get(..end).unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" "));
    }
    found.extend(called(text, "exec_program("));
    found
}

/// Programs that a settings file of `kubectl` starts to sign in: `exec:`, `command:` and `args:` below it.
pub(super) fn kubernetes(text: &str) -> Vec<Vec<String>> {
    let mut found: Vec<Vec<String>> = Vec::new();
    let mut lists_at = None;
    for line in text.lines() {
        let indent = indent_of(line);
        let item = line.trim().strip_prefix("- ");
        if let (Some(item), Some(at), Some(last)) = (item, lists_at, found.last_mut())
            && indent >= at
            && key_value(item).is_none_or(|(key, _)| !matches!(key, "name" | "user" | "command"))
        {
            last.push(unquoted(item.trim()));
            continue;
        }
        let Some((key, value)) = key_value(line) else { continue };
        lists_at = None;
        match key {
            "command" if found.len() < MAX_COMMANDS => {
                let command = unquoted(value);
                let words = if command.contains(' ') {
                    vec!["sh".to_owned(), "-c".to_owned(), command]
                } else {
                    vec![command]
                };
                found.push(words);
            }
            "args" => match (value.strip_prefix('['), found.last_mut()) {
                (Some(list), Some(last)) => last.extend(strings(list.trim_end_matches(']'))),
                _ => lists_at = Some(indent),
            },
            _ => {}
        }
    }
    found
}

/// The text of a file of CMake with what the shell reads in another way put as the shell has it: comments gone, CMake itself by
/// its name, generator expressions (`$<TARGET_FILE:x>`) and variables of the environment as variables.
fn cmake_words(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut quoted = false;
        let comment = line.char_indices().find(|(at, c)| {
            let escaped = line.get(..*at).is_some_and(|before| before.ends_with('\\'));
            quoted ^= *c == '"' && !escaped;
            *c == '#' && !quoted
        });
        let mut rest = line.get(..comment.map_or(line.len(), |(at, _)| at)).unwrap_or(line);
        while let Some((before, after)) = rest.split_once("$<") {
            out.push_str(before);
            let mut depth = 1_usize;
            let end = after.char_indices().find(|(_, c)| {
                depth += usize::from(*c == '<');
                depth -= usize::from(*c == '>');
                depth == 0
            });
            out.push_str("${CMAKE_EXPRESSION}");
            rest = end.map_or("", |(at, _)| after.get(at + 1..).unwrap_or(""));
        }
        out.push_str(rest);
        out.push('\n');
    }
    out.replace("${CMAKE_COMMAND}", "cmake").replace("$ENV{", "${")
}

/// Words and where they begin; quoted blanks part no word.
fn words_at(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut quoted = false;
    let mut start = None;
    let mut found = Vec::new();
    for (at, c) in text.char_indices() {
        quoted ^= c == '"';
        match (c.is_whitespace() && !quoted, start) {
            (true, Some(from)) => {
                found.push((from, text.get(from..at).unwrap_or("")));
                start = None;
            }
            (false, None) => start = Some(at),
            _ => {}
        }
    }
    if let Some(from) = start {
        found.push((from, text.get(from..).unwrap_or("")));
    }
    found.into_iter()
}

fn called(text: &str, name: &str) -> Vec<String> {
    let calls = text.split(name).skip(1).take(MAX_COMMANDS);
    calls.map(|rest| rest.split(')').next().unwrap_or("").trim().trim_matches('"').to_owned()).collect()
}

/// Programs that a Maven or Ant file starts: `<executable>`, `<argument>`, `<exec executable="">`, `<arg value="">`.
pub(super) fn xml(text: &str) -> Vec<Vec<String>> {
    let mut found: Vec<Vec<String>> = Vec::new();
    for tag in text.split('<').skip(1).take(MAX_COMMANDS * 16) {
        let Some((head, inner)) = tag.split_once('>') else { continue };
        let name = head.split_whitespace().next().unwrap_or("");
        let attribute = |key: &str| {
            let (_, rest) = head.split_once(&format!("{key}=\""))?;
            rest.split('"').next().map(str::to_owned)
        };
        match name {
            "executable" => found.push(vec![inner.trim().to_owned()]),
            "Exec" => found.extend(
                attribute("Command")
                    .map(|c| vec!["sh".to_owned(), "-c".to_owned(), c.replace("&quot;", "\"")]),
            ),
            "exec" | "apply" => found.extend(attribute("executable").map(|e| vec![e])),
            "argument" => found.iter_mut().last().into_iter().for_each(|f| f.push(inner.trim().to_owned())),
            "arg" => {
                if let (Some(list), Some(value)) =
                    (found.last_mut(), attribute("value").or_else(|| attribute("line")))
                {
                    list.push(value);
                }
            }
            _ => {}
        }
    }
    found
}

/// Files that a compose file includes or extends.
pub(super) fn compose_includes(text: &str) -> Vec<String> {
    let is_file = |word: &&str| word.ends_with(".yml") || word.ends_with(".yaml");
    let (mut found, mut inside) = (Vec::new(), false);
    for line in text.lines() {
        let bare = line.trim();
        if indent_of(line) == 0 && !bare.starts_with('-') {
            inside = bare.starts_with("include");
        }
        if inside || bare.contains("extends") || bare.trim_start_matches("- ").starts_with("file:") {
            let words = bare
                .split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ',' | '[' | ']' | '{' | '}'));
            found.extend(words.filter(is_file).take(MAX_COMMANDS).map(str::to_owned));
        }
    }
    found
}

/// What services of a compose file take of the host, as the options of `docker run` that say the same.
pub(super) fn compose(text: &str) -> Vec<String> {
    let mut options = Vec::new();
    let mut key = String::new();
    for line in text.lines() {
        let line = line.split(" #").next().unwrap_or("").trim();
        if line.starts_with('#') {
            continue;
        }
        if let Some(item) = line.strip_prefix("- ") {
            let item = item.trim().trim_matches(['"', '\'']);
            match key.as_str() {
                "volumes" if item.contains(':') && item.starts_with(['/', '~', '.', '$']) => {
                    options.push(format!("-v {item}"));
                }
                "cap_add" => options.push(format!("--cap-add {item}")),
                "devices" => options.push(format!("--device {item}")),
                "security_opt" => options.push(format!("--security-opt {item}")),
                _ => {}
            }
            let source = item.strip_prefix("source:").filter(|_| key == "volumes");
            options.extend(source.map(|s| format!("-v {}:/x", s.trim().trim_matches(['"', '\'']))));
            continue;
        }
        let Some((name, value)) = line.split_once(':') else { continue };
        let value = value.trim().trim_matches(['"', '\'']);
        match (name.trim(), value) {
            ("privileged", "true" | "yes") => options.push("--privileged".to_owned()),
            ("pid" | "ipc" | "userns_mode", "host") => {
                options.push(format!("--{} host", name.trim().trim_end_matches("_mode")))
            }
            ("source", source) if key == "volumes" && source.starts_with(['/', '~', '.', '$']) => {
                options.push(format!("-v {source}:/x"));
            }
            // A named volume may be a folder of the host.
            ("device", place) if place.starts_with(['/', '~', '.', '$']) => {
                options.push(format!("-v {place}:/x"))
            }
            ("driver_opts", list) if list.contains("device:") => {
                let place = list.split("device:").nth(1).unwrap_or("").split([',', '}']).next().unwrap_or("");
                options.push(format!("-v {}:/x", place.trim().trim_matches(['"', '\''])));
            }
            ("type" | "target" | "read_only" | "bind", _) if key == "volumes" => {}
            (name, "") => key = name.to_owned(),
            (name, list) if list.starts_with('[') => {
                for item in strings(list.trim_matches(['[', ']'])) {
                    match name {
                        "volumes" => options.push(format!("-v {item}")),
                        "cap_add" => options.push(format!("--cap-add {item}")),
                        "devices" => options.push(format!("--device {item}")),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    options.truncate(MAX_COMMANDS);
    options
}

/// Commands that sources of a compiled language start, and the text without its comments.
pub(super) fn compiled(text: &str) -> (Vec<Vec<String>>, String) {
    let code = without_comments(text);
    let mut found = Vec::new();
    for mark in ["Command::new(", "Process(", "exec.Command(", "exec.CommandContext(", "ProcessBuilder("] {
        for piece in code.split(mark).skip(1).take(MAX_COMMANDS) {
            // The builder's calls up to the end of the statement.
            let end = piece.find(';').or_else(|| piece.find("\n\n")).unwrap_or(piece.len());
            let words = quoted_strings(piece.get(..end).unwrap_or(""));
            if !words.is_empty() {
                found.push(words);
            }
        }
    }
    (found, code)
}

/// Everything between double quotes.
fn quoted_strings(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '"' {
            continue;
        }
        let mut word = String::new();
        while let Some(inner) = chars.next() {
            match inner {
                '\\' => word.extend(chars.next()),
                '"' => break,
                inner => word.push(inner),
            }
        }
        out.push(word);
        if out.len() >= 16 {
            break;
        }
    }
    out
}

/// Comments of C's family taken out, backquoted texts made quoted ones.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut quote = None;
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(_), '\\') => {
                out.push(c);
                out.extend(chars.next());
            }
            (Some(q), c) => {
                if c == q {
                    quote = None;
                }
                out.push(if c == '`' { '"' } else { c });
            }
            (None, '"' | '`') => {
                quote = Some(c);
                out.push('"');
            }
            (None, '/') if chars.peek() == Some(&'/') => {
                for c in chars.by_ref() {
                    if c == '\n' {
                        break;
                    }
                }
                out.push('\n');
            }
            (None, '/') if chars.peek() == Some(&'*') => {
                let mut last = ' ';
                for c in chars.by_ref() {
                    if last == '*' && c == '/' {
                        break;
                    }
                    last = c;
                }
                out.push(' ');
            }
            (None, c) => out.push(c),
        }
    }
    out
}

/// Modules that a text imports by name or by relative path, as paths without an ending.
/// Folders that a text of code adds to those it takes modules from.
pub(super) fn import_folders(lang: crate::knowledge::Lang, text: &str) -> Vec<String> {
    use crate::knowledge::Lang;
    let marks: &[&str] = match lang {
        Lang::Python => {
            &["sys.path.append(", "sys.path.insert(", "sys.path.extend(", "sys.path[", "addsitedir("]
        }
        Lang::Perl => &["use lib ", "unshift @INC", "push @INC"],
        Lang::Ruby => &["$LOAD_PATH", "$:"],
        _ => &[],
    };
    let mut out = Vec::new();
    for piece in marks.iter().flat_map(|mark| text.split(mark).skip(1)).take(8) {
        let end = piece.find(['\n', ';']).unwrap_or(piece.len());
        let quoted = piece.get(..end).unwrap_or("").split(['"', '\'']).skip(1).step_by(2);
        out.extend(quoted.filter(|f| !f.is_empty() && f.len() < 200).take(2).map(str::to_owned));
    }
    out
}

pub(super) fn imports(lang: crate::knowledge::Lang, text: &str) -> Vec<String> {
    use crate::knowledge::Lang;
    const MAX_IMPORTS: usize = 48;
    let mut found: Vec<String> = Vec::new();
    let mut add = |name: String| {
        if !name.is_empty() && name.len() < 200 && found.len() < MAX_IMPORTS && !found.contains(&name) {
            found.push(name);
        }
    };
    match lang {
        Lang::Python => {
            for statement in text.lines().flat_map(|l| l.split(';')) {
                let statement = statement.trim();
                if let Some(rest) = statement.strip_prefix("import ") {
                    for name in rest.split(',') {
                        let name = name.split_whitespace().next().unwrap_or("");
                        add(name.replace('.', "/"));
                    }
                } else if let Some((module, names)) =
                    statement.strip_prefix("from ").and_then(|rest| rest.split_once(" import "))
                {
                    let module = module.trim();
                    let path = module.trim_start_matches('.').replace('.', "/");
                    for name in names.split(',') {
                        let name = name.trim().trim_matches(['(', ')', '\\']);
                        let name = name.split_whitespace().next().unwrap_or("");
                        add(if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") });
                    }
                    add(path);
                }
            }
            for mark in ["spec_from_file_location(", "run_path(", "SourceFileLoader(", "%run "] {
                for piece in text.split(mark).skip(1) {
                    let end = piece.find([')', '\n']).unwrap_or(piece.len());
                    let words = piece.get(..end).unwrap_or("").split(['"', '\'', ' ', ',']);
                    for file in words.filter(|w| w.ends_with(".py")) {
                        add(file.trim_end_matches(".py").to_owned());
                    }
                }
            }
            for piece in text.split("import_module(").skip(1).chain(text.split("__import__(").skip(1)) {
                let name = piece.trim_start().trim_start_matches(['"', '\'']).split(['"', '\'', ')']).next();
                add(name.unwrap_or("").replace('.', "/"));
            }
        }
        Lang::JavaScript => {
            for mark in ["require(", "import(", "from ", "import "] {
                for piece in text.split(mark).skip(1) {
                    let piece = piece.trim_start();
                    let Some(quote) = piece.chars().next().filter(|c| matches!(c, '"' | '\'' | '`')) else {
                        continue;
                    };
                    let name = piece.get(1..).and_then(|p| p.split(quote).next()).unwrap_or("");
                    if name.starts_with('.') || name.starts_with('/') {
                        add(name.to_owned());
                    }
                }
            }
        }
        Lang::Ruby => {
            for mark in ["require_relative ", "require_relative("] {
                for piece in text.split(mark).skip(1) {
                    add(piece
                        .trim_start()
                        .trim_start_matches(['"', '\''])
                        .split(['"', '\'', '\n'])
                        .next()
                        .unwrap_or("")
                        .to_owned());
                }
            }
            for piece in text.split("require ").skip(1) {
                let name = piece.trim_start().trim_start_matches(['"', '\'']).split(['"', '\'', '\n']).next();
                add(name.filter(|n| n.starts_with('.')).unwrap_or("").to_owned());
            }
        }
        Lang::Lua => {
            for piece in text.split("require").skip(1) {
                let name =
                    piece.trim_start_matches(['(', ' ', '"', '\'']).split(['"', '\'', ')', '\n']).next();
                add(name.unwrap_or("").replace('.', "/"));
            }
        }
        Lang::Perl => {
            for statement in text.lines().flat_map(|l| l.split(';')) {
                let loaded = ["require ", "do ", "require(", "do("]
                    .iter()
                    .find_map(|m| statement.trim().strip_prefix(m));
                if let Some(file) = loaded.and_then(|rest| rest.split(['"', '\'']).nth(1)) {
                    add(file.trim_end_matches(".pm").to_owned());
                }
                if let Some(rest) = statement.trim().strip_prefix("use ") {
                    let name = rest.split([' ', ';', '(']).next().unwrap_or("");
                    if !name.starts_with(|c: char| c.is_ascii_digit())
                        && !matches!(name, "strict" | "warnings" | "lib")
                    {
                        add(name.replace("::", "/"));
                    }
                }
            }
        }
        Lang::Php => {
            for mark in ["include", "require"] {
                for piece in text.split(mark).skip(1) {
                    let piece = piece.trim_start_matches("_once").trim_start_matches([' ', '(']);
                    let beside =
                        piece.strip_prefix("__DIR__").or_else(|| piece.strip_prefix("dirname(__FILE__)"));
                    let piece = beside.unwrap_or(piece).trim_start_matches([' ', '.']);
                    let Some(quote) = piece.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
                        continue;
                    };
                    let name = piece.get(1..).and_then(|p| p.split(quote).next()).unwrap_or("");
                    add(if beside.is_some() { format!(".{name}") } else { name.to_owned() });
                }
            }
        }
        _ => {}
    }
    found
}

/// Commands that any language hands to a shell: `"sh", "-c", "…"` however the words are parted.
pub(super) fn handed_to_shells(text: &str) -> Vec<String> {
    const SHELLS: &[&str] = &["ash", "bash", "dash", "ksh", "sh", "zsh"];
    let mut found = Vec::new();
    let between = |c: char| {
        c.is_whitespace() || matches!(c, '"' | '\'' | ',' | '[' | ']' | '(' | ')' | '{' | '}' | ':')
    };
    let mut start = 0;
    while let Some(at) = text.get(start..).and_then(|rest| rest.find("-c")).map(|at| at + start) {
        start = at + 2;
        let (Some(before), Some(after)) = (text.get(..at), text.get(start..)) else { continue };
        if !before.ends_with(between) || !after.starts_with(between) || found.len() >= MAX_COMMANDS {
            continue;
        }
        let before = before.trim_end_matches(between).trim_end_matches("args").trim_end_matches(between);
        let word = before.rsplit(|c: char| between(c) || c == '/' || c == '=').next().unwrap_or("");
        if SHELLS.binary_search(&word).is_err() {
            continue;
        }
        // Only what parts two words may stand between, and the next one is quoted.
        let after = after.strip_prefix(['"', '\'']).unwrap_or(after);
        let rest = after.trim_start_matches(|c: char| {
            c.is_whitespace() || matches!(c, ',' | '[' | '(' | ')' | '.' | '&')
        });
        let rest = rest.strip_prefix("arg(").unwrap_or(rest);
        let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else { continue };
        let mut command = String::new();
        let mut chars = rest.chars().skip(1);
        while let Some(c) = chars.next() {
            match c {
                '\\' if quote == '"' => command.extend(chars.next()),
                c if c == quote => break,
                c => command.push(c),
            }
        }
        found.push(command);
    }
    found
}

/// `[section "sub"]` and `key = value` of git's settings, as `section.sub.key` in lower case.
pub(in crate::understand) fn git_settings(text: &str) -> Vec<(String, String)> {
    let mut section = String::new();
    let mut found = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(head) = line.strip_prefix('[') {
            section = head.split(']').next().unwrap_or("").replace([' ', '"'], ".").replace("..", ".");
            section = section.trim_matches('.').to_ascii_lowercase();
        } else if let Some((key, value)) = line.split_once('=').filter(|_| !line.starts_with(['#', ';'])) {
            let value = unquoted(value.trim());
            found.push((format!("{section}.{}", key.trim().to_ascii_lowercase()), value));
        }
        if found.len() >= MAX_COMMANDS {
            break;
        }
    }
    found
}

/// Tables of scripts and tasks in TOML: the name of each, and its command.
pub(super) fn toml_tasks(text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    // The table's name; with a task's own table, that task.
    let (mut lists, mut task) = (false, None);
    for line in text.lines().map(str::trim) {
        if let Some(head) = line.strip_prefix('[').filter(|_| !line.contains('=')) {
            let parts: Vec<&str> =
                head.trim_matches(['[', ']']).split('.').map(|p| p.trim_matches('"')).collect();
            let is_list = |part: &&str| matches!(*part, "scripts" | "tasks" | "gui-scripts" | "script");
            lists = parts.last().is_some_and(is_list);
            let above = parts.len().checked_sub(2).and_then(|at| parts.get(at));
            task = above.filter(|part| is_list(part)).and(parts.last()).map(|name| (*name).to_owned());
            continue;
        }
        let Some((key, value)) = line.split_once('=').filter(|_| !line.starts_with('#')) else { continue };
        let (key, value) = (key.trim().trim_matches('"'), value.trim());
        let name = match &task {
            Some(task) if is_key(key) => task.clone(),
            None if lists => key.to_owned(),
            _ => continue,
        };
        match value.strip_prefix('{') {
            Some(table) => {
                for pair in table.trim_end_matches('}').split(", ") {
                    if let Some((_, value)) = pair.split_once('=').filter(|(key, _)| is_key(key.trim())) {
                        found.push((name.clone(), command_of(value)));
                    }
                }
            }
            None if value.starts_with('[') => {
                // A list of words, or of commands.
                found.push((name.clone(), command_of(value)));
                found.extend(strings(value.trim_matches(['[', ']'])).into_iter().map(|c| (name.clone(), c)));
            }
            None => found.push((name, command_of(value))),
        }
        if found.len() >= MAX_COMMANDS {
            break;
        }
    }
    found
}

#[cfg(test)]
#[path = "text_tests.rs"]
mod tests;
