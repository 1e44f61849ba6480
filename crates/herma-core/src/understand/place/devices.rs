//! `/dev`: disks, terminals, and what a person can be watched through.

use super::PlaceKind;
use super::lists::WATCHING_DEVICES;
use crate::understand::glob;

pub(super) fn device(path: &str) -> Option<PlaceKind> {
    let rest = path.strip_prefix("/dev/")?;
    if rest == "shm" || rest.starts_with("shm/") {
        return None;
    }
    Some(disk_or_device(rest))
}

/// A camera, a microphone, a keyboard, a screen: reading it is watching a person.
pub(in crate::understand) fn is_watching_device(path: &str) -> bool {
    path.strip_prefix("/dev/").is_some_and(|rest| glob::fits_any(WATCHING_DEVICES, rest))
}

pub(super) fn disk_or_device(rest: &str) -> PlaceKind {
    const NULL: &[&str] = &[
        "null", "zero", "full", "stdin", "stdout", "stderr", "tty", "pts*", "fd", "fd/*", "random",
        "urandom", "ptmx", "console", "dri*", "kvm", "fuse",
    ];
    const DISK: &[&str] = &[
        "sd*", "nvme*", "hd*", "vd*", "xvd*", "mmcblk*", "disk*", "rdisk*", "mapper*", "md*", "dm-*", "mem",
        "kmem", "port", "sr*", "loop*", "zd*", "nbd*", "root", "block*",
    ];
    if rest.starts_with("tcp/") || rest.starts_with("udp/") {
        return PlaceKind::Socket;
    }
    if glob::fits_any(NULL, rest) {
        return PlaceKind::Null;
    }
    if glob::fits_any(DISK, rest) { PlaceKind::Disk } else { PlaceKind::Device }
}
