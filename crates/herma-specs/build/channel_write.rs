//! From channels' tables to Rust.

use crate::channel_dialect::ChannelDialect;
use crate::channel_format::{ChannelFile, Table};
use crate::format::chosen;
use crate::write::wrapped;
use std::fmt::Write as _;

pub fn channels(files: &[ChannelFile]) -> String {
    let mut out = "/// Every chat channel, in the order in which people are told.\n".to_owned();
    let _ = writeln!(out, "pub static CHANNELS: [ChannelSpec; {}] = [", files.len());
    files.iter().for_each(|file| out.push_str(&channel(&file.name, &file.table)));
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    let _ = writeln!(out, "];\n\n/// Their names.\npub const CHANNEL_NAMES: &[&str] = &{names:?};\n");
    let secrets: Vec<&String> = files.iter().flat_map(|file| &file.table.guard.secrets).collect();
    let _ = writeln!(
        out,
        "/// What clients of chat services log in with, below a home: with it, an agent could answer as a person.\n\
         pub const CHANNEL_SECRETS: &[&str] = &{secrets:?};\n"
    );
    let accounts: Vec<String> =
        files.iter().map(|file| format!("{}:{}", file.name, file.table.account.example)).collect();
    let help = format!("accounts: {}, web:NAME", accounts.join(", "));
    let _ = writeln!(
        out,
        "/// One account of each, for a person, in lines, as a literal.\n#[macro_export]\nmacro_rules! accounts_help {{\n    () => {{\n        \
         {:?}\n    }};\n}}",
        wrapped(&help)
    );
    out
}

fn channel(name: &str, table: &Table) -> String {
    // Checked when the table was read.
    let dialect = chosen("ChannelDialect", &table.dialect, ChannelDialect::NAMES).unwrap_or_default();
    let read = table.dialect().map(|dialect| dialect.facts().keys).unwrap_or_default();
    let keys: Vec<&str> = read.iter().map(|key| key.facts().name).chain(["times"]).collect();
    let account = &table.account;
    let ids = match (account.length, &account.is) {
        (Some((least, most)), Some(is)) => format!(
            "Some(Ids {{ characters: &{:?}, least: {least}, most: {most}, is: {is:?} }})",
            account.ranges()
        ),
        _ => "None".to_owned(),
    };
    let owner = table.guard.variable.as_ref().zip(table.guard.host.as_ref());
    format!(
        "ChannelSpec {{ name: {name:?}, section: \"channel.{name}\", title: {:?}, dialect: {dialect}, base_url: {:?}, \
         keys: &{keys:?}, example: {:?}, ids: {ids}, owner: {owner:?}, docs: ChannelDocs {{ setup: {:?}, notes: {:?} }} }},\n",
        table.title, table.base_url, account.example, table.docs.setup, table.docs.notes,
    )
}
