//! A map from names to what they stand for. Names are short and looked up at every word, so the hash is a cheap one;
//! its seed is random, so that nobody can choose names that collide.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};

pub(super) type Names<'a, V> = HashMap<Cow<'a, str>, V, Seed>;

#[derive(Debug, Clone, Copy)]
pub(super) struct Seed(u64);

impl Default for Seed {
    fn default() -> Self {
        Seed(RandomState::new().hash_one(0u8))
    }
}

impl BuildHasher for Seed {
    type Hasher = Mix;

    fn build_hasher(&self) -> Mix {
        Mix(self.0)
    }
}

#[derive(Debug)]
pub(super) struct Mix(u64);

impl Mix {
    fn add(&mut self, word: u64) {
        // The product's upper half depends on every bit of both factors.
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15_u128;
        self.0 = (product as u64) ^ ((product >> 64) as u64);
    }
}

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0u8; 8];
            for (to, from) in word.iter_mut().zip(chunk) {
                *to = *from;
            }
            self.add(u64::from_le_bytes(word));
        }
        self.add(bytes.len() as u64);
    }

    fn write_u8(&mut self, n: u8) {
        self.0 = self.0.rotate_left(8) ^ u64::from(n);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
