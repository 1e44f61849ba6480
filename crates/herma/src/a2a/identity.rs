//! Whose certificate is used: options, then the environment, then this home's own.

use super::exit::Failure;
use crate::options::Typed;
use crate::paths::Paths;
use crate::pki;
use herma_a2a::pki::{crl_beside, is_name};
use herma_a2a::server::Files;
use std::path::PathBuf;

/// The files, and the name that goes with them.
pub fn files(typed: &Typed, paths: &Paths) -> Result<(Files, Option<String>), Failure> {
    let folder = pki::folder(paths);
    let given = |option: &str, variable: &str| {
        let set = std::env::var(variable).ok().filter(|text| !text.is_empty());
        typed.value(option).map(str::to_owned).or(set).map(PathBuf::from)
    };
    let ca = given("--ca", "HERMA_A2A_CA").unwrap_or_else(|| folder.ca());
    let crl = given("--crl", "HERMA_A2A_CRL").unwrap_or_else(|| crl_beside(&ca));
    let (certificate, key) = (given("--cert", "HERMA_A2A_CERT"), given("--key", "HERMA_A2A_KEY"));
    if let (Some(certificate), Some(key)) = (certificate.clone(), key.clone()) {
        return Ok((Files { certificate, key, ca, crl }, None));
    }
    if certificate.is_some() != key.is_some() {
        return Err(Failure::Usage("a certificate and its key go together: --cert and --key".to_owned()));
    }
    let name = own_name(typed, paths)?;
    let files = Files { certificate: folder.certificate(&name), key: folder.key(&name), ca, crl };
    Ok((files, Some(name)))
}

/// `--name`, `HERMA_AGENT_NAME`, or the only agent that has a key here.
fn own_name(typed: &Typed, paths: &Paths) -> Result<String, Failure> {
    let set = std::env::var("HERMA_AGENT_NAME").ok().filter(|name| !name.is_empty());
    if let Some(name) = typed.value("--name").map(str::to_owned).or(set) {
        return match is_name(&name) {
            true => Ok(name),
            false => Err(Failure::Usage(format!("`{name}` is no name of an agent"))),
        };
    }
    let folder = pki::folder(paths).root().join("agents");
    let entries = std::fs::read_dir(&folder).into_iter().flatten().filter_map(Result::ok);
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.retain(|name| is_name(name) && pki::folder(paths).certificate(name).exists());
    names.sort();
    match names.as_slice() {
        [one] => Ok(one.clone()),
        [] => Err(Failure::Other(
            "there is no certificate here: `herma pki init` and `herma pki issue NAME` make one, or name \
             --cert, --key and --ca"
                .to_owned(),
        )),
        _ => Err(Failure::Usage(format!(
            "which agent are you? --name or HERMA_AGENT_NAME: {}",
            names.join(", ")
        ))),
    }
}
