//! `herma reviewer test`: puts a harmless question to each provider, and says what came back.

use crate::check::usage as wrong;
use crate::effective_policy;
use crate::options::{PLAIN, Typed};
use crate::paths::Paths;
use herma_core::policy::ReviewerSettings;
use herma_core::text::shown;
use herma_engine::reviewer::memory::Kept;
use herma_engine::reviewer::{ask, usage};
use herma_reviewer::{Case, Review};
use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Instant;

pub const HELP: &str = "\
usage: herma reviewer test [--home DIR]

Puts one harmless question to each provider of `[reviewer]` in policy.toml, and says what each answered, how long it took and
what it cost. One that failed lately is asked all the same. In mode `smart` the reviewer may clear what is mild; everything else is a person's.
With `look = \"changes\"` in `[reviewer]` it is also shown what would run and changes something, and may have that asked about.

exit: 0 each gave an opinion, 1 one failed or none is set up, 2 usage
";

pub fn main(args: &[OsString]) -> ExitCode {
    let typed = match Typed::read(args, &PLAIN) {
        Ok(typed) if typed.help => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Ok(typed) => typed,
        Err(message) => return wrong(&message),
    };
    if typed.words != ["test"] {
        return wrong("`herma reviewer test`; --help says more");
    }
    let paths = match Paths::resolve(typed.home.as_deref()) {
        Ok(paths) => paths,
        Err(error) => {
            eprintln!("herma: {}", shown(&error.to_string()));
            return ExitCode::FAILURE;
        }
    };
    let state = effective_policy::load(&paths);
    state.base().complain();
    test(&paths, &state.base().policy().reviewer)
}

fn test(paths: &Paths, settings: &ReviewerSettings) -> ExitCode {
    if settings.providers.is_empty() {
        eprintln!(
            "herma: no reviewer is set up; `[[reviewer.provider]]` in policy.toml names one (docs/reviewer.md)"
        );
        return ExitCode::FAILURE;
    }
    let case = Case {
        tool: "Bash".to_owned(),
        call: "curl -X POST https://api.example.com/v1/echo -d hello".to_owned(),
        effects: vec!["sends a request to `api.example.com`".to_owned()],
        tier: "medium".to_owned(),
        class: "external".to_owned(),
        cwd: "/tmp".to_owned(),
        agent: "herma".to_owned(),
    };
    let mut well = true;
    for provider in &settings.providers {
        // Each for itself: the one before must not answer for it.
        let alone = ReviewerSettings { providers: vec![provider.clone()], ..settings.clone() };
        let started = Instant::now();
        let mut memory = Kept::open(paths);
        memory.forget(&provider.name);
        let reviewed = ask(&alone, &case, &mut memory);
        usage::note(paths, &reviewed.usage);
        let took = started.elapsed().as_millis();
        let tokens: u64 = reviewed.usage.iter().map(|one| one.input + one.output).sum();
        let said = match &reviewed.review {
            Review::Opinion(opinion) => format!("{}: {}", opinion.answer.as_str(), opinion.reason),
            Review::Failed(fails) => {
                well = false;
                fails.last().map_or("failed, and does not say how".to_owned(), |fail| {
                    format!("failed, {}: {}", fail.kind.as_str(), fail.text)
                })
            }
        };
        println!("{:<16} {took:>5} ms  {tokens:>5} tokens  {}", shown(&provider.name), shown(&said));
    }
    if well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
