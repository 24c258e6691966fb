//! An instruction that was understood, in the planner's English.

mod new;

pub(super) use new::{created, title};

use super::bulk;
use super::clause::{Clauses, Framed};
use super::concepts;
use super::objects::{self, Object};
use super::pattern::{Phrase, once};
use super::table::{Deed, Kind, has, meaning};
use super::weekdays;
use super::words::Word;
use crate::dates::{self, What};
use countersign_core::ids::TodoId;
use countersign_core::todos::View;

/// The English of an instruction; `None` where part of it was not understood.
pub(super) fn english(c: &Clauses<'_>, f: &Framed<'_>) -> Option<String> {
    // Of a set each phrase either chooses or is given.
    if matches!(f.deed, Deed::Move | Deed::Put | Deed::Due) && object(c, f).as_ref().is_some_and(bulk::is_set) {
        return set(c, f);
    }
    let moved = matches!(f.deed, Deed::Move | Deed::Put).then(|| from_day(f.phrases)).flatten();
    let rest = moved.as_deref().unwrap_or(f.phrases);
    if f.deed == Deed::Except {
        return weekdays::except(c, f);
    }
    if doubled(rest) && !matches!(f.deed, Deed::Rename | Deed::Note) {
        return None;
    }
    if let Some(phrases) = moved {
        let framed = Framed { deed: f.deed, words: f.words.clone(), stars: f.stars.clone(), phrases: &phrases };
        return set(c, &framed);
    }
    let bare = f.phrases.is_empty();
    match f.deed {
        Deed::Add => created(c, f).map(|(title, rest)| format!("add \"{title}\" {rest}").trim_end().to_owned()),
        Deed::Undo => bare.then(|| "undo".to_owned()),
        Deed::UndoOf => bare.then(|| super::undone::english(c, f)).flatten(),
        Deed::UndoSome => bare.then(|| counted(c, f)).flatten().map(|n| format!("undo the last {n} changes")),
        Deed::Redo => bare.then(|| "redo".to_owned()),
        Deed::List => listed(c, f, "show my", "todos"),
        Deed::Count => listed(c, f, "how many", "todos do i have"),
        Deed::WhenIs => match object(c, f) {
            Some(Object::One { id, .. }) => Some(format!("when is \"{}\"", c.todos.todo(id)?.title.replace('"', "'"))),
            // That no todo is called so is told in English.
            Some(Object::Nothing { query }) if bare && !query.is_empty() => Some(format!("when is \"{query}\"")),
            _ => None,
        },
        Deed::Move | Deed::Put | Deed::Due => set(c, f),
        Deed::Rename => {
            let new = title(c, &f.words, f.stars.get(1)?.clone());
            Some(format!("rename {} to \"{new}\"", name(&object(c, f)?)?))
        }
        Deed::Note => {
            let said = title(c, &f.words, f.stars.get(1)?.clone());
            match object(c, f)? {
                Object::Nothing { .. } | Object::Bulk { .. } | Object::SoMany { .. } => None,
                object => Some(format!("add note to {}: {said}", name(&object)?)),
            }
        }
        Deed::High | Deed::Low => {
            let level = if f.deed == Deed::High { "high" } else { "low" };
            let object = object(c, f)?;
            bare.then_some(())?;
            Some(format!("set {} to {level} priority", name(&object)?))
        }
        Deed::Done => match report(c, f) {
            Object::One { id, .. } if !written_so(c, f, id) && super::lines::told(c, f).is_some() => {
                super::lines::told(c, f)
            }
            Object::One { id, whole: false } if super::in_part::acted(c, f, "complete", id, false).is_some() => {
                super::in_part::acted(c, f, "complete", id, false)
            }
            Object::One { id, whole: true } => reported(c, f, id),
            Object::One { id, whole: false } if does(c, f, id) => reported(c, f, id),
            _ => super::lines::told(c, f),
        },
        Deed::Complete => match bare.then(|| super::lines::ticked(c, f)).flatten() {
            Some(line) => Some(line),
            None => match object(c, f)? {
                Object::One { id, .. } if !bare => reported(c, f, id),
                Object::One { id, whole } => super::in_part::acted(c, f, "complete", id, is_order(f))
                    .or_else(|| acted(c, f, "complete", &Object::One { id, whole })),
                object => super::in_part::acted_on_each(c, f, "complete").or_else(|| acted(c, f, "complete", &object)),
            },
        },
        Deed::Skip if of(f.phrases, Kind::Every).is_some() => weekdays::left_out(c, f),
        Deed::Only => weekdays::only(c, f),
        Deed::NoMore => weekdays::no_more(c, f),
        Deed::Skip if of(f.phrases, Kind::By).is_some() => weekdays::until(c, f),
        Deed::Skip => {
            let when = when(f.phrases).or_else(|| of(f.phrases, Kind::Of).map(str::to_owned));
            if f.phrases.len() > 1 && f.phrases.iter().any(|p| p.kind == Kind::Of) {
                return None;
            }
            let name = single(&object(c, f)?)?;
            let apart = f.phrases.iter().all(|p| matches!(p.kind, Kind::When | Kind::Of));
            apart.then(|| format!("skip {name} {}", when.unwrap_or_default().replace("on ", "")).trim_end().to_owned())
        }
        Deed::Delete => {
            let star = f.stars.first().and_then(|star| f.words.get(star.clone())).unwrap_or_default();
            match object(c, f)? {
                // "lösche erledigte", "elimina lo terminado"
                Object::Nothing { .. } if bare && objects::done(c.language, star) => {
                    Some("delete completed todos".to_owned())
                }
                Object::One { id, whole } => super::in_part::taken_from(c, f, id)
                    .or_else(|| super::in_part::acted(c, f, "delete", id, true))
                    .or_else(|| acted(c, f, "delete", &Object::One { id, whole })),
                object => super::in_part::acted_on_each(c, f, "delete").or_else(|| acted(c, f, "delete", &object)),
            }
        }
        Deed::Reopen => acted(c, f, "reopen", &object(c, f)?),
        Deed::Start => bare.then_some(()).and_then(|()| Some(format!("start {}", single(&object(c, f)?)?))),
        Deed::Hold if bare => Some(format!("put {} on hold", single(&object(c, f)?)?)),
        Deed::Hold | Deed::Off => weekdays::off(c, f),
        Deed::Unrepeat => bare.then_some(()).and_then(|()| Some(format!("stop repeating {}", single(&object(c, f)?)?))),
        Deed::Undate => {
            bare.then_some(()).and_then(|()| Some(format!("remove the date from {}", single(&object(c, f)?)?)))
        }
        Deed::Talk | Deed::Wonder | Deed::Except => None,
    }
}

/// Whether the verb stands in front: "hak die Milch ab", and not "die Milch ist fertig".
fn is_order(f: &Framed<'_>) -> bool {
    f.stars.first().is_some_and(|star| star.start > 0)
}

/// The one number that stands in a frame's gap.
fn counted(c: &Clauses<'_>, f: &Framed<'_>) -> Option<u32> {
    let gap = f.words.get(f.stars.first()?.clone())?;
    let [one] = gap else { return None };
    meaning(c.language.numbers, &one.fold).unwrap_or(&one.fold).parse().ok()
}

/// "yoga am Donnerstag auf Freitag": of two days the first is the one it was on.
fn from_day(phrases: &[Phrase]) -> Option<Vec<Phrase>> {
    let mut out = phrases.to_vec();
    let days = out.iter().filter(|p| p.kind == Kind::When).count();
    let first = out.iter_mut().find(|p| p.kind == Kind::When).filter(|_| days == 2)?;
    first.kind = Kind::Of;
    Some(out)
}

/// Two of one kind: which goes with what is not read here.
fn doubled(phrases: &[Phrase]) -> bool {
    let kinds = [
        Kind::Every,
        Kind::When,
        Kind::Part,
        Kind::At,
        Kind::From,
        Kind::By,
        Kind::Of,
        Kind::Shift,
        Kind::For,
        Kind::Times,
        Kind::Level,
    ];
    kinds.iter().any(|kind| phrases.iter().filter(|p| p.kind == *kind).count() > 1)
}

pub(super) fn of(phrases: &[Phrase], kind: Kind) -> Option<&str> {
    phrases.iter().find(|p| p.kind == kind).map(|p| p.english.as_str())
}

/// Day, part of the day and time as one phrase.
fn when(phrases: &[Phrase]) -> Option<String> {
    let said: Vec<&str> = [Kind::When, Kind::Part, Kind::At].into_iter().filter_map(|kind| of(phrases, kind)).collect();
    (!said.is_empty()).then(|| said.join(" "))
}

pub(super) fn object(c: &Clauses<'_>, f: &Framed<'_>) -> Option<Object> {
    let star = f.stars.first()?.clone();
    let said = f.words.get(star.clone()).unwrap_or_default();
    match objects::object(c.language, c.text, &f.words, star, c.todos) {
        // A set whose words were not read is no todo of that name.
        Object::Nothing { .. } if bulk::of_all(c.language, said) => None,
        Object::Bulk { .. } if bulk::awaits(c, f) && !f.phrases.iter().any(bulk::chooses) => None,
        object => Some(object),
    }
}

/// What a report names: all its words ("der Reisepass" … "verlängert").
fn report(c: &Clauses<'_>, f: &Framed<'_>) -> Object {
    let said: Vec<Word> = f.stars.iter().flat_map(|r| f.words.get(r.clone()).unwrap_or_default()).cloned().collect();
    let l = c.language;
    // "ich habe Zahnarzt", "j'ai rendez-vous", "am de plătit": nothing of that has been done.
    let done = said.iter().any(|w| !w.quoted && concepts::is_done(l.code, &w.fold));
    let open = said.iter().any(|w| !w.quoted && has(l.undone, &w.fold));
    if !done || open {
        return Object::Nothing { query: String::new() };
    }
    objects::named(c.language, c.text, &said, 0..said.len(), c.todos)
}

/// Whether a todo's title has one of the things that a report names as it is written: "Milch ist gekauft" is no report of
/// "buy milk" where a line is called "Milch".
fn written_so(c: &Clauses<'_>, f: &Framed<'_>, id: TodoId) -> bool {
    let Some(todo) = c.todos.todo(id) else { return false };
    let title = super::words::words(&todo.title, None);
    let said = f.stars.iter().flat_map(|r| f.words.get(r.clone()).unwrap_or_default());
    let mut things =
        said.filter(|w| !objects::is_small(c.language, &w.fold) && !concepts::is_done(c.language.code, &w.fold));
    things.any(|w| title.iter().any(|t| super::inflected::same(&t.fold, &w.fold)))
}

/// "ya compré los tornillos" of "Comprar tornillos de latón": what has been done is what the title begins with, to the
/// thing that some of its words name.
fn does(c: &Clauses<'_>, f: &Framed<'_>, id: TodoId) -> bool {
    let code = c.language.code;
    let Some(title) = c.todos.todo(id).map(|t| super::words::fold(&t.title)) else { return false };
    let Some(first) = title.split(|ch: char| !ch.is_alphanumeric()).next() else { return false };
    let said = || f.stars.iter().flat_map(|r| f.words.get(r.clone()).unwrap_or_default()).filter(|w| !w.quoted);
    let verb = |w: &&Word| concepts::is_done(code, &w.fold) && concepts::forms(code, &w.fold).contains(&first);
    let things = said().filter(|w| !objects::is_small(c.language, &w.fold) && !concepts::is_done(code, &w.fold));
    said().any(|w| verb(&w)) && things.count() > 0
}

/// One todo, or several by name, as the planner is told.
fn name(object: &Object) -> Option<String> {
    Some(match object {
        Object::Pronoun(it) => (*it).to_owned(),
        Object::Numbered(said) | Object::Placed(said) => said.clone(),
        Object::One { id, .. } => format!("#{id}"),
        Object::Several { query } => format!("\"{query}\""),
        Object::Nothing { query } if !query.is_empty() => format!("\"{query}\""),
        Object::Nothing { .. } => return None,
        Object::SoMany { count, of } => format!("all {count} {of}"),
        Object::Bulk { traits, every, about, except } => {
            let all = if *every { "all " } else { "" };
            let but = if except.is_empty() { String::new() } else { format!(" except {except}") };
            format!("{all}{traits} todos{about}{but}").replace("  ", " ")
        }
    })
}

/// As [`name`], but no set.
fn single(object: &Object) -> Option<String> {
    if matches!(object, Object::Bulk { .. } | Object::SoMany { .. }) { None } else { name(object) }
}

/// A deed on a todo or on a set that its dates choose.
pub(super) fn acted(c: &Clauses<'_>, f: &Framed<'_>, verb: &str, object: &Object) -> Option<String> {
    if f.phrases.is_empty() {
        return Some(format!("{verb} {}", name(object)?));
    }
    match object {
        // "annule le yoga de jeudi": that day of it.
        Object::One { id, .. } if verb == "delete" && repeats(c, *id) => match f.phrases {
            [one] if taken_from(c, f, one) => Some(format!("remove {} from #{id}", plain_day(&one.english))),
            [one] if matches!(one.kind, Kind::When | Kind::Of) => {
                Some(format!("skip #{id} {}", plain_day(&one.english)))
            }
            _ => None,
        },
        // "gym und yoga morgen absagen": that day of each.
        Object::Numbered(said) if verb == "delete" && weekdays::are_series(c, said) => match f.phrases {
            [one] if matches!(one.kind, Kind::When | Kind::Of) => {
                Some(format!("skip {said} {}", plain_day(&one.english)))
            }
            _ => None,
        },
        Object::Bulk { .. } | Object::SoMany { .. } => {
            Some(format!("{verb} {}", chosen(object, f.phrases, spared_from(c, f))?))
        }
        // "entferne Freitag vom Paket": the day is to go, and not the todo.
        Object::One { id, .. } if dated(c, *id, f.phrases) => match f.phrases {
            [one] if verb == "delete" && stands_off(c, f, one) => {
                Some(format!("remove {} from #{id}", plain_day(&one.english)))
            }
            _ => Some(format!("{verb} #{id}")),
        },
        _ => None,
    }
}

/// "quita el lunes de gym", "entferne den Montag aus gym": a plain weekday that is taken from what stands behind it is
/// part of the rule. What is called off is one date.
fn taken_from(c: &Clauses<'_>, f: &Framed<'_>, day: &Phrase) -> bool {
    DAYS.contains(&plain_day(&day.english)) && day.kind == Kind::When && stands_off(c, f, day)
}

/// A day or a time in front of "from" and the name, with nothing else in front of it.
fn stands_off(c: &Clauses<'_>, f: &Framed<'_>, day: &Phrase) -> bool {
    const FROM: &str = "aus von vom de del du des d din";
    const CALLS_OFF: &str =
        "annule annuler annulez cancela cancelar anula anular anuleaza anulati storniere stornieren sag sage";
    let Some(star) = f.stars.first() else { return false };
    let quiet = |w: &Word| !w.quoted && objects::is_small(c.language, &w.fold);
    // Of one phrase its place is that of the word behind it, once it is gone.
    let at = day.at.start;
    matches!(day.kind, Kind::When | Kind::At)
        && f.words.get(star.start..at.max(star.start)).is_some_and(|front| front.iter().all(quiet))
        && f.words.get(at).is_some_and(|w| !w.quoted && has(FROM, &w.fold))
        && !f.words.first().is_some_and(|w| has(CALLS_OFF, &w.fold))
}

/// A set with its conditions: "all overdue todos for today".
fn chosen(object: &Object, phrases: &[Phrase], spared: Option<usize>) -> Option<String> {
    let name = name(object)?;
    // Whether a date behind an exception is its own is not told.
    let excepts = matches!(object, Object::Bulk { except, .. } if !except.is_empty());
    if excepts && phrases.iter().any(|p| spared.is_none_or(|spared| spared < p.at.start)) {
        return None;
    }
    let (said, except) = name.split_once(" except ").map_or((name.as_str(), None), |(said, out)| (said, Some(out)));
    let mut said = said.to_owned();
    for phrase in phrases {
        match phrase.kind {
            Kind::Level => {
                let level = phrase.english.trim_start_matches("to ");
                said = said.strip_suffix("todos").map(|front| format!("{front}{level} todos"))?;
            }
            Kind::Label => said.push_str(&format!(" labeled {}", phrase.english.trim_start_matches('#'))),
            Kind::When | Kind::Of => said.push_str(&format!(" for {}", plain_day(&phrase.english))),
            _ => return None,
        }
    }
    Some(except.map_or(said.clone(), |except| format!("{said} except {except}")))
}

/// The place among all words of the clause where an exception begins.
fn spared_from(c: &Clauses<'_>, f: &Framed<'_>) -> Option<usize> {
    let marker = objects::exception(c.language, &f.words, 0..f.words.len())?;
    let open = |at: &usize| !f.phrases.iter().any(|p| p.at.contains(at));
    (0..).filter(open).nth(marker.start)
}

pub(super) fn plain_day(english: &str) -> &str {
    english.trim_start_matches("on ")
}

pub(super) fn repeats(c: &Clauses<'_>, id: TodoId) -> bool {
    c.todos.todo(id).is_some_and(|t| t.recurrence.is_repeating())
}

/// The dates beside a name are those of the todo that it names.
fn dated(c: &Clauses<'_>, id: TodoId, phrases: &[Phrase]) -> bool {
    let Some(todo) = c.todos.todo(id) else { return false };
    !todo.recurrence.is_repeating()
        && phrases.iter().all(|p| match (p.kind, dates::whole(plain_day(&p.english), c.clock)) {
            (Kind::When | Kind::Of, Some(What::Date { date, .. })) => {
                todo.scheduled_for == Some(date) || todo.due_date == Some(date)
            }
            (Kind::At, Some(What::Time { time, .. })) => todo.time_of_day.is_some_and(|t| t.time() == time),
            _ => false,
        })
}

/// "I did #7 yesterday".
fn reported(c: &Clauses<'_>, f: &Framed<'_>, id: TodoId) -> Option<String> {
    let days = f.phrases.iter().filter(|p| matches!(p.kind, Kind::When | Kind::Of)).count();
    if days > 1 || !f.phrases.iter().all(|p| matches!(p.kind, Kind::When | Kind::Part | Kind::Of)) {
        return None;
    }
    let repeats = c.todos.todo(id)?.recurrence.is_repeating();
    let Some(day) = of(f.phrases, Kind::When).or_else(|| of(f.phrases, Kind::Of)).map(plain_day) else {
        return Some(format!("complete #{id}"));
    };
    // "terminer le rapport vendredi" is a plan, no report.
    let date = match dates::whole(day, c.clock)? {
        What::Date { date, .. } | What::DateTime { date, .. } => date,
        _ => return None,
    };
    let today = c.clock.now.date();
    // "j'ai fait le yoga jeudi" is the one that was.
    let weekday = DAYS.contains(&day);
    let past = date < today || weekday && repeats || date == today && (repeats || f.deed == Deed::Done);
    past.then(|| if repeats { format!("i did #{id} {day}") } else { format!("complete #{id}") })
}

pub(super) const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// A list or a count of todos.
fn listed(c: &Clauses<'_>, f: &Framed<'_>, before: &str, after: &str) -> Option<String> {
    let mut traits = String::new();
    for star in &f.stars {
        let said = f.words.get(star.clone()).unwrap_or_default();
        let nothing = said.iter().all(|w| {
            !w.quoted
                && (has(c.language.nouns, &w.fold)
                    || has(objects::KINDS, &w.fold)
                    || objects::is_small(c.language, &w.fold))
        });
        match objects::object(c.language, c.text, &f.words, star.clone(), c.todos) {
            Object::Bulk { about, except, .. } if !except.is_empty() || !about.is_empty() => return None,
            Object::Bulk { traits: said, .. } => traits.push_str(&format!(" {said}")),
            _ if nothing => {}
            _ if trait_alone(c, said) => traits.push_str(&format!(" {}", traits_of(c, said))),
            Object::One { id, .. } if f.phrases.is_empty() && f.stars.len() == 1 && before.starts_with("show") => {
                return Some(format!("when is \"{}\"", c.todos.todo(id)?.title.replace('"', "'")));
            }
            _ => return None,
        }
    }
    let mut ends = String::new();
    for phrase in f.phrases {
        match phrase.kind {
            Kind::When | Kind::Of => ends.push_str(&format!(" for {}", plain_day(&phrase.english))),
            Kind::By => ends.push_str(&format!(" due {}", phrase.english)),
            Kind::Level => traits.push_str(&format!(" {}", phrase.english.trim_start_matches("to "))),
            Kind::Label => ends.push_str(&format!(" labeled {}", phrase.english.trim_start_matches('#'))),
            Kind::Part => {}
            _ => return None,
        }
    }
    Some(format!("{before} {} {after}{ends}", traits.trim()).split_whitespace().collect::<Vec<_>>().join(" "))
}

/// "überfällig", behind "are".
fn trait_alone(c: &Clauses<'_>, said: &[Word]) -> bool {
    let small = |w: &Word| objects::is_small(c.language, &w.fold);
    said.iter().any(|w| !small(w))
        && said.iter().all(|w| !w.quoted && (small(w) || meaning(c.language.traits, &w.fold).is_some()))
}

fn traits_of(c: &Clauses<'_>, said: &[Word]) -> String {
    said.iter().filter_map(|w| meaning(c.language.traits, &w.fold)).collect::<Vec<_>>().join(" ").replace('_', " ")
}

/// Move, set: each phrase says what is to change.
fn set(c: &Clauses<'_>, f: &Framed<'_>) -> Option<String> {
    let object = object(c, f)?;
    let star = f.stars.first().and_then(|star| f.words.get(star.clone())).unwrap_or_default();
    if f.deed == Deed::Put && objects::is_indefinite(star) && matches!(object, Object::Nothing { .. }) {
        return created(c, f).map(|(title, rest)| format!("add \"{title}\" {rest}").trim_end().to_owned());
    }
    let set = bulk::is_set(&object);
    // "from Monday" tells which: of one todo it must be so.
    let (from, rest): (Vec<Phrase>, Vec<Phrase>) =
        if set { bulk::parted(c, f)? } else { f.phrases.iter().cloned().partition(|p| p.kind == Kind::Of) };
    if set && (doubled(&rest) || from.is_empty() && bulk::awaits(c, f)) {
        return None;
    }
    let who = match &object {
        Object::Bulk { .. } | Object::SoMany { .. } => chosen(&object, &from, spared_from(c, f))?,
        Object::One { id, .. } if from.is_empty() || dated(c, *id, &from) => format!("#{id}"),
        // One day of a series.
        Object::One { id, .. }
            if repeats(c, *id)
                && rest.iter().all(|p| matches!(p.kind, Kind::When | Kind::Part | Kind::At | Kind::Shift)) =>
        {
            match from.as_slice() {
                [one] => format!("#{id} from {}", plain_day(&one.english)),
                _ => return None,
            }
        }
        _ if from.is_empty() => name(&object)?,
        _ => return None,
    };
    let mut out: Vec<String> = Vec::new();
    let by = of(&rest, Kind::By);
    if f.deed == Deed::Due {
        let day = of(&rest, Kind::When).or_else(|| by.map(|b| b.trim_start_matches("by ")))?;
        if rest.len() > 1 {
            return None;
        }
        return Some(format!("set {who} due {}", one_day(c, day)?));
    }
    if let Some(every) = of(&rest, Kind::Every) {
        let at = [of(&rest, Kind::Part), of(&rest, Kind::At)].into_iter().flatten().collect::<Vec<_>>().join(" ");
        let until = by.map(|b| b.replace("by ", "until ")).unwrap_or_default();
        let others =
            rest.iter().any(|p| !matches!(p.kind, Kind::Every | Kind::Times | Kind::Part | Kind::At | Kind::By));
        return (!others && !set).then(|| format!("set {who} to repeat {every} {at} {until}").trim_end().to_owned());
    }
    if let Some(amount) = of(&rest, Kind::Shift) {
        let amount = &sooner(c, f, amount)?;
        return (rest.len() == 1).then(|| format!("move {who} {amount}"));
    }
    let target: Vec<String> =
        [of(&rest, Kind::Part).map(once), of(&rest, Kind::At)].into_iter().flatten().map(str::to_owned).collect();
    // "aplaza el dentista hasta enero": as far as that day.
    if f.deed == Deed::Move
        && let [Phrase { kind: Kind::By, english, .. }] = rest.as_slice()
    {
        return english.strip_prefix("by ").map(|day| format!("postpone {who} until {day}"));
    }
    match of(&rest, Kind::When) {
        Some(day) => {
            let order = if said_later(f) { "postpone" } else { "move" };
            out.push(format!("{order} {who} to {} {}", one_day(c, day)?, target.join(" ")).trim_end().to_owned());
        }
        None if !target.is_empty() => {
            let time = target.join(" ");
            out.push(format!("change the time of {who} to {}", time.trim_start_matches("at ")));
        }
        None => {}
    }
    for phrase in &rest {
        match phrase.kind {
            Kind::Level => out.push(format!("set {who} to {}", phrase.english.trim_start_matches("to "))),
            Kind::Label if !set => out.push(format!("label {who} as {}", phrase.english.trim_start_matches('#'))),
            Kind::For if !set && f.deed == Deed::Put => {
                out.push(format!("set {who} estimate {}", phrase.english.trim_start_matches("for ")));
            }
            Kind::By if !set && f.deed == Deed::Put => {
                out.push(format!("set {who} due {}", phrase.english.trim_start_matches("by ")));
            }
            Kind::When | Kind::Part | Kind::At => {}
            _ => return None,
        }
    }
    match out.len() {
        // "verschiebe den Zahnarzt": when, is asked.
        0 if f.deed == Deed::Move => Some(format!("move {who}")),
        0 => None,
        _ => Some(out.join(", then ")),
    }
}

/// "adelanta el dentista un día" is a day earlier; "… un día más tarde" is no such thing.
fn sooner(c: &Clauses<'_>, f: &Framed<'_>, amount: &str) -> Option<String> {
    const FORWARD: &str = "adelanta adelantar adelante avance avancer avancez devanseaza devansati devansezi";
    const LATER: &str = "tarde despues tard tarziu";
    if !unstarred(f).any(|word| has(FORWARD, word)) {
        return Some(amount.to_owned());
    }
    let later = super::words::words(c.text, Some(c.language)).iter().any(|w| has(LATER, &w.fold));
    (!later).then(|| amount.replace(" later", " earlier"))
}

/// "vertage die Miete auf Montag", "aplaza el alquiler al lunes": the verb says later by itself, as "postpone" does.
fn said_later(f: &Framed<'_>) -> bool {
    const LATER: &str = "vertag vertage vertagt vertagen aufschieben hinausschieben zuruck hinten pospon posponer pospone aplaza aplazar \
        retrasa retrasar repousse repousser repoussee reporte reporter reportee recule reculer amana amanati amani amanat amanata";
    f.deed == Deed::Move && unstarred(f).any(|word| has(LATER, word))
}

/// The words of a frame that are its own.
fn unstarred<'f>(f: &'f Framed<'_>) -> impl Iterator<Item = &'f str> {
    let starred = |at: usize| f.stars.iter().any(|s| s.contains(&at));
    f.words.iter().enumerate().filter(move |(at, w)| !w.quoted && !starred(*at)).map(|(_, w)| w.fold.as_str())
}

/// A day as the planner takes it behind "to": "in 2 weeks" is worked out here.
fn one_day(c: &Clauses<'_>, day: &str) -> Option<String> {
    let day = plain_day(day);
    if !day.starts_with("in ") {
        return Some(day.to_owned());
    }
    match dates::whole(day, c.clock)? {
        What::Date { date, .. } => Some(date.to_string()),
        What::Range { date, .. } => date.map(|date| date.to_string()),
        What::DateTime { date, time, .. } => Some(format!("{date} at {:02}:{:02}", time.hour(), time.minute())),
        _ => None,
    }
}
