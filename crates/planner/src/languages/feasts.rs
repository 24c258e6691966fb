//! Feast days and other days with a name, by language: each as the planner's English calls it (`dates::holidays` knows
//! the rules of those that move). Names that are words or people elsewhere ("Nikolaus", "Reyes", "San Juan") are here only
//! with what makes them a day, and "Paște" only with its letters ("paste" is pasta). What differs from country to country is left out, so that it is asked about.
//!
//! Sources: the holiday laws of the German states; BOE, calendario laboral; Code du travail, art. L3133-1; Codul muncii,
//! art. 139, and the calendar of the Romanian Orthodox Church, whose Easter is the one of the East.

use std::collections::HashMap;
use std::sync::LazyLock;

type Pattern = (&'static str, &'static str);

/// The patterns of one language (see [`super::table`]) with their English.
struct Feasts {
    /// Those that begin with a word, by that word.
    named: HashMap<&'static str, Vec<&'static Pattern>>,
    /// Those that begin with a slot or with what may be missing.
    open: Vec<&'static Pattern>,
}

static ALL: LazyLock<[Feasts; 4]> = LazyLock::new(|| [GERMAN, SPANISH, FRENCH, ROMANIAN].map(sorted));

fn sorted(all: &'static [Pattern]) -> Feasts {
    let mut feasts = Feasts { named: HashMap::new(), open: Vec::new() };
    for pattern in all {
        let first = pattern.0.split(' ').next().unwrap_or_default();
        if first.starts_with('<') || first.ends_with('?') {
            feasts.open.push(pattern);
            continue;
        }
        for phrase in first.split('|') {
            let word = phrase.split('_').next().unwrap_or_default();
            let of_word = feasts.named.entry(word).or_default();
            if !of_word.contains(&pattern) {
                of_word.push(pattern);
            }
        }
    }
    feasts
}

/// The patterns of a language that may match at a word, given without and with its diacritics.
pub(super) fn feasts<'w>(
    code: &str,
    fold: &'w str,
    lower: &'w str,
) -> impl Iterator<Item = &'static Pattern> + use<'w> {
    let at = ["de", "es", "fr"].iter().position(|one| *one == code).unwrap_or(3);
    let feasts = ALL.get(at);
    let words = [Some(fold), Some(lower).filter(|lower| *lower != fold)];
    let named = words.into_iter().flatten().filter_map(move |word| feasts?.named.get(word)).flatten();
    named.chain(feasts.into_iter().flat_map(|feasts| &feasts.open)).copied()
}

const GERMAN: &[Pattern] = &[
    ("<o> advent|adventssonntag|adventsonntag", "$1 advent"),
    ("<o> sonntag im_advent", "$1 advent"),
    ("nikolaustag", "6 december"),
    ("heiligabend|heilig_abend|weihnachtsabend", "24 december"),
    ("weihnachten|weihnacht", "25 december"),
    ("erster|ersten|1 weihnachtstag|weihnachtsfeiertag", "25 december"),
    ("zweiter|zweiten|2 weihnachtstag|weihnachtsfeiertag", "26 december"),
    ("stephanstag|stefanitag", "26 december"),
    ("silvester|sylvester|silvesterabend", "31 december"),
    ("neujahr|neujahrstag", "1 january"),
    ("dreikonigstag|dreikoenigstag|heilige_drei_konige|heiligen_drei_konige|dreikonige|dreikonig", "6 january"),
    ("valentinstag", "14 february"),
    ("weltfrauentag|frauentag", "8 march"),
    ("rosenmontag", "shrove monday"),
    ("faschingsdienstag|fastnachtsdienstag|veilchendienstag", "shrove tuesday"),
    ("aschermittwoch", "ash wednesday"),
    ("palmsonntag", "palm sunday"),
    ("grundonnerstag|gruendonnerstag", "maundy thursday"),
    ("karfreitag", "good friday"),
    ("karsamstag", "holy saturday"),
    ("ostern|ostersonntag", "easter"),
    ("ostermontag", "easter monday"),
    ("tag_der_arbeit|maifeiertag", "1 may"),
    ("christi_himmelfahrt|himmelfahrt|himmelfahrtstag", "ascension day"),
    ("muttertag", "2nd sunday of may"),
    ("pfingsten|pfingstsonntag", "pentecost"),
    ("pfingstmontag", "whit monday"),
    ("fronleichnam", "corpus christi day"),
    ("johannistag|johanni", "24 june"),
    ("siebenschlafer", "27 june"),
    ("maria_himmelfahrt|mariae_himmelfahrt", "15 august"),
    ("tag_der_deutschen_einheit", "3 october"),
    ("reformationstag", "31 october"),
    ("halloween", "31 october"),
    ("allerheiligen", "1 november"),
    ("allerseelen", "2 november"),
    ("martinstag", "11 november"),
    ("volkstrauertag", "national day of mourning"),
    ("buss_und_bettag", "day of repentance"),
    ("totensonntag|ewigkeitssonntag", "sunday of the dead"),
    ("maria_empfangnis", "8 december"),
    ("tag|abend vor <d>", "the day before $1"),
    ("tag nach <d>", "the day after $1"),
    ("<n> <u> vor <d>", "$1 $2 before $3"),
    ("<n> <u> nach <d>", "$1 $2 after $3"),
    ("<w> vor <d>", "the $1 before $2"),
    ("<w> nach <d>", "the $1 after $2"),
];

const SPANISH: &[Pattern] = &[
    ("<o> domingo de adviento", "$1 advent"),
    ("dia|fiesta de_la constitucion", "6 december"),
    ("dia_de? la? inmaculada", "8 december"),
    ("nochebuena|noche_buena", "24 december"),
    ("navidad|dia_de_navidad", "25 december"),
    ("dia? de? los? santos_inocentes", "28 december"),
    ("nochevieja|noche_vieja", "31 december"),
    ("ano_nuevo|dia_de_ano_nuevo", "1 january"),
    ("noche_de reyes", "5 january"),
    ("dia_de los? reyes magos?", "6 january"),
    ("dia_de? san_valentin|dia_de_los_enamorados", "14 february"),
    ("dia_de la? mujer", "8 march"),
    ("martes_de_carnaval", "shrove tuesday"),
    ("miercoles_de ceniza", "ash wednesday"),
    ("dia_de_san_jose", "19 march"),
    ("domingo_de ramos", "palm sunday"),
    ("jueves santo", "maundy thursday"),
    ("viernes santo", "good friday"),
    ("sabado santo|de_gloria", "holy saturday"),
    ("pascua|domingo_de_pascua|domingo_de_resurreccion", "easter"),
    ("lunes de pascua", "easter monday"),
    ("dia_del_trabajo|dia_del_trabajador|dia_de_los_trabajadores", "1 may"),
    ("pentecostes|domingo_de_pentecostes", "pentecost"),
    ("lunes de pentecostes", "whit monday"),
    ("corpus_christi|dia_del_corpus", "corpus christi day"),
    ("noche_de san_juan", "23 june"),
    ("dia_de san_juan", "24 june"),
    ("dia_de santiago", "25 july"),
    ("dia_de_la asuncion|virgen", "15 august"),
    ("dia_de la? hispanidad", "12 october"),
    ("dia_del_pilar", "12 october"),
    ("halloween", "31 october"),
    ("todos_los_santos|dia_de_todos_los_santos", "1 november"),
    ("dia_de los? muertos|difuntos", "2 november"),
    ("vispera|la_vispera de|del <d>", "the day before $1"),
    ("dia antes de|del <d>", "the day before $1"),
    ("dia despues|siguiente de|del|a <d>", "the day after $1"),
    ("<n> <u> antes de|del la|el? <d>", "$1 $2 before $3"),
    ("<n> <u> despues de|del la|el? <d>", "$1 $2 after $3"),
    ("<w> antes de|del <d>", "the $1 before $2"),
    ("<w> despues de|del <d>", "the $1 after $2"),
];

const FRENCH: &[Pattern] = &[
    ("<o> dimanche de l avent", "$1 advent"),
    ("la saint-nicolas", "6 december"),
    ("reveillon de noel", "24 december"),
    ("reveillon", "24 december or 31 december"),
    ("soir de noel", "24 december or 25 december"),
    ("soir du reveillon", "24 december or 31 december"),
    ("noel|jour_de_noel", "25 december"),
    ("reveillon de|du nouvel_an|jour_de_l_an", "31 december"),
    ("reveillon de|du? la? saint-sylvestre", "31 december"),
    ("saint-sylvestre", "31 december"),
    ("nouvel_an|jour_de_l_an|premier_de_l_an", "1 january"),
    ("jour_de? l? epiphanie", "6 january"),
    ("chandeleur", "2 february"),
    ("saint-valentin", "14 february"),
    ("journee_de_la_femme|journee_des_femmes", "8 march"),
    ("mardi gras", "shrove tuesday"),
    ("mercredi des_cendres", "ash wednesday"),
    ("dimanche des_rameaux", "palm sunday"),
    ("jeudi saint", "maundy thursday"),
    ("vendredi saint", "good friday"),
    ("samedi saint", "holy saturday"),
    ("paques|dimanche_de_paques", "easter"),
    ("lundi de_paques", "easter monday"),
    ("fete_du travail", "1 may"),
    ("jeudi_de l? ascension", "ascension day"),
    ("l ascension", "ascension day"),
    ("pentecote|dimanche_de_pentecote", "pentecost"),
    ("lundi de_pentecote", "whit monday"),
    ("fete_de_la musique", "21 june"),
    ("la saint-jean", "24 june"),
    ("quatorze juillet", "14 july"),
    ("l assomption", "15 august"),
    ("halloween", "31 october"),
    ("la toussaint", "1 november"),
    ("jour_des_morts", "2 november"),
    ("l armistice", "11 november"),
    ("veille de|du|d l|la|le? <d>", "the day before $1"),
    ("lendemain de|du|d l|la|le? <d>", "the day after $1"),
    ("<n> <u> avant l|la|le? <d>", "$1 $2 before $3"),
    ("<n> <u> apres l|la|le? <d>", "$1 $2 after $3"),
    ("<w> avant l|la|le? <d>", "the $1 before $2"),
    ("<w> apres l|la|le? <d>", "the $1 after $2"),
];

const ROMANIAN: &[Pattern] = &[
    ("ziua_de sfantul|sf andrei", "30 november"),
    ("ziua nationala", "1 december"),
    ("mos nicolae", "6 december"),
    ("ziua_de sfantul|sf nicolae", "6 december"),
    ("ajun|ajunul|ajunul_craciunului|ajun_de_craciun|seara_de_ajun", "24 december"),
    ("craciun|craciunul|ziua_de_craciun", "25 december"),
    ("a_doua_zi de craciun", "26 december"),
    ("revelion|revelionul|noaptea_de_revelion", "31 december"),
    ("anul_nou", "1 january"),
    ("boboteaza", "6 january"),
    ("ziua_de sfantul|sf ion", "7 january"),
    ("mica_unire|unirea_principatelor", "24 january"),
    ("dragobete|dragobetele", "24 february"),
    ("sfantul|sf valentin", "14 february"),
    ("ziua_de_martisor", "1 march"),
    ("ziua femeii", "8 march"),
    ("floriile|duminica_floriilor", "orthodox palm sunday"),
    ("vinerea mare", "orthodox good friday"),
    ("paște|paşte|pasti|paștele|paştele|paștile|paştile|ziua_de_paste|duminica_pastelui", "orthodox easter"),
    ("a_doua_zi de paste|pasti", "orthodox easter monday"),
    ("lunea de|dupa paste|pasti", "orthodox easter monday"),
    ("ziua muncii", "1 may"),
    ("inaltarea_domnului", "orthodox ascension"),
    ("ziua copilului", "1 june"),
    ("rusalii|rusaliile|duminica_rusaliilor", "orthodox pentecost"),
    ("a_doua_zi de rusalii", "orthodox pentecost monday"),
    ("sanziene|sanzienele", "24 june"),
    ("adormirea_maicii_domnului", "15 august"),
    ("halloween", "31 october"),
    ("ajunul lui? <d>", "the day before $1"),
    ("ziua dinainte_de|dinaintea <d>", "the day before $1"),
    ("o_zi dupa <d>", "the day after $1"),
    ("ziua de_dupa|dupa <d>", "the day after $1"),
    ("cu? <n> de? <u> inainte_de <d>", "$1 $2 before $3"),
    ("la? <n> de? <u> dupa <d>", "$1 $2 after $3"),
];
