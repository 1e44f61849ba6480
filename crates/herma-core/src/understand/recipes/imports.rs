//! Modules that code imports, followed into files that git does not have unchanged.

use super::table::How;
use super::{Gate, join, parent, text};
use crate::effect::Span;
use crate::knowledge::{Lang, RunPlace};
use crate::understand::state::Var;
use crate::understand::walk::Walker;

/// Modules inside each other that are followed.
const MAX_NESTED: usize = 4;

impl Walker<'_> {
    /// The modules of a text of code: beside the file that it is in, in the folder it runs in, and where a variable says.
    pub(in crate::understand) fn follow_imports(&mut self, lang: Lang, code: &str, span: Span) {
        let endings: &[&str] = match lang {
            Lang::Python => &[".py", "/__init__.py"],
            Lang::JavaScript => &["", ".js", ".ts", ".mjs", ".cjs", "/index.js"],
            Lang::Ruby => &[".rb"],
            Lang::Lua => &[".lua"],
            Lang::Perl => &[".pm", ""],
            Lang::Php => &[""],
            _ => return,
        };
        if self.speculating || self.run_place != RunPlace::Here || self.files.recipes.len() >= MAX_NESTED {
            return;
        }
        let names = text::imports(lang, code);
        if names.is_empty() {
            return;
        }
        let mut folders: Vec<String> = Vec::new();
        folders.extend(self.files.innermost().map(|path| parent(path).to_owned()));
        if matches!(lang, Lang::Python | Lang::Lua) || folders.is_empty() {
            folders.extend(self.cwd());
        }
        let listed = match lang {
            Lang::Python => Some("PYTHONPATH"),
            Lang::Perl => Some("PERL5LIB"),
            Lang::Ruby => Some("RUBYLIB"),
            _ => None,
        };
        if let Some([Var::Scalar(value)]) = listed.and_then(|name| self.state.get(name))
            && let (Some(list), Some(cwd)) = (value.known(), self.cwd())
        {
            folders.extend(list.split(':').filter(|f| !f.is_empty()).take(4).map(|f| join(&cwd, f)));
        }
        for added in text::import_folders(lang, code) {
            let places: Vec<String> = folders.iter().map(|folder| join(folder, &added)).collect();
            folders.extend(places.into_iter().take(2));
        }
        folders.dedup();
        for name in names {
            for folder in &folders {
                let found =
                    endings.iter().map(|e| join(folder, &format!("{name}{e}"))).find(|p| self.is_there(p));
                if let Some(path) = found {
                    self.recipe_file(&path, How::Code(lang), Gate::Changed, false, span);
                    break;
                }
            }
        }
    }
}
