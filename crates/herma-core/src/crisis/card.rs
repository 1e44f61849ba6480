//! The card: what a person in crisis is shown at once. Fixed bytes by locale, out of `knowledge/crisis/lines.tsv`.
//!
//! No model writes it, no agent can call for it or change it, and it needs neither disk nor network.

/// Country, language of the card, who answers, how they are reached, their own page, the month the row was written down,
/// and where the number was found again.
const LINES: &str = include_str!("../../../../knowledge/crisis/lines.tsv");

/// The frame around the line, by language.
const FRAMES: &[(&str, &str, &str)] = &[
    (
        "en",
        "You do not have to get through this alone. Please talk to a person now:",
        "If you are in immediate danger, call your local emergency number now. This message was not written by an AI.",
    ),
    (
        "es",
        "No tienes que pasar por esto a solas. Habla ahora con una persona:",
        "Si estás en peligro inmediato, llama ahora al número de emergencias. Este mensaje no lo ha escrito una IA.",
    ),
    (
        "fr",
        "Vous n'avez pas à traverser cela seul. Parlez à une personne maintenant :",
        "En cas de danger immédiat, appelez tout de suite les secours. Ce message n'a pas été écrit par une IA.",
    ),
    (
        "de",
        "Sie müssen da nicht allein durch. Bitte sprechen Sie jetzt mit einem Menschen:",
        "Bei unmittelbarer Gefahr rufen Sie sofort den Notruf. Diese Nachricht wurde nicht von einer KI geschrieben.",
    ),
    (
        "pt",
        "Você não precisa passar por isso sozinho. Fale agora com uma pessoa:",
        "Se você está em perigo imediato, ligue agora para a emergência. Esta mensagem não foi escrita por uma IA.",
    ),
];

/// Where no line is known.
const ELSEWHERE: (&str, &str) = ("Find A Helpline", "https://findahelpline.com");

/// One row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// `US`, or `*` for everywhere else.
    pub country: &'static str,
    pub language: &'static str,
    pub name: &'static str,
    pub reach: &'static str,
    pub source: &'static str,
    pub written: &'static str,
    /// The public page that says the same, and the day it was looked up. None: nobody has found one.
    pub confirmed: Option<&'static str>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    /// `en-US`.
    pub id: String,
    pub lines: Vec<Line>,
    language: &'static str,
}

pub fn lines() -> impl Iterator<Item = Line> {
    LINES.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).filter_map(|line| {
        let mut fields = line.split('\t');
        Some(Line {
            country: fields.next()?,
            language: fields.next()?,
            name: fields.next()?,
            reach: fields.next()?,
            source: fields.next()?,
            written: fields.next()?,
            confirmed: fields.next().filter(|page| page.starts_with("http")),
        })
    })
}

/// The built-in card of a locale: `en-US`, `de_AT.UTF-8`, `pt`. An unknown one is everywhere.
pub fn built_in(locale: Option<&str>) -> Card {
    let locale = locale.unwrap_or_default();
    let plain = locale.split(['.', '@']).next().unwrap_or_default();
    let (language, country) = plain.split_once(['-', '_']).unwrap_or((plain, ""));
    let country = country.to_ascii_uppercase();
    let language = language.to_ascii_lowercase();
    let mut own: Vec<Line> = lines().filter(|line| line.country == country).collect();
    if own.iter().any(|line| line.language == language) {
        own.retain(|line| line.language == language);
    } else if let Some(first) = own.first().map(|line| line.language) {
        own.retain(|line| line.language == first);
    }
    let wanted = FRAMES.iter().find(|(known, _, _)| *known == language);
    let spoken = own.first().and_then(|line| FRAMES.iter().find(|(known, _, _)| *known == line.language));
    let frame = wanted.or(spoken).map_or("en", |(known, _, _)| *known);
    let id = if own.is_empty() { frame.to_owned() } else { format!("{frame}-{country}") };
    Card { id, lines: own, language: frame }
}

impl Card {
    /// The bytes that are shown.
    pub fn text(&self) -> String {
        let (before, after) = FRAMES
            .iter()
            .find(|(known, _, _)| *known == self.language)
            .map_or(("", ""), |(_, before, after)| (*before, *after));
        let mut out = String::from(before);
        for line in &self.lines {
            out.push_str(&format!("\n  {}: {}", line.name, line.reach));
        }
        if self.lines.is_empty() {
            out.push_str(&format!("\n  {}: {}", ELSEWHERE.0, ELSEWHERE.1));
        } else {
            out.push_str(&format!("\n  {}", ELSEWHERE.1));
        }
        out.push('\n');
        out.push_str(after);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn america_and_canada_have_988_and_the_rest_of_the_world_somebody() {
        for locale in ["en-US", "en_US.UTF-8", "es-US", "en-CA", "fr-CA"] {
            assert!(built_in(Some(locale)).text().contains("988"), "{locale}");
        }
        for locale in ["", "C", "en", "xx-YY", "C.UTF-8", "tlh", "é-à"] {
            assert!(built_in(Some(locale)).text().contains("findahelpline.com"), "{locale}");
        }
        assert!(built_in(Some("de_AT")).text().contains("142"));
        assert!(built_in(Some("de_AT")).text().starts_with("Sie müssen"));
        assert_eq!(built_in(None), built_in(Some("en")));
    }

    #[test]
    fn every_line_says_where_it_was_read_and_when() {
        assert!(lines().count() >= 40);
        assert!(lines().filter(|line| line.confirmed.is_some()).count() >= 35);
        for line in lines() {
            assert!(line.country.len() == 2 && line.language.len() == 2, "{line:?}");
            assert!(line.source.starts_with("https://"), "{line:?}");
            assert!(line.written.len() == 7 && line.written.as_bytes()[4] == b'-', "{line:?}");
            assert!(!line.reach.is_empty() && !line.name.is_empty(), "{line:?}");
            assert!(
                line.confirmed.is_none_or(|page| page.contains(" 20")),
                "a page without its day: {line:?}"
            );
        }
    }
}
