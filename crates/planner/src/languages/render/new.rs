//! Something new in the planner's English: its title in the writer's own letters, and what is told of it.

use super::{doubled, of, when};
use crate::languages::bulk;
use crate::languages::clause::{Clauses, Framed};
use crate::languages::objects;
use crate::languages::pattern::Reader;
use crate::languages::table::{Kind, has, meaning};
use crate::languages::words::{Word, fold};
use std::ops::Range;

/// A new todo: its title and the rest of the sentence.
pub(in crate::languages) fn created(c: &Clauses<'_>, f: &Framed<'_>) -> Option<(String, String)> {
    if doubled(&f.phrases.iter().filter(|p| !matches!(p.kind, Kind::Of | Kind::Shift)).cloned().collect::<Vec<_>>()) {
        return None;
    }
    // "le soir du 5 décembre": the evening of a day that was not read as one.
    let has_kind = |kind: Kind| f.phrases.iter().any(|p| p.kind == kind);
    if has_kind(Kind::Of) && (has_kind(Kind::Part) || has_kind(Kind::At)) && !has_kind(Kind::When) {
        return None;
    }
    let star = f.stars.first()?.clone();
    let language = c.language;
    let reader = Reader::new(language, f.words.get(star.clone())?, c.clock);
    // "pon todo lo de hoy con prioridad alta": of all of it, and nothing new.
    let all =
        bulk::of_all(language, reader.words) && reader.words.get(1).is_some_and(|w| has("lo ce was ce-i", &w.fold));
    let before = star.start.checked_sub(1).and_then(|at| f.words.get(at)).is_some_and(|w| w.fold == "todo");
    if all || before && reader.words.first().is_some_and(|w| !w.quoted && w.fold == "lo") {
        return None;
    }
    // "10 fois": how often, and nothing to do.
    let count = |(kind, ..): &(Kind, &str, &str)| *kind == Kind::Times;
    if reader.matching(0, language.phrases, true).any(|(rule, ..)| count(rule)) {
        return None;
    }
    let lead = reader.longest(0, language.title_leads);
    // "Rom besuchen im Mai oder Juni": which of both, nobody said.
    let day = |w: &Word| [language.months, language.weekdays].iter().any(|of| meaning(of, &w.fold).is_some());
    let or = |pair: &[Word]| matches!(pair, [or, w] if !or.quoted && has("oder ou o sau", &or.fold) && day(w));
    if !f.phrases.is_empty() && reader.words.windows(2).any(or) {
        return None;
    }
    let from = star.start + lead.filter(|end| *end < star.len()).unwrap_or(0);
    let from = from + usize::from(forced(language.code, f.words.get(from..star.end)?));
    let title = title(c, &f.words, from..star.end);
    let only_small = f.words.get(from..star.end)?.iter().all(|w| {
        !w.quoted && (objects::is_small(language, &w.fold) || has(language.it, &w.fold) || has(language.nouns, &w.fold))
    });
    if title.is_empty() || only_small {
        return None;
    }
    let repeats = of(f.phrases, Kind::Every).is_some();
    let mut rest: Vec<String> = Vec::new();
    rest.extend(of(f.phrases, Kind::Every).map(str::to_owned));
    rest.extend(when(f.phrases));
    rest.extend(of(f.phrases, Kind::From).map(str::to_owned));
    // Beside a day a deadline is one of its own.
    let due = [Kind::When, Kind::Part, Kind::At].into_iter().any(has_kind);
    rest.extend(of(f.phrases, Kind::By).map(|by| match by.strip_prefix("by ") {
        Some(day) if repeats => format!("until {day}"),
        Some(day) if due => format!("due {day}"),
        _ => by.to_owned(),
    }));
    rest.extend(of(f.phrases, Kind::For).map(str::to_owned));
    rest.extend(of(f.phrases, Kind::Level).map(|l| l.trim_start_matches("to ").to_owned()));
    rest.extend(f.phrases.iter().filter(|p| p.kind == Kind::Label).map(|p| p.english.clone()));
    Some((title, rest.join(" ")))
}

/// Articles in a form that only the sentence around a name gives it, by language, and how verbs end there that give it
/// such a form themselves.
const FORCED: [(&str, &str, &[&str]); 2] =
    [("de", "den dem einen einem", &["n"]), ("es", "del al", &["ar", "er", "ir"])];

/// "erinnere mich an den Müll", "recuérdame el lunes del pago": the name begins with an article that is not its own.
/// In "den Schlüssel mitnehmen" it is.
fn forced(code: &str, said: &[Word]) -> bool {
    let [first, rest @ ..] = said else { return false };
    let Some((_, articles, ends)) = FORCED.iter().find(|(of, ..)| *of == code) else { return false };
    let verb = |w: &Word| {
        let bare = !w.quoted && !w.capital && w.fold.len() > 3 && !articles.split(' ').any(|a| a == w.fold);
        bare && ends.iter().any(|end| w.fold.ends_with(end))
    };
    !first.quoted && has(articles, &first.fold) && !rest.is_empty() && !rest.iter().any(verb)
}

/// The words of a title in the writer's own letters.
pub(in crate::languages) fn title(c: &Clauses<'_>, words: &[Word], range: Range<usize>) -> String {
    let said = words.get(range).unwrap_or_default();
    let mut out = String::new();
    let mut last: Option<&Word> = None;
    for (n, word) in said.iter().enumerate() {
        let own = c.text.get(word.span.clone()).unwrap_or_default();
        let own = plain_infinitive(c.language.code, said, n, own);
        if own.is_empty() {
            last = Some(word);
            continue;
        }
        let between = last.and_then(|l| c.text.get(l.span.end..word.span.start)).filter(|b| b.len() <= 3);
        match between {
            _ if out.is_empty() => {}
            Some(between)
                if between.chars().all(|b| b.is_whitespace() || matches!(b, ',' | '&' | '/' | ':' | '-' | '.')) =>
            {
                out.push_str(between)
            }
            _ => out.push(' '),
        }
        out.push_str(&own);
        last = Some(word);
    }
    out.replace(['"', '“', '”', '„'], "'").trim().to_owned()
}

/// "die Blumen zu gießen" → "die Blumen gießen", "Paul anzurufen" → "Paul anrufen".
fn plain_infinitive(code: &str, said: &[Word], n: usize, own: &str) -> String {
    const PREFIXES: &str =
        "ab an auf aus ein mit vor nach weg los um her hin zusammen zuruck vorbei fertig fest weiter herunter raus";
    let last = n + 1 == said.len();
    if code != "de" || said.get(n).is_none_or(|w| w.quoted) {
        return own.to_owned();
    }
    let verb = |w: Option<&Word>| w.is_some_and(|w| w.fold.ends_with('n') && w.span.len() > 3);
    if n + 2 == said.len() && own == "zu" && verb(said.get(n + 1)) {
        return String::new();
    }
    if last && own.ends_with('n') {
        for (at, _) in own.match_indices("zu") {
            let (front, back) = (own.get(..at).unwrap_or_default(), own.get(at + 2..).unwrap_or_default());
            if has(PREFIXES, &fold(front)) && back.len() >= 4 {
                return format!("{front}{back}");
            }
        }
    }
    own.to_owned()
}
