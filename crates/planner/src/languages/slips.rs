//! Words that say when, as they are often mistyped, by language. Only what is no word itself: "manzana" is no slip of "mañana".

const SLIPS: [(&str, &str); 4] = [
    (
        "de",
        "morgn|mrgen|mogren|morgne|moregn|morgem|morgrn|morjen=morgen heut|huete|heuet|hetue|heite=heute \
        ubermorgn|ubermogren|ubermrgen|uebermorgn|uebermrgen|ubernorgen=ubermorgen wochende|wochenend|wochnende=wochenende",
    ),
    ("es", "manna|mannana|maana|manaan|mnana|mananaa|manhana=manana"),
    (
        "fr",
        "dmain|demian|deamin|deman|demaim|demin|dmeain=demain aujourdui|aujourdhuit|aujourd'ui|ajourd'hui=aujourd'hui",
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
    super::table::meaning(list, fold).or_else(|| weekday(code, fold))
}

/// "Dientag", "vierne": a weekday but for one letter, of which the first is right.
fn weekday(code: &str, fold: &str) -> Option<&'static str> {
    let (_, days) = WEEKDAYS.iter().find(|(of, _)| *of == code)?;
    let near = |day: &&&str| {
        let first = day.as_bytes().first() == fold.as_bytes().first();
        first && day.len().abs_diff(fold.len()) <= 1 && !fold.starts_with(**day) && strsim::osa_distance(day, fold) == 1
    };
    let meant = days.iter().find(near).copied()?;
    let other = super::table::has(OTHERS, fold) || super::detect::is_english(fold);
    (!other).then_some(meant)
}
