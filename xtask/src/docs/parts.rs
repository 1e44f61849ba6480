//! Parts of pages that are written by hand otherwise: what specs say, between two marks.

use super::AGAIN;
use crate::failure::Failure;
use crate::test::workspace_root;
use std::fs;
use std::path::PathBuf;

/// A name, and what is rendered there.
pub(super) type Part = (&'static str, fn() -> String);

/// A page, and what is rendered in it between a line `<!-- KIND:NAME -->` and a line `<!-- KIND:end -->`.
pub(super) struct Page {
    pub(super) file: &'static str,
    /// Also the folder of `knowledge/` with the specs.
    pub(super) kind: &'static str,
    pub(super) parts: &'static [Part],
}

impl Page {
    pub(super) fn write(&self) -> Result<(), Failure> {
        let (path, there) = self.read()?;
        let wanted = self.rendered(&there)?;
        if wanted != there {
            fs::write(&path, wanted).map_err(Failure::of(path.display()))?;
            println!("  {} written", self.file);
        }
        Ok(())
    }

    pub(super) fn check(&self) -> Result<(), Failure> {
        let Page { file, kind, .. } = self;
        let (_, there) = self.read()?;
        if self.rendered(&there)? != there {
            return Err(Failure::new(format!(
                "{file} does not list the {kind} of knowledge/{kind}/; {AGAIN}"
            )));
        }
        println!("  {file} lists the {kind} of knowledge/{kind}/");
        Ok(())
    }

    fn read(&self) -> Result<(PathBuf, String), Failure> {
        let path = workspace_root().join(self.file);
        let text = fs::read_to_string(&path).map_err(Failure::of(path.display()))?;
        Ok((path, text))
    }

    fn rendered(&self, page: &str) -> Result<String, Failure> {
        let Page { file, kind, .. } = self;
        let end = format!("<!-- {kind}:end -->\n");
        let mut page = page.to_owned();
        for (name, render) in self.parts {
            let begin = format!("<!-- {kind}:{name} -->\n");
            let parts =
                page.split_once(&begin).and_then(|(before, rest)| Some((before, rest.split_once(&end)?.1)));
            let (before, after) =
                parts.ok_or_else(|| Failure::new(format!("{file} has no part `{kind}:{name}`")))?;
            page = format!("{before}{begin}{}{end}{after}", render());
        }
        Ok(page)
    }
}
