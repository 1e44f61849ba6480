//! Tables of numbers as bytes, and the Rust that reads them back while it is compiled: the compiler takes bytes in as they
//! are, while a literal of a hundred thousand numbers costs it seconds.

use std::fmt::Write as _;

/// One file of bytes, and the declarations of the tables in it. `crate::blob` has the readers.
pub struct Blob {
    bytes: Vec<u8>,
    pub rust: String,
    file: &'static str,
}

impl Blob {
    /// `file` is where the bytes will lie, in the build's own folder.
    pub fn new(file: &'static str) -> Self {
        let rust = format!("const BLOB: &[u8] = include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{file}\"));\n");
        Blob { bytes: Vec::new(), rust, file }
    }

    pub fn u16s(&mut self, name: &str, values: &[u16]) {
        self.table(name, "u16", "u16s", values.len(), values.iter().flat_map(|one| one.to_le_bytes()));
    }

    pub fn u32s(&mut self, name: &str, values: &[u32]) {
        self.table(name, "u32", "u32s", values.len(), values.iter().flat_map(|one| one.to_le_bytes()));
    }

    pub fn i8s(&mut self, name: &str, values: &[i8]) {
        self.table(name, "i8", "i8s", values.len(), values.iter().flat_map(|one| one.to_le_bytes()));
    }

    /// Of any other type, read by a function beside it.
    pub fn table(
        &mut self,
        name: &str,
        kind: &str,
        reader: &str,
        count: usize,
        bytes: impl IntoIterator<Item = u8>,
    ) {
        let at = self.bytes.len();
        self.bytes.extend(bytes);
        let _ = writeln!(self.rust, "pub static {name}: [{kind}; {count}] = {reader}(BLOB, {at});");
    }

    /// The file's name with its bytes, and the declarations.
    pub fn finish(self) -> Compiled {
        Compiled { file: self.file, bytes: self.bytes, rust: self.rust }
    }
}

/// What goes into the build's own folder.
#[derive(Debug)]
pub struct Compiled {
    pub file: &'static str,
    pub bytes: Vec<u8>,
    pub rust: String,
}
