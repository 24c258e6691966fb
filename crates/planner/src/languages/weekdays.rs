//! Days of a series that are left out, and the only ones that stay: "montags kein Yoga", "yoga solo los martes", "pausiere gym
//! nächste Woche".

use super::clause::{Clauses, Framed, Said, without};
use super::objects::{self, Object};
use super::pattern::{Phrase, Reader};
use super::render::{DAYS, created, object, of, plain_day, repeats};
use super::table::{Deed, Kind, Language, has, meaning};
use super::too;
use super::words::Word;
use countersign_core::ids::TodoId;
use countersign_core::todos::View;

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

/// "kein gym montags", "los lunes no hay gym": weekdays that a series has no more; "kein gym montags bis Weihnachten": for a
/// time.
pub(super) fn left_out(c: &Clauses<'_>, f: &Framed<'_>) -> Option<String> {
    let Object::One { id, .. } = object(c, f)? else { return None };
    if let Some(until) = until_when(f) {
        let each = f.phrases.iter().find(|p| p.kind == Kind::Every).and_then(week).filter(|_| repeats(c, id))?;
        return (f.phrases.len() == 2).then(|| format!("no #{id} on {each} {until}"));
    }
    let days = weekdays(f).filter(|_| repeats(c, id))?;
    Some(format!("skip #{id} {days}"))
}

/// "kein gym bis Freitag", "pas de yoga jusqu'à lundi": the days before then.
pub(super) fn until(c: &Clauses<'_>, f: &Framed<'_>) -> Option<String> {
    let Object::One { id, .. } = object(c, f)? else { return None };
    let until = until_when(f).filter(|_| f.phrases.len() == 1 && repeats(c, id))?;
    Some(format!("pause #{id} {until}"))
}

fn until_when(f: &Framed<'_>) -> Option<String> {
    let by = of(f.phrases, Kind::By)?;
    by.strip_prefix("by ").map(|day| format!("until {day}"))
}

/// "yoga nicht mehr donnerstags", "yoga nunca los jueves": as [`left_out`]; "gym nicht mehr ab dem 15.": its end.
pub(super) fn no_more(c: &Clauses<'_>, f: &Framed<'_>) -> Option<String> {
    let Object::One { id, .. } = object(c, f).filter(|_| f.phrases.len() == 1)? else { return None };
    ended(c, f, id).or_else(|| left_out(c, f))
}

/// "ab 15.12. kein gym mehr": the last day is the one before.
fn ended(c: &Clauses<'_>, f: &Framed<'_>, id: TodoId) -> Option<String> {
    const MORE: &str = "mehr mas plus mai ya nunca jamais nie niemals niciodata";
    let more = f.words.iter().any(|w| !w.quoted && has(MORE, &w.fold));
    let from = of(f.phrases, Kind::From).filter(|_| more && f.phrases.len() == 1 && repeats(c, id))?;
    let day = from.strip_prefix("starting ")?;
    let day = day.strip_prefix("on ").or_else(|| day.strip_prefix("in ")).unwrap_or(day);
    Some(format!("no more #{id} from {day}"))
}

/// "gym außer montags", "gym sauf le lundi", "gym jeden Tag außer Montag": the weekdays that are left out of a series.
pub(super) fn except(c: &Clauses<'_>, f: &Framed<'_>) -> Option<String> {
    let Object::One { id, .. } = object(c, f)? else { return None };
    let (last, front) = f.phrases.split_last().filter(|_| repeats(c, id))?;
    let days = week(last)?;
    match front {
        [] => Some(format!("no #{id} on {days}")),
        [every] if every.kind == Kind::Every && matches!(every.english.as_str(), "every day" | "daily") => {
            Some(format!("#{id} every day but {days}"))
        }
        _ => None,
    }
}

/// What a whole message says of the weekdays of a series.
pub(super) fn read<'a>(c: &Clauses<'a>, all: &'a [Word]) -> Option<Said> {
    let phrases = Reader::new(c.language, all, c.clock).phrases();
    let phrases = each_week(c.language, all, &phrases).unwrap_or(phrases);
    phrases.iter().find_map(week)?;
    as_well(c, all, &phrases).or_else(|| instead(c, all, &phrases)).or_else(|| all_but(c, all, &phrases))
}

/// The same of a whole message: beside a day that was read, words that leave something out would be left over.
fn all_but<'a>(c: &Clauses<'a>, all: &'a [Word], phrases: &[Phrase]) -> Option<Said> {
    week(phrases.last()?)?;
    let framed = c.framed(all, phrases, false).into_iter().find(|f| f.deed == Deed::Except)?;
    let english = except(c, &framed)?;
    Some(c.said(english, phrases, all, true, Some(Deed::Except)))
}

/// "gym auch dienstags", "gym aussi le mardi": more weekdays for a series; `None` where nothing else is said, or they are no
/// weekdays of each week.
fn as_well(c: &Clauses<'_>, all: &[Word], phrases: &[Phrase]) -> Option<Said> {
    let [every] = phrases else { return None };
    let days = week(every).filter(|_| every.kind == Kind::Every)?;
    let kept = without(all, phrases, &|_| true);
    let name: Vec<Word> = kept.iter().filter(|w| w.quoted || !too::says_so(c.language, &w.fold)).cloned().collect();
    if name.is_empty() || name.len() == kept.len() {
        return None;
    }
    let Object::One { id, whole: true } = objects::named(c.language, c.text, &name, 0..name.len(), c.todos) else {
        return None;
    };
    let named = repeats(c, id) && objects::names_all_but_the_deed(c.language, &name, c.todos.todo(id)?);
    let singular: Vec<&str> = days.split(' ').map(|day| day.strip_suffix('s').unwrap_or(day)).collect();
    named.then(|| c.said(format!("add {} to #{id}", singular.join(" ")), phrases, all, true, Some(Deed::Put)))
}

/// "gym dienstags statt montags", "gym mardi au lieu de lundi": weekdays of a series in the place of others; one date of it
/// where it is a day and no habit.
fn instead(c: &Clauses<'_>, all: &[Word], phrases: &[Phrase]) -> Option<Said> {
    const INSTEAD: [(&str, &str); 4] = [
        ("de", "statt|anstatt|anstelle|und_nicht|nicht"),
        ("es", "en_vez|en_lugar|y_no"),
        ("fr", "au_lieu|plutot_que|et_pas"),
        ("ro", "in_loc|in_locul|si_nu"),
    ];
    let reader = Reader::new(c.language, all, c.clock);
    let [new, old] = phrases else { return None };
    let (_, list) = INSTEAD.iter().find(|(code, _)| *code == c.language.code)?;
    let (end, _) = reader.matches(new.at.end, list, false)?;
    let name = all.get(..new.at.start)?;
    let Object::One { id, whole: true } = objects::named(c.language, c.text, name, 0..name.len(), c.todos) else {
        return None;
    };
    let linked = (end..old.at.start).all(|at| has("de del du d von", reader.fold(at)));
    let whole = linked && end <= old.at.start && old.at.end == all.len() && repeats(c, id);
    let named = whole && objects::names_all_but_the_deed(c.language, name, c.todos.todo(id)?);
    let (each, one) = (new.kind == Kind::Every, new.kind == Kind::When);
    let (new, old) = (week(new)?, week(old)?);
    let english = match (each, one) {
        (true, _) => format!("#{id} on {new} instead of {old}"),
        (_, true) => format!("change #{id} from {} to {}", old.strip_suffix('s')?, new.strip_suffix('s')?),
        _ => return None,
    };
    named.then(|| c.said(english, phrases, all, true, Some(Deed::Put)))
}

/// The weekdays of a phrase, in the plural: "mondays and fridays".
fn week(phrase: &Phrase) -> Option<String> {
    let said = match phrase.kind {
        Kind::Every => phrase.english.strip_prefix("every ")?,
        Kind::When | Kind::Of => plain_day(&phrase.english),
        _ => return None,
    };
    let days: Vec<&str> = said.split([' ', ',']).filter(|w| !w.is_empty() && *w != "and").collect();
    let plural: Vec<String> = days.iter().map(|day| format!("{day}s")).collect();
    (!days.is_empty() && days.iter().all(|day| DAYS.contains(day))).then(|| plural.join(" and "))
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
        [_] if f.deed == Deed::Off && ended(c, f, id).is_some() => ended(c, f, id),
        [_] if f.deed == Deed::Off && until_when(f).is_some() => until(c, f),
        [until] if repeats(c, id) && until.kind == Kind::By && f.deed == Deed::Hold => {
            Some(format!("put #{id} on hold {}", until.english.replace("by ", "until ")))
        }
        _ => None,
    }
}

/// Whether all of some numbers are series.
pub(super) fn are_series(c: &Clauses<'_>, numbers: &str) -> bool {
    let mut ids = numbers.split(" and ").map(|number| number.trim_start_matches('#').parse().map(TodoId));
    ids.all(|id| id.is_ok_and(|id| repeats(c, id)))
}
