//! Days of a series that are left out, and the only ones that stay: "montags kein Yoga", "yoga solo los martes", "pausiere gym
//! nächste Woche".

use super::clause::{Clauses, Framed};
use super::objects::Object;
use super::pattern::Phrase;
use super::render::{DAYS, created, object, of, plain_day, repeats};
use super::table::{Deed, Kind, Language, meaning};
use super::words::Word;

/// "pas de yoga le mardi": a weekday with the French article alone is each of them, beside what says which days a series
/// has not; elsewhere it is one date.
pub(super) fn each_week(language: &Language, words: &[Word], phrases: &[Phrase]) -> Option<Vec<Phrase>> {
    let article = |p: &Phrase| {
        p.kind == Kind::When
            && p.at.len() == 2
            && words.get(p.at.start).is_some_and(|w| w.fold == "le")
            && words.get(p.at.start + 1).is_some_and(|w| meaning(language.weekdays, &w.fold).is_some())
    };
    if language.code != "fr" || !phrases.iter().any(article) {
        return None;
    }
    let each = |p: &Phrase| match article(p) {
        true => Phrase { kind: Kind::Every, english: format!("every {}", p.english), at: p.at.clone() },
        false => p.clone(),
    };
    Some(phrases.iter().map(each).collect())
}

/// "kein gym montags", "los lunes no hay gym": weekdays that a series has no more.
pub(super) fn left_out(c: &Clauses<'_>, f: &Framed<'_>) -> Option<String> {
    let Object::One { id, .. } = object(c, f)? else { return None };
    let days = weekdays(f).filter(|_| repeats(c, id))?;
    Some(format!("skip #{id} {days}"))
}

/// "yoga nur noch dienstags", "yoga solo los martes": the only weekdays of a series that is there, or of something new.
pub(super) fn only(c: &Clauses<'_>, f: &Framed<'_>) -> Option<String> {
    let days = weekdays(f)?;
    match object(c, f)? {
        Object::One { id, .. } if repeats(c, id) => Some(format!("change #{id} to {days}")),
        Object::Nothing { .. } if of(f.phrases, Kind::Every).is_some() => {
            created(c, f).map(|(title, rest)| format!("add \"{title}\" {rest}"))
        }
        _ => None,
    }
}

/// "every monday and tuesday", where nothing else is said beside it.
fn weekdays<'p>(f: &Framed<'p>) -> Option<&'p str> {
    let [Phrase { kind, english, .. }] = f.phrases else { return None };
    // "gym nur am Wochenende": of a series that is each weekend.
    if f.deed == Deed::Only && *kind == Kind::When && plain_day(english) == "this weekend" {
        return Some("every weekend");
    }
    if *kind != Kind::Every {
        return None;
    }
    let day = |word: &str| DAYS.contains(&word) || matches!(word, "and" | "weekday" | "weekend");
    english.strip_prefix("every ")?.split([' ', ',']).all(|w| w.is_empty() || day(w)).then_some(english)
}

/// "pausiere gym nächste Woche", "esta semana no hago yoga", "Gym bis Montag pausieren": days of a series.
pub(super) fn off(c: &Clauses<'_>, f: &Framed<'_>) -> Option<String> {
    if f.deed == Deed::Off && of(f.phrases, Kind::Every).is_some() {
        return left_out(c, f);
    }
    let Object::One { id, .. } = object(c, f)? else { return None };
    match f.phrases {
        [day] if repeats(c, id) && matches!(day.kind, Kind::When | Kind::Of) => {
            Some(format!("skip #{id} {}", plain_day(&day.english)))
        }
        [until] if repeats(c, id) && until.kind == Kind::By && f.deed == Deed::Hold => {
            Some(format!("put #{id} on hold {}", until.english.replace("by ", "until ")))
        }
        _ => None,
    }
}
