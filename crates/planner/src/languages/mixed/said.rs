//! A day of one language in the words of another, behind what leads to it there.

use super::days::Day;
use crate::dates::{self, Clock, What};
use crate::languages::pattern::coming;
use crate::languages::table::has;
use crate::languages::words::Word;

/// The languages in the order of the tables here.
const CODES: [&str; 5] = ["en", "de", "es", "fr", "ro"];

/// Days of one or two words. The first seven are of the week.
const DAYS: [[&str; 5]; 12] = [
    ["monday", "Montag", "lunes", "lundi", "luni"],
    ["tuesday", "Dienstag", "martes", "mardi", "marți"],
    ["wednesday", "Mittwoch", "miércoles", "mercredi", "miercuri"],
    ["thursday", "Donnerstag", "jueves", "jeudi", "joi"],
    ["friday", "Freitag", "viernes", "vendredi", "vineri"],
    ["saturday", "Samstag", "sábado", "samedi", "sâmbătă"],
    ["sunday", "Sonntag", "domingo", "dimanche", "duminică"],
    ["today", "heute", "hoy", "aujourd'hui", "azi"],
    ["tomorrow", "morgen", "mañana", "demain", "mâine"],
    ["yesterday", "gestern", "ayer", "hier", "ieri"],
    ["next week", "nächste Woche", "la próxima semana", "la semaine prochaine", "săptămâna viitoare"],
    ["this week", "diese Woche", "esta semana", "cette semaine", "săptămâna asta"],
];

/// "Next" with a weekday, as the language leaves open which one that is.
const NEXT: [&str; 5] = ["next *", "nächsten *", "próximo *", "* prochain", "* viitoare"];
const EVERY: [&str; 5] = ["every *", "jeden *", "cada *", "chaque *", "în fiecare *"];
/// Days and longer that something is done each of.
const EACH: [[&str; 5]; 3] = [
    ["every day", "jeden Tag", "cada día", "chaque jour", "în fiecare zi"],
    ["every week", "jede Woche", "cada semana", "chaque semaine", "în fiecare săptămână"],
    ["every month", "jeden Monat", "cada mes", "chaque mois", "în fiecare lună"],
];

/// How a day belongs to what is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Link {
    On,
    To,
    Until,
    From,
    Of,
}

use Link::{From, Of, On, To, Until};

/// What leads to a day in the words of each language, folded or with their diacritics.
const LEADING: [(Link, [&str; 5]); 5] = [
    (On, ["on for", "am an der den für fuer", "el para", "le pour", "pentru"]),
    (To, ["to onto", "auf zum", "al a", "à au", "pe"]),
    (Until, ["until till by", "bis", "hasta", "jusqu'à jusqu'au", "până pana"]),
    (From, ["from starting", "ab", "desde", "dès", "din"]),
    (Of, ["of", "vom von", "del de", "du", "de"]),
];

/// The same in front of a day of the calendar, and of "tomorrow" and the like.
const LEADS: [(Link, [(&str, &str); 5]); 5] = [
    (On, [("", ""), ("am ", ""), ("el ", ""), ("", ""), ("pe ", "")]),
    (To, [("to ", "to "), ("auf ", "auf "), ("al ", "a "), ("à ", "à "), ("pe ", "pe ")]),
    (
        Until,
        [("until ", "until "), ("bis ", "bis "), ("hasta el ", "hasta "), ("jusqu'à ", "jusqu'à "), ("până ", "până ")],
    ),
    (From, [("from ", "from "), ("ab ", "ab "), ("desde el ", "desde "), ("à partir de ", "dès "), ("de ", "de ")]),
    (Of, [("on ", ""), ("vom ", "von "), ("del ", "de "), ("de ", "de "), ("de ", "de ")]),
];

/// How the word in front of a day leads to it, in any language.
pub(super) fn link(before: Option<&Word>) -> Option<Link> {
    let word = before.filter(|w| !w.quoted && w.after.is_none())?;
    LEADING.iter().find(|(_, words)| words.iter().any(|list| has(list, &word.lower))).map(|(link, _)| *link)
}

/// Whether a word leads to a day in a language.
pub(super) fn leads_in(code: &str, word: &Word) -> bool {
    let n = CODES.iter().position(|own| *own == code);
    n.is_some_and(|n| LEADING.iter().filter_map(|(_, words)| words.get(n)).any(|list| has(list, &word.lower)))
}

/// The day in the words of a language, with what leads to it; `None` where it has none for it.
pub(super) fn said(code: &str, day: &Day, link: Option<Link>, clock: &Clock) -> Option<String> {
    let n = CODES.iter().position(|own| *own == code)?;
    if let Some(time) = day.time(clock) {
        let stretch = day.english.starts_with("from ");
        return Some(match (n, stretch) {
            (0, true) => day.english.clone(),
            (0, false) => format!("at {time}"),
            _ => time,
        });
    }
    let of_week = |english: &str| DAYS.iter().take(7).find(|row| row[0] == english).and_then(|row| row.get(n));
    let within = |pattern: &[&str; 5], english: &str| Some(pattern.get(n)?.replace('*', of_week(english)?));
    let (day, near) = if let Some(english) = day.english.strip_prefix("?next ") {
        // Which of both it is, English asks; the others leave it open as well.
        (if n == 0 { coming(english, clock) } else { within(&NEXT, english)? }, true)
    } else if n == 0 {
        (day.english.clone(), day.english.starts_with("every "))
    } else if let Some(row) = EACH.iter().find(|row| row[0] == day.english) {
        ((*row.get(n)?).to_owned(), true)
    } else if let Some(english) = day.english.strip_prefix("every ") {
        (within(&EVERY, english)?, true)
    } else if let Some(at) = DAYS.iter().position(|row| row[0] == day.english) {
        ((*DAYS.get(at)?.get(n)?).to_owned(), at >= 7)
    } else {
        let date = match dates::whole(&day.english, clock)? {
            What::Date { date, .. } => date,
            What::Range { date, .. } => date?,
            _ => return None,
        };
        (date.to_string(), false)
    };
    let lead = link.and_then(|link| LEADS.iter().find(|(of, _)| *of == link)).and_then(|(_, leads)| leads.get(n));
    let lead = lead.map_or("", |(calendar, close)| if near { close } else { calendar });
    Some(format!("{lead}{day}"))
}
