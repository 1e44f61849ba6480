//! `tests/photos.sh`: the whole story of one deletion, as a person could type it.

use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn photos_are_asked_about_answered_both_ways_audited_and_verified() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/photos.sh");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("photos-{}", std::process::id()));
    let said = Command::new("sh")
        .arg(script)
        .arg(env!("CARGO_BIN_EXE_herma"))
        .arg(&folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&said.stdout);
    assert!(said.status.success(), "{said:?}");
    assert!(text.contains("executed") && text.contains("denied by "), "{text}");
    assert!(text.contains("whole: "), "{text}");
    assert!(!folder.exists(), "it is all gone again");
}
