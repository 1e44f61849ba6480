//! The name of every simple command, in the order of the text, as two parsers see it: the first word as it is
//! written, or nothing where a command only assigns or redirects. Substitutions are left out: brush-parser keeps
//! them as raw strings.

use brush_parser::ast;
use herma_core::shell::syntax::{self, Compound, Script};

pub fn ours(script: &Script, text: &str) -> Vec<String> {
    let mut names = Vec::new();
    our_script(script, text, &mut names);
    names
}

fn our_script(script: &Script, text: &str, names: &mut Vec<String>) {
    for item in &script.items {
        for pipeline in std::iter::once(&item.first).chain(item.rest.iter().map(|(_, pipeline)| pipeline)) {
            for command in &pipeline.commands {
                our_command(command, text, names);
            }
        }
    }
}

fn our_command(command: &syntax::Command, text: &str, names: &mut Vec<String>) {
    match command {
        syntax::Command::Simple(simple) => names.push(simple.words.first().map_or(String::new(), |word| {
            let span = word.span.start as usize..word.span.end as usize;
            // A line goes on behind a backslash; brush-parser drops both already here.
            text.get(span).unwrap_or("<bad span>").replace("\\\n", "")
        })),
        syntax::Command::Function { body, .. } => our_command(body, text, names),
        syntax::Command::Compound { kind, .. } => match kind {
            Compound::Group(script) | Compound::Subshell(script) => our_script(script, text, names),
            Compound::If { branches, otherwise } => {
                for (test, body) in branches {
                    our_script(test, text, names);
                    our_script(body, text, names);
                }
                otherwise.iter().for_each(|body| our_script(body, text, names));
            }
            Compound::For { body, .. } | Compound::ArithFor { body, .. } => our_script(body, text, names),
            Compound::While { test, body } => {
                our_script(test, text, names);
                our_script(body, text, names);
            }
            Compound::Case { arms, .. } => arms.iter().for_each(|(_, body)| our_script(body, text, names)),
            Compound::Arith(_) | Compound::Test(_) => {}
            Compound::Coproc(body) => our_command(body, text, names),
        },
    }
}

/// `None`: it does not take the text.
pub fn brush(text: &str) -> Option<Vec<String>> {
    let tokens = brush_parser::tokenize_str(text).ok()?;
    let program = brush_parser::parse_tokens(&tokens, &brush_parser::ParserOptions::default()).ok()?;
    let mut names = Vec::new();
    for list in &program.complete_commands {
        their_list(list, &mut names);
    }
    Some(names)
}

fn their_list(list: &ast::CompoundList, names: &mut Vec<String>) {
    for ast::CompoundListItem(and_or, _) in &list.0 {
        for (_, pipeline) in and_or {
            pipeline.seq.iter().for_each(|command| their_command(command, names));
        }
    }
}

fn their_command(command: &ast::Command, names: &mut Vec<String>) {
    match command {
        ast::Command::Simple(simple) => {
            names.push(simple.word_or_name.as_ref().map_or(String::new(), |word| word.value.clone()));
        }
        ast::Command::Compound(compound, _) => their_compound(compound, names),
        ast::Command::Function(function) => their_compound(&function.body.0, names),
        ast::Command::ExtendedTest(..) => {}
    }
}

fn their_compound(compound: &ast::CompoundCommand, names: &mut Vec<String>) {
    use ast::CompoundCommand as C;
    match compound {
        C::Arithmetic(_) => {}
        C::ArithmeticForClause(clause) => their_list(&clause.body.list, names),
        C::BraceGroup(group) => their_list(&group.list, names),
        C::Subshell(subshell) => their_list(&subshell.list, names),
        C::ForClause(clause) => their_list(&clause.body.list, names),
        C::CaseClause(clause) => {
            clause.cases.iter().filter_map(|case| case.cmd.as_ref()).for_each(|body| their_list(body, names));
        }
        C::IfClause(clause) => {
            their_list(&clause.condition, names);
            their_list(&clause.then, names);
            for branch in clause.elses.iter().flatten() {
                branch.condition.iter().for_each(|test| their_list(test, names));
                their_list(&branch.body, names);
            }
        }
        C::WhileClause(clause) | C::UntilClause(clause) => {
            their_list(&clause.0, names);
            their_list(&clause.1.list, names);
        }
        C::Coprocess(coprocess) => their_command(&coprocess.body, names),
    }
}
