//! Whether Hermes loads the plugin: `plugins.enabled` of its `config.yaml`. Only looked at; Hermes itself writes it.

/// Whether the plugin `herma` is enabled in this text, and not disabled.
#[must_use]
pub fn is_enabled(config: &str) -> bool {
    listed(config, "enabled") && !listed(config, "disabled")
}

/// Whether `plugins.LIST` names the plugin. Reads the two ways in which lists are written; another one is "no".
fn listed(config: &str, list: &str) -> bool {
    let mut in_plugins = false;
    let mut in_list: Option<usize> = None;
    for line in config.lines() {
        let text = line.split(" #").next().unwrap_or(line).trim_end();
        let indent = text.len() - text.trim_start().len();
        let word = text.trim();
        if word.is_empty() || word.starts_with('#') {
            continue;
        }
        if let Some(at) = in_list {
            match word.strip_prefix("- ") {
                Some(item) if indent >= at && is_ours(item) => return true,
                Some(_) if indent >= at => continue,
                Some(_) | None => in_list = None,
            }
        }
        if indent == 0 {
            in_plugins = word == "plugins:";
            continue;
        }
        if let Some(rest) =
            word.strip_prefix(list).and_then(|rest| rest.strip_prefix(':')).filter(|_| in_plugins)
        {
            let inline = rest.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
            match inline {
                Some(items) if items.split(',').any(is_ours) => return true,
                Some(_) => {}
                None => in_list = Some(indent),
            }
        }
    }
    false
}

fn is_ours(item: &str) -> bool {
    item.trim().trim_matches(['"', '\'']) == "herma"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_of_writing_a_list_are_read() {
        for on in [
            "plugins:\n  enabled: [herma]\n",
            "model:\n  default: x\nplugins:\n  enabled:\n  - other\n  - herma # mine\n",
            "plugins:\n  disabled: []\n  enabled:\n    - \"herma\"\n",
        ] {
            assert!(is_enabled(on), "{on}");
        }
        for off in [
            "",
            "plugins:\n  enabled: []\n",
            "plugins:\n  enabled: [hermas]\n",
            "plugins:\n  enabled: [herma]\n  disabled: [herma]\n",
            "other:\n  enabled: [herma]\n",
            "plugins:\n  enabled:\n  - other\nnames:\n  - herma\n",
            "# plugins:\n#  enabled: [herma]\n",
        ] {
            assert!(!is_enabled(off), "{off}");
        }
    }
}
