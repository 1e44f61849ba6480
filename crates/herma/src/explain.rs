//! `herma explain`: a verdict for a person.

use crate::check::{Arguments, load_policy, preview, usage};
use crate::style::Style;
use crate::world::RealWorld;
use herma_core::effect::{Effect, Span, Tier};
use herma_core::shell::syntax::Script;
use herma_core::text::shown;
use herma_core::verdict::Ruled;
use herma_core::{Decision, Verdict, rules_of_effects, shell};
use herma_view::request::marks_of;
use herma_view::visible::merged;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;

pub const HELP: &str = "\
usage: herma explain [--cwd DIR] [--said TEXT] COMMAND
       herma explain [--cwd DIR] [--said TEXT] --tool NAME --args JSON

Shows what a call would do: the parts that matter underlined, each part of a compound command with its own
verdict and the rule of your policy that speaks of it, the factors behind the score, which entry said so, and what to do
instead. With --said, which words of a person's last message count as signs of a crisis. Runs nothing.

exit: as `herma check` (0 allow, 10 ask, 20 deny)
";

/// Reasons shown at most, unless more of them are reasons to ask; the rest is counted.
const MAX_REASONS: usize = 12;

pub fn main(args: &[std::ffi::OsString]) -> ExitCode {
    let arguments = match Arguments::parse(args, HELP) {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    let policy = match load_policy(&arguments) {
        Ok(policy) => policy,
        Err(code) => return code,
    };
    let call = match arguments.call() {
        Ok(call) => call,
        Err(message) => return usage(&message),
    };
    let in_force = policy.for_call(&call);
    in_force.complain();
    let plain = in_force.judge(&call, &RealWorld);
    let verdict = preview(&arguments, &in_force, &call, plain);
    let text = call.args.get("command").and_then(|c| c.as_str());
    let rules = match in_force.policy().rules.is_empty() {
        true => Vec::new(),
        false => rules_of_effects(&call, &RealWorld, in_force.policy()),
    };
    let mut page = page(&verdict, &rules, text, Style::of_stdout());
    if let Some(words) = &call.conversation.last_message {
        page.push_str(&reading(words));
    }
    if std::io::stdout().lock().write_all(page.as_bytes()).is_err() {
        return ExitCode::FAILURE;
    }
    ExitCode::from(verdict.exit_code())
}

/// What was read in a person's message: the band, and the words that counted.
fn reading(words: &str) -> String {
    let reading = herma_core::crisis::read(words);
    let gates = if reading.band.gates() { "a human before anything is sent" } else { "no gate" };
    let mut out =
        format!("\nthe person's words: {} ({:.2}), {gates}\n", reading.band.as_str(), reading.score);
    for word in &reading.words {
        let piece = words.get(word.span.clone()).unwrap_or_default();
        let _ = writeln!(out, "  {:+.2}  {:<10} {}", word.weight, word.sign, shown(piece));
    }
    if !reading.words.is_empty() {
        // What is elsewhere, or about software, counts less than its weight: these are what was added.
        let (signs, tone) = reading.sums;
        let _ = writeln!(out, "  together: signs {signs:+.2}, tone {tone:+.2}");
    }
    if reading.plain {
        let _ = writeln!(out, "  a plain sentence stands, whatever else is said");
    }
    out
}

/// Two lines, as `herma check` without `--json` prints them.
pub fn short(verdict: &Verdict) -> String {
    let style = Style::of_stdout();
    let a = &verdict.assessment;
    let reason = verdict.reason();
    let others = a.effects.iter().filter(|e| e.asks() && e.text != reason).count();
    let more = match verdict.decision {
        Decision::Ask | Decision::Deny if others > 0 => format!(" and {others} more"),
        Decision::Allow | Decision::Ask | Decision::Deny => String::new(),
    };
    let mut out = format!(
        "{}  {}{more} ({}, risk {:.2}, confidence {:.2})",
        decision(verdict, style),
        shown(&reason),
        a.tier,
        a.risk,
        a.confidence
    );
    if let Some(instead) =
        a.effects.first().and_then(|e| e.instead.as_ref()).filter(|_| verdict.decision != Decision::Allow)
    {
        let _ = write!(out, "\n      instead: {}", shown(instead));
    }
    out
}

fn decision(verdict: &Verdict, style: Style) -> String {
    let word = verdict.decision.as_str();
    match verdict.decision {
        Decision::Allow => style.green(word),
        Decision::Ask => style.yellow(word),
        Decision::Deny => style.red(word),
    }
}

/// Each effect by itself, with the rule that speaks of it and what that says. Empty without rules.
type Rules = [(Effect, Option<(Ruled, Decision)>)];

fn page(verdict: &Verdict, rules: &Rules, command: Option<&str>, style: Style) -> String {
    let a = &verdict.assessment;
    let mut out = String::new();
    if let Some(command) = command {
        underline(&mut out, command, &merged(&marks_of(verdict)), style);
        let unmarked: u32 = a.effects.iter().filter(|e| e.asks()).map(|e| e.repeats.unmarked).sum();
        if unmarked > 0 {
            let _ = writeln!(out, "  ({unmarked} more places are not underlined)");
        }
        out.push('\n');
    }
    let hard = if verdict.hardline { ", and nobody can lift it" } else { "" };
    let _ = writeln!(
        out,
        "{}{hard}: tier {}, class {}, risk {:.2}, confidence {:.2} (decided by {})\n",
        style.bold(&decision(verdict, style)),
        a.tier,
        a.class,
        a.risk,
        a.confidence,
        verdict.decided_by
    );
    if let Some(rule) = &verdict.rule {
        let mut level =
            if verdict.level > 0 { format!(", answered at level {}", verdict.level) } else { String::new() };
        if verdict.quorum > 1 {
            level.push_str(&format!(", by {} people", verdict.quorum));
        }
        if !verdict.self_approval {
            level.push_str(", not by whoever runs the agent");
        }
        let time = if verdict.every_time { ", every time" } else { "" };
        let human = if verdict.human { ", by a human" } else { "" };
        let _ = writeln!(
            out,
            "rule\n  {} ({} policy{time}{human}{level})\n",
            shown(&rule.text()),
            rule.layer.as_str()
        );
    }
    if let Some(command) = command {
        parts(&mut out, verdict, rules, command, style);
    }
    out.push_str("why\n");
    // Whatever is a reason to ask is listed; of the rest as much as fits.
    let reasons = a.effects.iter().enumerate();
    let (listed, left): (Vec<_>, Vec<_>) = reasons.partition(|(at, e)| *at < MAX_REASONS || e.asks());
    for (_, effect) in listed {
        let _ = writeln!(
            out,
            "  {:<9} {}  {}",
            effect.floor.as_str(),
            shown(&effect.text),
            style.dim(&format!("[{}]", effect.rule))
        );
    }
    let more = a.more + left.iter().map(|(_, effect)| effect.count()).sum::<u32>();
    if more > 0 {
        let _ = writeln!(out, "  and {more} more that need no approval");
    }
    if a.effects.is_empty() {
        out.push_str("  nothing in it touches anything\n");
    }
    out.push_str("\nfactors\n");
    let f = &a.factors;
    for (name, value, what) in [
        ("class", f.class, "what kind of side effect"),
        ("target", f.target, "how sensitive its target is"),
        ("reversibility", f.reversibility, "how hard it is to undo"),
        ("human impact", f.human_impact, "what it means for people"),
        ("certainty", f.certainty, "how sure this reading is"),
    ] {
        let bar = "#".repeat((value.clamp(0.0, 1.0) * 20.0).round() as usize);
        let _ = writeln!(out, "  {name:<14} {value:.2}  {bar:<20}  {}", style.dim(what));
    }
    let instead: Vec<&Effect> =
        a.effects.iter().filter(|e| e.floor >= Tier::Medium && e.instead.is_some()).collect();
    if let Some(text) = instead.first().and_then(|e| e.instead.as_ref()) {
        let _ = writeln!(out, "\ninstead\n  {}", shown(text));
    }
    out
}

/// The command with its offending parts underlined, line by line. The marks are in order, and apart from each other.
fn underline(out: &mut String, command: &str, marks: &[Span], style: Style) {
    let mut offset = 0usize;
    for line in command.split_inclusive('\n') {
        let mut text = String::new();
        let mut under = String::new();
        let mut marked = false;
        for (at, c) in line.trim_end_matches('\n').char_indices() {
            let at = u32::try_from(offset + at).unwrap_or(u32::MAX);
            let before = marks.partition_point(|mark| mark.start <= at);
            let hit = before.checked_sub(1).and_then(|i| marks.get(i)).is_some_and(|mark| at < mark.end);
            let piece = if c == '\t' { "    ".to_owned() } else { shown(&c.to_string()) };
            under.push_str(&(if hit { "^" } else { " " }).repeat(piece.chars().count()));
            text.push_str(&piece);
            marked |= hit;
        }
        let _ = writeln!(out, "  {text}");
        if marked {
            let _ = writeln!(out, "  {}", style.red(under.trim_end()));
        }
        offset += line.len();
    }
}

/// Each part of a compound command with a verdict of its own.
fn parts(out: &mut String, verdict: &Verdict, rules: &Rules, command: &str, style: Style) {
    let Ok(script) = shell::parse(command) else { return };
    let spans = pipelines(&script);
    if spans.len() < 2 {
        return;
    }
    out.push_str("parts\n");
    for span in spans {
        let within = |e: &Effect| e.spans().any(|s| span.start <= s.start && s.end <= span.end);
        let inside: Vec<(&Effect, Option<&(Ruled, Decision)>)> = match rules {
            [] => verdict.assessment.each().filter(|e| within(e)).map(|e| (e, None)).collect(),
            rules => rules.iter().filter(|(e, _)| within(e)).map(|(e, rule)| (e, rule.as_ref())).collect(),
        };
        let worst = inside.iter().map(|(e, _)| e.floor).max().unwrap_or(Tier::Safe);
        let (decision, by) = part_verdict(&inside, worst);
        let word = match decision {
            Decision::Deny => style.red("deny "),
            Decision::Ask => style.yellow("ask  "),
            Decision::Allow => style.green("allow"),
        };
        let by =
            if rules.is_empty() { String::new() } else { format!("  {}", style.dim(&format!("[{by}]"))) };
        let text = command.get(span.start as usize..span.end as usize).unwrap_or("");
        let first = shown(text.lines().next().unwrap_or(""));
        let more = if text.lines().count() > 1 { " …" } else { "" };
        let _ = writeln!(out, "  {word} {:<9} {first}{more}{by}", worst.as_str());
    }
    out.push('\n');
}

/// What would be decided about a part by itself, and by what: the lines of section 5, over its effects alone.
fn part_verdict(inside: &[(&Effect, Option<&(Ruled, Decision)>)], worst: Tier) -> (Decision, String) {
    let says = |wanted: Decision| {
        let mut rules = inside.iter().filter_map(|(_, rule)| *rule).filter(|(_, says)| *says == wanted);
        rules.next().map(|(rule, _)| format!("policy:{}", shown(&rule.name)))
    };
    if inside.iter().any(|(e, _)| e.hardline) {
        return (Decision::Deny, "hardline".to_owned());
    }
    if let Some(rule) = says(Decision::Deny) {
        return (Decision::Deny, rule);
    }
    if let Some(rule) = says(Decision::Ask) {
        return (Decision::Ask, rule);
    }
    let mut asked = inside.iter().filter(|(e, _)| e.floor >= Tier::Medium || e.certainty < 0.5).peekable();
    if asked.peek().is_none() && worst < Tier::Medium {
        return (Decision::Allow, "tier".to_owned());
    }
    match (asked.all(|(_, rule)| rule.is_some()), says(Decision::Allow)) {
        (true, Some(rule)) => (Decision::Allow, rule),
        (_, _) => (Decision::Ask, "tier".to_owned()),
    }
}

fn pipelines(script: &Script) -> Vec<Span> {
    script
        .items
        .iter()
        .flat_map(|i| std::iter::once(i.first.span).chain(i.rest.iter().map(|(_, p)| p.span)))
        .collect()
}
