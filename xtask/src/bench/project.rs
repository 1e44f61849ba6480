//! A small project whose files calls run: reading them is part of judging, and is timed.

use crate::failure::Failure;
use herma_core::world::{Entry, TableWorld, Tracked};
use std::fs;
use std::path::Path;

/// Calls that run files of the folder they stand in: recipes, their scripts, and modules that nobody has committed.
pub const CALLS: &[&str] = &["npm test", "make", "pytest", "python3 script.py"];

const PACKAGE: &str = r#"{
  "name": "app", "version": "1.4.0", "main": "src/index.js",
  "scripts": {
    "pretest": "npm run lint", "test": "jest --ci && npm run check", "lint": "eslint src tests",
    "check": "node scripts/check.js", "build": "tsc -p . && node scripts/copy.js", "clean": "rm -rf dist"
  },
  "devDependencies": { "eslint": "^9.0.0", "jest": "^29.0.0", "typescript": "^5.0.0" }
}
"#;

const CHECK: &str = "\
const fs = require('fs');
const path = require('path');
const root = path.join(__dirname, '..', 'src');
for (const name of fs.readdirSync(root)) {
  const text = fs.readFileSync(path.join(root, name), 'utf8');
  if (text.includes('\\t')) console.log(`${name}: tabs`);
}
";

const MAKEFILE: &str = "\
CC = gcc
OBJECTS = main.o parse.o print.o

all: app docs

app: $(OBJECTS)
\t$(CC) -o $@ $(OBJECTS)

%.o: %.c
\t$(CC) -O2 -Wall -c $<

docs:
\tmkdir -p build/docs
\tfor page in docs/*.md; do cp $$page build/docs/; done

clean:
\trm -f app $(OBJECTS)
";

const CONFTEST: &str = "\
import json
import pytest

@pytest.fixture
def settings(tmp_path):
    file = tmp_path / 'settings.json'
    file.write_text(json.dumps({'debug': True}))
    return file

def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: item.name)
";

const SCRIPT: &str = "\
import alpha
import beta
import gamma
import delta
from epsilon import total

def main():
    rows = alpha.read('data.csv')
    for row in beta.clean(rows):
        print(gamma.line(row), delta.mark(row))
    print(total(rows))

if __name__ == '__main__':
    main()
";

const MODULE: &str = "\
import csv
import os

def read(path):
    with open(os.path.join('data', path), newline='') as file:
        return list(csv.reader(file))

def clean(rows):
    return [[cell.strip() for cell in row] for row in rows if row]

def line(row):
    return ', '.join(row)

def mark(row):
    return '*' if len(row) > 3 else ' '

def total(rows):
    return sum(len(row) for row in rows)
";

const FILES: &[(&str, &str)] = &[
    ("package.json", PACKAGE),
    ("scripts/check.js", CHECK),
    ("Makefile", MAKEFILE),
    ("conftest.py", CONFTEST),
    (
        "tests/test_app.py",
        "from alpha import line\n\ndef test_line():\n    assert line(['a', 'b']) == 'a, b'\n",
    ),
    ("script.py", SCRIPT),
    ("alpha.py", MODULE),
    ("beta.py", MODULE),
    ("gamma.py", MODULE),
    ("delta.py", MODULE),
    ("epsilon.py", MODULE),
];

/// The project in a world out of a table. Git has none of it, so that all of it is read.
pub fn in_table() -> TableWorld {
    let mut world = TableWorld::developer();
    let root = world.cwd.clone().unwrap_or_default();
    for (name, text) in FILES {
        let path = format!("{root}/{name}");
        world.entries.insert(path.clone(), Entry::File { size: text.len() as u64, executable: false });
        world.tracked.insert(path.clone(), Tracked::Untracked);
        world.files.insert(path, text.as_bytes().to_vec());
    }
    world
}

/// The project on this disk, in a repository without a commit.
pub fn on_disk(root: &Path) -> Result<(), Failure> {
    for (name, text) in FILES.iter().copied().chain([(".git/HEAD", "ref: refs/heads/main\n")]) {
        let path = root.join(name);
        let folder = path.parent().unwrap_or(root);
        fs::create_dir_all(folder).map_err(Failure::of(folder.display()))?;
        fs::write(&path, text).map_err(Failure::of(path.display()))?;
    }
    Ok(())
}
