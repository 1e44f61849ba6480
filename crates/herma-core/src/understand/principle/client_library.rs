//! Code that reaches something elsewhere through a client library: a method whose name is a verb of loss is that loss
//! (`client.delete_namespace("prod")`, `User.destroy_all`, `r.flushall()`), one that runs a command runs it there.

use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::knowledge::RunPlace;
use crate::understand::field::{Field, Value};
use crate::understand::walk::Walker;

/// First words of the names of libraries that speak to a service, a cluster, a database server or a registry. Sorted.
#[rustfmt::skip]
const CLIENTS: &[&str] = &[
    "@aws-sdk", "@azure", "@google-cloud", "@kubernetes", "@octokit", "@sendgrid", "@supabase", "aioboto3", "aiobotocore", "aioredis",
    "algoliasearch", "aws-sdk", "azure", "bigquery", "boto", "boto3", "botocore", "cassandra", "chromadb", "clickhouse_driver",
    "cloudflare", "cloudinary", "confluent_kafka", "consul", "couchbase", "couchdb", "digitalocean", "docker", "dockerode",
    "elasticsearch", "etcd3", "firebase-admin", "firebase_admin", "firestore", "github", "gitlab", "google.cloud", "googleapiclient",
    "hcloud", "hvac", "ibm_boto3", "influxdb_client", "ioredis", "jenkins", "kafka", "kazoo", "kubernetes", "libcloud", "linode_api4",
    "meilisearch", "memcache", "minio", "mongodb", "mongoengine", "mongoose", "motor", "neo4j", "octokit", "opensearchpy", "openstack",
    "pika", "pinecone", "pulumi", "pylibmc", "pymemcache", "pymongo", "qdrant_client", "redis", "rediscluster", "s3fs", "shopify",
    "snowflake", "stripe", "supabase", "twilio", "typesense", "valkey", "weaviate", "winreg", "_winreg",
];

/// Libraries that run commands on other machines.
const REMOTE_SHELLS: &[&str] =
    &["asyncssh", "fabric", "netmiko", "node-ssh", "paramiko", "pssh", "scrapli", "spur", "ssh2"];

/// Calls of theirs that take a command.
const TAKES_COMMANDS: &[&str] = &[
    ".exec(",
    ".execCommand(",
    ".exec_command(",
    ".run(",
    ".run_command(",
    ".send(",
    ".send_command(",
    ".send_config_set(",
    ".sendall(",
    ".sudo(",
];

/// Verbs of loss that begin or are the name of a method.
const LOSES: &[&str] = &[
    "deauthorize",
    "delete",
    "deprovision",
    "deregister",
    "destroy",
    "drop",
    "erase",
    "flush",
    "purge",
    "remove",
    "revoke",
    "shutdown",
    "terminate",
    "truncate",
    "undeploy",
    "wipe",
];

/// Of those, verbs that objects of every library have for their own lists and buffers.
const EVERYDAY: &[&str] = &["drop", "flush", "remove", "shutdown", "truncate"];

/// What a program deletes one by one in its daily work: a script that lies there may do so.
const ONE_BY_ONE: &[&str] =
    &["cache", "doc", "entry", "event", "item", "key", "message", "object", "row", "session", "webhook"];

/// Calls by which an object mapper or a database's own shell is rid of many rows, a table or all of it.
#[rustfmt::skip]
const LOSES_ROWS: &[&str] = &[
    ".all().delete(", ".deleteMany({})", ".delete_all", ".delete_many({})", ".destroy_all", ".drop_all(", ".dropCollection(",
    ".dropDatabase(", ".drop_collection(", ".drop_database(", ".dropTable(", ".drop_table(", ".flushAll(", ".flushDb(", ".flushall(",
    ".flushdb(", ".query.delete()", ".remove({})", "::truncate(", "::drop(", "Schema::drop", ".truncate_all", ".purge_all",
];

/// Calls of one text that are looked at.
const MAX_CALLS: usize = 64;

impl Walker<'_> {
    /// What a piece of code does elsewhere, by the names of what it calls.
    pub(in crate::understand) fn client_calls(&mut self, text: &str, span: Span) {
        if text.contains("TIOCSTI") && text.contains("ioctl") {
            self.effect(
                Kind::RunUnknownCode,
                None,
                span,
                "principle/types-into-terminal",
                "types into a terminal as if a person did",
                Tier::Critical,
                Reach::User,
                Undo::None,
            );
        }
        let imports = imported(text);
        if imports.iter().any(|name| is_client(name)) {
            if let Some(name) = method_of_loss(text, self.in_file).filter(|_| !self.in_settled_file()) {
                self.loses_elsewhere(name, span);
            }
            let docker = imports.iter().any(|name| name.starts_with("docker"));
            if docker
                && ["privileged=True", "Privileged: true", "Privileged:true"].iter().any(|p| text.contains(p))
            {
                self.effect(
                    Kind::EscalatePrivilege,
                    None,
                    span,
                    "principle/privileged-container",
                    "gives a container the rights of the host",
                    Tier::High,
                    Reach::System,
                    Undo::Hard,
                );
            }
        }
        let shells = imports.iter().any(|name| REMOTE_SHELLS.iter().any(|shell| is_of(name, shell)));
        if shells {
            self.commands_elsewhere(text, span);
        }
        if imports.iter().any(|name| is_of(name, "plumbum")) {
            self.plumbum(text, span);
        }
        // What a file that was there before does with its own tables is its own business, and so is a test.
        let test =
            ["def test_", "pytest", "TestCase", "describe(", "RSpec"].iter().any(|mark| text.contains(mark));
        if !(self.in_file || test && text.lines().count() > 5) {
            self.loses_rows(text, span);
        }
    }

    /// The code lies in a file that git has as it is.
    fn in_settled_file(&mut self) -> bool {
        let file = self.files.innermost().map(str::to_owned).filter(|_| self.in_file);
        file.is_some_and(|file| self.is_committed(&file))
    }

    /// `User.destroy_all`, `db.dropDatabase()`: in any language, as far as it is text that is run now.
    pub(in crate::understand) fn loses_rows(&mut self, text: &str, span: Span) {
        if let Some(call) = LOSES_ROWS.iter().find(|call| text.contains(**call)) {
            let name = call.trim_matches(|c: char| !c.is_alphanumeric());
            self.loses_elsewhere(name.split(['(', '.', ':']).next_back().unwrap_or(name), span);
        }
    }

    fn loses_elsewhere(&mut self, name: &str, span: Span) {
        let name = crate::text::shown(name);
        self.effect(
            Kind::DropData,
            None,
            span,
            "principle/client-library",
            &format!("calls `{name}`, which destroys data outside this folder"),
            Tier::High,
            Reach::Remote,
            Undo::None,
        );
    }

    /// `client.exec_command("…")`: judged as it would be over `ssh`.
    fn commands_elsewhere(&mut self, text: &str, span: Span) {
        let calls = TAKES_COMMANDS.iter().flat_map(|call| text.match_indices(call));
        let commands: Vec<String> = calls
            .take(MAX_CALLS)
            .filter_map(|(at, call)| super::foreign_code::first_string(text.get(at + call.len() - 1..)?))
            .collect();
        for command in commands {
            let outer = std::mem::replace(&mut self.run_place, RunPlace::Remote);
            self.speculate(false, |w| {
                w.run_text(&Value::text(command), span);
            });
            self.run_place = outer;
        }
    }

    /// `local["rm"]("-rf", x)`.
    fn plumbum(&mut self, text: &str, span: Span) {
        for (at, call) in text.match_indices("local[").take(MAX_CALLS) {
            let line = text.get(at + call.len()..).and_then(|rest| rest.lines().next()).unwrap_or("");
            let words: Vec<Field> = line
                .split(['"', '\''])
                .enumerate()
                .filter(|(i, _)| i % 2 == 1)
                .map(|(_, word)| Field::text(word, span))
                .collect();
            self.speculate(false, |w| {
                w.exec(words, Value::default());
            });
        }
    }
}

fn is_client(module: &str) -> bool {
    CLIENTS.iter().any(|client| is_of(module, client))
}

/// `boto3.session` is of `boto3`, `@aws-sdk/client-s3` of `@aws-sdk`.
fn is_of(module: &str, library: &str) -> bool {
    module.strip_prefix(library).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '/', '_', '-']))
}

/// The names of modules that a text imports, whatever the language.
fn imported(text: &str) -> Vec<&str> {
    let name = |rest: &'_ str| -> usize {
        rest.find(|c: char| !(c.is_ascii_alphanumeric() || "@._/-".contains(c))).unwrap_or(rest.len())
    };
    let mut out = Vec::new();
    for mark in ["import ", "from ", "require(", "require ", "import(", "use "] {
        for (at, _) in text.match_indices(mark).take(MAX_CALLS) {
            let rest = text.get(at + mark.len()..).unwrap_or("").trim_start();
            for piece in rest.split([';', '\n', ')']).next().unwrap_or("").split(',').take(16) {
                let piece = piece.trim_start().trim_start_matches(['"', '\'', '`']);
                out.extend(piece.get(..name(piece)).filter(|n| !n.is_empty()));
            }
        }
    }
    out
}

/// A method that is called and whose name says that something is gone afterwards.
fn method_of_loss(text: &str, in_file: bool) -> Option<&str> {
    text.match_indices('(').take(MAX_CALLS * 16).find_map(|(at, _)| {
        let before = text.get(..at)?;
        let start = before.rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))?;
        let name = before.get(start + 1..)?;
        // A method, or the command object of a newer library: `new DeleteBucketCommand(…)`.
        let called = before.get(..=start)?.ends_with('.') || name.ends_with("Command");
        let verb = LOSES.iter().find(|verb| {
            name.get(..verb.len()).is_some_and(|head| head.eq_ignore_ascii_case(verb))
                && name.get(verb.len()..).is_some_and(|rest| {
                    rest.is_empty()
                        || rest.starts_with(|c: char| c == '_' || c.is_ascii_uppercase())
                        || *rest == *"all"
                        || *rest == *"db"
                })
        })?;
        let alone = name.len() == verb.len();
        let lower = name.to_ascii_lowercase();
        if in_file && (alone || ONE_BY_ONE.iter().any(|one| lower.contains(one))) {
            return None;
        }
        (called && !(alone && EVERYDAY.contains(verb))).then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found_in_many_languages() {
        assert_eq!(imported("import os, boto3; x"), ["os", "boto3"]);
        assert!(imported("const {S3} = require('@aws-sdk/client-s3')").contains(&"@aws-sdk/client-s3"));
        assert!(imported("from google.cloud import storage").contains(&"google.cloud"));
        assert!(
            is_client("google.cloud") && is_client("kubernetes.client") && !is_client("dockerfile_parse")
        );
        assert!(!is_client("requests"));
    }

    #[test]
    fn methods_of_loss_by_their_names() {
        for (text, want) in [
            ("b.objects.all().delete()", Some("delete")),
            ("v1.delete_namespace('prod')", Some("delete_namespace")),
            ("r.flushall()", Some("flushall")),
            ("winreg.DeleteKey(k, 'x')", Some("DeleteKey")),
            ("c.send(new DeleteBucketCommand({Bucket: 'b'}))", Some("DeleteBucketCommand")),
            ("c.drop_database('x')", Some("drop_database")),
            ("items.remove(x)", None),
            ("sys.stdout.flush()", None),
            ("deleted(x)", None),
            ("s.deleted_at()", None),
            ("s3.list_buckets()", None),
        ] {
            assert_eq!(method_of_loss(text, false), want, "{text}");
        }
        assert_eq!(method_of_loss("cache.delete('k'); sqs.delete_message(x)", true), None);
        assert_eq!(method_of_loss("ec2.terminate_instances(x)", true), Some("terminate_instances"));
    }
}
