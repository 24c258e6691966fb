//! A whole message: its parts, each an instruction of its own.

use super::clause::{Clauses, Outcome, Said};
use super::concepts::Form;
use super::pattern::{Phrase, Reader};
use super::table::{Deed, Kind, Language, has};
use super::words::{Word, words};
use super::{
    absent, concepts, corrected, courtesy, dashed, labels, lines, listed, objects, provided, row, too, weekdays,
};
use crate::dates::Clock;
use countersign_core::todos::{Todos, View};

/// Longer messages are for a model.
const MOST_WORDS: usize = 80;

/// What a message says.
pub(super) fn read(language: &'static Language, text: &str, todos: &Todos, clock: &Clock) -> Outcome {
    let anchored = super::anchored::plain(language, text, todos, clock);
    let text = anchored.as_deref().unwrap_or(text);
    let all = words(text, Some(language));
    if all.is_empty() || all.len() > MOST_WORDS {
        return Outcome::Unknown;
    }
    let reader = Clauses { language, text, todos, clock };
    let all = courtesy::without(language, &all, clock);
    if let Some(said) = weekdays::read(&reader, &all) {
        return Outcome::Said(said);
    }
    let all = too::without(language, all);
    if let Some(provided) = provided::parted(language, text, &all)
        && let Outcome::Said(order) = whole(&reader, provided.order)
    {
        return Outcome::Said(provided.said(order));
    }
    whole(&reader, &all)
}

/// What all the parts of some words say.
fn whole(reader: &Clauses<'_>, all: &[Word]) -> Outcome {
    if let Some(noted) = dashed::read(reader, all) {
        return Outcome::Said(noted);
    }
    let off = absent::read(reader, all);
    let all = off.as_deref().unwrap_or(all);
    let mut said: Vec<Said> = Vec::new();
    let mut talk = false;
    for part in parts(reader.language, all) {
        let plain = courtesy::unexcused(reader.language, part, reader.clock);
        let errands = || row::in_turn(reader, &plain).or_else(|| row::errands(reader, &plain));
        let in_a_row = || listed::checklist(reader, &plain).or_else(errands).map(Outcome::Said);
        let of_lines = || lines::read(reader, &plain, true);
        // A label is no line of a checklist.
        let label = labels::order(reader, Clauses::trimmed(reader.language, &plain, reader.clock));
        let as_lines = label.is_none();
        let label = label.filter(|said| matches!(said, Outcome::Said(_)));
        match corrected::read(reader, part)
            .or(label)
            .or_else(|| as_lines.then(of_lines).flatten())
            .or_else(|| as_lines.then(in_a_row).flatten())
            .unwrap_or_else(|| several(reader, &plain))
        {
            Outcome::Said(one) => said.push(one),
            Outcome::Talk => talk = true,
            // What is asked and not known changes nothing.
            Outcome::Unknown if said.is_empty() && asks(part) => talk = true,
            Outcome::Unknown => return Outcome::Unknown,
        }
    }
    // Behind an order bare text is something new; behind bare text it may tell of that.
    let joined = |before: Said, next: Said| match before.command {
        true => before.then(next.behind()),
        false => before.then(next),
    };
    match said.into_iter().reduce(joined) {
        Some(all) => Outcome::Said(all),
        None if talk => Outcome::Talk,
        None => Outcome::Unknown,
    }
}

/// Words that only ask.
pub(super) const ASKING: &str = "wann wo wer was wie warum wieso welche welcher welches wieviel cuando donde quien que como cual cuanto cuantas \
    cuantos quand ou qui comment quel quelle quels quelles combien pourquoi qu est-ce cand unde cine ce cum care cat cate";

/// A question: its mark, and a word that only asks in front.
fn asks(part: &[Word]) -> bool {
    part.last().is_some_and(|w| w.after == Some('?')) && part.first().is_some_and(|w| !w.quoted && has(ASKING, &w.fold))
}

/// Sentences: up to a full stop, a line's end and the like.
fn parts<'w>(language: &Language, all: &'w [Word]) -> Vec<&'w [Word]> {
    let mut out = Vec::new();
    let mut from = 0;
    for (at, word) in all.iter().enumerate() {
        // "am 3. Dezember"; "15:00. Borra la leche" and "chapter 3. Bifează laptele" end there.
        let short = |n: &str| n.len() <= 2 && n.bytes().all(|b| b.is_ascii_digit());
        let ordinal = word.fold.ends_with(|c: char| c.is_ascii_digit()) && word.fold.split(['.', '-', '/']).all(short);
        let orders =
            |w: &Word| !w.quoted && w.capital && (begins(language, &w.fold) || deed(language, &w.fold).is_some());
        // "um 4. lösche die Reifen", "a las 4. borra los neumáticos": an hour, and an order behind it.
        let hour = at
            .checked_sub(1)
            .and_then(|b| all.get(b))
            .is_some_and(|w| !w.quoted && has("um gegen las la ora orele", &w.fold));
        let told = |w: &Word| hour && !w.quoted && deed(language, &w.fold).is_some();
        let figure = ordinal && !all.get(at + 1).is_some_and(|w| orders(w) || told(w));
        let stop = matches!(word.after, Some(';' | '!' | '?' | '…')) || word.after == Some('.') && !figure || word.line;
        if stop && !word.quoted || at + 1 == all.len() {
            if let Some(part) = all.get(from..=at) {
                out.push(part);
            }
            from = at + 1;
        }
    }
    out
}

/// One sentence: at a comma or an "and" only where a new command begins.
fn several(reader: &Clauses<'_>, all: &[Word]) -> Outcome {
    if let Some(right) = corrected::read(reader, all) {
        return right;
    }
    // "à midi et demi": one time, and nothing joined.
    let phrases = Reader::new(reader.language, all, reader.clock).phrases();
    // "Oma jeden Dienstag und Donnerstag anrufen": the days of one, whose verb stands at the end.
    let one = |p: &Phrase| match p.kind {
        Kind::At | Kind::Every => true,
        Kind::When if p.is_row() => true,
        Kind::When => reader.language.code == "de" && all.get(p.at.end..).is_some_and(only_a_verb),
        _ => false,
    };
    let within = |at: usize| phrases.iter().any(|p| p.at.start < at && at < p.at.end && one(p));
    for at in (1..all.len()).filter(|at| !within(*at)) {
        let Some((left, right)) = all.split_at_checked(at) else { continue };
        let comma = left.last().is_some_and(|w| !w.quoted && matches!(w.after, Some(',' | ':')));
        let mut next = right;
        let mut joined = comma;
        while let Some((word, rest)) = next.split_first() {
            let and = has(reader.language.and, &word.fold);
            // "supprime A puis déplace B": a new order behind it.
            let ordered = || rest.first().is_some_and(|w| !w.quoted && deed(reader.language, &w.fold).is_some());
            let links = and || has(reader.language.then, &word.fold) && (joined || ordered());
            if word.quoted || !links || rest.is_empty() {
                break;
            }
            joined = true;
            next = rest;
        }
        if !joined || next.is_empty() {
            continue;
        }
        let errand = errand(reader, next);
        // "A und B auf Freitag verschieben", "verschieb A und B auf Freitag": one order about both.
        if joined_names(reader, left, next)
            && let whole @ Outcome::Said(_) = reader.clause(all)
        {
            return whole;
        }
        if comma && let Some(due) = reader.deadline_of(left, next) {
            return due.map_or(Outcome::Unknown, Outcome::Said);
        }
        match reader.clause(left) {
            Outcome::Said(first) if first.command => {
                let second = match several(reader, next) {
                    Outcome::Said(second) if second.command => Some(second),
                    // "lösche A und kaufe B": B is something to do, not one more to delete.
                    Outcome::Said(second)
                        if errand == Some(Form::Imperative) && reader.shifted_too(&first, next).is_none() =>
                    {
                        second.made()
                    }
                    _ => reader.carried(&first, next).or_else(|| reader.placed(next).filter(|_| first.sets_a_value())),
                };
                match second {
                    Some(second) => return Outcome::Said(first.then(second)),
                    None if errand.is_some() => return Outcome::Unknown,
                    None => {}
                }
            }
            // "kaufe A und lösche B", "A ist erledigt, B auf Freitag": each is an instruction of its own.
            Outcome::Said(first) => {
                // "Oma am 5., 6. und 7. Dezember anrufen": the verb at the end is that of both.
                let without_verb =
                    !left.iter().any(|w| !w.quoted && concepts::verb(reader.language.code, &w.fold).is_some());
                if reader.language.code == "de" && !comma && without_verb && names_nothing(reader, next) {
                    return Outcome::Unknown;
                }
                let ours = next.first().is_some_and(|w| !w.quoted && deed(reader.language, &w.fold).is_some());
                let report = first.reports();
                // What is there already may be meant by its name: "Milch kaufen und Yoga löschen".
                let there = objects::named(reader.language, reader.text, left, 0..left.len(), reader.todos);
                let verb = left.iter().any(|w| concepts::verb(reader.language.code, &w.fold).is_some());
                let there = !report && matches!(there, objects::Object::One { .. }) && verb;
                // "acheter du lait lundi et appeler maman mardi": each has its own date (rule 6).
                let each = !report && has_day(reader, left) && has_day(reader, next);
                let second = match several(reader, next) {
                    // "j'ai acheté le lait et le vélo est réparé": reports side by side.
                    Outcome::Said(second) if second.command || report && second.reports() => Some(second),
                    Outcome::Said(second) if each => second.made(),
                    _ => None,
                };
                // "yoga um 19 Uhr und der Keller hat hohe Priorität"
                if !report
                    && let (Some(second), Some(placed)) =
                        (second.as_ref().filter(|s| s.sets_a_value()), reader.placed(left))
                {
                    return Outcome::Said(placed.then(second.clone()));
                }
                // "kauf Brot, Milch erledigt": what is reported of another behind something new.
                let done = verb && second.as_ref().is_some_and(Said::completes_one);
                match (second, if report { Some(first) } else { first.made() }) {
                    (Some(_), _) if there && (ours || done || ends_with_deed(reader, next)) => return Outcome::Unknown,
                    (Some(second), Some(first)) if ours || report || each || done || ends_with_deed(reader, next) => {
                        return Outcome::Said(first.then(second));
                    }
                    (None, _) if report || ours && !infinitive(reader.language, next) => return Outcome::Unknown,
                    _ => {}
                }
            }
            // "C'est bon, j'ai appelé maman": talk in front of what is told.
            Outcome::Talk if comma && left.len() <= 3 => match several(reader, next) {
                Outcome::Unknown => {}
                rest => return rest,
            },
            Outcome::Talk | Outcome::Unknown => {}
        }
    }
    reader.clause(all)
}

/// Whether words say on which day, or on which days.
fn has_day(reader: &Clauses<'_>, words: &[Word]) -> bool {
    let phrases = Reader::new(reader.language, words, reader.clock).phrases();
    phrases.iter().any(|phrase| matches!(phrase.kind, Kind::When | Kind::Every))
}

/// Whether words hold a date or a time.
fn dated(reader: &Clauses<'_>, words: &[Word]) -> bool {
    !Reader::new(reader.language, words, reader.clock).phrases().is_empty()
}

/// Whether two names stand side by side under one verb: the left has no date of its own.
fn joined_names(reader: &Clauses<'_>, left: &[Word], right: &[Word]) -> bool {
    let named = |words: &[Word]| {
        matches!(
            objects::object(reader.language, reader.text, words, 0..words.len(), reader.todos),
            objects::Object::One { .. } | objects::Object::Numbered(_)
        )
    };
    let verb = |w: Option<&Word>| w.is_some_and(|w| !w.quoted && deed(reader.language, &w.fold).is_some());
    if dated(reader, left)
        || errand(reader, right) == Some(Form::Imperative)
        || left.iter().any(|w| !w.quoted && has(reader.language.and, &w.fold))
    {
        return false;
    }
    if ends_with_deed(reader, right) && !verb(left.first()) {
        return named(left) && !left.iter().any(|w| concepts::verb(reader.language.code, &w.fold).is_some());
    }
    let Some((_, name)) = left.split_first().filter(|_| verb(left.first()) && !verb(right.first())) else {
        return false;
    };
    let phrases = Reader::new(reader.language, right, reader.clock).phrases();
    let other = super::clause::without(right, &phrases, &|_| true);
    !name.is_empty() && named(name) && !other.is_empty() && named(&other)
}

/// The words begin an errand of their own, and no todo's title begins with the same verb.
pub(super) fn errand(reader: &Clauses<'_>, words: &[Word]) -> Option<Form> {
    let first = words.first().filter(|w| !w.quoted)?;
    let form = concepts::verb(reader.language.code, &first.fold)?;
    let phrases = Reader::new(reader.language, words, reader.clock).phrases();
    let kept = super::clause::without(words, &phrases, &|_| true);
    let titled = match objects::named(reader.language, reader.text, &kept, 0..kept.len(), reader.todos) {
        objects::Object::One { id, .. } => reader
            .todos
            .todo(id)
            .is_some_and(|t| super::words::fold(&t.title).split_whitespace().next().is_some_and(|w| w == first.fold)),
        _ => false,
    };
    (!titled).then_some(form)
}

/// "7. Dezember anrufen": a date and what German has at the end of a clause.
fn names_nothing(reader: &Clauses<'_>, words: &[Word]) -> bool {
    let phrases = Reader::new(reader.language, words, reader.clock).phrases();
    !phrases.is_empty() && only_a_verb(&super::clause::without(words, &phrases, &|_| true))
}

/// "anrufen", "ausfallen lassen": nothing but what German has at the end of a clause.
fn only_a_verb(words: &[Word]) -> bool {
    let verb = |w: &Word| !w.quoted && !w.capital && w.fold.ends_with("en");
    (1..=2).contains(&words.len()) && words.iter().all(verb)
}

fn infinitive(language: &Language, words: &[Word]) -> bool {
    words.first().is_some_and(|w| language.infinitives.iter().any(|end| w.fold.ends_with(end)))
}

/// "gym löschen": German has the verb last.
fn ends_with_deed(reader: &Clauses<'_>, words: &[Word]) -> bool {
    reader.language.code == "de"
        && words.len() > 1
        && words.last().is_some_and(|w| !w.quoted && w.fold.ends_with("en") && deed(reader.language, &w.fold).is_some())
}

/// The English verb of a word that instructions begin or end with.
pub(super) fn deed(language: &Language, word: &str) -> Option<&'static str> {
    if word.len() < 4 || has(language.weak, word) || has(language.and, word) {
        return None;
    }
    let verb = |deed: Deed| match deed {
        Deed::Delete => Some("delete"),
        Deed::Complete => Some("done"),
        Deed::Move => Some("move"),
        Deed::Reopen => Some("reopen"),
        Deed::Rename => Some("rename"),
        Deed::Skip => Some("skip"),
        Deed::Hold => Some("pause"),
        Deed::Start => Some("start"),
        _ => None,
    };
    let all = language.frames.iter().chain(language.notes);
    all.filter_map(|(deed, pattern)| verb(*deed).map(|verb| (verb, *pattern))).find_map(|(verb, pattern)| {
        // The verb stands first, or last behind the name.
        let at = if pattern.starts_with('*') { pattern.split(' ').next_back() } else { pattern.split(' ').next() };
        at.is_some_and(|words| words.split('|').any(|w| w == word)).then_some(verb)
    })
}

/// Known words and dates in English, the others as they are.
pub(super) fn gloss(language: &'static Language, text: &str, todos: &Todos, clock: &Clock) -> String {
    let all = words(text, Some(language));
    let reader = Reader::new(language, &all, clock);
    let phrases = reader.phrases();
    // What is denied or only supposed calls for no deed.
    let doubt = all.iter().any(|w| !w.quoted && (has(language.not, &w.fold) || has(language.conditions, &w.lower)));
    let verb = |fold: &str| if doubt { None } else { deed(language, fold) };
    let mut out: Vec<String> = Vec::new();
    let mut at = 0;
    while let Some(word) = all.get(at) {
        if let Some(phrase) = phrases.iter().find(|p| p.at.start == at) {
            out.push(phrase.english.clone());
            at = phrase.at.end;
            continue;
        }
        let said = text.get(word.span.clone()).unwrap_or_default();
        let fold = word.fold.as_str();
        out.push(match concepts::english(language.code, fold).or_else(|| verb(fold)) {
            _ if !word.quoted && has(language.not, fold) => "not".to_owned(),
            _ if !word.quoted && has(language.conditions, fold) => "if".to_owned(),
            // A word of a title stays as the title has it.
            Some(english) if !word.quoted && todos.count_word(fold) == 0 => english.to_owned(),
            _ if !word.quoted && objects::is_small(language, &word.fold) => String::new(),
            _ if word.quoted => format!("\"{said}\""),
            _ => said.to_owned(),
        });
        at += 1;
    }
    out.retain(|w| !w.is_empty());
    let end = if text.trim_end().ends_with('?') { "?" } else { "" };
    out.join(" ") + end
}

/// Whether an order begins with the word.
pub(super) fn begins(language: &Language, word: &str) -> bool {
    let asks = |deed: &Deed| matches!(deed, Deed::Talk | Deed::Wonder | Deed::List | Deed::Count | Deed::WhenIs);
    let first = |pattern: &str| pattern.split(' ').next().is_some_and(|w| w.split('|').any(|w| w == word));
    !has(language.weak, word) && language.frames.iter().any(|(deed, pattern)| !asks(deed) && first(pattern))
}

/// Whether a word orders something new (`true`), or something about a todo that is there; `None` where it is no
/// order.
pub(super) fn ordered(language: &Language, word: &str) -> Option<bool> {
    let first = |pattern: &str| pattern.split(' ').next().is_some_and(|w| w.split('|').any(|w| w == word));
    let of = |deed: Deed| language.frames.iter().any(|(d, pattern)| *d == deed && first(pattern));
    if word.len() < 4 || has(language.weak, word) {
        return None;
    }
    let about = [Deed::Delete, Deed::Complete, Deed::Move, Deed::Reopen, Deed::Rename].into_iter().any(of);
    if about { Some(false) } else { of(Deed::Add).then_some(true) }
}
