//! What the server says, said again in the reader's language.
//!
//! Everything below the server is in English: the ledger, the database, the pure crates. At the door
//! an answer's texts are matched whole against English templates (`phrases/*.txt`), and what stood in
//! their gaps goes into the same sentence of another language. A text that no template fits stays as
//! it is, and so does what a person or a model wrote: [`fields`] knows which places of an answer hold
//! what the product itself said.

mod catalogue;
pub mod fields;
mod language;
mod parts;
mod pattern;
mod plural;

pub use catalogue::{Phrase, phrases};
pub use language::Language;

use catalogue::Catalogue;

/// A whole text in a language: a date, or a phrase; none when no template fits it. Several sentences, each of which fits
/// one, fit as well.
pub fn say(text: &str, language: Language) -> Option<String> {
    if text.len() > LONGEST {
        return None;
    }
    let sayer = Sayer { catalogue: Catalogue::get(), language };
    parts::date(text, language)
        .or_else(|| parts::quoted(text, language))
        .or_else(|| sayer.paragraphs(text, true))
        .or_else(|| sayer.whole(text, DEPTH))
        .or_else(|| sayer.paragraphs(text, false))
}

/// Bytes: what is longer was not worded here.
const LONGEST: usize = 8_000;
/// How often a text may stand within another.
const DEPTH: u8 = 6;

/// Says texts in one language.
#[derive(Clone, Copy)]
struct Sayer {
    catalogue: &'static Catalogue,
    language: Language,
}

impl Sayer {
    fn whole(self, text: &str, depth: u8) -> Option<String> {
        let depth = depth.checked_sub(1)?;
        // A reason is a phrase with a full stop of its own, and what is said word for word is not taken for a gap's.
        let bare = text.strip_suffix('.').filter(|bare| self.catalogue.has(bare) && !self.catalogue.has(text));
        if let Some(said) = bare.and_then(|bare| self.phrase(bare, depth)) {
            return Some(said + ".");
        }
        self.phrase(text, depth).or_else(|| self.sentences(text, depth)).or_else(|| self.sentence(text, depth))
    }

    /// Whether the gap that a phrase ends in holds a sentence of ours, too, which is one by itself.
    fn swallows(self, found: &catalogue::Found<'_>) -> bool {
        let ends = |held: &str| {
            let mut behind = parts::ends(held).into_iter().filter_map(|at| held.get(at + 1..));
            behind.any(|rest| self.catalogue.has(rest))
        };
        found.last_gap().is_some_and(ends)
    }

    /// A sentence with its full stop, which may belong to the sentences around it.
    fn sentence(self, text: &str, depth: u8) -> Option<String> {
        self.phrase(text, depth).or_else(|| Some(self.phrase(text.strip_suffix('.')?, depth)? + "."))
    }

    /// Several paragraphs, each by itself; where not `all` of them are ours, the others stay.
    fn paragraphs(self, text: &str, all: bool) -> Option<String> {
        if !text.contains("\n\n") {
            return None;
        }
        let said: Vec<_> = text.split("\n\n").map(|one| (one, self.whole(one, DEPTH))).collect();
        let fits = |(_, said): &(&str, Option<String>)| said.is_some();
        (if all { said.iter().all(fits) } else { said.iter().any(fits) }).then(|| {
            said.into_iter().map(|(one, said)| said.unwrap_or_else(|| one.to_owned())).collect::<Vec<_>>().join("\n\n")
        })
    }

    /// The text as one phrase.
    fn phrase(self, text: &str, depth: u8) -> Option<String> {
        self.catalogue.fitting(text).filter(|found| !self.swallows(found)).find_map(|found| {
            let mut out = String::with_capacity(text.len() * 2);
            for piece in found.said(self.language) {
                match piece {
                    plural::Piece::Text(text) => out.push_str(text),
                    plural::Piece::Gap(name) => {
                        let (kind, held) = found.held(name)?;
                        match kind {
                            pattern::Kind::Kept | pattern::Kind::Number(_) | pattern::Kind::Time => out.push_str(held),
                            pattern::Kind::Own => {
                                out.push_str(parts::quoted(held, self.language).as_deref().unwrap_or(held));
                            }
                            pattern::Kind::Again => {
                                let said = self.again(held, depth);
                                // Signs alone make no sentence of ours of what is none.
                                if said == held && found.is_of_signs() {
                                    return None;
                                }
                                out.push_str(&said);
                            }
                            pattern::Kind::List => out.push_str(&self.list(held, depth)),
                            pattern::Kind::Parts => out.push_str(&self.parts(held, depth)),
                        }
                    }
                    plural::Piece::Choice(name, forms) => {
                        let (_, held) = found.held(name)?;
                        out.push_str(forms.get(plural::form(self.language, held))?);
                    }
                }
            }
            Some(out)
        })
    }

    /// The text as sentences that are phrases.
    fn sentences(self, text: &str, depth: u8) -> Option<String> {
        for at in parts::ends(text) {
            let (head, tail) = (text.get(..at)?, text.get(at + 1..)?);
            if let Some(head) = self.sentence(head, depth)
                && let Some(tail) = self.whole(tail, depth)
            {
                return Some(format!("{head} {tail}"));
            }
        }
        None
    }

    /// What begins a sentence elsewhere, inside of one: "Did you mean: delete “gym”?" of "Delete “gym”".
    fn inside(self, text: &str, depth: u8) -> Option<String> {
        let first = text.chars().next().filter(|c| c.is_ascii_lowercase())?;
        let said = self.whole(&format!("{}{}", first.to_ascii_uppercase(), text.get(1..)?), depth)?;
        // A noun of German keeps its capital.
        let mut chars = said.chars();
        match (self.language, chars.next()?) {
            (Language::German, _) => Some(said),
            (_, begin) => Some(begin.to_lowercase().chain(chars).collect()),
        }
    }

    /// What stood in a gap: a date, a text in quotation marks, a phrase, or itself.
    fn again(self, text: &str, depth: u8) -> String {
        parts::date(text, self.language)
            .or_else(|| parts::name(text, self.language))
            .or_else(|| parts::quoted(text, self.language))
            .or_else(|| self.whole(text, depth))
            .or_else(|| self.inside(text, depth))
            // The full stop may belong to the sentence around it.
            .or_else(|| Some(self.whole(text.strip_suffix('.')?, depth)? + "."))
            .or_else(|| self.each(text, depth))
            .unwrap_or_else(|| text.to_owned())
    }

    /// `Mon, Thu`, `Wed 2026-11-25, every Wednesday`: where each can be said, all of them.
    fn each(self, text: &str, depth: u8) -> Option<String> {
        let parts = parts::split(text, ", ");
        let one = |one: &str| parts::date(one, self.language).or_else(|| self.whole(one, depth));
        let said: Option<Vec<String>> = parts.iter().map(|part| one(part)).collect();
        said.filter(|said| said.len() > 1).map(|said| said.join(", "))
    }

    /// `a; b; c`, or lines that begin with `- `, where a label may have lost its capital.
    fn list(self, text: &str, depth: u8) -> String {
        const LINE: &str = "\n- ";
        let (text, first, between) = match text.strip_prefix(LINE) {
            Some(lines) => (lines, LINE, LINE),
            None => (text, "", "; "),
        };
        let said = parts::split(text, between).into_iter().map(|one| {
            let small = || {
                let label = parts::capital(one)?;
                self.phrase(&label, depth).map(|said| parts::small(&said, self.language))
            };
            small().or_else(|| self.phrase(one, depth)).unwrap_or_else(|| self.again(one, depth))
        });
        first.to_owned() + &said.collect::<Vec<_>>().join(between)
    }

    /// `date Fri 2026-11-27, high priority, labels a, b`: after a list of a person's own words only
    /// what begins another list is said again.
    fn parts(self, text: &str, depth: u8) -> String {
        let mut own = false;
        let said = parts::split(text, ", ").into_iter().map(|one| {
            let heads = parts::begins_own(one);
            if own && !heads {
                return one.to_owned();
            }
            own |= heads;
            self.again(one, depth)
        });
        said.collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::{Language, say};

    #[test]
    fn texts_within_texts_are_said_too() {
        for (english, german) in [
            (
                "#7 “a; b”, every 2 weeks on Mon, Wed 09:00, due Fri 2026-11-27, done.",
                "#7 „a; b“, alle 2 Wochen am Mo, Mi 09:00, fällig Fr 27.11.2026, erledigt.",
            ),
            (
                "#3 “Pay rent”, Fri 2026-11-20.\n\nNot done of what repeats: Stand-up (open since Fri 2026-11-27, 4 missed before); Gym (open since Tue 2026-11-24).",
                "#3 „Pay rent“, Fr 20.11.2026.\n\nNicht erledigt von dem, was sich wiederholt: Stand-up (offen seit Fr 27.11.2026, davor 4 verpasst); Gym (offen seit Di 24.11.2026).",
            ),
            (
                "2 changes proposed: delete “x” (can be undone); add “y; z”. Nothing happens until you sign.",
                "2 Änderungen vorgeschlagen: „x“ löschen (widerrufbar); „y; z“ anlegen. Nichts geschieht, bevor Sie unterschreiben.",
            ),
            (
                "1 change proposed. 3 more are left for later: enough waits already.",
                "1 Änderung vorgeschlagen. 3 weitere bleiben für später: es wartet schon genug.",
            ),
            ("The file is “a”.\n\nNothing has been changed.", "The file is “a”.\n\nEs wurde nichts geändert."),
            ("Takes back: Complete “done”", "Nimmt zurück: „done“ erledigen"),
            (
                "Repeating todos are left out: “Gym”, “a, b” and 2 more",
                "Wiederkehrende Aufgaben bleiben außen vor: „Gym“, „a, b“ und 2 weitere",
            ),
            (
                "4 changes proposed: run ls -la; run cat nothere.txt; run cat a.txt; and 1 more. Nothing happens until you sign. 1 change could not be used.",
                "4 Änderungen vorgeschlagen: Ausführen: ls -la; Ausführen: cat nothere.txt; Ausführen: cat a.txt; und 1 weitere. Nichts geschieht, bevor Sie unterschreiben. 1 Änderung war nicht zu gebrauchen.",
            ),
            (
                "5 changes proposed: edit a.txt, +1 −1; edit b.txt, +1 −1; edit c.txt, +1 −1; and 2 more. Nothing happens until you sign.",
                "5 Änderungen vorgeschlagen: a.txt ändern, +1 −1; b.txt ändern, +1 −1; c.txt ändern, +1 −1; und 2 weitere. Nichts geschieht, bevor Sie unterschreiben.",
            ),
            ("Proposed: Delete “a” and 2 more", "Vorgeschlagen: „a“ löschen und 2 weitere"),
            (
                "Change “a”: labels “b”, “done”, high priority, tick “x, y”",
                "„a“ ändern: Etiketten „b“, „done“, hohe Priorität, abhaken „x, y“",
            ),
            // As they were written before they had quotation marks.
            ("Change “a”: labels b, done, high priority", "„a“ ändern: Etiketten b, done, high priority"),
            ("Run git commit -m \"Delete file x\" in src", "Ausführen: git commit -m \"Delete file x\" in src"),
            ("3 signed, 1 rejected", "3 unterschrieben, 1 abgelehnt"),
            (
                "22 todos are due today:\n- #1 “a; b”, Fri 2026-11-27\n- #2 “c”, every Monday\n- and 20 more",
                "22 Aufgaben (heute fällig):\n- #1 „a; b“, Fr 27.11.2026\n- #2 „c“, jeden Montag\n- und 20 weitere",
            ),
            (
                "22 todos:\n- #1 “a”, Fri 2026-11-27\n- #2 “c”, Fri 2026-11-27\n- and 20 more",
                "22 Aufgaben:\n- #1 „a“, Fr 27.11.2026\n- #2 „c“, Fr 27.11.2026\n- und 20 weitere",
            ),
            (
                "Runs in a shell: it is not plain words: there is a word of the shell's own syntax.",
                "Läuft in einer Shell: es sind keine einfachen Wörter: da ist ein Wort der Syntax der Shell.",
            ),
            ("`rm` is not on the list.", "`rm` steht nicht auf der Liste."),
            (
                "Todoist CSV holds open todos only; left out: #1, #2, #3, #4, #5 and 4 more",
                "Todoist CSV enthält nur offene Aufgaben; weggelassen: #1, #2, #3, #4, #5 und 4 weitere",
            ),
            ("`.env` holds secrets.", "`.env` enthält Geheimnisse."),
            (
                "1 change proposed: add “gym” on Tue 2026-11-24 at 09:00, every Tue, Thu. Nothing happens until you sign.",
                "1 Änderung vorgeschlagen: „gym“ am Di 24.11.2026 um 09:00 anlegen, jeden Di, Do. Nichts geschieht, bevor Sie unterschreiben.",
            ),
            ("“a” (Fri 2026-11-27)", "„a“ (Fr 27.11.2026)"),
            (
                "1 change proposed: undo: Delete “done” and 2 more. Nothing happens until you sign.",
                "1 Änderung vorgeschlagen: Zurücknehmen: „done“ löschen und 2 weitere. Nichts geschieht, bevor Sie unterschreiben.",
            ),
            (
                "Which date do you mean? February 2027 has 28 days, there is no February 30",
                "Welches Datum meinen Sie? Der Februar 2027 hat 28 Tage, es gibt keinen 30. Februar",
            ),
            ("Restore “a”: date, due date, done dates", "„a“ wiederherstellen: Datum, Fälligkeit, erledigte Tage"),
            (
                "“monthly report” repeats. Only one occurrence, or the whole series?",
                "„monthly report“ wiederholt sich. Nur ein Termin, oder die ganze Serie?",
            ),
        ] {
            assert_eq!(say(english, Language::German).as_deref(), Some(german), "{english}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_model_file_and_what_is_gone_is_said_whole() {
        for (english, said) in [
            (
                "the file is cut: it ends in its header",
                [
                    "die Datei ist abgeschnitten: sie endet in ihrem Kopf",
                    "el archivo está cortado: termina en su cabecera",
                    "le fichier est coupé : il s’arrête dans son en-tête",
                    "fișierul este tăiat: se termină în antetul lui",
                ],
            ),
            (
                "there is no model store here",
                [
                    "hier gibt es keine Modellablage",
                    "aquí no hay almacén de modelos",
                    "il n’y a pas de dépôt de modèles ici",
                    "aici nu există un depozit de modele",
                ],
            ),
            (
                "there is no text of output o1",
                [
                    "es gibt den Text der Ausgabe o1 nicht",
                    "no hay texto de la salida o1",
                    "il n’y a pas de texte de la sortie o1",
                    "nu există text al ieșirii o1",
                ],
            ),
            (
                "a stored agent run cannot be read",
                [
                    "ein gespeicherter Eintrag (Agentenlauf) ist nicht lesbar",
                    "un dato guardado (ejecución del agente) no se puede leer",
                    "une donnée enregistrée (exécution de l’agent) est illisible",
                    "o dată stocată (rulare a agentului) nu poate fi citită",
                ],
            ),
            (
                "cd: ../x is outside the workspace; nothing after it ran",
                [
                    "cd: ../x liegt außerhalb des Arbeitsordners; nichts danach lief",
                    "cd: ../x está fuera de la carpeta de trabajo; lo que seguía no se ejecutó",
                    "cd : ../x est hors du dossier de travail ; rien de la suite ne s’est exécuté",
                    "cd: ../x este în afara dosarului de lucru; nimic din ce urma nu a rulat",
                ],
            ),
        ] {
            let all = [Language::German, Language::Spanish, Language::French, Language::Romanian];
            let found = all.map(|language| say(english, language).unwrap_or_default());
            assert_eq!(found, said, "{english}");
        }
    }

    #[test]
    fn what_is_said_word_for_word_is_not_taken_for_a_gaps() {
        for (english, german) in [
            ("there is no command.", "es gibt keinen Befehl."),
            ("it is not plain words: there is a parenthesis.", "es sind keine einfachen Wörter: da ist eine Klammer."),
        ] {
            assert_eq!(say(english, Language::German).as_deref(), Some(german), "{english}");
        }
    }

    #[test]
    fn what_fits_no_template_or_two_ways_stays() {
        for text in ["", "milk", "Change “a”: b”: date Fri 2026-11-27", "Rename a to b to c", &"x ".repeat(9_000)]
        {
            assert_eq!(say(text, Language::French), None, "{text}");
        }
    }
}
