//! "cancel gym morgen", "lösche gym tomorrow": an order in one language with a day in the words of another. The day is said
//! in the language of the order, so that it is read and never left out of what is called off, completed or moved; and so in
//! something new: "dentist morgen at 4pm", "appeler maman friday à 9h".

use super::detect;
use super::pattern::{FIRST_NAMES, Reader};
use super::sentence;
use super::table::{Language, has, meaning};
use super::words::{Word, words};
use crate::dates::{self, Clock, What};
use countersign_core::todos::Todos;
use std::ops::Range;

/// A message with its days in one language.
pub(super) struct Mixed {
    pub(super) text: String,
    /// What was put there, with the words it stands for.
    pub(super) pieces: Vec<(String, String)>,
}

/// Languages in the order of [`DAYS`], behind English.
const CODES: [&str; 4] = ["de", "es", "fr", "ro"];

/// Days of one or two words, in English, German, Spanish, French and Romanian.
const DAYS: [[&str; 5]; 12] = [
    ["today", "heute", "hoy", "aujourd'hui", "azi"],
    ["tomorrow", "morgen", "mañana", "demain", "mâine"],
    ["yesterday", "gestern", "ayer", "hier", "ieri"],
    ["monday", "Montag", "lunes", "lundi", "luni"],
    ["tuesday", "Dienstag", "martes", "mardi", "marți"],
    ["wednesday", "Mittwoch", "miércoles", "mercredi", "miercuri"],
    ["thursday", "Donnerstag", "jueves", "jeudi", "joi"],
    ["friday", "Freitag", "viernes", "vendredi", "vineri"],
    ["saturday", "Samstag", "sábado", "samedi", "sâmbătă"],
    ["sunday", "Sonntag", "domingo", "dimanche", "duminică"],
    ["next week", "nächste Woche", "la próxima semana", "la semaine prochaine", "săptămâna viitoare"],
    ["this week", "diese Woche", "esta semana", "cette semaine", "săptămâna asta"],
];

/// English orders about what is there.
const ORDERS: &str = "cancel delete remove drop skip scrap complete finish mark tick check close move push shift reschedule \
    postpone delay bring put pause stop";
/// Those of them that give a day.
const MOVES: &str = "move push shift reschedule postpone delay bring put";
/// Said in front of an order.
const LEADS: &str = "please pls can could you ok okay hey now just and also";
/// In front of a day, in English and in the others.
const TO: &str = "to on for until till by from onto before after next last this every each";
const OWN: &str = "am auf an den der für fur el al para a au à le du pe la pentru";

/// In front of a day that something goes to, and that it is on: a day of the calendar first, then "tomorrow" and the like.
const GOES: [(&str, &str, &str); 4] =
    [("auf ", "auf ", "am "), ("al ", "a ", "el "), ("à ", "à ", ""), ("pe ", "pe ", "")];

/// The message with the day said in its own language; `None` where it has none of another. What `answers` a question makes
/// nothing new.
pub(super) fn plain(text: &str, todos: &Todos, clock: &Clock, answers: bool) -> Option<Mixed> {
    let said = words(text, None);
    let at = said.iter().position(|w| w.quoted || !has(LEADS, &w.fold))?;
    let order = said.get(at).filter(|w| !w.quoted)?;
    let (mixed, new) = if has(ORDERS, &order.fold) {
        (in_english(text, &order.fold, todos, clock)?, false)
    } else {
        match in_another(text, &said, todos, clock) {
            Some(mixed) => (mixed, false),
            None if answers => return None,
            None => (anew(text, &said, todos, clock)?, true),
        }
    };
    // It was read where the day is in none of the names, and no time said in English.
    let times: Vec<String> = dates::find(text, clock)
        .iter()
        .filter(|f| matches!(f.what, What::Time { .. }))
        .filter_map(|f| Some(format!("{}\"", text.get(f.span.clone())?)))
        .collect();
    let named = |english: &str| {
        mixed.pieces.iter().any(|(_, own)| english.contains(own.as_str()))
            || times.iter().any(|t| english.contains(t.as_str()))
    };
    let apart = match super::hear(text, todos, clock) {
        None => true,
        Some(heard) => heard.english.map_or(!new, |said| named(&said)),
    };
    apart.then_some(mixed)
}

/// Whether a word is a day in one of the other languages.
pub(crate) fn is_day(word: &str, clock: &Clock) -> bool {
    detect::ALL.into_iter().any(|language| {
        let said = words(word, Some(language));
        said.len() == 1 && day(language, &said, 0, clock).is_some()
    })
}

/// The English of a word that is a day and nothing else.
fn day(language: &'static Language, said: &[Word], at: usize, clock: &Clock) -> Option<&'static str> {
    let word = said.get(at).filter(|w| !w.quoted && w.fold.len() > 2 && !detect::is_english(&w.fold))?;
    // "Maine", "lunch with Morgen", "mardi gras", "Marti": names.
    let named = word.capital && (language.code != "de" || word.fold == "morgen");
    let follows = said.get(at + 1).is_some_and(|w| w.fold == "gras");
    if named || follows || matches!(word.lower.as_str(), "maine" | "marti") {
        return None;
    }
    let (_, english) = Reader { language, words: said, clock }.day(at).filter(|(end, _)| *end == at + 1)?;
    DAYS.iter().map(|days| days[0]).find(|day| *day == english)
}

/// "montags", "lunea": each such day.
fn habit(language: &'static Language, word: &Word) -> Option<String> {
    let every = meaning(language.habits, &word.fold).filter(|_| !word.quoted && word.fold.len() > 4)?;
    meaning(language.weekdays, &word.fold).is_none().then(|| format!("every {every}"))
}

fn in_english(text: &str, order: &str, todos: &Todos, clock: &Clock) -> Option<Mixed> {
    let goes = has(MOVES, order);
    detect::ALL.into_iter().find_map(|language| {
        let said = words(text, Some(language));
        let mut put: Vec<(Range<usize>, String)> = Vec::new();
        for (at, word) in said.iter().enumerate().skip(usize::from(!order.is_empty())) {
            let habit = || order.is_empty().then(|| habit(language, word)).flatten();
            // "lunch dom 12:00": a name.
            let named = order.is_empty() && has(FIRST_NAMES, &word.fold);
            let one = || day(language, &said, at, clock).filter(|_| !named).map(str::to_owned);
            let Some(day) = one().or_else(habit).filter(|_| todos.count_word(&word.fold) == 0) else {
                continue;
            };
            let before = at.checked_sub(1).and_then(|at| said.get(at)).filter(|w| !w.quoted);
            let own = before.filter(|w| has(OWN, &w.lower) && (at > 1 || order.is_empty()));
            let led = before.is_some_and(|w| has(TO, &w.fold));
            let link = if goes && !led { "to " } else { "" };
            put.push((own.unwrap_or(word).span.start..word.span.end, format!("{link}{day}")));
        }
        // "complete el informe mañana": more of that language than its day is no English order.
        let more = !order.is_empty()
            && said.iter().skip(1).any(|w| {
                let own = has(language.weak, &w.fold) || has(language.strong, &w.fold);
                let taken = put.iter().any(|(span, _)| span.contains(&w.span.start));
                own && !w.quoted && !taken && !detect::is_english(&w.fold)
            });
        if more { None } else { replaced(text, put) }
    })
}

/// "dentist morgen at 4pm", "party Samstag": something new in English, with one day of another language that its time belongs
/// to, or that ends it.
fn anew(text: &str, said: &[Word], todos: &Todos, clock: &Clock) -> Option<Mixed> {
    if !said.iter().any(may_be_day) {
        return None;
    }
    let found = dates::find(text, clock);
    if found.len() > 1 || !found.iter().all(|f| matches!(f.what, What::Time { .. })) {
        return None;
    }
    let time = found.first().map(|f| f.span.clone());
    let mixed = in_english(text, "", todos, clock).filter(|mixed| mixed.pieces.len() == 1)?;
    let (_, own) = mixed.pieces.first()?;
    let day = text.find(own.as_str()).map(|at| at..at + own.len())?;
    let within = |w: &&Word| day.contains(&w.span.start);
    let last = said.iter().rfind(within)?;
    let beside = time.as_ref().is_some_and(|time| {
        let gap = text.get(last.span.end..time.start).is_some_and(|gap| gap.trim().is_empty());
        gap || text.get(time.end..day.start).is_some_and(|gap| gap.trim().is_empty())
    });
    let ends = said.last().is_some_and(|w| w.span.end == last.span.end) && (beside || time.is_none());
    // "call domingo at 5": what is called is no day.
    let rest = said.iter().filter(|w| !within(w) && !time.as_ref().is_some_and(|time| time.contains(&w.span.start)));
    let rest: Vec<&Word> = rest.collect();
    let alone = rest.len() < 2 && last.fold == "domingo" && rest.iter().all(|w| crate::interpret::is_errand(&w.fold));
    let named = said.iter().take_while(|w| w.span.end <= day.start).last().is_some_and(|w| has(NAMES, &w.fold));
    let begins = said.first().is_some_and(|w| within(&w)) && !rest.is_empty();
    ((beside || ends || begins) && !alone && !named).then_some(mixed)
}

/// Whether a word may be a day in a language that is known: only then a message is looked through for one.
fn may_be_day(word: &Word) -> bool {
    const NEAR: &str = "heute hoy aujourd'hui azi morgen manana demain maine gestern ayer hier ieri";
    let named = |language: &&Language| {
        meaning(language.weekdays, &word.fold).is_some() || meaning(language.habits, &word.fold).is_some()
    };
    !word.quoted && (has(NEAR, &word.fold) || detect::ALL.iter().any(named))
}

/// In front of a name.
const NAMES: &str = "with named called mr mrs ms dr aunt uncle from and the";

fn in_another(text: &str, said: &[Word], todos: &Todos, clock: &Clock) -> Option<Mixed> {
    let english = |w: &Word| !w.quoted && DAYS.iter().any(|days| days[0].split(' ').next() == Some(w.fold.as_str()));
    if !said.iter().any(english) {
        return None;
    }
    let ordered = detect::ALL.into_iter().find_map(|language| {
        let n = CODES.iter().position(|code| *code == language.code)?;
        let verb = |w: Option<&Word>| {
            let w = w.filter(|w| !w.quoted && !detect::is_english(&w.fold))?;
            sentence::deed(language, &w.fold)
                .or_else(|| (sentence::ordered(language, &w.fold) == Some(true)).then_some("add"))
        };
        let last = || verb(said.last()).filter(|_| language.code == "de");
        Some((n, verb(said.first()).or_else(last)?))
    });
    // "Zahnarzt friday 9 Uhr": something new without a verb.
    let (n, verb) = ordered.or_else(|| {
        let language = detect::languages(text, todos, clock).first().copied()?;
        Some((CODES.iter().position(|code| *code == language.code)?, "add"))
    })?;
    let (day_to, near_to, on) = *GOES.get(n)?;
    let mut put: Vec<(Range<usize>, String)> = Vec::new();
    for (at, word) in said.iter().enumerate().skip(1) {
        let pair = said.get(at + 1).map(|next| format!("{} {}", word.fold, next.fold)).unwrap_or_default();
        let of = |days: &&[&'static str; 5]| days[0] == word.fold || days[0] == pair;
        let Some(days) = DAYS.iter().find(of).filter(|_| !word.quoted && todos.count_word(&word.fold) == 0) else {
            continue;
        };
        let two = days[0] == pair;
        let before = said.get(at - 1).filter(|w| !w.quoted && at > 1);
        if before.is_some_and(|w| has("until till by from before after next last this every each", &w.fold)) {
            return None;
        }
        let link = before.filter(|w| has("to on for", &w.fold) || has(OWN, &w.lower));
        let near = two || matches!(days[0], "today" | "tomorrow" | "yesterday");
        let own = days.get(n + 1)?;
        let lead = match (verb == "move", near) {
            (true, true) => near_to,
            (true, false) => day_to,
            (false, true) => "",
            (false, false) => on,
        };
        let end = if two { said.get(at + 1)?.span.end } else { word.span.end };
        put.push((link.unwrap_or(word).span.start..end, format!("{lead}{own}")));
    }
    replaced(text, put)
}

fn replaced(text: &str, put: Vec<(Range<usize>, String)>) -> Option<Mixed> {
    let mut out = text.to_owned();
    let mut pieces = Vec::new();
    // From the end, so that the places before stay.
    for (span, with) in put.into_iter().rev() {
        pieces.push((with.clone(), text.get(span.clone())?.to_owned()));
        out.replace_range(span, &with);
    }
    (!pieces.is_empty()).then_some(Mixed { text: out, pieces })
}
