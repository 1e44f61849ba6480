//! Says where the build puts the binary under test, and where its scratch folders may lie. Cargo tells only the tests of the
//! binary's own package.

use std::path::PathBuf;

fn main() {
    // target/PROFILE/build/herma-tests-HASH/out
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    let folder = |above: usize| out.ancestors().nth(above).unwrap_or(&out).display().to_string();
    println!("cargo::rustc-env=HERMA_BUILT={}/herma", folder(3));
    println!("cargo::rustc-env=HERMA_SCRATCH={}/tmp", folder(4));
    println!("cargo::rerun-if-changed=build.rs");
}
