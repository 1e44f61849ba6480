//! A request as a message. A service's own file makes its own markup of the pieces; no text reaches it but through here.

use herma_core::effect::{Span, Tier};
use herma_core::grant::Width;
use herma_gate::Settings;
use herma_store::{Millis, Request, Scope, ShownTaint, State, Vote};
use herma_view::remembered::remembered;
use herma_view::view::{is_crisis, outcome, view};
use herma_view::visible::{Visible, Warnings, visible, visible_line};
use herma_view::{duration, pressure, time};

/// What a message is made of. All of it is text of one line, except `Code`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    Title(String),
    /// Our own words, with somebody else's in them.
    Line(String),
    /// Somebody else's, letter by letter.
    Code(String),
    /// Somebody else's words, which are not ours.
    Quote(String),
    /// Where all of it is to be seen. Our own.
    Link(String),
}

impl Piece {
    pub(super) fn text(&self) -> &str {
        match self {
            Piece::Title(text)
            | Piece::Line(text)
            | Piece::Code(text)
            | Piece::Quote(text)
            | Piece::Link(text) => text,
        }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Card {
    pub pieces: Vec<Piece>,
    pub buttons: Vec<Button>,
    /// Whether whoever reads it has seen every byte that would run.
    pub whole: bool,
    /// The question that it is, if it is no request.
    pub question: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Button {
    pub label: String,
    /// What comes back: the answer, the request, the nonce and the digest of what was shown (T19).
    pub data: String,
    pub is_no: bool,
}

/// What a button says, once it is pressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Press {
    /// `None` is a no.
    pub scope: Option<Scope>,
    pub id: String,
    pub nonce: String,
    pub digest: String,
}

/// Of the digest, in a button: Telegram takes 64 bytes in all.
const DIGEST_LETTERS: usize = 12;

/// The beginning of a digest that buttons carry.
pub(super) fn short(digest: &str) -> &str {
    let hex = digest.strip_prefix("sha256:").unwrap_or(digest);
    hex.get(..DIGEST_LETTERS).unwrap_or(hex)
}

impl Press {
    pub(super) fn parse(data: &str) -> Option<Press> {
        let mut parts = data.split('.');
        let (verb, id, nonce, digest) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let scope = match verb {
            "d" => None,
            "o" => Some(Scope::Once),
            "s" => Some(Scope::Session),
            "a" => Some(Scope::Always),
            _ => return None,
        };
        let own = |text: &str| text.to_owned();
        parts.next().is_none().then(|| Press { scope, id: own(id), nonce: own(nonce), digest: own(digest) })
    }
}

fn button(label: &str, verb: &str, request: &Request, nonce: &str) -> Button {
    let data = format!("{verb}.{}.{nonce}.{}", request.id, short(&request.digest));
    Button { label: label.to_owned(), data, is_no: verb == "d" }
}

/// Whose card it is, and what has been said so far.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reader<'a> {
    pub settings: &'a Settings,
    pub person: &'a str,
    pub account: &'a str,
    pub votes: &'a [Vote],
}

/// From this length on a command is not read to its end: a chat cannot underline, so the parts that matter are said.
const LONG: usize = 160;
/// Parts that are said, and bytes of each.
const PARTS_SAID: usize = 8;
const PART_MAX: usize = 80;

fn what_matters(command: &herma_view::request::Command) -> Vec<Piece> {
    let marks = herma_view::visible::merged(&command.marks);
    if command.bytes.len() < LONG || marks.is_empty() {
        return Vec::new();
    }
    // The command's own order of them has one of each effect first.
    let place = |mark: &Span| marks.partition_point(|one| one.start <= mark.start).checked_sub(1);
    let mut places: Vec<usize> = Vec::new();
    for at in command.marks.iter().filter_map(place) {
        if places.len() < PARTS_SAID && !places.contains(&at) {
            places.push(at);
        }
    }
    places.sort_unstable();
    let said = places.iter().filter_map(|at| marks.get(*at)).map(|mark| {
        let (start, end) = (mark.start as usize, mark.end as usize);
        let part = command.bytes.get(start..end.min(command.bytes.len())).unwrap_or_default();
        let cut = part.len() > PART_MAX;
        let part = String::from_utf8_lossy(part.get(..PART_MAX).unwrap_or(part)).into_owned();
        format!("{}{}", line_of(&part), if cut { " …" } else { "" })
    });
    let mut said: Vec<String> = said.collect();
    if marks.len() > places.len() {
        said.push(format!("… and {} more places", marks.len() - places.len()));
    }
    vec![Piece::Line("This matters in it:".to_owned()), Piece::Code(said.join("\n"))]
}

/// How far a yes of this person to this request may go.
fn widest(settings: &Settings, request: &Request, person: &str) -> Scope {
    match settings.not_for_good.iter().any(|one| one == person) {
        true => request.widest.min(Scope::Session),
        false => request.widest,
    }
}

/// The whole of it, if a service has room for that; else what can be said without it: deny, and a link.
pub(super) fn ask(
    reader: Reader<'_>,
    request: &Request,
    nonce: &str,
    link: &str,
    now: Millis,
    fits: impl Fn(&Card) -> bool,
) -> Card {
    if is_crisis(request) {
        return without(
            request,
            nonce,
            link,
            "for a person in crisis: it is read in the inbox, and nowhere else",
        );
    }
    let whole = whole(reader, request, nonce, link, now);
    let room = view(request, remembered(request, Width::Command, None, &[])).can_be_shown();
    match room && fits(&whole) {
        true => whole,
        false => without(request, nonce, link, "too long to be shown whole here: here it can only be denied"),
    }
}

fn whole(reader: Reader<'_>, request: &Request, nonce: &str, link: &str, now: Millis) -> Card {
    let Reader { settings, person, account, votes } = reader;
    let widest = widest(settings, request, person);
    // Whose yes cannot count here is told why, and has a no.
    let may = settings.may_say_yes(request, account, 0);
    let shown = view(request, remembered(request, Width::Command, None, &[]));
    let mut warnings = Warnings::default();
    let mut line = |text: &str| {
        let visible = visible_line(text);
        warnings.add(&visible.warnings);
        text_of(&visible)
    };
    let mut pieces = vec![Piece::Title(title(request))];
    pieces.push(Piece::Line(format!("{} asks to run `{}`", line(&shown.agent), line(&shown.tool))));
    // What is lost stands first (T12).
    let (losses, others): (Vec<_>, Vec<_>) = shown.sentences.iter().partition(|one| one.deletes);
    for sentence in losses.into_iter().chain(others) {
        pieces.push(Piece::Line(format!("• {}", line(&sentence.text))));
    }
    let command = visible(&shown.command.bytes, &[]);
    let folder =
        format!("in {}, session {}", line(&shown.cwd), line(shown.session.as_deref().unwrap_or("-")));
    let narration = shown.narration.as_deref().map(&mut line);
    let instead = shown.instead.as_deref().map(&mut line);
    let strangers = strangers(request).into_iter().map(|one| line(&one)).collect::<Vec<_>>();
    let always = shown.always.as_deref().filter(|_| widest == Scope::Always).map(&mut line);
    warnings.add(&command.warnings);
    pieces.push(Piece::Code(text_of(&command)));
    pieces.extend(what_matters(&shown.command));
    pieces.push(Piece::Line(folder));
    if let Some(words) = narration {
        pieces.push(Piece::Line("The agent's own words, which nobody has checked:".to_owned()));
        pieces.push(Piece::Quote(words));
    }
    if !strangers.is_empty() {
        pieces.push(Piece::Line("It has read what strangers wrote:".to_owned()));
        pieces.extend(strangers.into_iter().map(Piece::Quote));
    }
    pieces.extend(instead.map(|text| Piece::Line(format!("Instead: {text}"))));
    pieces.extend(warnings.sentences().into_iter().map(|text| Piece::Line(format!("⚠ {text}"))));
    let pressed = shown.narration.as_deref().and_then(pressure::found);
    pieces.extend(pressed.map(|words| Piece::Line(format!("⚠ the agent presses for a yes: “{words}”"))));
    let digits = request.tier >= settings.digits_from;
    pieces.extend(always.map(|rule| Piece::Line(format!("“Always” means: {rule}"))));
    let wants = settings.wants(request, votes).into_iter().map(|text| line_of(&text));
    pieces.extend(wants.map(|text| Piece::Line(format!("‼ {text}"))));
    pieces.extend(
        may.as_ref()
            .err()
            .map(|why| Piece::Line(format!("Here you can only deny it: {}", line_of(&why.to_string())))),
    );
    pieces.push(Piece::Line(until(request, now)));
    pieces.push(Piece::Link(link.to_owned()));
    let mut buttons = Vec::new();
    if may.is_err() {
        // Neither digits nor a button for what would not count.
    } else if digits {
        // At the end of all of it, and nowhere else (T34).
        let longer = if widest > Scope::Once { " (and `session` behind it, for this session)" } else { "" };
        let ticket = &request.ticket;
        pieces.push(Piece::Line(format!("To approve it, type /approve {ticket} {}{longer}", request.digits)));
    } else {
        let all = [
            ("Approve once", "o", Scope::Once),
            ("This session", "s", Scope::Session),
            ("Always", "a", Scope::Always),
        ];
        let may = all.iter().filter(|(_, _, scope)| *scope <= widest);
        buttons.extend(may.map(|(label, verb, _)| button(label, verb, request, nonce)));
    }
    buttons.push(button("Deny", "d", request, nonce));
    Card { pieces, buttons, whole: true, question: None }
}

/// What it is called, who asks, and a no: nothing of what it would do.
fn without(request: &Request, nonce: &str, link: &str, why: &str) -> Card {
    let pieces =
        vec![Piece::Title(title(request)), Piece::Line(why.to_owned()), Piece::Link(link.to_owned())];
    let buttons = vec![button("Deny", "d", request, nonce)];
    Card { pieces, buttons, whole: false, question: None }
}

/// What became of it, in the place of its buttons. The action stays readable above it, in history.
pub(super) fn over(request: &Request) -> Card {
    let when = request.decided.as_ref().map_or(request.expires, |decided| decided.at);
    let mark = match request.state {
        State::Approved | State::Executed | State::Unknown => "✅",
        State::Denied => "⛔",
        State::Pending | State::Expired | State::Canceled | State::Delegated => "⌛",
    };
    let mut pieces = vec![Piece::Title(title(request))];
    if !is_crisis(request) {
        pieces.push(Piece::Code(text_of(&visible(herma_view::view::command_of(request).as_bytes(), &[]))));
    }
    pieces.push(Piece::Line(format!("{mark} {}, {} UTC", decided(request), time::shown(when))));
    Card { pieces, ..Card::default() }
}

/// The same where even that is too long.
pub(super) fn over_in_short(request: &Request) -> Card {
    let mut card = over(request);
    card.pieces.retain(|piece| !matches!(piece, Piece::Code(_)));
    card
}

/// What was decided, by whom and how far, in one line.
pub(super) fn decided(request: &Request) -> String {
    let text = text_of(&visible_line(&outcome(request)));
    let scope = request.decided.as_ref().and_then(|decided| decided.scope);
    let far = match scope {
        Some(Scope::Session) => ", for the session",
        Some(Scope::Always) => ", always",
        Some(Scope::Once) | None => "",
    };
    let how = request.decided.as_ref().map(|decided| decided.how.as_str()).filter(|how| !how.is_empty());
    let how = how.map(|how| format!(" ({how})")).unwrap_or_default();
    format!("{text}{far}{how}")
}

/// One line of a list: what waits, without a word of what a person in crisis is to read.
pub(super) fn listed(request: &Request, now: Millis) -> String {
    let command = herma_view::view::preview_of(request);
    let mut text: String = text_of(&visible_line(&command)).chars().take(LISTED_MAX).collect();
    if command.chars().count() > LISTED_MAX {
        text.push('…');
    }
    let agent = text_of(&visible_line(&request.agent));
    format!("{}  {}  {agent}: {text} ({})", request.ticket, request.tier, until(request, now))
}

const LISTED_MAX: usize = 60;

fn title(request: &Request) -> String {
    let mark = match request.tier {
        Tier::Critical => "🔴",
        Tier::High => "🟠",
        Tier::Safe | Tier::Low | Tier::Medium => "🟡",
    };
    format!("{mark} {} · {}", request.ticket, request.tier)
}

fn until(request: &Request, now: Millis) -> String {
    format!("open for {}", duration::text((request.expires - now).max(1000)))
}

fn strangers(request: &Request) -> Vec<String> {
    let text = |one: &ShownTaint| match &one.order {
        Some(order) => format!("{}: {order}", one.source),
        None => one.source.clone(),
    };
    request.document.taint.iter().map(text).collect()
}

fn line_of(text: &str) -> String {
    text_of(&visible_line(text))
}

pub(super) fn text_of(visible: &Visible) -> String {
    visible.atoms.iter().map(|atom| if atom.breaks { "\n" } else { &*atom.text }).collect()
}
