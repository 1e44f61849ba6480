//! Both stores, one suite.

use crate::support::Scratch;
use herma_store::conformance::conformance;
use herma_store::{MemoryStore, SqliteStore};

#[test]
fn memory() {
    conformance(|| Box::new(MemoryStore::new()));
}

#[test]
fn sqlite() {
    let scratch = Scratch::new("conformance");
    let count = std::cell::Cell::new(0);
    conformance(|| {
        count.set(count.get() + 1);
        Box::new(SqliteStore::open(&scratch.path(&format!("{}/herma.db", count.get()))).unwrap())
    });
}
