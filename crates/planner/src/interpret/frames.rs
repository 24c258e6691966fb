//! What can be said of a todo in any order of words: a name (one todo, a list, a set, "it") in a frame of closed-class
//! words that says what becomes of it ("~ can go", "i no longer need ~", "~ works better @"). A frame only holds where
//! every word of the clause is explained: by the frame, by a date, or by the todos that the name surely means.

mod fields;
mod matching;
mod table;

use super::fields::unquoted;
use super::lexicon::{Verb, lists, one_of};
use super::run::{Ref, Run};
use super::text::Clause;
use crate::dates::{Role, What, whole};
use matching::{Caught, Stream};
pub(super) use table::{Deed, is_past};

/// The most words a clause of this kind has.
const MOST: usize = 28;

/// The end of an amount by which a date moves.
const AMOUNTS: [&str; 3] = [" later", " earlier", " sooner"];

/// The words that frames are made of, with their signs.
pub(super) fn patterns() -> impl Iterator<Item = &'static str> {
    fields::FRAMES.iter().chain(table::FRAMES).flat_map(|(_, patterns)| patterns.iter().copied())
}

/// A clause said again as an order that the rest of the planner reads; `None` where no frame explains all of it.
pub(super) fn order(run: &mut Run<'_>, text: &str) -> Option<String> {
    read(run, text, fields::FRAMES.iter().chain(table::FRAMES))
}

/// The same for what says of a todo that is there something that its name in a new title would not: an end, a level, a
/// length of time.
pub(super) fn beside_new(run: &mut Run<'_>, text: &str) -> Option<String> {
    read(run, text, table::FRAMES.iter().filter(|(deed, _)| deed.plain()))
}

/// Whether a text says of todos that are open that they are not done: nothing changes.
pub(super) fn stays(run: &mut Run<'_>, text: &str) -> bool {
    read(run, text, table::STAYS.iter()).is_some()
}

/// The same for what is said of a note, a label, a checklist, a title or an empty date: an order to make a todo may
/// have the same beginning.
pub(super) fn field(run: &mut Run<'_>, text: &str) -> Option<String> {
    // Most clauses have none of the words: they are not taken apart for it.
    const WORDS: [&str; 34] = [
        "better",
        " est ",
        "time",
        "estimate",
        "duration",
        "whole",
        "note",
        "comment",
        "remark",
        "descri",
        "label",
        "tag",
        "checklist",
        "check list",
        "item",
        "step",
        "subtask",
        "title",
        "name",
        "call",
        "word",
        "say",
        "read",
        "due",
        "deadline",
        "date",
        "day",
        "backlog",
        "schedul",
        "check",
        "tick",
        "under",
        "edit",
        "plan",
    ];
    let lower = super::text::fold(text);
    if !WORDS.iter().any(|word| lower.contains(word)) && !lower.contains(':') {
        return None;
    }
    let headed = lower.contains(':');
    read(run, text, fields::FRAMES.iter().filter(|(deed, _)| deed.early() || headed && deed.headed()))
}

type Frame = (Deed, &'static [&'static str]);

fn read<'f>(run: &mut Run<'_>, text: &str, frames: impl Iterator<Item = &'f Frame> + Clone) -> Option<String> {
    let c = Clause::new(text, run.clock);
    if c.len() == 0 || c.len() > MOST || text.trim_end().ends_with('?') {
        return None;
    }
    let quoted = c.toks.iter().any(|t| t.quoted);
    let from = super::split::lead(&c).at;
    // "the milk's bought": who has, or what is.
    let streams = [Stream::new(&c, from, false), Stream::new(&c, from, true)];
    let streams = if c.toks.iter().any(|t| t.fold.ends_with("'s")) { &streams[..] } else { &streams[..1] };
    streams.iter().find_map(|stream| found(run, &c, stream, quoted, frames.clone()))
}

fn found<'f>(
    run: &mut Run<'_>,
    c: &Clause,
    stream: &Stream,
    quoted: bool,
    frames: impl Iterator<Item = &'f Frame>,
) -> Option<String> {
    for (deed, patterns) in frames {
        if quoted && !deed.literal() {
            continue;
        }
        for pattern in *patterns {
            let mut all = stream.all(pattern, *deed);
            // The longest name that means something: "the car insurance", not "the car".
            let length = |c: &Caught| c.name.as_ref().map_or(0, ExactSizeIterator::len);
            all.sort_by_key(|c| if *deed == Deed::Named { length(c) } else { usize::MAX - length(c) });
            let found = all.iter().find_map(|caught| said(run, c, stream, *deed, caught));
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// The order that a frame with its catch stands for.
fn said(run: &mut Run<'_>, c: &Clause, stream: &Stream, deed: Deed, caught: &Caught) -> Option<String> {
    let name = match &caught.name {
        // "he's coming thursday instead": who, said of what was talked about.
        Some(words) if words.len() == 1 && one_of(stream.word(words.start), WHO) => "it".to_owned(),
        Some(words) => c.slice(stream.tokens(words)).to_owned(),
        None if run.last.is_empty() => return None,
        None => "it".to_owned(),
    };
    let text = caught.text.as_ref().map(|words| stream.tokens(words));
    if let Some(words) = &text
        && !begins(c, words.start, deed)
    {
        return None;
    }
    let text = text.map(|words| unquoted(c.slice(words))).unwrap_or_default();
    if !names(run, &name, deed, caught.did.map(|at| stream.word(at))) || !fits(run, &name, deed, &text) {
        return None;
    }
    // "i don't want it on tuesday", "we don't want to change it": of a day, or of a change, and not of the todo.
    if deed == Deed::Delete && stream.has(WISHES) && of_a_change(run, &name) {
        return None;
    }
    let name = listed(run, name, deed)?;
    let slice = |range: &Option<std::ops::Range<usize>>| {
        range.as_ref().map(|words| c.slice(stream.tokens(words)).to_owned()).unwrap_or_default()
    };
    let due = caught.date.as_ref().is_some_and(|words| {
        let range = stream.tokens(words);
        c.found.iter().any(|f| f.role == Role::Due && range.contains(&c.toks_of(&f.span).start))
    });
    let when = slice(&caught.date);
    // "the gym is cancelled": of which day, and whether for good, is not said.
    let next = name.to_lowercase().split(' ').any(|w| one_of(w, "next|upcoming|coming|it|that"));
    if deed == Deed::Skip && when.is_empty() && !next && Clause::new(&name, run.clock).found.is_empty() {
        return None;
    }
    Some(match deed {
        Deed::Skip => format!("skip {name} {when}").trim().to_owned(),
        Deed::Delete => format!("delete {name}"),
        Deed::Complete => format!("complete {name}"),
        Deed::Did => format!("i did {name} {when}").trim().to_owned(),
        Deed::Reopen => format!("reopen {name}"),
        // "comes an hour later" is an amount and no date.
        Deed::Move | Deed::Due if AMOUNTS.iter().any(|word| when.to_lowercase().ends_with(word)) => {
            format!("move {name} {when}")
        }
        Deed::Move if due => format!("make {name} due {}", bare(&when, true)),
        Deed::Move => format!("move {name} to {}", bare(&when, false)),
        Deed::Due => format!("make {name} due {}", bare(&when, true)),
        Deed::Stop => format!("stop {name} after {}", bare(&when, false)),
        Deed::Level => format!("set {name} to {} priority", stream.word(caught.level?)),
        Deed::Estimate => format!("set the estimate of {name} to {}", slice(&caught.length)),
        Deed::Note => format!("note for {name}: {text}"),
        // The label behind "as": a set may end in a condition.
        Deed::Label => format!("label {name} as {text}"),
        Deed::Unlabelled => format!("remove the labels from {name}"),
        Deed::Unlabel => format!("remove the label {text} from {name}"),
        Deed::Item | Deed::ItemOf => match titled(run, &name) {
            Some(title) => format!("add to {title}: {text}"),
            None => format!("add {text} to the {} checklist", named(&name)),
        },
        Deed::Check => format!("tick {text} on {}", named(&name)),
        Deed::Uncheck => format!("untick {text} on {}", named(&name)),
        Deed::Rename | Deed::Named => format!("rename {name} to \"{text}\""),
        Deed::Stays => name,
        Deed::Undue => format!("remove the due date from {name}"),
        Deed::Undate => format!("remove the date from {name}"),
        Deed::Untimed => format!("remove the time from {name}"),
        Deed::Unestimated => format!("remove the estimate from {name}"),
        Deed::Later => {
            let by = slice(&caught.by);
            let plain = |w: &&str| !one_of(&w.to_lowercase(), "more|extra|additional|further");
            let by: Vec<&str> = by.trim_start_matches('+').split_whitespace().filter(plain).collect();
            format!("postpone {name} by {}", by.join(" ").replace("another", "one"))
        }
    })
}

/// Says that something is liked or not.
const WISHES: &str = "want|wanting|wanted|like|wish";

/// Whether words are of a day of something, or of its change, and not of the whole of it.
fn of_a_change(run: &Run<'_>, name: &str) -> bool {
    let c = Clause::new(name, run.clock);
    let changes = |verb: Verb| !matches!(verb, Verb::Create | Verb::Complete | Verb::Delete);
    !c.found.is_empty()
        || super::split::verb_at(&c, 0, false).is_some_and(|head| head.next < c.len() && changes(head.verb))
}

/// A set as the numbers of its todos, so that no condition of it is taken for what becomes of them; one-off todos only
/// where a date is set.
fn listed(run: &mut Run<'_>, name: String, deed: Deed) -> Option<String> {
    /// More are named by their condition.
    const MOST: usize = 12;
    let Some(targets) = run.refer(&name).filter(|t| t.bulk) else { return Some(name) };
    let dated = matches!(deed, Deed::Move | Deed::Due);
    let series = |id: &countersign_core::ids::TodoId| run.todo(*id).is_some_and(|t| t.recurrence.is_repeating());
    let closed =
        |id: &countersign_core::ids::TodoId| !targets.explicit && run.todo(*id).is_some_and(|t| t.status.is_closed());
    let ids: Vec<String> = targets
        .ids()
        .iter()
        .filter(|id| (!dated || !series(id)) && (dated || !closed(id)))
        .map(|id| format!("#{id}"))
        .collect();
    match ids.len() {
        0 => None,
        1..=MOST if dated || deed == Deed::Label => Some(ids.join(" and ")),
        _ => Some(name),
    }
}

/// The title of what "it" stands for.
fn titled(run: &mut Run<'_>, name: &str) -> Option<String> {
    let ids = if super::resolve::is_pronoun(name) { run.refer(name)?.ids() } else { Vec::new() };
    let todo = if let [id] = ids.as_slice() { run.todo(*id) } else { None };
    todo.map(|todo| todo.title.replace(':', " "))
}

/// Of whom news is told that is a todo's.
const WHO: &str = "he|she|they|it|that|this";

/// A name behind "the".
fn named(name: &str) -> &str {
    name.trim_start_matches("the ").trim_start_matches("my ")
}

/// Whether free text can begin at a word: behind the colon where there is one, a new title with a capital letter
/// where nothing else tells it from the old one.
fn begins(c: &Clause, at: usize, deed: Deed) -> bool {
    let colon = (1..c.len()).find(|i| c.toks.get(i - 1).is_some_and(|t| t.after == Some(':')));
    let first = c.toks.get(at);
    let capital =
        first.and_then(|t| c.text.get(t.start..)).and_then(|t| t.chars().next()).is_some_and(char::is_uppercase);
    match deed {
        Deed::Named if at > 0 && one_of(c.word(at - 1), "to|as|into|with|is|it") => false,
        Deed::Named => match c.toks.iter().position(|t| t.quoted) {
            Some(quote) => quote == at && at + 1 < c.len(),
            None => match colon {
                Some(colon) => colon == at && c.word(0) != "call",
                // "call Mom's doctor" is something to do.
                None => {
                    let last = c.word(c.len() - 1);
                    capital && (c.word(0).starts_with("let") || one_of(last, "instead|now") || c.word(0) == "name")
                }
            },
        },
        Deed::Note | Deed::Rename => colon.is_none_or(|colon| colon == at || at < colon),
        _ => true,
    }
}

/// Whether free text can be what a frame takes it for.
fn fits(run: &mut Run<'_>, name: &str, deed: Deed, text: &str) -> bool {
    let words = text.split_whitespace().count();
    let ids = run.refer(name).map(|t| t.ids()).unwrap_or_default();
    let todo = if let [id] = ids.as_slice() { run.todo(*id) } else { None };
    let line = |list: &[countersign_core::todo::ChecklistItem]| {
        list.iter().any(|l| super::target::content(&l.title).iter().any(|w| super::target::content(text).contains(w)))
    };
    match deed {
        Deed::Label | Deed::Unlabel => {
            let day = || matches!(whole(text, run.clock), Some(What::Date { .. } | What::DateTime { .. }));
            words == 1 && !lists(super::lexicon::STOP, &text.to_lowercase()) && !day()
        }
        Deed::Item => (1..=8).contains(&words) && todo.is_some(),
        Deed::ItemOf => {
            let plain = Clause::new(text, run.clock);
            (1..=6).contains(&words)
                && plain.found.is_empty()
                // "ada needs one too"
                && !(0..plain.len()).all(|i| one_of(plain.word(i), "one|ones|another|some|it|this|that|them|more|too|also"))
                && !(0..plain.len())
                    .any(|i| super::fields::level(plain.word(i)).is_some() || one_of(plain.word(i), OTHER))
                && todo.is_some_and(|t| !t.checklist.is_empty())
        }
        Deed::Check | Deed::Uncheck => todo.is_some_and(|t| line(&t.checklist)),
        Deed::Rename | Deed::Named => words <= 12 && todo.is_some() && !is_order(run, name),
        _ => true,
    }
}

/// Whether words in front of "rename" order something else, though a title begins with them: "delete rename files".
fn is_order(run: &Run<'_>, name: &str) -> bool {
    let c = Clause::new(name, run.clock);
    let whole = !super::target::same_title(run.todos, name).is_empty();
    !whole && super::split::verb_at(&c, super::split::lead(&c).at, false).is_some_and(|head| head.next >= c.len())
}

/// Words of no checklist's line.
const OTHER: &str = "to|be|done|priority|label|tag|note|date|time|deadline|more|is|not|the_list|it";

/// Whether a name surely means todos to which this can happen.
fn names(run: &mut Run<'_>, name: &str, deed: Deed, did: Option<&str>) -> bool {
    let series = |run: &Run<'_>, r: &Ref| match r {
        Ref::Todo(id) => run.todo(*id).is_some_and(|t| t.recurrence.is_repeating()),
        Ref::New(_) => false,
    };
    let closed = |run: &Run<'_>, r: &Ref| matches!(r, Ref::Todo(id) if run.todo(*id).is_some_and(|t| t.completed()));
    // "#4 and the rest": a number says nothing of the words beside it.
    let numbered = |w: &str| w.starts_with('#') || one_of(w, "and|&|the|task|todo|number");
    if name.contains('#') && !name.split([' ', ',']).filter(|w| !w.is_empty()).all(numbered) {
        return false;
    }
    let plain = Clause::new(name, run.clock);
    // "move to friday": small words name nothing, and a bare number may count.
    let small = |w: &String| lists(super::lexicon::STOP, w) || w.bytes().all(|b| b.is_ascii_digit());
    if !super::resolve::is_pronoun(name)
        && !name.contains('#')
        && super::target::content(name).iter().all(small)
        && !super::filter::is_bulk(&plain, run)
    {
        return false;
    }
    let Some(targets) = run.refer(name).filter(|t| !t.unmet && !t.all) else { return false };
    let all = |test: &dyn Fn(&Run<'_>, &Ref) -> bool| targets.refs.iter().all(|r| test(run, r));
    let fits = match deed {
        Deed::Skip | Deed::Stop => !targets.bulk && all(&series),
        Deed::Reopen => all(&closed),
        Deed::Stays => !targets.refs.is_empty() && !targets.refs.iter().any(|r| closed(run, r)),
        Deed::Did if did.is_some() => !targets.bulk && targets.refs.len() == 1,
        _ => true,
    };
    fits && did.is_none_or(|verb| {
        targets.ids().iter().filter_map(|id| run.todo(*id)).all(|todo| table::does(verb, &todo.title))
    })
}

/// A date without the words that tie it to what stands in front.
pub(super) fn bare(when: &str, due: bool) -> &str {
    const TIES: [&str; 12] =
        ["only ", "due ", "until ", "till ", "by ", "on ", "for ", "to ", "from ", "at ", "in the ", "the "];
    let mut rest = when;
    while let Some(shorter) = TIES
        .iter()
        .filter(|tie| due || !matches!(**tie, "the " | "in the "))
        .find_map(|tie| rest.get(..tie.len()).filter(|front| front.eq_ignore_ascii_case(tie)).map(|_| tie.len()))
    {
        rest = rest.get(shorter..).unwrap_or_default();
    }
    rest
}
