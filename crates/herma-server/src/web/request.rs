//! The whole view of one request, and its choices behind it: whoever answers has had all of it before them.

use super::{Visitor, passkeys, text};
use crate::gateway::{Gateway, now};
use crate::passkey;
use crate::who::Person;
use herma_core::grant::Width;
use herma_core::text::shown;
use herma_core::understand::is_shell;
use herma_store::{Request, Scope, ShownEffect, State as Stands};
use herma_view::remembered::{earlier, remembered};
use herma_view::request::{Choice, Request as View};
use herma_view::view::{args_of, became, command_of, draft_of, holds_a_secret, outcome, view};
use herma_view::visible::{Look, Warnings, visible, visible_line};
use maud::{Markup, html};

pub(super) fn article(
    gateway: &Gateway,
    request: &Request,
    visitor: &Visitor,
    step: Option<Scope>,
) -> Markup {
    let now = now();
    // Only what will be taken is offered.
    let widest = gateway.gate().settings().widest(request, &visitor.person.account);
    let request = &Request { widest, ..request.clone() };
    let view = view(request, remembered(request, Width::Command, None, &earlier(&*gateway.reader)));
    let open = request.open(now).is_ok();
    let votes = gateway.reader.votes(&request.id).unwrap_or_default();
    let wants = if open { gateway.gate().settings().wants(request, &votes) } else { Vec::new() };
    html! {
        article id="open" data-live=(format!("{}-{open}", request.revision)) data-open=(open) {
            h1 { (text::tier(request.tier)) " " (request.ticket) @if open { " " (text::countdown(request.expires, now)) } }
            p { b { (text::line(&request.agent)) } " (session " (text::line(&request.session)) ") " @if open { "wants" } @else { "wanted" } " to use "
                b { (text::line(&request.tool)) } " in " code { (text::line(&request.cwd)) } }
            @if !open { (over(request)) }
            (what_happens(&view, open))
            (warnings(&view))
            (whole(&view, is_shell(&request.tool)))
            (judged(request))
            (words_of_the_agent(request, &view))
            @if let Some(instead) = &view.instead { p.instead { "Instead: " (text::line(instead)) } }
            p.faint { "Asked " (text::moment(request.created)) " through " (request.surface)
                @if request.merged > 0 { ", and " (request.merged) " times again" }
                @if open { "; level " (request.stage.level) " of 4" } }
            @if !wants.is_empty() { ul.wants { @for one in &wants { li { (text::line(one)) } } } }
            @if open { (choices(gateway, request, &view, visitor, step)) }
        }
    }
}

fn over(request: &Request) -> Markup {
    html! {
        p class={ "over " (text::outcome_class(request.state)) } role="status" {
            b { (text::line(&outcome(request))) }
            @if let Some(decided) = &request.decided {
                ", " (text::moment(decided.at)) " (" (text::line(&decided.how)) ")"
                @if let Some(scope) = decided.scope { ", " (scope.as_str()) }
            }
            @if let Some(became) = became(request) { "; " (became) }
        }
        p { a.button href="/" { "Back to the inbox" } }
    }
}

/// Deletions stand first (T12).
fn what_happens(view: &View, open: bool) -> Markup {
    let (lost, other): (Vec<_>, Vec<_>) = view.sentences.iter().partition(|one| one.deletes);
    html! {
        h2 { @if open { "What will happen" } @else { "What it was about" } }
        ul.happens {
            @for one in lost { li.loss { (text::line(&one.text)) } }
            @for one in other { li { (text::line(&one.text)) } }
            @if view.sentences.is_empty() { li { "Nothing that Herma has a word for." } }
        }
    }
}

/// What a reader would not have noticed.
fn warnings(view: &View) -> Markup {
    let mut all = Warnings::default();
    all.add(&visible(&view.command.bytes, &[]).warnings);
    let names = [&view.agent, &view.tool, &view.cwd].into_iter().chain(&view.session).chain(&view.narration);
    for one in
        names.chain(&view.instead).chain(&view.always).chain(view.sentences.iter().map(|one| &one.text))
    {
        all.add(&visible_line(one).warnings);
    }
    let mut sentences = all.sentences();
    let pressure = view.narration.as_deref().and_then(herma_view::pressure::found);
    sentences.extend(pressure.map(|words| format!("the agent presses for a yes: “{words}”")));
    if !view.can_be_shown() {
        sentences.push("too long to be shown whole: here it can only be denied".to_owned());
    }
    html! { @if !sentences.is_empty() { ul.warnings { @for one in &sentences { li { (text::line(one)) } } } } }
}

fn whole(view: &View, is_command: bool) -> Markup {
    let bytes = &view.command.bytes;
    let half = herma_view::request::SHOWN_MAX / 2;
    let cut = if view.can_be_shown() { None } else { bytes.len().checked_sub(2 * half) };
    html! {
        h2 { @if is_command { "The whole command" } @else { "All of its arguments" } }
        @match cut {
            None => pre.command tabindex="0" { (text::block(bytes, &view.command.marks)) },
            Some(cut) => {
                pre.command tabindex="0" { (text::block(bytes.get(..half).unwrap_or_default(), &view.command.marks)) }
                p.trouble { (cut) " bytes are not shown" }
                pre.command tabindex="0" { (text::block(bytes.get(half + cut..).unwrap_or_default(), &view.command.marks_from(half + cut))) }
            }
        }
    }
}

/// Each part's verdict, and the factors.
fn judged(request: &Request) -> Markup {
    let command = command_of(request);
    let part = |effect: &ShownEffect| {
        let span = effect.spans.first()?;
        let text = command.get(span.start as usize..span.end as usize)?;
        (!holds_a_secret(&command)).then(|| text.to_owned())
    };
    html! {
        details {
            summary { "How it was judged: risk " (percent(request.risk)) ", sure " (percent(request.confidence)) ", class " (request.class.as_str()) }
            ul.parts {
                @for effect in &request.document.effects {
                    li {
                        (text::tier(effect.tier)) " "
                        (text::line(&effect.text))
                        @if let Some(part) = part(effect) { " " code { (text::line(&part)) } }
                        " " span.faint { (text::line(&effect.rule)) }
                    }
                }
            }
            @if let Some(factors) = &request.document.factors {
                dl.factors {
                    @for (name, value) in factors.each() {
                        dt { (name) }
                        dd { meter min="0" max="1" value=(value) aria-label=(name) {} " " (percent(value as f32)) }
                    }
                }
            }
            p.faint.digest { "bound to " (shown(&request.digest)) }
        }
    }
}

fn percent(share: f32) -> String {
    format!("{:.0} %", share * 100.0)
}

/// Who asks for it, apart from what was found out about it (T01).
fn words_of_the_agent(request: &Request, view: &View) -> Markup {
    let taint = &request.document.taint;
    html! {
        @if let Some(narration) = &view.narration {
            h2 { "In the agent's own words, which nobody checked" }
            blockquote { (text::block(narration.as_bytes(), &[])) }
        }
        @if !taint.is_empty() {
            h2 { "What strangers wrote, and the agent has read" }
            ul.warnings {
                @for one in taint {
                    li { (text::line(&one.source))
                        @if let Some(order) = &one.order { ": “" (text::line(order)) "”" } }
                }
            }
        }
    }
}

/// The choices of the terminal, with its numbers. Deny has the focus; what cannot be shown whole can only be denied.
fn choices(
    gateway: &Gateway,
    request: &Request,
    view: &View,
    visitor: &Visitor,
    step: Option<Scope>,
) -> Markup {
    let Person { account, held, .. } = &visitor.person;
    let votes = gateway.reader.votes(&request.id).unwrap_or_default();
    let gate = gateway.gate();
    let may_with = |level| gate.settings().may_say_yes_by(request, &votes, account, Some(&held.by), level);
    // A rule wants it, or it would be one voice with whoever has made the link.
    let signs = request.proof > 0 || may_with(0).is_err() && may_with(passkey::LEVEL).is_ok();
    // Whose yes cannot count is told why, and offered a no.
    let may = may_with(if signs { passkey::LEVEL } else { 0 });
    let in_the_way = match &may {
        Err(why) => Some(html! { p.trouble { "Here you can only deny it: " (why) } }),
        Ok(()) if signs => passkeys::note(gateway, visitor).map(|note| {
            html! {
                @if let (0, Err(why)) = (request.proof, may_with(0)) {
                    p.trouble { "Here you can only deny it: " (why) ". What a passkey of yours has signed is a voice of your own." }
                }
                (note)
            }
        }),
        Ok(()) => None,
    };
    let address = format!("/r/{}", request.id);
    let decide = format!("{address}/decide");
    let offered =
        |choice: &Choice| view.can_be_shown() && view.offers.contains(choice) && in_the_way.is_none();
    let all =
        [(Choice::Once, Scope::Once), (Choice::Session, Scope::Session), (Choice::Always, Scope::Always)];
    let hidden = html! {
        input type="hidden" name="csrf" value=(visitor.csrf);
        input type="hidden" name="digest" value=(request.digest);
    };
    let chosen =
        all.iter().find(|(choice, scope)| step == Some(*scope) && offered(choice) && view.needs_digits());
    let sign = signs.then(|| format!("{address}/passkey"));
    let signed = html! {
        @if signs {
            input type="hidden" name="assertion" value="";
            p.passkey role="status" hidden {}
        }
    };
    html! {
        section.answer id="answer" aria-label="Answer" {
            @if let Some(why) = &in_the_way { (why) }
            @if view.needs_digits() && view.can_be_shown() {
                p { "Digits to approve it: " b.digits { (request.digits) } }
            }
            @if let Some((choice, scope)) = chosen {
                form.stack method="post" action=(decide) data-passkey=[sign.as_deref()] {
                    (hidden) (signed)
                    input type="hidden" name="answer" value=(scope.as_str());
                    label for="digits" { (view.label(*choice)) ": type the two digits that stand above" }
                    @if let Some(rule) = view.rule(*choice) { p.rule { (text::line(rule)) } }
                    div.pair {
                        input id="digits" name="digits" inputmode="numeric" pattern="[0-9]{2}" maxlength="2" size="2" autocomplete="off" required autofocus;
                        button.yes { (view.label(*choice)) }
                    }
                }
                p { a href=(address) { "Back to the choices" } }
            } @else {
                @for (choice, scope) in all.iter().filter(|(choice, _)| offered(choice)) {
                    div.choice {
                        @if view.needs_digits() {
                            a.button.yes href={ (address) "?step=" (scope.as_str()) } data-key=(choice.number()) {
                                kbd { (choice.number()) } " " (view.label(*choice)) }
                        } @else {
                            form method="post" action=(decide) data-passkey=[sign.as_deref()] {
                                (hidden) (signed)
                                input type="hidden" name="answer" value=(scope.as_str());
                                button.yes data-key=(choice.number()) { kbd { (choice.number()) } " " (view.label(*choice)) }
                            }
                        }
                        @if let Some(rule) = view.rule(*choice) { p.rule { (text::line(rule)) } }
                    }
                }
            }
            form.stack method="post" action=(decide) {
                (hidden)
                input type="hidden" name="answer" value="deny";
                button.no data-key="4" autofocus[chosen.is_none()] { kbd { "4" } " Deny" }
                label for="reason" { "with a reason, which the agent reads" }
                input id="reason" name="reason" maxlength="1000" autocomplete="off";
            }
            @if view.can_be_shown() { (edit(request, visitor, &address)) }
        }
    }
}

/// Whether a field would show something else than what is there.
fn hides(command: &str) -> bool {
    visible(command.as_bytes(), &[])
        .atoms
        .iter()
        .any(|atom| atom.look == Look::Escaped && atom.text.starts_with('\\'))
}

/// What can be changed here: the command, the text of a message, all arguments. In a field nobody sees what is hidden in it,
/// and a secret is not ours to show: those are not.
fn edit(request: &Request, visitor: &Visitor, address: &str) -> Markup {
    let (args, draft) = (args_of(request), draft_of(request));
    let command = command_of(request);
    let is_command =
        |args: &serde_json::Value| ["command", "cmd"].iter().any(|name| args[*name] == command.as_str());
    let simple = match (draft, &args) {
        (_, Some(args)) if is_command(args) => Some(("command", "Change the command first", command)),
        (Some(text), _) => Some(("text", "Change the message first", text)),
        (None, None) => Some(("command", "Change the command first", command)),
        (None, Some(_)) => None,
    };
    let all = args.map(|args| ("args", "Change the arguments first", format!("{args:#}")));
    let shown = |(_, _, before): &(&str, &str, String)| {
        !holds_a_secret(before) && !hides(before) && request.state == Stands::Pending
    };
    html! {
        @for (at, (name, summary, before)) in simple.into_iter().chain(all).filter(shown).enumerate() {
            // `e` opens the first.
            details id=[(at == 0).then_some("edit")] {
                summary { (summary) }
                form.stack method="post" action={ (address) "/edit" } {
                    input type="hidden" name="csrf" value=(visitor.csrf);
                    label for={ "edit-" (name) } {
                        @if name == "args" { "All of them, as JSON. " }
                        "What comes out is judged again, and asked about again"
                    }
                    textarea id={ "edit-" (name) } name=(name) rows=(before.lines().count().clamp(4, 16)) spellcheck="false" autocapitalize="off" { "\n" (before) }
                    button { "Judge this instead" }
                }
            }
        }
    }
}
