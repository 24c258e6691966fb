//! Nouns that a number belongs to as well as to the month behind it: "Kapitel 5 Mai", "facture 12 mars".

use super::pattern::{Phrase, Reader, is_digits};
use super::table::{has, meaning};
use super::words::Word;

/// With the code of the language.
const NOUNS: [(&str, &str); 4] = [
    (
        "de",
        "kapitel raum zimmer saal halle rechnung seite seiten lektion aufgabe ubung teil folge staffel band nummer nr gleis tor \
        linie bus zug flug punkt haus wohnung platz ticket auftrag paragraf version woche tag schritt",
    ),
    (
        "es",
        "capitulo sala habitacion aula factura pagina paginas leccion ejercicio parte episodio temporada tomo numero anden puerta \
        linea bus tren vuelo punto pedido tarea unidad version paso",
    ),
    (
        "fr",
        "chapitre salle chambre facture page pages lecon exercice partie episode saison tome numero no quai porte ligne bus train \
        vol point commande ticket unite version etape",
    ),
    (
        "ro",
        "capitolul capitol sala camera factura pagina paginile lectia exercitiul partea episodul sezonul volumul numarul nr \
        peronul poarta linia autobuzul trenul zborul punctul comanda unitatea versiunea pasul",
    ),
];

/// "von 9 bis 11": no English text has these.
pub(super) fn hours(said: &[Word]) -> bool {
    let figure = |word: &Word| word.fold.starts_with(|first: char| first.is_ascii_digit());
    said.windows(4).any(|four| match four {
        [from, a, to, b] => from.fold == "von" && to.fold == "bis" && figure(a) && figure(b) && !from.quoted,
        _ => false,
    })
}

impl Reader<'_> {
    /// "Kapitel 5 Mai", of which "5 Mai" was read: the number may as well be the noun's. "am 5. Mai", "5. Mai" and "5 de mayo"
    /// are days.
    pub(super) fn may_number(&self, phrase: &Phrase) -> bool {
        let at = phrase.at.start;
        let dotted = self.words.get(at).is_some_and(|word| word.after == Some('.'));
        let month = meaning(self.language.months, self.fold(at + 1).trim_end_matches('.')).is_some();
        // Of any language: "Kapitel 5 Mai" could be read in French.
        let named = |word: &str| NOUNS.iter().any(|(_, nouns)| has(nouns, word));
        let noun = at.checked_sub(1).filter(|_| !self.broken(at)).is_some_and(|before| named(self.fold(before)));
        noun && month && !dotted && is_digits(self.fold(at))
    }
}
