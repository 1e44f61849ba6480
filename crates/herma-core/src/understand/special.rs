//! Programs that need code of their own.

mod carriers;
mod docker;
mod files;
mod find;
mod git;
mod herma;
mod push;
mod remote;
mod terminal;

use super::field::{Field, Part, Value};
use super::options::Options;
use super::walk::Walker;
use crate::knowledge::Special;

impl Walker<'_> {
    pub(super) fn special(
        &mut self,
        special: Special,
        name: &str,
        options: &Options,
        stdin: &Value,
    ) -> Option<Value> {
        match special {
            Special::Awk => self.awk(options, stdin),
            Special::Crontab => self.crontab(options, stdin),
            Special::Curl => return Some(self.curl(name, options, stdin)),
            Special::Dd => self.dd(options),
            Special::Docker => self.docker(options),
            Special::Env => return self.env(options, stdin),
            Special::Fd => return self.fd(options),
            Special::Find => return self.find(options),
            Special::Fuser => self.fuser(options),
            Special::Git => {
                self.git(options, stdin);
                return self.git_branch(options);
            }
            Special::Herma => self.herma(options),
            Special::Kill => self.kill(name, options),
            Special::Patch => self.patch(options, stdin),
            Special::Pkill | Special::Killall => return self.pkill(name, options),
            Special::Ln => self.link(options),
            Special::Lsof if name == "lsof" => return self.lsof(options),
            Special::Lsof => {}
            Special::Make => self.make(options, stdin),
            Special::Netcat => self.netcat(name, options, stdin),
            Special::Rsync => self.rsync(options),
            Special::Sed => self.sed(options, stdin),
            Special::Ssh => self.ssh(options, stdin),
            Special::Sudo => return self.sudo(options, stdin),
            Special::Tar => self.tar(options),
            Special::Tee => return Some(self.tee(options, stdin)),
            Special::Tmux => self.tmux(options),
            Special::Xargs => self.xargs(options, stdin),
        }
        None
    }
}

pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        && !text.starts_with(|c: char| c.is_ascii_digit())
}

/// A word with a marker (`{}`) replaced.
pub(super) fn replace_marker(field: &Field, marker: &str, with: &Value) -> Field {
    let mut value = Value::default();
    for part in &field.value.parts {
        match part {
            Part::Text(text) if !marker.is_empty() => {
                for (i, piece) in text.split(marker).enumerate() {
                    if i > 0 {
                        value.append(with);
                    }
                    value.push_text(piece);
                }
            }
            other => value.push(other.clone()),
        }
    }
    Field::new(value, field.span)
}
