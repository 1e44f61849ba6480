//! `herma up --install`: a systemd user unit.

use super::Options;
use crate::paths::{Paths, make_folder, user_home, write_atomically};
use std::path::PathBuf;
use std::process::ExitCode;

const NAME: &str = "herma.service";

pub(super) fn install(paths: &Paths, options: &Options) -> Result<ExitCode, String> {
    let config = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = match config {
        Some(config) => config,
        None => user_home().map_err(|e| e.to_string())?.join(".config"),
    };
    let folder = folder.join("systemd/user");
    let binary = std::env::current_exe().map_err(|e| e.to_string())?;
    let mut words = vec![binary.display().to_string(), "up".to_owned()];
    words.extend(options.listen.iter().flat_map(|listen| ["--listen".to_owned(), listen.clone()]));
    words.extend(options.hosts.iter().flat_map(|host| ["--host".to_owned(), host.clone()]));
    words.extend(paths.home().iter().flat_map(|home| ["--home".to_owned(), home.display().to_string()]));
    let command = words.iter().map(|word| quoted(word)).collect::<Result<Vec<_>, _>>()?.join(" ");
    let text = format!(
        "[Unit]\nDescription=Herma, a human confirmation firewall for AI agents\n\n[Service]\nExecStart={command}\n\
         Restart=on-failure\nRestartSec=1\nTimeoutStopSec=15\nUMask=0077\nNoNewPrivileges=true\n\n[Install]\nWantedBy=default.target\n"
    );
    make_folder(&folder).map_err(|e| format!("`{}`: {e}", folder.display()))?;
    let path = folder.join(NAME);
    write_atomically(&path, text.as_bytes(), Some(0o644))
        .map_err(|e| format!("`{}`: {e}", path.display()))?;
    println!("{text}\nwritten to {}", path.display());
    if binary.components().any(|part| part.as_os_str() == "target") {
        println!(
            "it starts the binary of this checkout: `cargo install --path crates/herma --profile dist` puts one where builds do not replace it; \
             then `herma up --install` again"
        );
    }
    println!("start it:  systemctl --user daemon-reload && systemctl --user enable --now {NAME}");
    if !std::path::Path::new("/run/systemd/system").exists() {
        println!(
            "systemd does not run here: nothing was started. `{} up --detach` does without it",
            super::own_name()
        );
    }
    Ok(ExitCode::SUCCESS)
}

/// As systemd reads a word.
fn quoted(word: &str) -> Result<String, String> {
    if word.contains(char::is_control) {
        return Err("a path with control characters cannot stand in a unit".to_owned());
    }
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:@".contains(c);
    let escaped = word.replace('\\', "\\\\").replace('"', "\\\"").replace('%', "%%").replace('$', "$$");
    Ok(if word.chars().all(plain) && !word.is_empty() { word.to_owned() } else { format!("\"{escaped}\"") })
}
