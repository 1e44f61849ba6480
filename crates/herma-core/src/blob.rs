//! Reads the tables that `build/blob.rs` wrote as bytes, while this is compiled.

#![allow(clippy::indexing_slicing, clippy::cast_possible_wrap, reason = "worked out by the compiler")]

pub(crate) const fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

pub(crate) const fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

pub(crate) const fn u16s<const N: usize>(bytes: &[u8], from: usize) -> [u16; N] {
    let mut out = [0; N];
    let mut i = 0;
    while i < N {
        out[i] = u16_at(bytes, from + 2 * i);
        i += 1;
    }
    out
}

pub(crate) const fn u32s<const N: usize>(bytes: &[u8], from: usize) -> [u32; N] {
    let mut out = [0; N];
    let mut i = 0;
    while i < N {
        out[i] = u32_at(bytes, from + 4 * i);
        i += 1;
    }
    out
}

pub(crate) const fn i8s<const N: usize>(bytes: &[u8], from: usize) -> [i8; N] {
    let mut out = [0; N];
    let mut i = 0;
    while i < N {
        out[i] = bytes[from + i] as i8;
        i += 1;
    }
    out
}
