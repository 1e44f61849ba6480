//! The body of the panel: everything that a person must have seen, as one document.
//!
//! Deletions stand first (T12). The agent's own words stand apart, behind the command, with a bar of their own (T01).
//! Each row knows its place in the document, so that what was shown can be told (T02).

use super::line::{Line, wrap};
use super::panel::Screen;
use super::request::{Request, SHOWN_MAX};
use super::visible::{Atom, Look, Visible, visible, visible_line};

/// What stands before a sentence: on a screen, and spoken.
const LOSS: (&str, &str) = (" ✗ ", "loss: ");
const OTHER: (&str, &str) = (" • ", "");
const WARNING: (&str, &str) = (" ! ", "warning: ");

/// Which part of the request a row belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    Who,
    Deletions,
    Sentences,
    Warnings,
    Command,
    Narration,
    Instead,
    Digits,
}

/// A row, and its place in the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BodyLine {
    pub line: Line,
    pub section: Section,
    pub from: usize,
    pub to: usize,
}

/// A request made visible once; rows are made for each size.
#[derive(Debug, Clone)]
pub struct Document {
    blocks: Vec<Block>,
}

#[derive(Debug, Clone)]
struct Block {
    section: Section,
    heading: Option<(String, Look)>,
    atoms: Vec<Atom>,
    /// Before the first row of each line, and before those that only continue it.
    first: &'static str,
    next: &'static str,
    /// The same in a word, where nobody sees it.
    spoken: &'static str,
    bar: Look,
    look: Look,
    /// An empty row before it, where there is room.
    apart: bool,
}

impl Block {
    fn new(section: Section, shown: Visible, look: Look) -> Block {
        let atoms = shown.atoms;
        Block {
            section,
            heading: None,
            atoms,
            first: " ",
            next: " ",
            spoken: "",
            bar: look,
            look,
            apart: false,
        }
    }

    fn item(
        section: Section,
        text: &str,
        (first, spoken): (&'static str, &'static str),
        look: Look,
    ) -> Block {
        Block { first, next: "   ", spoken, ..Block::new(section, visible_line(text), look) }
    }
}

impl Document {
    pub fn new(request: &Request) -> Document {
        let command = command(request);
        let narration = request.narration.as_ref().map(|text| visible(head(text.as_bytes()), &[]));
        let mut warnings = command.warnings.clone();
        narration.iter().for_each(|n| warnings.add(&n.warnings));
        let told = request.sentences.iter().map(|s| &s.text);
        let names = [&request.agent, &request.tool, &request.cwd].into_iter().chain(&request.session);
        for text in
            told.chain(names).chain(&request.instead).chain(&request.for_session).chain(&request.always)
        {
            warnings.add(&visible_line(text).warnings);
        }

        let mut blocks = vec![who(request)];
        sentences(&mut blocks, request);
        for text in warnings.sentences() {
            blocks.push(Block::item(Section::Warnings, &text, WARNING, Look::Warn));
        }
        if let Some(words) = request.narration.as_deref().and_then(herma_view::pressure::found) {
            let text = format!("the agent presses for a yes: \u{201c}{words}\u{201d}");
            blocks.push(Block::item(Section::Warnings, &text, WARNING, Look::Warn));
        }
        for text in &request.wants {
            blocks.push(Block::item(Section::Warnings, text, WARNING, Look::Warn));
        }
        if !request.can_be_shown() {
            let text = "too long for a terminal: here it can only be denied";
            blocks.push(Block::item(Section::Warnings, text, WARNING, Look::Danger));
        }
        if let Some(first) = blocks.iter_mut().find(|b| b.section == Section::Warnings) {
            first.apart = true;
        }
        blocks.push(Block {
            heading: Some(("the whole command".to_owned(), Look::Faint)),
            first: " │ ",
            next: " ┆ ",
            spoken: "| ",
            bar: Look::Faint,
            apart: true,
            ..Block::new(Section::Command, command, Look::Plain)
        });
        if let Some(narration) = narration {
            blocks.push(Block {
                heading: Some(("in the agent's own words, which nobody checked".to_owned(), Look::Faint)),
                first: " » ",
                next: " » ",
                spoken: "agent: ",
                bar: Look::Faint,
                apart: true,
                ..Block::new(Section::Narration, narration, Look::Faint)
            });
        }
        if let Some(instead) = &request.instead {
            let text = format!("instead: {instead}");
            blocks
                .push(Block { apart: true, ..Block::new(Section::Instead, visible_line(&text), Look::Good) });
        }
        if request.needs_digits() {
            let text = format!("digits to approve it: {}", request.digits.text());
            blocks.push(Block {
                apart: true,
                ..Block::new(Section::Digits, visible_line(&text), Look::Strong)
            });
        }
        Document { blocks }
    }

    /// The rows for this screen.
    pub fn lines(&self, screen: Screen, spaced: bool) -> Vec<BodyLine> {
        let mut rows = Rows { out: Vec::new(), place: 0, screen };
        for block in &self.blocks {
            rows.block(block, spaced);
        }
        rows.out
    }

    /// One text a line, for a reader who listens: nothing is wrapped, and words stand for signs.
    pub fn spoken(&self) -> Vec<String> {
        let mut out = Vec::new();
        for block in &self.blocks {
            out.extend(block.heading.iter().map(|(text, _)| format!("{text}:")));
            for line in block.atoms.split_inclusive(|atom| atom.breaks) {
                let text: String = line.iter().map(|atom| atom.text.as_ref()).collect();
                out.push(format!("{}{text}", block.spoken));
            }
            if block.section == Section::Command {
                out.extend(self.marked().iter().map(|text| format!("this matters in it: {text}")));
            }
        }
        out
    }

    /// Where the request ends, in atoms.
    pub fn end(&self) -> usize {
        self.blocks.iter().map(|block| block.atoms.len()).sum()
    }

    /// The parts that matter, for a reader who does not see what is underlined.
    fn marked(&self) -> Vec<String> {
        let command = self.blocks.iter().filter(|b| b.section == Section::Command);
        let atoms: Vec<&Atom> = command.flat_map(|b| &b.atoms).collect();
        atoms
            .chunk_by(|a, b| a.marked == b.marked)
            .filter(|chunk| chunk.first().is_some_and(|a| a.marked))
            .map(|chunk| chunk.iter().map(|a| if a.breaks { " " } else { a.text.as_ref() }).collect())
            .collect()
    }
}

fn who(request: &Request) -> Block {
    let mut text = request.agent.clone();
    if let Some(session) = &request.session {
        text.push_str(&format!(" (session {session})"));
    }
    text.push_str(&format!(" wants to use {} in {}", request.tool, request.cwd));
    Block::new(Section::Who, visible_line(&text), Look::Plain)
}

fn sentences(blocks: &mut Vec<Block>, request: &Request) {
    let start = blocks.len();
    let (lost, other): (Vec<_>, Vec<_>) = request.sentences.iter().partition(|s| s.deletes);
    for sentence in lost {
        blocks.push(Block::item(Section::Deletions, &sentence.text, LOSS, Look::Danger));
    }
    for sentence in other {
        blocks.push(Block::item(Section::Sentences, &sentence.text, OTHER, Look::Plain));
    }
    if let Some(first) = blocks.get_mut(start) {
        first.apart = true;
    }
}

/// The command, or what of it can be shown where it is too long.
fn command(request: &Request) -> Visible {
    let bytes = &request.command.bytes;
    if request.can_be_shown() {
        return visible(bytes, &request.command.marks);
    }
    let half = SHOWN_MAX / 2;
    let Some(cut) = bytes.len().checked_sub(2 * half) else {
        return visible(bytes, &request.command.marks);
    };
    let mut shown = visible(bytes.get(..half).unwrap_or_default(), &request.command.marks);
    let gap = visible(format!("\n… {cut} bytes are not shown …\n…").as_bytes(), &[]);
    let tail = bytes.get(half + cut..).unwrap_or_default();
    let tail = visible(tail, &request.command.marks_from(half + cut));
    shown.atoms.extend(gap.atoms);
    shown.warnings.add(&tail.warnings);
    shown.atoms.extend(tail.atoms);
    shown
}

fn head(bytes: &[u8]) -> &[u8] {
    bytes.get(..bytes.len().min(SHOWN_MAX)).unwrap_or(bytes)
}

struct Rows {
    out: Vec<BodyLine>,
    place: usize,
    screen: Screen,
}

impl Rows {
    fn block(&mut self, block: &Block, spaced: bool) {
        if block.apart && spaced {
            self.push(block, Line::default(), 0);
        }
        if let Some((text, look)) = &block.heading {
            for line in super::panel::words(text, self.screen.columns(), *look) {
                self.push(block, line, 0);
            }
        }
        let width = self.screen.columns().saturating_sub(3);
        for row in wrap(&block.atoms, width) {
            let bar = if row.continued { block.next } else { block.first };
            let mut line = Line::of(bar, block.bar);
            for atom in row.atoms {
                line.push(&atom.text, look(atom, block));
            }
            self.push(block, line, row.atoms.len());
            self.carets(block, row.atoms);
        }
        if block.atoms.is_empty() {
            self.push(block, Line::of(&format!("{}(empty)", block.first), Look::Faint), 0);
        }
    }

    /// Without colours, what matters is underlined in a row of its own.
    fn carets(&mut self, block: &Block, atoms: &[Atom]) {
        if self.screen.colour || !atoms.iter().any(|a| a.marked) {
            return;
        }
        let under: String = atoms.iter().map(|a| if a.marked { "^" } else { " " }.repeat(a.width)).collect();
        self.push(block, Line::of(&format!("   {}", under.trim_end()), Look::Plain), 0);
    }

    fn push(&mut self, block: &Block, line: Line, atoms: usize) {
        let from = self.place;
        self.place += atoms;
        self.out.push(BodyLine { line, section: block.section, from, to: self.place });
    }
}

fn look(atom: &Atom, block: &Block) -> Look {
    match atom.look {
        Look::Plain if atom.marked => Look::Marked,
        Look::Plain => block.look,
        other => other,
    }
}
