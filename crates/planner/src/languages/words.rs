//! A sentence as words over its own bytes: folded, with elided and attached small words taken apart
//! (`d'appeler`, `déplace-la`, `muévelo`, `șterge-o`).

use super::pattern::is_digits;
use super::slips;
use super::table::{Language, meaning};
use crate::interpret::near;
use std::ops::Range;
use unicode_normalization::UnicodeNormalization;

/// One word.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Word {
    /// Lower case, without diacritics, straight apostrophes.
    pub(super) fold: String,
    /// Lower case with its diacritics.
    pub(super) lower: String,
    /// Its bytes.
    pub(super) span: Range<usize>,
    /// Between quotation marks: a name, never read.
    pub(super) quoted: bool,
    /// The first mark behind it.
    pub(super) after: Option<char>,
    /// A line ends behind it.
    pub(super) line: bool,
    /// It begins with a capital.
    pub(super) capital: bool,
    /// A mark joins it to the word before: "amintește-mi".
    pub(super) joined: bool,
    /// A dot stands right behind it.
    pub(super) dotted: bool,
}

/// A dot behind one of these ends no sentence.
const ABBREVIATIONS: &str =
    "fr hr dr prof st sr sra srta ud uds mme mlle m mm me pr dl dna dra nr mr mrs ms ca bzw evtl inkl";

const EDGE: &[char] = &[
    ',', '.', ';', ':', '!', '?', '(', ')', '[', ']', '"', '“', '”', '„', '«', '»', '…', '\'', '‘', '’', '`', '*', '•',
    '¿', '¡', '‚', '‹', '›',
];

/// Lower case without diacritics; `ß` as `ss`, ligatures as two letters.
pub(super) fn fold(text: &str) -> String {
    let lower = text.to_lowercase().replace('ß', "ss").replace('œ', "oe").replace('æ', "ae");
    lower
        .nfd()
        .filter(|c| !unicode_normalization::char::is_combining_mark(*c))
        .map(|c| if matches!(c, '’' | '‘' | 'ʼ') { '\'' } else { c })
        .collect()
}

/// Byte ranges between quotation marks, the marks included; German „…“ and single guillemets too.
pub(super) fn quotes(text: &str) -> Vec<Range<usize>> {
    let mut out = near::quoted(text);
    for (open, closing) in [('„', ['“', '”']), ('‹', ['›', '›'])] {
        for (at, mark) in text.char_indices().filter(|(_, c)| *c == open) {
            let from = at + mark.len_utf8();
            let close = text.get(from..).and_then(|rest| rest.char_indices().find(|(_, c)| closing.contains(c)));
            if let Some((end, c)) = close {
                let end = from + end + c.len_utf8();
                out.retain(|q| q.end <= at || end <= q.start);
                out.push(at..end);
            }
        }
    }
    out.sort_by_key(|q| q.start);
    out
}

/// The words of a text; a language takes its attached words apart.
pub(super) fn words(text: &str, language: Option<&Language>) -> Vec<Word> {
    let quoted = quotes(text);
    let mut out: Vec<Word> = Vec::new();
    let mut from: Option<usize> = None;
    for (at, c) in text.char_indices().chain([(text.len(), '\n')]) {
        let breaks = c.is_whitespace() || matches!(c, '—' | '–');
        match from {
            Some(start) if breaks => {
                push(&mut out, text, start..at, &quoted, language);
                from = None;
            }
            None if !breaks => from = Some(at),
            _ => {}
        }
        // "9–10:30", "9 – 10:30": the mark joins two figures, and two words in "Mo–Fr".
        let figure = |side: Option<char>| side.is_some_and(|c| c.is_ascii_digit() || c == 'h');
        let behind = || text.get(at + c.len_utf8()..).and_then(|rest| rest.trim_start().chars().next());
        let letter = |side: Option<char>| side.is_some_and(char::is_alphabetic);
        let words = || {
            let front = text.get(..at).and_then(|front| front.chars().next_back());
            letter(front) && letter(text.get(at + c.len_utf8()..).and_then(|rest| rest.chars().next()))
        };
        let figures = || {
            figure(text.get(..at).and_then(|front| front.trim_end().chars().next_back()))
                && behind().is_some_and(|c| c.is_ascii_digit())
        };
        if c == '–'
            && (figures() || words())
            && let Some(last) = out.last_mut()
        {
            last.after = Some('–');
        }
        if c == '\n'
            && let Some(last) = out.last_mut()
        {
            last.line = true;
        }
    }
    if let Some(language) = language {
        for word in out.iter_mut().filter(|w| !w.quoted) {
            let meant = slips::meant(language.code, &word.fold).or_else(|| slips::meant(language.code, &word.lower));
            if let Some(meant) = meant {
                (word.fold, word.lower) = (meant.to_owned(), meant.to_owned());
            }
        }
        slips::mend(&mut out, language);
        part_halves(&mut out, language);
        part_hours(&mut out, language);
        join_dates(&mut out, language);
    }
    out
}

/// "3pm", "3:30pm": the half of the day is a word of its own, as in "3 pm".
fn part_halves(all: &mut Vec<Word>, language: &Language) {
    // In German "am" stands in front of a day.
    let halves: &[&str] = if language.code == "de" { &["pm"] } else { &["am", "pm"] };
    for at in (0..all.len()).rev() {
        let Some(word) = all.get_mut(at).filter(|w| !w.quoted) else { continue };
        let Some(half) = halves.iter().find(|half| word.fold.ends_with(**half)) else { continue };
        let clock = word.fold.trim_end_matches(half);
        let figures = clock.split(':').all(|part| is_digits(part) && part.len() <= 2);
        if !figures || clock.len() + half.len() != word.span.len() {
            continue;
        }
        let cut = word.span.start + clock.len();
        let behind =
            Word { fold: (*half).to_owned(), lower: (*half).to_owned(), span: cut..word.span.end, ..word.clone() };
        word.fold = clock.to_owned();
        (word.lower, word.after, word.line) = (word.fold.clone(), None, false);
        word.span.end = cut;
        all.insert(at + 1, behind);
    }
}

/// "9h et demie", "9h moins le quart": an hour with what changes it behind it is two words, as "9 h" is.
fn part_hours(all: &mut Vec<Word>, language: &Language) {
    if language.code != "fr" {
        return;
    }
    for at in (1..all.len()).rev() {
        let changed = all.get(at).is_some_and(|next| matches!(next.fold.as_str(), "et" | "moins"));
        let Some(word) = all.get_mut(at - 1).filter(|w| changed && !w.quoted && w.after.is_none()) else { continue };
        let figures = word.fold.strip_suffix('h').map_or(0, |f| if is_digits(f) { f.len() } else { 0 });
        if !(1..=2).contains(&figures) {
            continue;
        }
        let unit = word.span.end - 1;
        let hour = Word { fold: "h".to_owned(), lower: "h".to_owned(), span: unit..word.span.end, ..word.clone() };
        word.fold.truncate(figures);
        word.lower.truncate(figures);
        word.span.end = unit;
        all.insert(at, hour);
    }
}

/// "Fr, 4. Dezember", "lun., 9:30": the mark between a weekday and its date or time ends no part.
fn join_dates(all: &mut [Word], language: &Language) {
    let day = |w: &Word| [language.weekdays, language.short_weekdays].iter().any(|l| meaning(l, &w.fold).is_some());
    for at in 1..all.len() {
        let (front, rest) = all.split_at_mut(at);
        // "Freitag, den 16. April"
        let article = |w: &Word| language.code == "de" && matches!(w.fold.as_str(), "den" | "dem" | "der") && !w.quoted;
        let rest = rest.split_first().filter(|(first, _)| article(first)).map_or(&*rest, |(_, rest)| rest);
        let (Some(word), Some(next)) = (front.last_mut(), rest.first()) else { continue };
        let figures = next.fold.chars().filter(|c| c.is_ascii_digit()).count();
        let joined = next.fold.contains([':', '.', '/']) && figures >= 3 || next.fold.ends_with('.') || dated(next);
        let month = rest.get(1).is_some_and(|w| meaning(language.months, w.fold.trim_end_matches('.')).is_some())
            || rest.get(1).is_some_and(|w| w.fold == "de")
                && rest.get(2).is_some_and(|w| meaning(language.months, &w.fold).is_some());
        let date = next.fold.starts_with(|c: char| c.is_ascii_digit()) && (joined || month);
        if matches!(word.after, Some(',' | '.')) && !word.quoted && !word.line && day(word) && date {
            word.after = None;
        }
    }
}

/// "3.12." as one word with its dot behind.
fn dated(word: &Word) -> bool {
    word.after == Some('.') && word.fold.contains('.')
}

fn push(out: &mut Vec<Word>, text: &str, raw: Range<usize>, quoted: &[Range<usize>], language: Option<&Language>) {
    let Some(all) = text.get(raw.clone()) else { return };
    let left = all.trim_start_matches(EDGE);
    let core = left.trim_end_matches(EDGE);
    if core.is_empty() {
        if let Some(last) = out.last_mut() {
            last.after = last.after.or(all.chars().next());
        }
        return;
    }
    let start = raw.start + all.len() - left.len();
    let end = start + core.len();
    let after =
        left.get(core.len()..).and_then(|tail| tail.chars().find(|c| !matches!(c, '"' | '”' | '“' | '»' | '\'')));
    let inside = quoted.iter().any(|q| q.start <= start && end <= q.end);
    let one = |span: Range<usize>, after: Option<char>| {
        let said = text.get(span.clone()).unwrap_or_default();
        let capital = said.starts_with(char::is_uppercase);
        let joined = span.start > start && said.starts_with('-');
        let (lower, dotted) = (said.to_lowercase(), after == Some('.'));
        Word { fold: fold(said), lower, span, quoted: inside, after, line: false, capital, joined, dotted }
    };
    let english = super::detect::is_english(&fold(core));
    let cuts = if inside || english { Vec::new() } else { language.map(|l| cuts(core, l)).unwrap_or_default() };
    let mut begin = start;
    for cut in cuts {
        // The mark that joins them belongs to the first.
        let mut word = one(begin..start + cut, None);
        if let Some(bare) = word.fold.strip_suffix('\'') {
            word.fold = bare.to_owned();
        }
        if !word.fold.is_empty() {
            out.push(word);
        }
        begin = start + cut;
    }
    let mut last = one(begin..end, after);
    if let Some(bare) = last.fold.strip_prefix('-') {
        last.fold = bare.to_owned();
        last.lower = last.lower.trim_start_matches('-').to_owned();
        last.span.start += 1;
    }
    if last.fold.ends_with('-') {
        last.fold.pop();
    }
    // "muévela al viernes": what is joined to its verb is no article of a date.
    if begin > start && language.is_some_and(|l| l.code == "es") {
        match last.fold.as_str() {
            "la" => last.fold = "lo".to_owned(),
            "las" => last.fold = "les".to_owned(),
            _ => {}
        }
    }
    let short = |fold: &str| language.is_some_and(|l| super::table::meaning(l.short_weekdays, fold).is_some());
    // "3. Dez. Zahnarzt", "jeu. 3 déc. à 14h": a month cut short.
    let month =
        language.and_then(|l| meaning(l.months, &last.fold)).is_some_and(|name| last.fold.len() < name.len().min(5));
    if month && last.after == Some('.') && out.last().is_some_and(|w| w.fold.starts_with(|c: char| c.is_ascii_digit()))
    {
        last.after = None;
    }
    if last.after == Some('.') && abbreviates(&last.fold, short, text.get(raw.end..).unwrap_or_default()) {
        last.after = None;
    }
    out.push(last);
}

/// "Fr. Müller": whether a word with a dot is short for what it stands for, and what follows goes on.
fn abbreviates(fold: &str, weekday: impl Fn(&str) -> bool, rest: &str) -> bool {
    let rest = rest.trim_start_matches(' ');
    let next = |is: fn(char) -> bool| rest.chars().next().is_some_and(is);
    // "mar. à 10h": "à", "a", "um" lead to a time.
    let led = || rest.split(' ').next().is_some_and(|word| super::table::has("um gegen a la à las", word));
    super::table::has(ABBREVIATIONS, fold) && next(|c| c.is_uppercase() || c.is_ascii_digit())
        || weekday(fold) && (next(|c| c.is_ascii_digit()) || led())
}

/// Longest word that is taken apart, in bytes.
const LONGEST: usize = 80;

/// Byte offsets at which a word falls apart.
fn cuts(core: &str, language: &Language) -> Vec<usize> {
    let folded = |range: &str| fold(range);
    let mut out = Vec::new();
    if core.len() > LONGEST {
        return out;
    }
    if language.elides
        && let Some((at, mark)) = core.char_indices().find(|(_, c)| matches!(c, '\'' | '’' | 'ʼ'))
    {
        let head = folded(core.get(..at).unwrap_or_default());
        if matches!(head.as_str(), "d" | "l" | "j" | "qu" | "n" | "m" | "s" | "t" | "c" | "lorsqu" | "jusqu" | "puisqu")
        {
            out.push(at + mark.len_utf8());
        }
    }
    if super::table::has(language.joined, &folded(core)) {
        return out;
    }
    let dashes: Vec<usize> = core.char_indices().filter(|(_, c)| *c == '-').map(|(at, _)| at).collect();
    for dash in dashes.iter().rev() {
        let from = out.iter().copied().max().unwrap_or(0);
        let end = dashes.iter().copied().find(|d| d > dash).unwrap_or(core.len());
        let (Some(before), Some(behind)) = (core.get(from..*dash), core.get(dash + 1..end)) else { continue };
        let attached = super::table::has(language.attached, &folded(behind));
        let leading = super::table::has(language.leading, &folded(before));
        if attached || leading {
            out.push(*dash);
        }
    }
    if dashes.is_empty() && !language.hosts.is_empty() {
        out.extend(clitic(core, language));
    }
    out.extend(part_of_day(core, language));
    out.sort_unstable();
    out.dedup();
    out
}

/// German: "Freitagabend", "Montagmorgen": where the part of the day begins.
fn part_of_day(core: &str, language: &Language) -> Option<usize> {
    let known = core.char_indices().map(|(at, _)| at).filter(|_| language.code == "de");
    known.skip(1).find(|at| {
        let (day, part) = core.split_at(*at);
        let part = fold(part);
        super::table::meaning(language.weekdays, &fold(day)).is_some_and(|_| day.len() > 3)
            && super::table::has("morgen vormittag mittag nachmittag abend nacht", &part)
    })
}

/// Spanish: "muévelo", "recuérdame", "borrarlas": where the pronouns begin, when the verb before them is known.
fn clitic(core: &str, language: &Language) -> Option<usize> {
    let places: Vec<usize> = core.char_indices().map(|(at, _)| at).collect();
    places.into_iter().rev().find(|at| {
        let (host, tail) = core.split_at(*at);
        super::table::has(language.attached, &fold(tail)) && super::table::has(language.hosts, &fold(host))
    })
}
