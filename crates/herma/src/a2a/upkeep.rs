//! What a serving agent does for its certificates, if it may: a new life in time, a fresh list of what was revoked.

use herma_a2a::Log;
use herma_a2a::pki::{Authority, CRL_DAYS, Folder, LEAF_DAYS, is_due};
use herma_a2a::server::Files;
use serde_json::{Value, json};

const DAY: i64 = 86_400;

/// One look. `now` in seconds; what is due by then is done, once it is on record.
pub fn look(
    folder: &Folder,
    files: &Files,
    name: Option<&str>,
    now: i64,
    log: &Log,
    record: &dyn Fn(Value) -> Result<(), String>,
) {
    // Somebody else's files are somebody else's to renew.
    let own = name.filter(|name| files.certificate == folder.certificate(name));
    let due = own.filter(|_| {
        files.own().is_ok_and(|own| is_due(own.identity.not_before, own.identity.not_after, now))
    });
    let stale = files.crl == folder.crl()
        && files.trust().is_ok_and(|trust| {
            trust.crl_until.is_some_and(|until| until.saturating_sub(now) < i64::from(CRL_DAYS) * DAY / 2)
        });
    if due.is_none() && !stale {
        return;
    }
    let authority = match Authority::open(folder, &mut crate::pki::from_environment) {
        Ok(authority) => authority,
        Err(error) => {
            if let Some(name) = due {
                log.line(&format!(
                    "the certificate of {name} is due for renewal, and cannot be renewed here: {error}"
                ));
            }
            if stale {
                log.line(&format!("the list of revoked certificates should be signed anew: {error}"));
            }
            return;
        }
    };
    if let Some(name) = due {
        let recorded =
            record(json!({"action": "renew", "name": name, "days": LEAF_DAYS, "by": "herma a2a serve"}));
        match recorded.and_then(|()| authority.renew(name, LEAF_DAYS).map_err(|error| error.to_string())) {
            Ok(_) => log.line(&format!("the certificate of {name} was renewed")),
            Err(error) => log.line(&format!("the certificate of {name} could not be renewed: {error}")),
        }
    }
    if stale {
        let recorded = record(json!({"action": "crl", "days": CRL_DAYS, "by": "herma a2a serve"}));
        match recorded.and_then(|()| authority.sign_crl(CRL_DAYS).map_err(|error| error.to_string())) {
            Ok(()) => log.line("the list of revoked certificates was signed anew"),
            Err(error) => log.line(&format!("the list of revoked certificates could not be signed: {error}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use herma_a2a::pki::Names;
    use std::sync::{Arc, Mutex};

    #[test]
    fn a_certificate_gets_a_new_life_at_two_thirds_and_the_list_at_half() {
        let place = std::env::temp_dir().join(format!("herma-upkeep-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&place);
        let folder = Folder::new(place.join("pki"));
        Authority::init(&folder, "fleet.test", None, None).unwrap();
        let authority = Authority::open(&folder, &mut || None).unwrap();
        authority.issue("bob", &Names::default(), 30).unwrap();
        let files = Files {
            certificate: folder.certificate("bob"),
            key: folder.key("bob"),
            ca: folder.ca(),
            crl: folder.crl(),
        };
        let said = Arc::new(Mutex::new(Vec::new()));
        let log = Log::new({
            let said = Arc::clone(&said);
            move |line: &str| said.lock().unwrap().push(line.to_owned())
        });
        let now = crate::approvals::now() / 1000;
        let until = || files.own().unwrap().identity.not_after;
        let (before, key) = (until(), std::fs::read(&files.key).unwrap());
        let recorded = Mutex::new(Vec::new());
        let record = |what: Value| {
            recorded.lock().unwrap().push(what["action"].as_str().unwrap().to_owned());
            Ok(())
        };
        look(&folder, &files, Some("bob"), now + 13 * DAY, &log, &record);
        assert_eq!(until(), before, "{:?}", said.lock().unwrap());
        let unwritten = |_: Value| Err("the disk is full".to_owned());
        look(&folder, &files, Some("bob"), now + 21 * DAY, &log, &unwritten);
        assert_eq!(until(), before, "what is not on record is not done");
        look(&folder, &files, Some("bob"), now + 21 * DAY, &log, &record);
        assert!(until() > before);
        assert_eq!(*recorded.lock().unwrap(), ["renew", "crl"]);
        assert_eq!(std::fs::read(&files.key).unwrap(), key, "the key stays");
        let said = said.lock().unwrap().join("\n");
        assert!(said.contains("bob was renewed") && said.contains("signed anew"), "{said}");
        std::fs::remove_dir_all(&place).unwrap();
    }
}
