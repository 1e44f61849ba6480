//! A place where an agent may run `rm -rf /`, and nothing is lost.

use super::Scratch;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder that agents may write, and a throw-away view of everything else.
#[derive(Debug)]
pub struct Sandbox {
    /// The only place that can be written, at the same path inside and outside.
    pub work: Scratch,
    root: Scratch,
    readable: Vec<PathBuf>,
}

impl Sandbox {
    /// Builds one, and proves that it holds before anything else may run in it.
    pub fn new(readable: &[PathBuf]) -> Sandbox {
        Sandbox::on(Scratch::new(), readable)
    }

    /// The same with this folder to write in.
    pub fn on(work: Scratch, readable: &[PathBuf]) -> Sandbox {
        let sandbox = Sandbox { work, root: Scratch::new(), readable: readable.to_owned() };
        sandbox.prove();
        sandbox
    }

    /// A command that runs inside; the environment is the caller's to set.
    pub fn command(&self, program: &Path) -> Command {
        let mut command = Command::new("unshare");
        command.env_clear().env("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
        // Only root may mount; anybody may be root of a user namespace, where the kernel allows those.
        if !is_root() {
            command.args(["--user", "--map-root-user"]);
        }
        command.args(["--mount", "--pid", "--fork", "--kill-child", "sh"]);
        command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/support/sandbox.sh"));
        command.arg(self.root.path()).arg(self.work.path()).args(&self.readable).arg("--").arg(program);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn prove(&self) {
        let decoy = Scratch::new();
        let outside = decoy.write("outside", "mine");
        let script = format!(
            "touch /etc/herma-was-here && echo wrote /etc; \
             rm -f /usr/bin/env && echo removed a program; \
             rm -rf '{outside}'; [ -e '{outside}' ] && echo sees what is outside; \
             mount -o remount,rw,bind /usr && echo mounted; \
             echo x > /proc/sysrq-trigger && echo reached the kernel; \
             [ -b /dev/vda ] || [ -b /dev/sda ] || [ -b /dev/nvme0n1 ] && echo sees a disk; \
             touch inside && echo ready",
            outside = outside.display()
        );
        let output = self.command(Path::new("/bin/sh")).arg("-c").arg(&script).output();
        let output = output.unwrap_or_else(|e| panic!("the sandbox needs `unshare` (util-linux): {e}"));
        assert_eq!(
            String::from_utf8_lossy(&output.stdout).trim(),
            "ready",
            "the sandbox does not hold, or cannot be built here: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(outside.exists());
        assert!(self.work.exists("inside"));
    }
}

fn is_root() -> bool {
    std::os::unix::fs::MetadataExt::uid(&std::fs::metadata("/proc/self").unwrap()) == 0
}
