//! Which todo the words mean: by its title, in the language it is written in, with light endings, or by
//! everyday words that mean the same in English.

use super::concepts;
use super::inflected;
use super::pointing;
use super::separable;
use super::so_many;
use super::table::{Language, has, meaning};
use super::words::{Word, fold};
use countersign_core::ids::TodoId;
use countersign_core::todo::Todo;
use countersign_core::todos::{Todos, View};
use std::collections::BTreeSet;
use std::ops::Range;

/// What kind of thing a todo is: need not be in its title.
pub(super) const KINDS: &str = "termin termine sache besprechung cita citas cosa cosas reunion rendez-vous rendez vous rdv \
    chose choses reunions programare programarea programari programarile treaba treburi intalnire intalnirea sedinta";

/// "with the label", behind a noun.
const LABELLED: &str = "etiquetees etiquetes etiquetee etiquete etiquetadas etiquetados etiquetada etichetate etichetat etichetata \
    getaggten getaggte getaggt";
const LABEL: &str = "label etikett tag schlagwort etiqueta etiquette eticheta etichetei labelul tagul";
/// "that is already": the adjective of a set follows.
const WHICH_IS: &str = "was schon bereits ist sind hat haben ansteht anstehen que hay ya esta estan tenga tengan tiene tienen qui est sont ont deja care este e \
    sunt are au c lo ce";
/// In front of what something is marked as: that is no condition.
const AS: &str = "als como comme ca drept";

/// What an instruction is about.
#[derive(Debug, Clone)]
pub(super) enum Object {
    /// Said before.
    Pronoun(&'static str),
    /// By numbers: "#7", "#7 and #9".
    Numbered(String),
    /// By their places in a list: "the first two".
    Placed(String),
    /// A set: the adjectives in English, and the numbers of what is left out.
    /// What they are about is in English too: ` about "mia"`.
    Bulk { traits: String, every: bool, about: String, except: String },
    /// So many: in English what they are, of which there must be as many.
    SoMany { count: usize, of: String },
    /// One todo; `whole` = every word of its title was said.
    One { id: TodoId, whole: bool },
    /// Several fit; the words they share.
    Several { query: String },
    /// No todo has these words.
    Nothing { query: String },
}

/// Reads an object phrase.
pub(super) fn object(l: &'static Language, text: &str, words: &[Word], range: Range<usize>, todos: &Todos) -> Object {
    let said: Vec<&Word> = words.get(range.clone()).unwrap_or_default().iter().collect();
    let loud: Vec<&str> = said.iter().map(|w| if w.quoted { "" } else { w.fold.as_str() }).collect();
    if let [one] = loud.as_slice() {
        if has(l.it, one) {
            return Object::Pronoun("it");
        }
        if has(l.them, one) {
            return Object::Pronoun("them");
        }
    }
    if all_of_them(l, words, &range, &loud) {
        return Object::Pronoun("them");
    }
    if let Some(rest) = rest(l, &loud, todos) {
        return Object::Placed(rest);
    }
    if let Some(places) = places(l, words, range.clone()) {
        return Object::Placed(places);
    }
    if let Some(placed) = pointing::placed(l, words.get(range.clone()).unwrap_or_default()) {
        return Object::Placed(placed);
    }
    if let Some(so_many) = so_many::object(l, text, words, range.clone(), todos) {
        return so_many;
    }
    if counted(l, &loud) {
        return Object::Nothing { query: loud.join(" ") };
    }
    if let Some(numbers) = numbered(l, &loud) {
        return Object::Numbered(numbers);
    }
    if let Some((traits, every)) = bulk(l, &loud) {
        return Object::Bulk { traits, every, about: String::new(), except: String::new() };
    }
    if awaits(l, words.get(range.clone()).unwrap_or_default()) {
        return Object::Bulk { traits: String::new(), every: true, about: String::new(), except: String::new() };
    }
    if let Some(about) = about(l, text, words.get(range.clone()).unwrap_or_default()) {
        return Object::Bulk { traits: String::new(), every: true, about, except: String::new() };
    }
    if let Some(marker) = exception(l, words, range.clone()) {
        let query = said.iter().map(|w| w.fold.as_str()).collect::<Vec<_>>().join(" ");
        return spared(l, text, words, range, marker, todos).unwrap_or(Object::Nothing { query });
    }
    match named(l, text, words, range.clone(), todos) {
        Object::Nothing { query } => each(l, text, words, range, todos).unwrap_or(Object::Nothing { query }),
        found => found,
    }
}

/// "sie alle", "(bórra)los todos", "(supprime-)les tous", "le pe toate", "alle davon": all of what was spoken of.
fn all_of_them(l: &Language, words: &[Word], range: &Range<usize>, said: &[&str]) -> bool {
    const FRONT: &str = "sie die los las les le ii";
    const OF_THEM: &str = "davon ihnen ellos ellas ceux-la celles-la ceux-ci celles-ci acestea astea ele";
    // "borra los todos" names the todos: only what is joined to its verb is a pronoun there.
    let joined = || {
        let before = range.start.checked_sub(1).and_then(|at| words.get(at));
        before.zip(words.get(range.start)).is_some_and(|(verb, them)| verb.span.end == them.span.start)
    };
    match said {
        [them, all] | [them, "pe", all] if has(FRONT, them) && has(l.all, all) => l.code != "es" || joined(),
        [all, them] | [all, "von" | "de" | "din", them] => has(l.all, all) && has(OF_THEM, them),
        _ => false,
    }
}

/// "den Rest", "los otros dos", "les autres", "celelalte două": what is left of a list, in English.
fn rest(l: &Language, said: &[&str], todos: &Todos) -> Option<String> {
    const REST: &str = "rest anderen restlichen ubrigen resto demas otros otras restantes reste autres restants restul celelalte ceilalti";
    const COUNTS: [&str; 6] = ["", "", "two", "three", "four", "five"];
    let plain: Vec<&str> =
        said.iter().copied().filter(|w| !is_small(l, w) && !has(l.all, w) && !has(l.nouns, w)).collect();
    let named = |word: &str| has(REST, word) && todos.count_word(word) == 0;
    let count = |word: &str| match meaning(l.numbers, word).unwrap_or(word).parse::<usize>() {
        Ok(n) => COUNTS.get(n).copied().filter(|count| !count.is_empty()),
        Err(_) => has("beiden", word).then_some("two"),
    };
    match plain.as_slice() {
        [rest] if named(rest) && said.len() > 1 => Some("the rest".to_owned()),
        [rest, n] | [n, rest] if named(rest) => count(n).map(|n| format!("the other {n}")),
        _ => None,
    }
}

/// "die erste und die dritte", "el primero y el tercero": several places of a list.
fn places(l: &'static Language, words: &[Word], range: Range<usize>) -> Option<String> {
    let said = words.get(range)?;
    let parts: Vec<&[Word]> = said.split(|w| !w.quoted && has(l.and, &w.fold)).collect();
    let places: Option<Vec<String>> = parts.iter().map(|part| pointing::placed(l, part)).collect();
    places.filter(|places| places.len() > 1).map(|places| places.join(" and "))
}

/// In front of what a set leaves out, by language.
const EXCEPT: [(&str, &str); 4] = [
    ("de", "ausser bis_auf ausgenommen mit_ausnahme_von mit_ausnahme_vom mit_ausnahme_der mit_ausnahme_des"),
    ("es", "excepto menos salvo a_excepcion_de a_excepcion_del con_excepcion_de exceptuando aparte_de"),
    ("fr", "sauf excepte hormis a_part mis_a_part a_l_exception_de a_l_exception_du"),
    ("ro", "in_afara_de in_afara cu_exceptia exceptand mai_putin minus"),
];

/// Where words of exception stand behind "all".
pub(super) fn exception(l: &Language, words: &[Word], range: Range<usize>) -> Option<Range<usize>> {
    let (_, list) = EXCEPT.iter().find(|(code, _)| *code == l.code)?;
    let loud = |at: usize| words.get(at).filter(|w| !w.quoted && at < range.end).map(|w| w.fold.as_str());
    let all = range.clone().find(|at| loud(*at).is_some_and(|w| has(l.all, w)))?;
    (all + 1..range.end).find_map(|at| {
        let ends = list.split(' ').filter_map(|phrase| {
            let count = phrase.split('_').count();
            phrase.split('_').enumerate().all(|(n, w)| loud(at + n) == Some(w)).then_some(at + count)
        });
        ends.max().filter(|end| *end < range.end).map(|end| at..end)
    })
}

/// "alle Aufgaben außer Yoga und Zahnarzt": each that is left out must be one that is there.
fn spared(
    l: &'static Language,
    text: &str,
    words: &[Word],
    range: Range<usize>,
    marker: Range<usize>,
    todos: &Todos,
) -> Option<Object> {
    let said = words.get(range.start..marker.start)?;
    let loud: Vec<&str> = said.iter().map(|w| if w.quoted { "" } else { w.fold.as_str() }).collect();
    let (traits, every) = bulk(l, &loud).filter(|(_, every)| *every)?;
    let except = match object(l, text, words, marker.end..range.end, todos) {
        Object::One { id, .. } => format!("#{id}"),
        Object::Numbered(numbers) => numbers,
        // "sauf les factures" means all that are called so; of "sauf la facture" nobody can tell which of them stays.
        Object::Several { .. } if several(words, &marker) => {
            let each = all_named(l, words.get(marker.end..range.end)?, todos);
            each.into_iter().map(|todo| format!("#{}", todo.id)).collect::<Vec<_>>().join(" and ")
        }
        _ => label(l, words.get(marker.end..range.end)?, todos)?,
    };
    Some(Object::Bulk { traits, every, about: String::new(), except })
}

/// "außer errands": all that have a label, where nothing is called so.
fn label(l: &Language, said: &[Word], todos: &Todos) -> Option<String> {
    let mut own = said.iter().filter(|w| !is_small(l, &w.fold) && !has(l.nouns, &w.fold));
    let name = own.next().filter(|_| own.next().is_none())?.fold.trim_start_matches('#').to_owned();
    todos.has_label(&name).then(|| format!("#{name}"))
}

/// Whether the article behind words of exception is one of several. In German it is where "außer" stands alone in front of it.
fn several(words: &[Word], marker: &Range<usize>) -> bool {
    let word = |at: usize| words.get(at).map_or("", |w| w.fold.as_str());
    has("los las les", word(marker.end)) || word(marker.start) == "ausser" && word(marker.end) == "den"
}

/// In front of what a set is about.
const ABOUT: &str = "uber wegen sobre sur concernant despre";

/// "alles über Mia", "todas las tareas sobre Mia": what a set is about.
fn about(l: &Language, text: &str, said: &[Word]) -> Option<String> {
    let loud: Vec<&str> = said.iter().map(|w| if w.quoted { "" } else { w.fold.as_str() }).collect();
    let at = loud.iter().position(|w| has(ABOUT, w))?;
    let front = loud.get(..at)?;
    let all = has(l.all, front.first()?) && front.iter().skip(1).all(|w| has(l.nouns, w) || is_small(l, w));
    let name: Vec<&str> = said.get(at + 1..)?.iter().map(|w| text.get(w.span.clone()).unwrap_or_default()).collect();
    let named = loud.get(at + 1..)?.iter().any(|w| !is_small(l, w));
    (all && named).then(|| format!(" about {}", name.join(" ").replace('"', "'")))
}

/// "5 Aufgaben" says how many, "Aufgaben 5 und 7" which.
fn counted(l: &Language, said: &[&str]) -> bool {
    let first = said.iter().position(|w| !w.is_empty() && w.bytes().all(|b| b.is_ascii_digit()));
    let noun = |words: &[&str]| words.iter().any(|w| has(l.nouns, w));
    first.is_some_and(|at| {
        let (before, after) = said.split_at(at);
        !noun(before) && noun(after) && after.iter().all(|w| !w.starts_with('#'))
    })
}

/// "#7", "Aufgabe 7", "la 7 y la 9".
fn numbered(l: &Language, said: &[&str]) -> Option<String> {
    let mut ids: Vec<String> = Vec::new();
    let (mut sign, mut other) = (false, false);
    for word in said {
        let digits = word.strip_prefix('#').unwrap_or(word);
        if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
            sign |= word.starts_with('#');
            ids.push(format!("#{digits}"));
        } else if has(l.nouns, word) || has("nummer numero nr numarul numarul no n", word) {
            sign = true;
        } else if !has(l.and, word) && !has(l.stop, word) {
            other = true;
        }
    }
    (!ids.is_empty() && sign && !other).then(|| ids.join(" and "))
}

/// "alle überfälligen Aufgaben": adjectives and nouns and nothing else.
pub(super) fn bulk(l: &Language, said: &[&str]) -> Option<(String, bool)> {
    let mut traits: Vec<String> = Vec::new();
    let (mut every, mut noun, mut told, mut with) = (false, false, false, false);
    let mut rest = said.iter();
    let mut before = "";
    while let Some(word) = rest.next() {
        let marked = has(AS, std::mem::replace(&mut before, word));
        if has(LABELLED, word) {
            // "les tâches étiquetées work"
            let label = rest.next().filter(|w| !w.is_empty() && !is_small(l, w))?;
            traits.push(format!("#{}", label.trim_start_matches('#')));
        } else if has(LABEL, word) {
            // "toutes les tâches avec l'étiquette work"
            let label = rest.find(|w| !is_small(l, w)).filter(|w| !w.is_empty())?;
            traits.push(format!("#{}", label.trim_start_matches('#')));
        } else if has("mit con avec cu", word) {
            // In front of the label.
            with = true;
        } else if (every || noun) && has(WHICH_IS, word) {
            // "todo lo de hoy" tells nothing yet.
            told |= !has("lo c ce", word);
        } else if has(l.all, word) {
            // "alle Aufgaben … und alle erledigten": another set.
            if every && (noun || !traits.is_empty()) {
                return None;
            }
            every = true;
        } else if has(l.nouns, word) {
            noun = true;
        } else if let Some(means) = meaning(l.traits, word) {
            // "markiere alle Aufgaben als erledigt": what they become.
            if marked {
                return None;
            }
            traits.push(means.replace('_', " "));
        } else if !is_small(l, word) && !has(l.and, word) {
            return None;
        }
    }
    let chosen = !traits.is_empty();
    // "with" something that is not read is no set.
    (every && (chosen || !told && !with) || noun && chosen).then(|| (traits.join(" "), every))
}

/// "tot ce e", "alles, was ist": a set of which it is still to be said what it is.
pub(super) fn awaits(l: &Language, said: &[Word]) -> bool {
    let loud: Vec<&str> = said.iter().map(|w| if w.quoted { "" } else { w.fold.as_str() }).collect();
    let which = |w: &&str| has(WHICH_IS, w) && !has("lo c ce", w);
    let every = loud.first().is_some_and(|w| has(l.all, w));
    let rest: Vec<&str> = loud.iter().copied().filter(|w| !which(w)).collect();
    every && rest.len() < loud.len() && bulk(l, &rest).is_some_and(|(traits, every)| every && traits.is_empty())
}

/// "erledigte", "lo terminado", "ce qui est fait": all that is done, and nothing else.
pub(super) fn done(l: &Language, said: &[Word]) -> bool {
    let finished = |w: &Word| meaning(l.traits, &w.fold) == Some("completed");
    let small = |w: &Word| {
        is_small(l, &w.fold)
            || has(l.all, &w.fold)
            || has(l.nouns, &w.fold)
            || has(WHICH_IS, &w.fold)
            || has("ceea", &w.fold)
    };
    let plain = said.iter().all(|w| !w.quoted && (finished(w) || small(w)));
    plain && said.iter().filter(|w| finished(w)).count() == 1
}

/// "Milch und Brot": each a todo of its own.
fn each(l: &'static Language, text: &str, words: &[Word], range: Range<usize>, todos: &Todos) -> Option<Object> {
    let ids: Vec<String> = apart(l, text, words, range, todos)?.into_iter().map(|(_, id)| id).collect();
    Some(Object::Numbered(ids.join(" and ")))
}

/// The words of each of several todos in a row, with its number.
pub(super) fn apart(
    l: &'static Language,
    text: &str,
    words: &[Word],
    range: Range<usize>,
    todos: &Todos,
) -> Option<Vec<(Range<usize>, String)>> {
    let mut ids: Vec<(Range<usize>, String)> = Vec::new();
    let mut from = range.start;
    let mut cut = false;
    for at in range.clone().chain([range.end]) {
        let word = words.get(at).filter(|_| at < range.end);
        let and = word.is_some_and(|w| !w.quoted && has(l.and, &w.fold));
        let comma = word.is_some_and(|w| w.after == Some(','));
        if !and && !comma && at < range.end {
            continue;
        }
        let end = if comma { at + 1 } else { at };
        if end > from {
            match named(l, text, words, from..end, todos) {
                Object::One { id, .. } => ids.push((from..end, format!("#{id}"))),
                _ => {
                    let part = words.get(from..end).unwrap_or_default();
                    let loud: Vec<&str> = part.iter().map(|w| if w.quoted { "" } else { w.fold.as_str() }).collect();
                    ids.push((from..end, numbered(l, &loud)?));
                }
            }
        }
        cut |= at < range.end;
        from = at + 1;
    }
    (cut && ids.len() > 1).then_some(ids)
}

/// Whether a word names no todo.
pub(super) fn is_small(l: &Language, word: &str) -> bool {
    has(l.stop, word) || has(l.edges, word)
}

/// A todo by the words of its title.
pub(super) fn named(l: &'static Language, text: &str, words: &[Word], range: Range<usize>, todos: &Todos) -> Object {
    let said = words.get(range).unwrap_or_default();
    let own = |w: &Word| text.get(w.span.clone()).unwrap_or_default().to_owned();
    let small = |w: &Word| !w.quoted && is_small(l, &w.fold);
    let front = said.iter().take_while(|w| small(w)).count();
    let back = said.iter().rev().take_while(|w| small(w)).count();
    let core = said.get(front..said.len().saturating_sub(back)).unwrap_or_default();
    let query = core.iter().map(own).collect::<Vec<_>>().join(" ").replace('"', "'");
    // "rendez-vous" is one word where everyday words are known by it.
    let (known, other): (Vec<&Word>, Vec<&Word>) =
        core.iter().filter(|w| !small(w)).partition(|w| !concepts::forms(l.code, &w.fold).is_empty());
    let mut content: Vec<String> = pieces(other.iter().map(|w| w.fold.as_str()));
    content.extend(known.iter().map(|w| w.fold.clone()));
    if content.is_empty() || content.len() > 10 {
        return Object::Nothing { query };
    }
    match search(l, &content, todos) {
        // "den Termin Zahnarzt", "la tarea del informe": the kind of thing need not be in the title. "Einen Termin" is a new one.
        Object::Nothing { .. } if !is_indefinite(said.get(..front).unwrap_or_default()) => {
            let fewer: Vec<String> = content.iter().filter(|w| !has(l.nouns, w) && !has(KINDS, w)).cloned().collect();
            if fewer.is_empty() || fewer.len() == content.len() {
                return Object::Nothing { query };
            }
            match search(l, &fewer, todos) {
                Object::Nothing { .. } => Object::Nothing { query },
                found => found,
            }
        }
        found => found,
    }
}

/// Whether an indefinite article stands in front: what is named so is no todo that is known.
pub(super) fn is_indefinite(said: &[Word]) -> bool {
    said.first().is_some_and(|w| !w.quoted && has("ein eine einen einem einer un una une o niste", &w.fold))
}

/// Words as titles are indexed: letters and digits only.
fn pieces<'a>(words: impl Iterator<Item = &'a str>) -> Vec<String> {
    words
        .flat_map(|w| w.split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect::<Vec<_>>())
        .filter(|w| !w.is_empty())
        .collect()
}

/// The content words of a title.
fn title_words(l: &Language, title: &str) -> Vec<String> {
    let all = pieces(fold(title).split_whitespace());
    let small = |w: &str| is_small(l, w) || has("the a an to of for my at on in", w);
    // The letter a title ends in is part of the name: "Vitamin A".
    let letter = (all.len() > 1).then(|| all.last()).flatten().filter(|w| w.chars().count() == 1);
    let some: Vec<String> =
        all.iter().filter(|w| !small(w) || letter.is_some_and(|l| std::ptr::eq(*w, l))).cloned().collect();
    if some.is_empty() { all } else { some }
}

/// Whether words say all that a title says, but for an everyday verb, and nothing else.
pub(super) fn names_all_but_the_deed(l: &'static Language, said: &[Word], todo: &Todo) -> bool {
    let names = |w: &&Word| w.quoted || !is_small(l, &w.fold) && w.fold.chars().count() > 1;
    let title = title_words(l, &todo.title);
    // "ruf Oma an" says "Oma anrufen": the verb, in two.
    let called = |verb: &str, front: &str| title.iter().any(|word| separable::is_one(front, verb, word));
    let in_two = match said {
        [verb, .., front] => separable::is_parted(l, said) && called(&verb.fold, &front.fold),
        _ => false,
    };
    let said = if in_two { said.get(1..said.len() - 1).unwrap_or_default() } else { said };
    let own = pieces(said.iter().filter(names).map(|w| w.fold.as_str()));
    let deed = |word: &str| concepts::verb(l.code, word).is_some();
    // In the words of another language it would be another todo.
    let near = |said: &str, word: &str| {
        inflected::same(said, word) || closeness(l, said, word) >= 3 && !concepts::is_english(word)
    };
    let has = |word: &String| own.iter().any(|said| near(said, word));
    !own.is_empty()
        && title.iter().all(|word| has(word) || title.len() > 1 && deed(word))
        && own.iter().all(|said| title.iter().any(|word| near(said, word)))
}

/// Every todo that words name.
pub(super) fn all_named<'t>(l: &'static Language, said: &[Word], todos: &'t Todos) -> Vec<&'t Todo> {
    let content = pieces(said.iter().filter(|w| w.quoted || !is_small(l, &w.fold)).map(|w| w.fold.as_str()));
    let fewer: Vec<String> = content.iter().filter(|w| !has(l.nouns, w) && !has(KINDS, w)).cloned().collect();
    match hits(l, &content, todos) {
        none if none.is_empty() => hits(l, &fewer, todos),
        found => found,
    }
}

fn hits<'t>(l: &'static Language, content: &[String], todos: &'t Todos) -> Vec<&'t Todo> {
    let mut sets: Vec<BTreeSet<TodoId>> = content.iter().map(|w| with(l, w, todos)).collect();
    sets.sort_by_key(BTreeSet::len);
    let Some((rarest, others)) = sets.split_first() else { return Vec::new() };
    let mut hits: Vec<&Todo> =
        rarest.iter().filter(|id| others.iter().all(|s| s.contains(id))).filter_map(|id| todos.todo(*id)).collect();
    let whole = |t: &Todo| is_whole(l, content, t);
    let plainly = |t: &Todo| {
        let title = title_words(l, &t.title);
        content.iter().all(|w| title.contains(w))
    };
    let narrowing: [&dyn Fn(&Todo) -> bool; 3] = [&|t| !t.status.is_closed(), &plainly, &whole];
    for keep in narrowing {
        let fewer: Vec<&Todo> = hits.iter().copied().filter(|t| keep(t)).collect();
        if !fewer.is_empty() {
            hits = fewer;
        }
    }
    hits
}

/// Whether every word of a title was said.
fn is_whole(l: &'static Language, content: &[String], todo: &Todo) -> bool {
    title_words(l, &todo.title).iter().all(|have| content.iter().any(|w| closeness(l, w, have) > 0))
}

fn search(l: &'static Language, content: &[String], todos: &Todos) -> Object {
    match hits(l, content, todos).as_slice() {
        [] => Object::Nothing { query: content.join(" ") },
        [one] => Object::One { id: one.id, whole: is_whole(l, content, one) },
        [first, ..] => {
            // The planner asks by the words of the titles themselves.
            let title = title_words(l, &first.title);
            let shared: Vec<String> =
                title.into_iter().filter(|have| content.iter().any(|w| closeness(l, w, have) > 0)).collect();
            Object::Several { query: shared.join(" ") }
        }
    }
}

/// Todos whose title has a word that may be meant by this one: the closest kind there is.
fn with(l: &'static Language, word: &str, todos: &Todos) -> BTreeSet<TodoId> {
    let exact: BTreeSet<TodoId> =
        std::iter::once(word).chain(concepts::forms(l.code, word)).flat_map(|w| titled(w, todos)).collect();
    if !exact.is_empty() {
        return exact;
    }
    let mut best: (u8, BTreeSet<TodoId>) = (0, BTreeSet::new());
    for (have, _) in todos.words_like(word, 5) {
        let close = closeness(l, word, have);
        if close > best.0 {
            best = (close, BTreeSet::new());
        }
        if close == best.0 && close > 0 {
            best.1.extend(todos.with_word(have));
        }
    }
    best.1
}

/// Todos with a word; "ss" may be written "ß" there.
fn titled(word: &str, todos: &Todos) -> Vec<TodoId> {
    let mut ids: Vec<TodoId> = todos.with_word(word).collect();
    if word.contains("ss") {
        ids.extend(todos.with_word(&word.replace("ss", "ß")));
    }
    ids
}

/// How sure a word of a request means a word of a title; 0 = it does not.
fn closeness(l: &'static Language, said: &str, have: &str) -> u8 {
    if have.contains('ß') {
        return closeness(l, said, &have.replace('ß', "ss"));
    }
    if said == have || concepts::forms(l.code, said).contains(&have) {
        return 4;
    }
    let (a, b) = (said.chars().count(), have.chars().count());
    let shared = said.chars().zip(have.chars()).take_while(|(x, y)| x == y).count();
    let (rest_a, rest_b) = (a - shared, b - shared);
    // Endings: "facturii" for "factura", "Berichts" for "Bericht".
    if shared >= 4 && rest_a.max(rest_b) <= 3 && shared > rest_a.max(rest_b) {
        return 3;
    }
    // "gebastelt" for "basteln".
    let stem = said.strip_prefix("ge").and_then(|w| w.strip_suffix('t').or_else(|| w.strip_suffix("en")));
    if l.code == "de"
        && stem
            .is_some_and(|s| s.len() >= 4 && (have.strip_suffix("en") == Some(s) || have.strip_suffix('n') == Some(s)))
    {
        return 3;
    }
    // "Zahnarzttermin" for "Zahnarzt".
    if shared >= 5 && rest_b == 0 && has("termin termine aufgabe besuch", said.get(have.len()..).unwrap_or_default()) {
        return 2;
    }
    let digits = said.chars().any(|c| c.is_ascii_digit());
    if a.min(b) >= 5 && !digits && strsim::osa_distance(said, have) <= 1 { 1 } else { 0 }
}
