//! What an argument is, by the name it has.

/// Where a shell tool starts.
pub(super) const CWD: &[&str] = &["workdir", "dir_path", "cwd", "working_directory"];

/// Tools of which it is known that they start there. Of any other a model may say so, and the agent ignores it.
const STARTS_THERE: &[(&str, &[&str])] = &[
    ("shell", &["workdir"]),
    ("shell_command", &["workdir"]),
    ("exec_command", &["workdir"]),
    ("unified_exec", &["workdir"]),
    ("container.exec", &["workdir"]),
    ("local_shell", &["working_directory", "workdir"]),
    ("run_shell_command", &["dir_path"]),
    ("terminal", &["workdir"]),
    ("execute_command", &["cwd"]),
    ("bash", &["workdir"]),
];
/// Variables that a model sets for a command.
pub(super) const ENVIRONMENT: &[&str] = &["env", "environment"];

/// Whether a tool is known to take this argument for where it starts.
pub(super) fn starts_there(tool: &str, key: &str) -> bool {
    STARTS_THERE.iter().any(|(name, keys)| *name == tool && keys.contains(&key))
}

/// What the name of an argument says about its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    Path,
    Command,
    Code,
    Sql,
    /// A query: SQL, or what somebody searches for.
    Query,
    Url,
    Recipient,
    /// Text for people: what it mentions is not done.
    Prose,
    Amount,
    /// What is to be done: `action`, `method`.
    Deed,
    /// What is wanted, in words: `Please update the plan`.
    Wish,
    /// A login: a secret belongs there.
    Login,
    Host,
    Other,
}

const PATHS: &[&str] = &[
    "file_path",
    "path",
    "absolute_path",
    "notebook_path",
    "dir_path",
    "filepath",
    "file",
    "filename",
    "image_path",
    "image_url",
    "directory",
    "source",
    "destination",
    "paths",
    "files",
    "folder",
    "uri",
    "attachment",
    "attachments",
    "media_path",
    "src",
    "dst",
    "dest",
    "target_path",
    "output_path",
    "input_path",
    "root",
    "dir",
    "repo_path",
];
const COMMANDS: &[&str] = &[
    "command",
    "cmd",
    "commands",
    "script",
    "shell_command",
    "bash",
    "shell",
    "exec",
    "command_line",
    "argv",
];
const CODES: &[&str] =
    &["code", "python", "javascript", "js", "function", "expression", "snippet", "source_code", "program"];
const STATEMENTS: &[&str] =
    &["sql", "statement", "statements", "ddl", "dml", "sql_query", "stmt", "cypher", "soql"];
const QUERIES: &[&str] = &[
    "query", "q", "search", "pattern", "term", "terms", "keyword", "keywords", "question", "regex", "filter",
    "jql", "cql", "nrql", "promql", "expr",
];
const URLS: &[&str] =
    &["url", "urls", "endpoint", "link", "href", "webhook", "webhook_url", "base_url", "page_url"];
const RECIPIENTS: &[&str] = &[
    "to",
    "cc",
    "bcc",
    "recipient",
    "recipients",
    "email",
    "emails",
    "phone",
    "phone_number",
    "to_number",
    "participants",
    "invitees",
    "attendees",
    "chat_id",
    "channel",
    "channel_id",
    "user_email",
    "guest_ids",
    "address",
    "destinatario",
    "destinataire",
    "para",
    "an",
];
const PROSES: &[&str] = &[
    "body",
    "text",
    "content",
    "message",
    "description",
    "title",
    "subject",
    "comment",
    "note",
    "notes",
    "prompt",
    "caption",
    "summary",
    "reason",
    "html",
    "markdown",
    "thought",
    "goal",
    "new_string",
    "old_string",
    "new_str",
    "old_str",
    "file_text",
    "document",
    "plan",
    "todos",
    "entities",
    "observations",
    "name",
    "label",
    "data",
    "texts",
    "msg",
];
const AMOUNTS: &[&str] = &[
    "amount",
    "price",
    "total",
    "sum",
    "value_usd",
    "amount_cents",
    "betrag",
    "importe",
    "montant",
    "amount_usd",
];
const DEEDS: &[&str] = &[
    "action",
    "method",
    "operation",
    "op",
    "verb",
    "http_method",
    "manipulation",
    "request_method",
    "mode",
    "tool_name",
];
const WISHES: &[&str] =
    &["instruction", "_instruction", "instructions", "request", "task", "task_description", "wish", "order"];
const LOGINS: &[&str] =
    &["token", "api_key", "apikey", "password", "authorization", "secret", "access_token", "auth", "key"];
const HOSTS: &[&str] =
    &["host", "hostname", "instance", "ssh_host", "machine", "server", "node", "pod", "container"];

impl Key {
    pub(super) fn of(key: &str) -> Key {
        let within = |list: &[&str]| list.iter().any(|k| k.eq_ignore_ascii_case(key));
        let ends = |end: &str| {
            key.len() > end.len()
                && key.get(key.len() - end.len()..).is_some_and(|tail| tail.eq_ignore_ascii_case(end))
        };
        for (list, kind) in [
            (PATHS, Key::Path),
            (COMMANDS, Key::Command),
            (CODES, Key::Code),
            (STATEMENTS, Key::Sql),
            (QUERIES, Key::Query),
            (URLS, Key::Url),
            (RECIPIENTS, Key::Recipient),
            (PROSES, Key::Prose),
            (AMOUNTS, Key::Amount),
            (DEEDS, Key::Deed),
            (WISHES, Key::Wish),
            (LOGINS, Key::Login),
            (HOSTS, Key::Host),
        ] {
            if within(list) {
                return kind;
            }
        }
        if ends("path") || ends("_file") || ends("_dir") || ends("filename") || ends("folder") {
            Key::Path
        } else if ends("_command") || ends("_cmd") {
            Key::Command
        } else if ends("_url") {
            Key::Url
        } else if ends("_body") || ends("_text") || ends("_message") || ends("_content") {
            Key::Prose
        } else if ends("_amount") {
            Key::Amount
        } else {
            Key::Other
        }
    }
}
