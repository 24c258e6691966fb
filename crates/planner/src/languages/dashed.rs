//! "Milch - morgen 9 Uhr - hoch": what is noted down in fields, with marks between them.

use super::clause::{Clauses, Framed, Said};
use super::pattern::{Phrase, Reader};
use super::render;
use super::sentence;
use super::table::{Deed, Kind, meaning};
use super::words::Word;

/// Between two fields.
const MARKS: [&str; 5] = [" - ", " – ", " — ", " | ", " / "];

/// A new todo of a title and its fields; `None` where a piece is no field by itself, or may be the end of a stretch
/// ("lundi - mercredi").
pub(super) fn read(c: &Clauses<'_>, all: &[Word]) -> Option<Said> {
    let mark = MARKS.iter().find(|mark| c.text.contains(**mark))?;
    let cuts: Vec<usize> = c.text.match_indices(mark).map(|(at, _)| at).collect();
    let piece = |w: &Word| cuts.iter().filter(|cut| **cut < w.span.start).count();
    let mut pieces: Vec<(usize, &[Word])> = Vec::new();
    let mut from = 0;
    for words in all.chunk_by(|a, b| piece(a) == piece(b)) {
        // The mark itself may stand as a word in front of its field.
        let marks = words.iter().take_while(|w| !w.fold.contains(char::is_alphanumeric)).count();
        pieces.push((from + marks, words.get(marks..)?));
        from += words.len();
    }
    let ((_, title), fields) = pieces.split_first()?;
    let l = c.language;
    let begins = title.first().filter(|w| w.quoted || !sentence::begins(l, &w.fold)).is_some();
    if !begins || fields.is_empty() || !phrases(c, title).is_empty() || all.last().is_some_and(|w| w.after == Some('?'))
    {
        return None;
    }
    let mut found: Vec<Phrase> = Vec::new();
    let mut dated = false;
    for (from, words) in fields {
        let own = field(c, words)?;
        let dates = own.iter().any(|p| !matches!(p.kind, Kind::Level | Kind::Label | Kind::For));
        if dates && dated {
            return None;
        }
        dated = dates;
        found.extend(own.into_iter().map(|p| Phrase { at: p.at.start + from..p.at.end + from, ..p }));
    }
    let stars = std::iter::once(0..title.len()).collect();
    let framed = Framed { deed: Deed::Add, words: title.to_vec(), stars, phrases: &found };
    let (title, rest) = render::created(c, &framed)?;
    let when = found.iter().any(|p| matches!(p.kind, Kind::When | Kind::At | Kind::Part | Kind::Every | Kind::By));
    let add = if when { "" } else { "add " };
    Some(c.said(format!("{add}\"{title}\" {rest}"), &found, all, false, None))
}

fn phrases(c: &Clauses<'_>, words: &[Word]) -> Vec<Phrase> {
    Reader::new(c.language, words, c.clock).phrases()
}

/// What a piece says, where it says nothing else: phrases, a level, a day with its hour.
fn field(c: &Clauses<'_>, words: &[Word]) -> Option<Vec<Phrase>> {
    if let [one] = words
        && let Some(level) = meaning(c.language.levels, &one.fold).filter(|_| !one.quoted)
    {
        return Some(vec![Phrase { kind: Kind::Level, at: 0..1, english: format!("to {level} priority") }]);
    }
    let mut found = phrases(c, words);
    let takes = |at: usize| found.iter().any(|p| p.at.contains(&at));
    let free: Vec<usize> = (0..words.len()).filter(|at| !takes(*at)).collect();
    match free.as_slice() {
        [] => {}
        [last] if *last + 1 == words.len() && found.iter().all(|p| p.kind == Kind::When) && !found.is_empty() => {
            let figure = words.get(*last).filter(|w| !w.quoted && w.fold.len() <= 2)?;
            let hour = figure.fold.parse::<u32>().ok().filter(|hour| (1..24).contains(hour))?;
            found.push(Phrase { kind: Kind::At, at: *last..*last + 1, english: format!("at {hour}") });
        }
        _ => return None,
    }
    let of_new = |p: &Phrase| !matches!(p.kind, Kind::Of | Kind::Shift | Kind::From | Kind::Times);
    found.iter().all(of_new).then_some(found)
}
