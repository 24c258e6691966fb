//! Words that say when, as they are often mistyped, by language. Only what is no word itself: "manzana" is no slip of "mañana".

use super::pattern::is_digits;
use super::table::{Language, has, meaning};
use super::words::Word;
use crate::slip::slipped;

const SLIPS: [(&str, &str); 4] = [
    (
        "de",
        "morgn|mrgen|mogren|morgne|moregn|morgem|morgrn|morjen=morgen heut|huete|heuet|hetue|heite=heute \
        ubermorgn|ubermogren|ubermrgen|uebermorgn|uebermrgen|ubernorgen=ubermorgen wochende|wochenend|wochnende=wochenende",
    ),
    ("es", "manna|mannana|maana|manaan|mnana|mananaa|manhana=manana"),
    (
        "fr",
        "dmain|demian|deamin|deman|demaim|demin|dmeain=demain aprs-demain|apres-dmain|apre-demain|apres-deman=apres-demain aujourdui|aujourdhuit|aujourd'ui|ajourd'hui=aujourd'hui",
    ),
    (
        "ro",
        "mainee|mâin|miine|mainr|maien|mmaine=maine poimane|poimiine|piomaine=poimaine astz|astzi|azti|astaiz=astazi",
    ),
];

/// Weekdays of six letters and more: a shorter one is near to too many words.
const WEEKDAYS: [(&str, &[&str]); 4] = [
    ("de", &["montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonnabend", "sonntag"]),
    ("es", &["martes", "miercoles", "jueves", "viernes", "sabado", "domingo"]),
    ("fr", &["mercredi", "vendredi", "samedi", "dimanche"]),
    ("ro", &["miercuri", "vineri", "sambata", "duminica"]),
];

/// Near to a weekday, and words of their own.
const OTHERS: &str = "montage montags montan monats sontag mates martens marten martas martyrs marts partes vinerea vinerii \
    duminici sambetei dimanches sabados domingos samedis domino";

/// What is meant by a slip.
pub(super) fn meant(code: &str, fold: &str) -> Option<&'static str> {
    let (_, list) = SLIPS.iter().find(|(of, _)| *of == code)?;
    meaning(list, fold).or_else(|| weekday(code, fold))
}

/// "Dientag", "vierne": a weekday but for one letter, of which the first is right.
fn weekday(code: &str, fold: &str) -> Option<&'static str> {
    let (_, days) = WEEKDAYS.iter().find(|(of, _)| *of == code)?;
    let near = |day: &&&str| {
        let first = day.as_bytes().first() == fold.as_bytes().first();
        first && day.len().abs_diff(fold.len()) <= 1 && !fold.starts_with(**day) && strsim::osa_distance(day, fold) == 1
    };
    let meant = days.iter().find(near).copied()?;
    let other = has(OTHERS, fold) || super::detect::is_english(fold);
    (!other).then_some(meant)
}

/// What says which day or stretch of time is meant, in front of it or behind it.
const WHICH: [(&str, &str); 4] = [
    (
        "de",
        "nachste nachsten nachster nachstes naechste naechsten kommende kommenden jeden jede jedes diesen diese letzten",
    ),
    ("es", "proxima proximo siguiente cada"),
    ("fr", "prochaine prochain chaque derniere"),
    ("ro", "viitoare viitor urmatoare urmatoarea fiecare"),
];

/// Near to them, and words of their own.
const NEAR: &str =
    "nachten achsten jene jenen eden monde mandate marte marti marta masse messe juno prochains prochaines";

/// "14. Okober", "la semine prochaine", "in 3 Tgen", "jedn Montag": a month beside its day, a unit beside a number or what says
/// which, and such a word beside a day or a unit.
pub(super) fn mend(all: &mut [Word], language: &Language) {
    let which = WHICH.iter().find(|(code, _)| *code == language.code).map_or("", |(_, list)| list);
    let keys = |list: &'static str| list.split([' ', '|']).filter_map(|entry| entry.split('=').next());
    let unit = |fold: &str| meaning(language.units, fold).is_some();
    let mut mended: Vec<(usize, &'static str)> = Vec::new();
    for (at, word) in all.iter().enumerate().filter(|(_, w)| !w.quoted && w.fold.len() >= 3 && w.fold.is_ascii()) {
        let fold = word.fold.as_str();
        let beside =
            |at: Option<usize>| at.and_then(|at| all.get(at)).filter(|w| !w.quoted).map_or("", |w| w.fold.as_str());
        let (before, next) = (beside(at.checked_sub(1)), beside(Some(at + 1)));
        let number = |word: &str| is_digits(word) && word.len() <= 3;
        let day = number(before) || has("de din", before) && number(beside(at.checked_sub(2)));
        let led = number(before) || has(which, before) || language.code != "de" && has(which, next);
        let timed = |word: &str| {
            unit(word) || meaning(language.weekdays, word).is_some() || meaning(language.months, word).is_some()
        };
        let beside_time = timed(next) || language.code != "de" && timed(before);
        if !day && !led && !beside_time {
            continue;
        }
        // "sfârșitul săptămânii viitoare", "a lunii viitoare": the genitive.
        let declined = language.code == "ro" && fold.strip_suffix('i').is_some_and(unit);
        let own = declined || timed(fold) || has(which, fold) || has(NEAR, fold) || super::detect::is_english(fold);
        if own {
            continue;
        }
        let near = |list: &'static str, least: usize| keys(list).find(|key| key.len() >= least && slipped(fold, key));
        let month = if day { near(language.months, 4) } else { None };
        let stretch = || if led { near(language.units, 4) } else { None };
        let said = || if beside_time { near(which, 5) } else { None };
        if let Some(meant) = month.or_else(stretch).or_else(said) {
            mended.push((at, meant));
        }
    }
    for (at, meant) in mended {
        if let Some(word) = all.get_mut(at) {
            (word.fold, word.lower) = (meant.to_owned(), meant.to_owned());
        }
    }
}
