//! A day that is counted from a todo's, in the four languages: "zwei Tage vor dem Zahnarzt", "le lendemain du dentiste",
//! "cu două zile înainte de dentist". It is said again as that day, before anything else reads it. Where the todo is not
//! found or has no day, the words stay.

use super::objects::{self, Object};
use super::pattern::Reader;
use super::table::{Language, has};
use super::words::{Word, words};
use crate::dates::Clock;
use crate::interpret::counted_from;
use countersign_core::todos::{Todos, View};
use std::ops::Range;

/// A name may have so many words.
const LONGEST: usize = 5;

/// In front of the name, with the English of how far it is from its day; by language.
const PATTERNS: [(&str, &[(&str, &str)]); 4] = [
    (
        "de",
        &[
            ("<n> <u> vor dem|der|den|meinem|meiner|unserem|unserer?", "-$1 $2"),
            ("<n> <u> nach dem|der|den|meinem|meiner|unserem|unserer?", "$1 $2"),
            ("den|der|dem? tag vor dem|der|den|meinem|meiner", "-1 days"),
            ("den|der|dem? tag nach dem|der|den|meinem|meiner", "1 days"),
            ("den? vorabend des|der|vom|vor_dem|vor_der", "-1 days"),
            ("selben|gleichen|denselben|demselben tag wie der|die|das|den?", "0 days"),
        ],
    ),
    (
        "es",
        &[
            ("<n> <u> antes del|de de? la|el|los|las|mi?", "-$1 $2"),
            ("<n> <u> antes del", "-$1 $2"),
            ("<n> <u> despues de la|el|los|las|mi?", "$1 $2"),
            ("<n> <u> despues del", "$1 $2"),
            ("el|al? dia antes de la|el|los|las|mi?", "-1 days"),
            ("el|al? dia antes del", "-1 days"),
            ("el|al? dia despues de la|el|los|las|mi?", "1 days"),
            ("el|al? dia despues del", "1 days"),
            ("el|al? dia anterior al|a_la", "-1 days"),
            ("el|al? dia siguiente al|a_la", "1 days"),
            ("el|al? mismo dia que el|la|los|las?", "0 days"),
        ],
    ),
    (
        "fr",
        &[
            ("<n> <u> avant le|la|l|les|mon|ma", "-$1 $2"),
            ("<n> <u> apres le|la|l|les|mon|ma", "$1 $2"),
            ("le|au? jour avant le|la|l|les|mon|ma", "-1 days"),
            ("le|au? jour apres le|la|l|les|mon|ma", "1 days"),
            ("la|a_la? veille du", "-1 days"),
            ("la|a_la? veille de|d la|l|mon|ma?", "-1 days"),
            ("le|au? lendemain du", "1 days"),
            ("le|au? lendemain de|d la|l|mon|ma?", "1 days"),
            ("le|au? meme jour que le|la|l|les|mon|ma?", "0 days"),
        ],
    ),
    (
        "ro",
        &[
            ("cu? <n> de? <u> inainte de", "-$1 $2"),
            ("cu? <n> de? <u> inaintea", "-$1 $2"),
            ("la|cu? <n> de? <u> dupa", "$1 $2"),
            ("in? ziua dinainte de", "-1 days"),
            ("in? ziua dinaintea", "-1 days"),
            ("in? ziua inainte de", "-1 days"),
            ("in? ziua de? dupa", "1 days"),
            ("in? aceeasi zi cu", "0 days"),
        ],
    ),
];

/// In front of a day where no other word is.
const ON: [(&str, &str); 4] = [("de", "am"), ("es", "el"), ("fr", "le"), ("ro", "pe")];

/// Words that a day can stand behind.
const LEADS: &str = "am auf bis zum vor ab a al el para hasta le au pour avant jusqu'au pe la pana de";

/// The message with the day in place of the words for it; `None` where it names none.
pub(super) fn plain(language: &'static Language, text: &str, todos: &Todos, clock: &Clock) -> Option<String> {
    let all = words(text, Some(language));
    let reader = Reader::new(language, &all, clock);
    let patterns = PATTERNS.iter().find(|(code, _)| *code == language.code).map(|(_, patterns)| *patterns)?;
    (0..all.len()).filter(|at| all.get(*at).is_some_and(|w| !w.quoted)).find_map(|at| {
        let mut found: Vec<(usize, String)> = reader
            .matching(at, patterns, false)
            .map(|((_, english), end, caught)| (end, super::pattern::filled(english, &caught.slots)))
            .collect();
        found.sort_by_key(|(end, _)| std::cmp::Reverse(*end));
        found.into_iter().find_map(|(name, far)| {
            let (stop, day) = anchor(&reader, text, name, &far, todos)?;
            let span = all.get(at)?.span.start..all.get(stop - 1)?.span.end;
            let led = at.checked_sub(1).and_then(|at| all.get(at)).is_some_and(|w| !w.quoted && has(LEADS, &w.fold));
            let on = ON.iter().find(|(code, _)| *code == language.code).filter(|_| !led).map_or("", |(_, on)| on);
            let day = format!("{on} {day}");
            Some(format!("{}{}{}", text.get(..span.start)?, day.trim_start(), text.get(span.end..)?))
        })
    })
}

/// The day so far from that of the todo that is named from a place on, and where its name ends.
fn anchor(reader: &Reader<'_>, text: &str, name: usize, far: &str, todos: &Todos) -> Option<(usize, String)> {
    let all = reader.words;
    let paused = (name..all.len()).find(|at| all.get(*at).is_some_and(|w| w.after.is_some() || w.line));
    let last = paused.map_or(all.len(), |at| at + 1).min(name + LONGEST);
    (name + 1..=last).rev().find_map(|stop| {
        let range: Range<usize> = name..stop;
        // What follows a name is no part of it: "zwei Tage vor dem Zahnarzt anrufen".
        let loud = |at: usize| all.get(at).is_some_and(|w: &Word| !objects::is_small(reader.language, &w.fold));
        if !loud(stop - 1) {
            return None;
        }
        let Object::One { id, .. } = objects::named(reader.language, text, all, range, todos) else { return None };
        let todo = todos.todo(id).filter(|todo| !todo.status.is_closed())?;
        Some((stop, counted_from(todo, far, reader.clock)?))
    })
}
