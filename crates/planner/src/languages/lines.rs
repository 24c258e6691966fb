//! Lines of a todo's checklist: put on it, taken out, ticked. "Setz Brot auf die Einkaufsliste", "quita huevos de la lista de
//! compras", "coche « pain » sur courses", "bifează laptele".

use super::clause::{Clauses, Framed, Outcome, without};
use super::objects::{self, Object};
use super::pattern::{Phrase, Reader};
use super::table::{Deed, Kind, Language, has};
use super::words::{Word, words};
use super::{concepts, inflected, sentence};
use countersign_core::ids::TodoId;
use countersign_core::todo::Todo;
use countersign_core::todos::View;

/// How a language speaks of lines: what is done, how it is said, and the words between a line and its todo.
struct Row {
    code: &'static str,
    deed: Deed,
    said: &'static [&'static str],
    links: &'static str,
}

const ROWS: &[Row] = &[
    Row {
        code: "de",
        deed: Deed::Add,
        said: &[
            "fug|fuge|fuege * hinzu",
            "setz|setze|schreib|schreibe|pack|packe|nimm|tu|tue|leg|lege|notier|notiere *",
            "* setzen|schreiben|packen|hinzufugen|hinzufuegen|notieren",
            "*",
        ],
        links: "auf zu zur zum in ins",
    },
    Row {
        code: "de",
        deed: Deed::Delete,
        said: &[
            "losch|losche|loesche|entfern|entferne|streich|streiche|nimm *",
            "* loschen|loeschen|entfernen|streichen|nehmen",
        ],
        links: "von vom aus",
    },
    Row {
        code: "de",
        deed: Deed::Complete,
        said: &["hak|hake|kreuz|kreuze * ab", "* abhaken|ankreuzen"],
        links: "bei beim auf von vom aus in im an am zu zur zum",
    },
    Row {
        code: "de",
        deed: Deed::Move,
        said: &["verschieb|verschiebe|verleg|verlege|schieb|schiebe *", "* verschieben|verlegen|schieben"],
        links: "auf von aus bei in",
    },
    Row {
        code: "es",
        deed: Deed::Add,
        said: &["anade|anadir|agrega|agregar|pon|poner|mete|meter|apunta|apuntar|anota|anotar|suma|incluye *", "*"],
        links: "a al en",
    },
    Row {
        code: "es",
        deed: Deed::Delete,
        said: &["borra|borrar|elimina|eliminar|quita|quitar|saca|sacar *"],
        links: "de del",
    },
    Row {
        code: "es",
        deed: Deed::Complete,
        said: &["marca|marcar|tacha|tachar *", "marca|marcar * como hecho|hecha|hechos|hechas|comprado|comprada|listo"],
        links: "en de del a para",
    },
    Row {
        code: "es",
        deed: Deed::Move,
        said: &["mueve|mover|pospon|posponer|pasa|pasar|cambia|cambiar|aplaza|aplazar *"],
        links: "en de del",
    },
    Row {
        code: "fr",
        deed: Deed::Add,
        said: &["ajoute|ajouter|ajoutez|rajoute|rajouter|mets|mettre|mettez|inscris|note|ecris *", "*"],
        links: "a au sur dans",
    },
    Row {
        code: "fr",
        deed: Deed::Delete,
        said: &["supprime|supprimer|efface|effacer|enleve|enlever|retire|retirer|ote|raye|barre *"],
        links: "de du des d",
    },
    Row { code: "fr", deed: Deed::Complete, said: &["coche|cocher|cochez *"], links: "sur de du d dans a au pour" },
    Row {
        code: "fr",
        deed: Deed::Move,
        said: &["deplace|deplacer|reporte|reporter|repousse|repousser|decale *"],
        links: "sur de du dans",
    },
    Row {
        code: "ro",
        deed: Deed::Add,
        said: &["adauga|adaug|adaugati|pune|trece|scrie|noteaza|include *", "*"],
        links: "la pe in",
    },
    Row { code: "ro", deed: Deed::Delete, said: &["sterge|stergeti|elimina|scoate|inlatura|taie *"], links: "din de" },
    Row { code: "ro", deed: Deed::Complete, said: &["bifeaza|bifati|bifez *"], links: "din de la pe in pentru" },
    Row { code: "ro", deed: Deed::Move, said: &["muta|amana|reprogrameaza *"], links: "din de la pe" },
];

/// The words between what is taken away and what it is taken from.
pub(super) fn taken_by(code: &str) -> Option<&'static str> {
    ROWS.iter().find(|row| row.code == code && row.deed == Deed::Delete).map(|row| row.links)
}

/// A list of all todos is no todo.
const OF_ALL: &str = "liste lista list aufgabenliste todoliste todo todos tareas taches sarcini sarcinilor";

/// More words are no line.
const LINE: usize = 5;

/// What a message orders of lines; `None` where it speaks of none. `alone`: it may be without a verb ("Brot auf die
/// Einkaufsliste").
pub(super) fn read(c: &Clauses<'_>, all: &[Word], alone: bool) -> Option<Outcome> {
    let l = c.language;
    let rows = || ROWS.iter().filter(|row| row.code == l.code);
    let linked = |w: &Word| !w.quoted && rows().any(|row| has(row.links, &w.fold));
    let listed = c.todos.with_checklist().next().is_some();
    if !listed && !all.iter().any(linked) || all.last().is_some_and(|w| w.after == Some('?')) {
        return None;
    }
    let said = Clauses::trimmed(l, all, c.clock);
    let phrases = Reader::new(l, said, c.clock).phrases();
    let kept = without(said, &phrases, &|_| true);
    if kept.iter().any(|w| !w.quoted && has(l.conditions, &w.lower)) {
        return None;
    }
    let denies = |w: &Word| !w.quoted && has(l.not, &w.fold);
    let denied = kept.iter().any(denies);
    let kept: Vec<Word> = kept.into_iter().filter(|w| !denies(w)).collect();
    let reader = Reader::new(l, &kept, c.clock);
    if alone
        && !denied
        && phrases.is_empty()
        && let Some(english) = in_front(c, &kept)
    {
        return Some(Outcome::Said(c.said(english, &phrases, said, true, Some(Deed::Add))));
    }
    rows().find_map(|row| {
        row.said.iter().filter(|pattern| alone || **pattern != "*").find_map(|pattern| {
            let (_, caught) = reader.matches(0, pattern, true)?;
            let star = kept.get(caught.stars.first()?.clone())?;
            let english = order(c, row, star, &phrases, *pattern == "*")?;
            // "setz kein Brot auf die Einkaufsliste": nothing is to be done.
            Some(match denied {
                true => Outcome::Talk,
                false => Outcome::Said(c.said(english, &phrases, said, true, Some(row.deed))),
            })
        })
    })
}

/// "auf die Einkaufsliste: Brot, Butter": the list in front of its lines.
fn in_front(c: &Clauses<'_>, kept: &[Word]) -> Option<String> {
    let row = ROWS.iter().find(|row| row.code == c.language.code && row.deed == Deed::Add)?;
    kept.first().filter(|w| !w.quoted && has(row.links, &w.fold))?;
    let end = kept.iter().position(|w| !w.quoted && w.after == Some(':'))? + 1;
    let (front, lines) = kept.split_at_checked(end)?;
    let Object::One { id, whole: true } = objects::named(c.language, c.text, front, 1..end, c.todos) else {
        return None;
    };
    let todo = c.todos.todo(id).filter(|todo| !todo.status.is_closed())?;
    let listed = !todo.checklist.is_empty() || is_list(&words(&todo.title, None));
    let parts = parted(c.language, lines).filter(|_| listed)?;
    let lines: Vec<String> = parts.iter().map(|part| written(c, part)).collect::<Option<_>>()?;
    let quoted: Vec<String> = lines.iter().map(|line| format!("\"{line}\"")).collect();
    Some(format!("add checklist to #{id}: {}", quoted.join(", ")))
}

/// One of these in English.
fn order(c: &Clauses<'_>, row: &Row, star: &[Word], phrases: &[Phrase], bare: bool) -> Option<String> {
    let Some((parts, id)) = of_a_list(c, row, star, bare) else {
        return (row.deed == Deed::Complete && phrases.is_empty()).then(|| anywhere(c, star)).flatten();
    };
    let todo = c.todos.todo(id)?;
    let own = |part: &&[Word]| written(c, part);
    let meant = |part: &&[Word]| line(todo, part).map(str::to_owned).or_else(|| written(c, part));
    let quoted = |said: Vec<String>| said.iter().map(|line| format!("\"{line}\"")).collect::<Vec<_>>().join(", ");
    let dated = |p: &Phrase| matches!(p.kind, Kind::When | Kind::At | Kind::Part | Kind::By | Kind::Every);
    match row.deed {
        Deed::Add => {
            let lines = quoted(parts.iter().map(own).collect::<Option<_>>()?);
            let when: Vec<&str> = phrases.iter().filter(|p| dated(p)).map(|p| p.english.as_str()).collect();
            if when.len() < phrases.len() {
                return None;
            }
            Some(match when.as_slice() {
                [] => format!("add checklist to #{id}: {lines}"),
                when => format!("add {lines} to #{id} {}", when.join(" ")),
            })
        }
        Deed::Move => {
            let lines = parts.iter().map(|part| line(todo, part).map(str::to_owned)).collect::<Option<_>>()?;
            (!phrases.is_empty()).then(|| format!("move {} on #{id} to another day", quoted(lines)))
        }
        _ if !phrases.is_empty() => None,
        Deed::Delete => Some(format!("delete {} from #{id}", quoted(parts.iter().map(meant).collect::<Option<_>>()?))),
        _ => ticks(c, &parts, id),
    }
}

/// The lines in front of a joining word, and the todo behind it.
fn of_a_list<'w>(c: &Clauses<'_>, row: &Row, star: &'w [Word], bare: bool) -> Option<(Vec<&'w [Word]>, TodoId)> {
    let l = c.language;
    if row.deed == Deed::Add
        && !bare
        && let Some(found) = to_a_list(c, star)
    {
        return Some(found);
    }
    // "taie laptele de pe listă": the second word joins, too.
    let doubled = |at: usize| {
        l.code == "ro"
            && star.get(at).is_some_and(|w| w.fold == "de")
            && star.get(at + 1).is_some_and(|w| w.fold == "pe")
    };
    let whole = || objects::named(l, c.text, star, 0..star.len(), c.todos);
    (1..star.len().saturating_sub(1)).find_map(|at| {
        let (front, back) = (star.get(..at)?, star.get(at + 1 + usize::from(doubled(at))..)?);
        let front = if bare { wanted(front) } else { front };
        if !star.get(at).is_some_and(|w| !w.quoted && has(row.links, &w.fold)) {
            return None;
        }
        let told = back.iter().any(|w| w.quoted || !objects::is_small(l, &w.fold) && !has(OF_ALL, &w.fold));
        let Object::One { id, whole: named } = objects::named(l, c.text, back, 0..back.len(), c.todos) else {
            return None;
        };
        let todo = c.todos.todo(id).filter(|todo| told && !todo.status.is_closed())?;
        let title = words(&todo.title, None);
        // "hake Brief an Oma ab": the words in front are the todo's own.
        let own = front.iter().any(|w| title.iter().any(|t| t.fold == w.fold && !objects::is_small(l, &t.fold)));
        let parts = parted(l, front)?;
        let quoted = front.iter().all(|w| w.quoted);
        let known = !todo.checklist.is_empty() || quoted && row.deed == Deed::Complete;
        let fits = match row.deed {
            // Without a verb only what goes on a list is a line.
            Deed::Add if bare => named && is_list(&title) && !todo.checklist.is_empty() && plain(l, front),
            Deed::Add => named && (known || is_list(&title)),
            _ => known,
        };
        let other = row.deed != Deed::Add && matches!(whole(), Object::One { .. } | Object::Several { .. });
        (fits && !own && !other).then_some((parts, id))
    })
}

/// "füge der Einkaufsliste Salz hinzu": the list stands in front.
fn to_a_list<'w>(c: &Clauses<'_>, star: &'w [Word]) -> Option<(Vec<&'w [Word]>, TodoId)> {
    let l = c.language;
    star.first().filter(|w| l.code == "de" && !w.quoted && has("der meiner unserer", &w.fold))?;
    (2..star.len()).find_map(|at| {
        let (front, back) = star.split_at_checked(at)?;
        let Object::One { id, whole: true } = objects::named(l, c.text, front, 0..front.len(), c.todos) else {
            return None;
        };
        let todo = c.todos.todo(id).filter(|todo| !todo.status.is_closed())?;
        let listed = !todo.checklist.is_empty() || is_list(&words(&todo.title, None));
        listed.then_some(())?;
        Some((parted(l, back)?, id))
    })
}

/// Whether a title names a list: "Einkaufsliste", "lista de compras".
fn is_list(title: &[Word]) -> bool {
    title.iter().any(|w| ["liste", "lista", "list", "listen"].iter().any(|end| w.fold.ends_with(end)))
}

/// "Brot fehlt noch": the line of what is said to be missing.
fn wanted(said: &[Word]) -> &[Word] {
    const MISSING: &str = "fehlt fehlen noch falta faltan manque manquent il lipseste lipsesc mai";
    let out = |w: &&Word| !w.quoted && has(MISSING, &w.fold);
    let said = said.get(said.iter().take_while(out).count()..).unwrap_or_default();
    said.get(..said.len() - said.iter().rev().take_while(out).count()).unwrap_or_default()
}

/// Words that hold no verb, and none that orders something of lines.
fn plain(l: &Language, said: &[Word]) -> bool {
    let orders = |w: &Word| {
        let begins = |pattern: &str| pattern.split(' ').next().is_some_and(|of| of.split('|').any(|v| v == w.fold));
        ROWS.iter().filter(|row| row.code == l.code).flat_map(|row| row.said).any(|pattern| begins(pattern))
    };
    let verb = |w: &Word| concepts::verb(l.code, &w.fold).is_some() || sentence::deed(l, &w.fold).is_some();
    if said.is_empty() || said.first().is_some_and(|w| !w.quoted && orders(w)) {
        return false;
    }
    !said.iter().any(|w| !w.quoted && (verb(w) || has(l.finite, &w.lower)))
}

/// "Eier und Käse": each without its article; `None` where one of them is no line.
fn parted<'w>(l: &'static Language, said: &'w [Word]) -> Option<Vec<&'w [Word]>> {
    let mut out = Vec::new();
    let joins = |w: &Word| !w.quoted && has(l.and, &w.fold);
    for part in said.split(joins).flat_map(|part| part.split_inclusive(|w| !w.quoted && w.after == Some(','))) {
        let small = |w: &&Word| !w.quoted && (has(l.stop, &w.fold) || has("de d du des", &w.fold));
        let from = part.iter().take_while(small).count();
        let line = part.get(from..).filter(|line| (1..=LINE).contains(&line.len()))?;
        let orders = line.len() > 1 && line.first().is_some_and(|w| !w.quoted && sentence::deed(l, &w.fold).is_some());
        if orders {
            return None;
        }
        out.push(line);
    }
    (!out.is_empty()).then_some(out)
}

/// Words as they are written.
fn written(c: &Clauses<'_>, part: &[Word]) -> Option<String> {
    let own = c.text.get(part.first()?.span.start..part.last()?.span.end)?;
    Some(own.trim_matches(['"', '“', '”', '„', '«', '»', ' ']).replace('"', "'"))
}

/// The line of a todo that is written so, but for an ending: "laptele" of "lapte".
fn line<'t>(todo: &'t Todo, part: &[Word]) -> Option<&'t str> {
    let fits = |line: &&countersign_core::todo::ChecklistItem| {
        let own = words(&line.title, None);
        own.len() == part.len() && own.iter().zip(part).all(|(a, b)| inflected::same(&a.fold, &b.fold))
    };
    let mut all = todo.checklist.iter().filter(fits);
    let first = all.next()?;
    all.next().is_none().then_some(first.title.as_str())
}

/// "bifează laptele", "Käse ist gekauft": the lines that are called so where no todo's title has the words.
fn anywhere(c: &Clauses<'_>, said: &[Word]) -> Option<String> {
    let l = c.language;
    let parts = parted(l, said)?;
    let named = |part: &[Word]| {
        let Object::One { id, .. } = objects::named(l, c.text, part, 0..part.len(), c.todos) else { return false };
        let title = c.todos.todo(id).map(|todo| words(&todo.title, None)).unwrap_or_default();
        part.iter().all(|w| title.iter().any(|t| inflected::same(&t.fold, &w.fold)))
    };
    if parts.iter().any(|part| named(part)) {
        return None;
    }
    let open = c.todos.with_checklist().filter(|todo| !todo.status.is_closed());
    let mut hits = open.filter_map(|todo| {
        let lines: Option<Vec<&str>> = parts.iter().map(|part| line(todo, part)).collect();
        lines.map(|lines| (todo.id, lines))
    });
    let (id, lines) = hits.next()?;
    let lines: Vec<String> = lines.iter().map(|line| format!("\"{line}\"")).collect();
    hits.next().is_none().then(|| format!("tick {} on #{id}", lines.join(", ")))
}

/// "Eier sind auf der Einkaufsliste erledigt": a line that is told of with its list.
pub(super) fn ticked(c: &Clauses<'_>, f: &Framed<'_>) -> Option<String> {
    const IS: &str = "ist sind esta estan es son est sont e este sunt";
    let star = f.words.get(f.stars.first()?.clone())?;
    let row = ROWS.iter().find(|row| row.code == c.language.code && row.deed == Deed::Complete)?;
    let said: Vec<Word> = star.iter().filter(|w| w.quoted || !has(IS, &w.fold)).cloned().collect();
    let (parts, id) = of_a_list(c, row, &said, false)?;
    ticks(c, &parts, id)
}

fn ticks(c: &Clauses<'_>, parts: &[&[Word]], id: TodoId) -> Option<String> {
    let todo = c.todos.todo(id)?;
    let meant = |part: &&[Word]| line(todo, part).map(str::to_owned).or_else(|| written(c, part));
    let lines = parts.iter().map(meant).collect::<Option<Vec<_>>>()?;
    let quoted: Vec<String> = lines.iter().map(|line| format!("\"{line}\"")).collect();
    Some(format!("tick {} on #{id}", quoted.join(", ")))
}

/// A report that lines are done: "Käse ist gekauft".
pub(super) fn told(c: &Clauses<'_>, f: &Framed<'_>) -> Option<String> {
    let l = c.language;
    let said: Vec<Word> = f.stars.iter().flat_map(|r| f.words.get(r.clone()).unwrap_or_default()).cloned().collect();
    let (done, things): (Vec<Word>, Vec<Word>) =
        said.into_iter().partition(|w| !w.quoted && concepts::is_done(l.code, &w.fold));
    let open = things.iter().any(|w| !w.quoted && has(l.undone, &w.fold));
    (!done.is_empty() && !open && f.phrases.is_empty()).then(|| anywhere(c, &things)).flatten()
}
