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

/// What is meant by a slip.
pub(super) fn meant(code: &str, fold: &str) -> Option<&'static str> {
    let (_, list) = SLIPS.iter().find(|(of, _)| *of == code)?;
    super::table::meaning(list, fold)
}
