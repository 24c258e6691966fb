//! "Ich bin nächste Woche weg, kein Yoga": days on which somebody is away are the days of what does not take place then.

use super::clause::Clauses;
use super::pattern::{Phrase, Reader};
use super::sentence::deed;
use super::table::{Kind, has};
use super::words::Word;

/// What says that somebody is away, without the days, by language.
const AWAY: [(&str, &[&str]); 4] = [
    (
        "de",
        &[
            "ich|wir bin|sind weg|verreist|krank|unterwegs|abwesend|beschaftigt|im_urlaub|auf_reisen|auf_dienstreise|nicht_da|nicht_hier",
            "bin|sind ich|wir weg|verreist|krank|unterwegs|abwesend|beschaftigt|im_urlaub|auf_reisen|auf_dienstreise|nicht_da|nicht_hier",
            "bin|sind weg|verreist|krank|unterwegs|abwesend|beschaftigt|im_urlaub|auf_reisen|auf_dienstreise|nicht_da|nicht_hier",
            "ich|wir habe|hab|haben urlaub|frei|keine_zeit|zu_tun",
            "habe|hab|haben ich|wir urlaub|frei|keine_zeit|zu_tun",
            "ich|wir kann|konnen nicht",
            "kann|konnen ich|wir? nicht",
            "keine zeit",
            "urlaub|ferien|beschaftigt|verhindert|ausgebucht|krank|verreist|weg|unterwegs|abwesend|im_urlaub|auf_reisen|auf_dienstreise|nicht_da|nicht_hier",
        ],
    ),
    (
        "es",
        &[
            "estoy|estare|estamos|estaremos|voy_a_estar fuera|ausente|enfermo|enferma|malo|mala|ocupado|ocupada|de_vacaciones|de_viaje",
            "me|nos voy|vamos de_vacaciones|de_viaje",
            "no estoy|estare|estamos|estaremos|puedo|podemos|podre|podremos",
            "no tengo|tenemos|tendre|tendremos tiempo",
            "vacaciones|ocupado|ocupada|malo|mala|fuera|ausente|enfermo|enferma|de_vacaciones|de_viaje",
        ],
    ),
    (
        "fr",
        &[
            "je|on|nous n|ne ai|aurai|avons|a|aurons pas_le_temps|pas_de_temps",
            "je|on|nous ne? peux|peut|pouvons|pourrai pas",
            "pas le_temps|de_temps|dispo|disponible",
            "je|nous suis|serai|sommes|serons occupe|occupee|occupes|pris|prise|absent|absente|absents|malade|parti|partie|partis|en_vacances|en_conge|en_conges|en_deplacement|en_voyage",
            "je|on pars|part en_vacances|en_voyage",
            "je ne suis|serai pas la",
            "vacances|conges|occupe|occupee|occupes|pris|prise|absent|absente|malade|parti|partie|en_vacances|en_conge|en_conges|en_deplacement|en_voyage",
        ],
    ),
    (
        "ro",
        &[
            "sunt|suntem|voi_fi|vom_fi|o_sa_fiu plecat|plecata|plecati|bolnav|bolnava|ocupat|ocupata|in_concediu|in_vacanta|in_deplasare",
            "plec|plecam in_concediu|in_vacanta",
            "nu sunt|suntem acasa?",
            "nu pot|putem",
            "nu am|avem timp",
            "concediu|ocupat|ocupata|vacanta|plecat|plecata|bolnav|bolnava|in_concediu|in_vacanta|in_deplasare",
        ],
    ),
];

/// In front of what follows from it.
const SO: &str = "also deshalb darum daher entonces y donc alors et deci si und";

/// The other part of a message of two, with the days of the absence; `None` where neither says that somebody is away.
pub(super) fn read(c: &Clauses<'_>, all: &[Word]) -> Option<Vec<Word>> {
    let ends = |w: &Word| {
        let figure = w.fold.ends_with(|ch: char| ch.is_ascii_digit());
        // The dot behind a day of a date is its own; what is behind that ends the part: "bis 31.12., kein Yoga".
        let paused = || c.text.get(w.span.end..).is_some_and(|rest| rest.starts_with(".,") || rest.starts_with(".;"));
        !w.quoted
            && match w.after {
                Some('.') if figure => paused(),
                Some('.' | ',' | ';' | ':' | '!' | '–') => true,
                _ => false,
            }
    };
    let mut cuts = (1..all.len()).filter(|at| all.get(at - 1).is_some_and(ends));
    let (cut, None) = (cuts.next()?, cuts.next()) else { return None };
    let (front, back) = all.split_at_checked(cut)?;
    with_days(c, front, back).or_else(|| with_days(c, back, front))
}

fn with_days(c: &Clauses<'_>, away: &[Word], rest: &[Word]) -> Option<Vec<Word>> {
    let phrases = |words: &[Word]| Reader::new(c.language, words, c.clock).phrases();
    let days: Vec<Phrase> = phrases(away);
    // "krank, kein gym heute": the days stand with what does not take place.
    let at = match days.as_slice() {
        [] => away.len()..away.len(),
        [Phrase { at, kind: Kind::When | Kind::By, .. }] => at.clone(),
        _ => return None,
    };
    let said: Vec<Word> = away.iter().enumerate().filter(|(n, _)| !at.contains(n)).map(|(_, w)| plain(w)).collect();
    let (_, patterns) = AWAY.iter().find(|(code, _)| *code == c.language.code)?;
    let reader = Reader::new(c.language, &said, c.clock);
    patterns.iter().find_map(|pattern| reader.matches(0, pattern, true))?;
    let so = rest.iter().take_while(|w| !w.quoted && has(SO, &w.fold)).count();
    let rest = rest.get(so..).filter(|rest| !rest.is_empty())?;
    // "krank am Mittwoch, gym auf Donnerstag verschieben": the one of that day.
    let moves = rest.iter().any(|w| !w.quoted && deed(c.language, &w.fold) == Some("move"));
    if moves && !days.is_empty() && matches!(phrases(rest).as_slice(), [Phrase { kind: Kind::When, .. }]) {
        return from_day(c, away.get(at.clone())?, rest);
    }
    if phrases(rest).is_empty() == days.is_empty() {
        return None;
    }
    Some(rest.iter().chain(away.get(at.clone())?).map(plain).collect())
}

/// "verschiebe alles von morgen auf Freitag": what is moved is that of the day, in front of where it goes.
fn from_day(c: &Clauses<'_>, away: &[Word], rest: &[Word]) -> Option<Vec<Word>> {
    let reader = Reader::new(c.language, away, c.clock);
    let day = (0..away.len()).find(|at| reader.day(*at).is_some_and(|(end, _)| end == away.len()))?;
    let to = Reader::new(c.language, rest, c.clock).phrases().first()?.at.start;
    let first = away.get(day)?;
    let of = OF.iter().find(|(code, _)| *code == c.language.code).map(|(_, of)| Word {
        fold: (*of).to_owned(),
        lower: (*of).to_owned(),
        span: first.span.start..first.span.start,
        ..first.clone()
    })?;
    let (front, behind) = rest.split_at_checked(to)?;
    Some(front.iter().chain([&of]).chain(away.get(day..)?).chain(behind).map(plain).collect())
}

/// In front of the day that something was on.
const OF: [(&str, &str); 4] = [("de", "von"), ("es", "de"), ("fr", "de"), ("ro", "de")];

/// A word that ends nothing.
fn plain(word: &Word) -> Word {
    Word { after: None, line: false, ..word.clone() }
}
