//! Lengths that are changed and not set, in the four languages: "verlängere den Bericht um zwei Stunden", "acorta la llamada
//! 15 minutos", "double l'estimation du rapport". What they come to is counted in English, from the estimate that is there.

use super::clause::{Clauses, Outcome};
use super::objects::{self, Object};
use super::pattern::{Phrase, Reader};
use super::table::{Deed, Kind};
use super::words::Word;

/// How a length becomes another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    Longer,
    Shorter,
    Doubled,
    Halved,
}

use Change::{Doubled, Halved, Longer, Shorter};

/// Lengths of time with their English, by language.
const LENGTHS: [(&str, &[(&str, &str)]); 4] = [
    (
        "de",
        &[
            ("<n> <v>", "$1 $2"),
            ("eine? halbe stunde", "30 minutes"),
            ("eine? viertelstunde|viertel_stunde", "15 minutes"),
            ("eine? dreiviertelstunde", "45 minutes"),
            ("anderthalb|eineinhalb stunden", "90 minutes"),
        ],
    ),
    (
        "es",
        &[
            ("<n> <v>", "$1 $2"),
            ("media hora", "30 minutes"),
            ("un_cuarto de hora", "15 minutes"),
            ("una hora y media", "90 minutes"),
        ],
    ),
    (
        "fr",
        &[
            ("<n> <v>", "$1 $2"),
            ("une? demi-heure|demi_heure", "30 minutes"),
            ("un quart d heure", "15 minutes"),
            ("une heure et demie", "90 minutes"),
        ],
    ),
    (
        "ro",
        &[
            ("<n> de? <v>", "$1 $2"),
            ("o? jumatate de ora", "30 minutes"),
            ("un sfert de ora", "15 minutes"),
            ("o ora si jumatate", "90 minutes"),
        ],
    ),
];

/// How a change of a length is said; `<L>` is a length.
const FRAMES: [(&str, &[(Change, &str)]); 4] = [
    (
        "de",
        &[
            (
                Longer,
                "erhoh|erhohe|erhoehe die|den schatzung|schaetzung|aufwand|dauer von|fur|fuer|vom|der|des|bei * um? <L>",
            ),
            (Longer, "verlanger|verlangere|verlaengere|verlangert * um? <L>"),
            (Longer, "* um? <L> verlangern|verlaengern"),
            (Longer, "mach|mache|plan|plane * um? <L> langer|laenger"),
            (Longer, "* dauert|braucht|geht <L> langer|laenger|mehr"),
            (Longer, "* um? <L> langer|laenger"),
            (Longer, "fug|fuge|fuege <L> zu|zum|zur|bei * hinzu|dazu"),
            (Longer, "fug|fuge|fuege zu|zum|zur|bei? * <L> hinzu|dazu"),
            (Longer, "gib|gebe * noch? <L> mehr|zusatzlich|dazu"),
            (
                Shorter,
                "senk|senke|verringere|verringer|kurze|kuerze die|den schatzung|schaetzung|aufwand|dauer von|fur|fuer|vom|der|des|bei * um? <L>",
            ),
            (Shorter, "kurz|kurze|kuerze|verkurz|verkurze|verkuerze * um? <L>"),
            (Shorter, "* um? <L> kurzen|kuerzen|verkurzen|verkuerzen"),
            (Shorter, "mach|mache|plan|plane * um? <L> kurzer|kuerzer"),
            (Shorter, "* dauert|braucht|geht <L> kurzer|kuerzer|weniger"),
            (Shorter, "* um? <L> kurzer|kuerzer"),
            (Shorter, "zieh|ziehe|nimm <L> von|vom|bei * ab|weg"),
            (Shorter, "zieh|ziehe|nimm von|vom|bei * <L> ab|weg"),
            (
                Doubled,
                "verdoppel|verdopple|verdoppele die|den schatzung|schaetzung|aufwand|dauer von|fur|fuer|vom|der|des|bei *",
            ),
            (Doubled, "verdoppel|verdopple|verdoppele *"),
            (Doubled, "mach|mache * doppelt so_lang|so_lange"),
            (Doubled, "* dauert|braucht doppelt so_lang|so_lange"),
            (Halved, "halbier|halbiere die|den schatzung|schaetzung|aufwand|dauer von|fur|fuer|vom|der|des|bei *"),
            (Halved, "halbier|halbiere *"),
            (Halved, "mach|mache * halb so_lang|so_lange"),
            (Halved, "* dauert|braucht nur? halb so_lang|so_lange"),
        ],
    ),
    (
        "es",
        &[
            (
                Longer,
                "aumenta|aumentar|sube|amplia|alarga la|el? estimacion|duracion|tiempo de|del|para * en|por|de? <L>",
            ),
            (Longer, "alarga|alargar|amplia|ampliar|prolonga|prolongar|extiende|extender * en|por|de|unos|unas? <L>"),
            (Longer, "anade|agrega|suma|anadir|agregar <L> mas? a|al|para *"),
            (Longer, "haz|hacer|haga * <L> mas largo|larga"),
            (Longer, "* dura|tarda|lleva|necesita <L> mas"),
            (
                Shorter,
                "reduce|reducir|baja|acorta|recorta la|el? estimacion|duracion|tiempo de|del|para * en|por|de? <L>",
            ),
            (Shorter, "acorta|acortar|reduce|reducir|recorta|recortar * en|por|de|unos|unas? <L>"),
            (Shorter, "quita|quitar|resta|restar <L> a|al|de|del *"),
            (Shorter, "haz|hacer|haga * <L> mas corto|corta"),
            (Shorter, "* dura|tarda|lleva|necesita <L> menos"),
            (Doubled, "duplica|duplicar|dobla|doblar la|el estimacion|duracion|tiempo de|del|para *"),
            (Doubled, "duplica|duplicar|dobla *"),
            (
                Halved,
                "reduce|reducir|divide|corta la|el estimacion|duracion|tiempo de|del|para * a_la_mitad|por_la_mitad|entre_dos|en_dos",
            ),
            (Halved, "reduce|reducir|divide|corta|acorta * a_la_mitad|por_la_mitad|entre_dos|en_dos"),
        ],
    ),
    (
        "fr",
        &[
            (Longer, "augmente|augmenter|augmentez l|la|le? estimation|duree|temps de|du|des|d|pour * de|d <L>"),
            (Longer, "rallonge|rallonger|rallongez|allonge|allonger|allongez|prolonge|prolonger|prolongez * de|d <L>"),
            (Longer, "ajoute|ajouter|ajoutez|rajoute|rajouter <L> de_plus? a|au|aux *"),
            (Longer, "fais|faites|rends|rendre * <L> plus long|longue"),
            (Longer, "* dure|durera|prend|prendra <L> de_plus|plus_longtemps"),
            (
                Shorter,
                "diminue|reduis|reduire|reduisez|baisse l|la|le? estimation|duree|temps de|du|des|d|pour * de|d <L>",
            ),
            (
                Shorter,
                "raccourcis|raccourcir|raccourcissez|ecourte|ecourter|reduis|reduire|reduisez|diminue * de|d <L>",
            ),
            (Shorter, "enleve|enlever|retire|retirer|retranche|ote <L> a|au|de|du|d *"),
            (Shorter, "fais|faites|rends|rendre * <L> plus court|courte"),
            (Shorter, "* dure|durera|prend|prendra <L> de_moins"),
            (Doubled, "double|doubler|doublez l|la|le estimation|duree|temps de|du|des|d|pour *"),
            (Doubled, "double|doubler|doublez *"),
            (
                Halved,
                "divise|reduis|reduire|coupe l|la|le estimation|duree|temps de|du|des|d|pour * par_deux|de_moitie|en_deux",
            ),
            (Halved, "divise|reduis|reduire|coupe|raccourcis * par_deux|de_moitie|en_deux"),
        ],
    ),
    (
        "ro",
        &[
            (Longer, "creste|mareste|prelungeste estimarea|durata|timpul lui|la|de|pentru? * cu <L>"),
            (Longer, "prelungeste|prelungiti|prelungi|lungeste|extinde|extindeti * cu <L>"),
            (Longer, "adauga|adaugati|adaug inca? <L> la *"),
            (Longer, "fa|faceti * cu? <L> mai lung|lunga"),
            (Longer, "fa|faceti * mai lung|lunga cu <L>"),
            (Longer, "* dureaza|ia cu? <L> mai mult"),
            (Shorter, "scade|redu|reduce|micsoreaza|scurteaza estimarea|durata|timpul lui|la|de|pentru? * cu <L>"),
            (Shorter, "scurteaza|scurtati|scurta|redu|reduce|reduceti|micsoreaza * cu <L>"),
            (Shorter, "scade|scoate <L> din|de_la *"),
            (Shorter, "fa|faceti * cu? <L> mai scurt|scurta"),
            (Shorter, "fa|faceti * mai scurt|scurta cu <L>"),
            (Shorter, "* dureaza|ia cu? <L> mai putin"),
            (Doubled, "dubleaza|dublati|dubla estimarea|durata|timpul lui|la|de|pentru? *"),
            (Doubled, "dubleaza|dublati|dubla *"),
            (Halved, "injumatateste|injumatatiti estimarea|durata|timpul lui|la|de|pentru? *"),
            (Halved, "injumatateste|injumatatiti *"),
            (Halved, "redu|reduce|taie|scurteaza estimarea|durata|timpul lui|la|de|pentru? * la_jumatate|in_doua"),
            (Halved, "redu|reduce|taie|scurteaza * la_jumatate|in_doua"),
        ],
    ),
];

fn of<T>(lists: &'static [(&str, &'static [T])], code: &str) -> &'static [T] {
    lists.iter().find(|(own, _)| *own == code).map_or(&[], |(_, list)| list)
}

/// The longest length at a place, in English.
pub(super) fn length(reader: &Reader<'_>, at: usize) -> Option<(usize, String)> {
    let all = reader.matching(at, of(&LENGTHS, reader.language.code), false);
    let read = all.map(|((_, english), end, caught)| (end, super::pattern::filled(english, &caught.slots)));
    read.max_by_key(|(end, _)| *end)
}

/// The order that a clause gives about the length of what is there. What no todo is called so has no length to change:
/// that is not understood, and no todo of that name.
pub(super) fn order(c: &Clauses<'_>, words: &[Word]) -> Option<Outcome> {
    let reader = Reader::new(c.language, words, c.clock);
    of(&FRAMES, c.language.code).iter().find_map(|(change, pattern)| {
        let (_, caught) = reader.matches(0, pattern, true)?;
        let object = objects::object(c.language, c.text, words, caught.stars.first()?.clone(), c.todos);
        let name = match object {
            Object::One { id, .. } => format!("#{id}"),
            Object::Numbered(said) => said,
            Object::Pronoun(it) => it.to_owned(),
            Object::Nothing { .. } if !caught.slots.is_empty() => return Some(Outcome::Unknown),
            _ => return None,
        };
        let length = caught.slots.first().cloned().unwrap_or_default();
        let english = match change {
            Longer => format!("add {length} to the estimate of {name}"),
            Shorter => format!("take {length} off the estimate of {name}"),
            Doubled => format!("double the estimate of {name}"),
            Halved => format!("halve the estimate of {name}"),
        };
        // The words that say the length are what it was read from.
        let said = (0..words.len()).find_map(|at| {
            let (end, own) = self::length(&reader, at)?;
            (own == length).then_some(Phrase { kind: Kind::For, at: at..end, english: own })
        });
        Some(Outcome::Said(c.said(english, said.as_slice(), words, true, Some(Deed::Put))))
    })
}
