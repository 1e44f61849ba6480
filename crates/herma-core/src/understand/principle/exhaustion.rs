//! Taking all there is: fork bombs, endless output, disks filled.

use crate::effect::{Kind, Reach, Span, Tier, Undo};
use crate::shell::syntax::{Command, Compound, Item, Script, Segment, Simple};
use crate::understand::field::{Field, Part, Source, Value};
use crate::understand::walk::Walker;

impl Walker<'_> {
    pub(in crate::understand) fn fork_bomb(&mut self, span: Span, name: &str) {
        let shown = crate::text::shown(name);
        self.hardline(
            Kind::Exhaust,
            span,
            "shell/fork-bomb",
            &format!("`{shown}` starts itself twice over, without end: a fork bomb"),
        );
    }

    /// The address of a pool that pays for computing: somebody's machine is to earn money.
    pub(super) fn mines(&mut self, fields: &[Field]) {
        let names_one = |text: &str| text.contains('+') && text.contains("stratum+");
        let pool = fields.iter().skip(1).find(|f| names_one(f.value.prefix()));
        if let Some(span) = pool.map(|f| f.span) {
            self.exhausts(span, "mines for somebody else");
        }
    }

    /// Output without an end goes into a file, or nowhere.
    pub(in crate::understand) fn endless_output(&mut self, out: &Value, span: Span) {
        let [Part::Unknown(source)] = out.parts.as_slice() else { return };
        let endless = match source {
            Source::Output(program) => program == "yes",
            Source::File(path) => matches!(path.as_str(), "/dev/zero" | "/dev/urandom" | "/dev/random"),
            _ => false,
        };
        if endless {
            self.exhausts(span, "writes without end");
        }
    }

    /// `while true; do something & done`: processes without end.
    pub(in crate::understand) fn endless_start(&mut self, test: &Script, body: &Script) {
        if is_always(test) && self.in_background && body.items.iter().all(does_nothing) {
            self.exhausts(self.span, "keeps a processor busy without end");
        }
        if is_always(test) && body.items.iter().any(|i| i.background) && !waits(body) {
            self.exhausts(self.span, "starts processes without end");
        }
    }

    pub(in crate::understand) fn exhausts(&mut self, span: Span, text: &str) {
        self.effect(
            Kind::Exhaust,
            None,
            span,
            "principle/exhaustion",
            text,
            Tier::High,
            Reach::System,
            Undo::Hard,
        );
    }
}

/// Whether a function's body starts the function itself in a pipe or in the background.
pub(in crate::understand) fn calls_itself_twice(name: &str, body: &Command) -> bool {
    let calls = |command: &Command| matches!(command, Command::Simple(s) if first_word(s) == Some(name));
    let Command::Compound { kind: Compound::Group(script) | Compound::Subshell(script), .. } = body else {
        return false;
    };
    script.items.iter().any(|item| {
        let pipelines = std::iter::once(&item.first).chain(item.rest.iter().map(|(_, p)| p));
        let mut count = 0;
        let mut piped = false;
        for pipeline in pipelines {
            let here = pipeline.commands.iter().filter(|c| calls(c)).count();
            count += here;
            piped |= here > 0 && pipeline.commands.len() > 1;
        }
        count > 0 && (piped || item.background)
    })
}

fn does_nothing(item: &Item) -> bool {
    item.rest.is_empty()
        && item
            .first
            .commands
            .iter()
            .all(|c| matches!(c, Command::Simple(s) if matches!(first_word(s), Some(":" | "true"))))
}

/// Code that forks in a loop without end, in any of its languages.
pub(in crate::understand) fn forks_without_end(code: &str) -> bool {
    const ALWAYS: &[&str] = &[
        "while 1",
        "while True",
        "while(1)",
        "while (1)",
        "while true",
        "for(;;)",
        "for (;;)",
        "loop {",
        "loop do",
        "fork while",
    ];
    code.contains("fork")
        && !code.contains("sleep")
        && !code.contains("wait")
        && ALWAYS.iter().any(|a| code.contains(a))
}

fn first_word(simple: &Simple) -> Option<&str> {
    match simple.words.first()?.segments.as_slice() {
        [Segment::Text(text)] => Some(text),
        _ => None,
    }
}

fn is_always(test: &Script) -> bool {
    let [item] = test.items.as_slice() else { return false };
    match item.first.commands.as_slice() {
        [Command::Simple(simple)] => matches!(first_word(simple), Some("true" | ":")),
        _ => false,
    }
}

/// Something in the body takes its time.
fn waits(body: &Script) -> bool {
    body.items.iter().filter(|item| !item.background).any(|item| {
        std::iter::once(&item.first).chain(item.rest.iter().map(|(_, p)| p)).flat_map(|p| &p.commands).any(
            |c| match c {
                Command::Simple(s) => {
                    matches!(first_word(s), Some("sleep" | "wait" | "read" | "break" | "inotifywait" | "nc"))
                }
                _ => true,
            },
        )
    })
}
