//! A raw disk as an argument of a program of which nobody says that it only looks: `anything -o /dev/sda`.

use crate::effect::{Kind, Reach, Tier, Undo};
use crate::understand::field::Field;
use crate::understand::options::rest_of;
use crate::understand::place::PlaceKind;
use crate::understand::walk::Walker;

impl Walker<'_> {
    pub(in crate::understand) fn disk_arguments(&mut self, name: &str, fields: &[Field]) {
        // They tell a disk's temperature and the like.
        if matches!(name, "hddtemp" | "nvme-cli" | "udisksctl" | "lsscsi" | "sg_inq" | "sdparm") {
            return;
        }
        for field in fields.iter().skip(1) {
            let text = field.value.prefix();
            let path = match text.find("/dev/") {
                Some(0) => field.clone(),
                Some(at) if text.get(..at).is_some_and(|head| head.ends_with('=')) => rest_of(field, at),
                _ => continue,
            };
            let placed = self.place(&path.value);
            if placed.kind != PlaceKind::Disk {
                continue;
            }
            let text = format!("hands the raw disk `{}` to `{name}`", placed.path);
            self.effect(
                Kind::WipeDisk,
                Some(placed.path),
                field.span,
                "principle/disk-argument",
                &text,
                Tier::Critical,
                Reach::System,
                Undo::None,
            );
        }
    }
}
