//! Labels that todos get, in the four languages: "füge dem Bericht das Label Arbeit hinzu", "añade la etiqueta casa al informe",
//! "étiquette le rapport avec bureau". Such an order makes no todo and no line, whether it is read or not.

use super::clause::{Clauses, Framed, Outcome, without};
use super::objects::{self, Object};
use super::pattern::{Phrase, Reader};
use super::render;
use super::table::{Deed, Kind, Language, has};
use super::words::Word;
use std::ops::Range;

/// How a language speaks of labels.
struct Row {
    code: &'static str,
    /// Gives something to a todo.
    gives: &'static str,
    /// Labels a todo: nothing else is done so.
    tags: &'static str,
    /// Marks it, perhaps with a label that is in use.
    marks: &'static str,
    /// In front of the todo, behind the label.
    to: &'static str,
    /// In front of the label, behind the todo.
    with: &'static str,
    articles: &'static str,
    /// The other part of a verb, at the end.
    parted: &'static str,
}

const ROWS: [Row; 4] = [
    Row {
        code: "de",
        gives: "fug fuge fuege gib gebe gebt setz setze pack hang hange haeng vergib vergebe trag trage verpass verpasse",
        tags: "etikettier etikettiere tagge tagg label labele labeln taggen verschlagworte",
        marks: "markier markiere kennzeichne versieh versehe",
        to: "zu zum zur an auf bei fur fuer",
        with: "mit als",
        articles: "das den die dem der ein eine einen",
        parted: "hinzu an ein dazu",
    },
    Row {
        code: "es",
        gives: "anade anadir anadele agrega agregar agregale pon poner ponle asigna asignar asignale dale",
        tags: "etiqueta etiquetar etiquetame",
        marks: "marca marcar",
        to: "a al para en",
        with: "con como de",
        articles: "la el una un",
        parted: "",
    },
    Row {
        code: "fr",
        gives: "ajoute ajouter ajoutez mets mettre mettez attribue attribuer donne colle appose",
        tags: "etiquette etiqueter etiquetez tague taguer tagge",
        marks: "marque marquer marquez",
        to: "a au aux sur pour",
        with: "avec comme de en",
        articles: "l l' la le une un",
        parted: "",
    },
    Row {
        code: "ro",
        gives: "adauga adaugati pune puneti da atribuie seteaza",
        tags: "eticheteaza etichetati tagheaza",
        marks: "marcheaza marcati",
        to: "la pe pentru lui",
        with: "cu ca drept",
        articles: "o un",
        parted: "",
    },
];

/// "label", in any of them.
const LABEL: &str = "label labels etikett tag schlagwort etiqueta etiquette eticheta etichetei labelul tagul libelle";

/// "mit dem Label Arbeit", "con la etiqueta casa": the label of what stands in front, with the index behind it.
pub(super) fn phrase(reader: &Reader<'_>, at: usize) -> Option<Phrase> {
    let row = ROWS.iter().find(|row| row.code == reader.language.code)?;
    if !has("mit con avec cu", reader.fold(at)) {
        return None;
    }
    let noun = if has(row.articles, reader.fold(at + 1)) { at + 2 } else { at + 1 };
    let value = reader.words.get(noun + 1).filter(|_| has(LABEL, reader.fold(noun)))?;
    let label = value.lower.trim_start_matches('#');
    // "Paket mit Label drucken": a verb is no label.
    let verb = reader.language.code == "de" && !value.capital && !value.quoted && label.ends_with("en");
    let ends = value.after.is_some() || noun + 2 >= reader.words.len();
    let several = reader.words.get(noun + 2).is_some_and(|w| !w.quoted && has(reader.language.and, &w.fold));
    if !is_label(reader.language, value) || verb && ends || several && !ends {
        return None;
    }
    Some(Phrase { kind: Kind::Label, at: at..noun + 2, english: format!("#{label}") })
}

fn is_label(l: &Language, word: &Word) -> bool {
    let label = word.lower.trim_start_matches('#');
    let plain = !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
    plain && label.chars().any(char::is_alphabetic) && (word.quoted || !objects::is_small(l, &word.fold))
}

/// What an order about a label says; `None` where there is no such order.
pub(super) fn order(c: &Clauses<'_>, all: &[Word]) -> Option<Outcome> {
    let row = ROWS.iter().find(|row| row.code == c.language.code)?;
    let fold = |at: usize| all.get(at).filter(|w| !w.quoted).map_or("", |w| w.fold.as_str());
    let verb = fold(0);
    let end = all.len() - usize::from(has(row.parted, fold(all.len().checked_sub(1)?)));
    let (who, label) = if has(row.gives, verb) {
        given(c, row, all, end)?
    } else if has(row.tags, verb) || has(row.marks, verb) {
        tagged(c, row, all, end)?
    } else {
        return None;
    };
    Some(labelled(c, all, who, label).unwrap_or(Outcome::Unknown))
}

/// "das Label home zu X", "X das Label home": where the todo and the label stand.
fn given(c: &Clauses<'_>, row: &Row, all: &[Word], end: usize) -> Option<(Range<usize>, usize)> {
    let fold = |at: usize| all.get(at).filter(|w| !w.quoted).map_or("", |w| w.fold.as_str());
    let noun = (1..end).find(|at| has(LABEL, fold(*at)))?;
    let label = noun + 1;
    all.get(label).filter(|w| label < end && is_label(c.language, w))?;
    let article = if noun > 1 && has(row.articles, fold(noun - 1)) { noun - 1 } else { noun };
    // "añade limpiar ventanas con la etiqueta casa": something new that has it.
    if has("mit con avec cu", fold(article - 1)) {
        return None;
    }
    if article > 1 && label + 1 == end {
        return Some((1..article, label));
    }
    // "füge das Label home zu X hinzu"
    let to = label + 1;
    (article == 1 && has(row.to, fold(to)) && to + 1 < end).then_some((to + 1..end, label))
}

/// "X mit home", "X mit dem Label home".
fn tagged(c: &Clauses<'_>, row: &Row, all: &[Word], end: usize) -> Option<(Range<usize>, usize)> {
    let fold = |at: usize| all.get(at).filter(|w| !w.quoted).map_or("", |w| w.fold.as_str());
    let label = end.checked_sub(1)?;
    let word = all.get(label).filter(|w| is_label(c.language, w))?;
    let mut at = label.checked_sub(1)?;
    let named = has(LABEL, fold(at));
    if named {
        at = at.checked_sub(1)?;
        at -= usize::from(has(row.articles, fold(at)));
    }
    let used = c.todos.has_label(word.lower.trim_start_matches('#'));
    let sure = named || word.lower.starts_with('#') || has(row.tags, fold(0)) || used;
    (sure && at > 1 && has(row.with, fold(at))).then_some((1..at, label))
}

/// The order in English; `None` where it is not told which todo is meant.
fn labelled(c: &Clauses<'_>, all: &[Word], who: Range<usize>, label: usize) -> Option<Outcome> {
    let label = all.get(label)?.lower.trim_start_matches('#').to_owned();
    let said = all.get(who)?;
    let phrases = Reader::new(c.language, said, c.clock).phrases();
    let kept = without(said, &phrases, &|_| true);
    let negated =
        all.iter().any(|w| !w.quoted && (has(c.language.not, &w.fold) || has(c.language.conditions, &w.lower)));
    if kept.is_empty() || negated {
        return None;
    }
    let stars = std::iter::once(0..kept.len()).collect();
    let framed = Framed { deed: Deed::High, words: kept, stars, phrases: &phrases };
    let object = render::object(c, &framed)?;
    if matches!(object, Object::Nothing { .. }) {
        return None;
    }
    let english = format!("{} as {label}", render::acted(c, &framed, "label", &object)?);
    Some(Outcome::Said(c.said(english, &phrases, said, true, Some(Deed::High))))
}
