//! What an agent may propose again: fingerprints of operations, and the layers that refuse what is
//! so already, waits already, or was turned down (F/S2, R26). A person's own request never comes here.

use crate::change_set::propose::{EXPLODE_UP_TO, Proposal, frozen, single};
use crate::change_set::review::rejected_with;
use crate::change_set::{ChangeItem, ChangeSet, ItemRef, ItemStatus, Verdict};
use crate::effect::{Fresh, Moment, Working, bulk_targets};
use crate::ids::{Seq, TodoId};
use crate::label::label;
use crate::operation::{Operation, Reach, Target};
use crate::problem::Problem;
use crate::rule::Rule;
use crate::shape::Shape;
use crate::todos::Todos;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The shape of an operation: kind, target and arguments, whatever the order of their keys. 32 hex
/// digits of BLAKE3.
pub fn fingerprint(op: &Operation) -> String {
    fingerprint_of(&op.to_value())
}

/// As [`fingerprint`], of an operation's JSON.
pub fn fingerprint_of(op: &Value) -> String {
    let mut text = String::new();
    canonical(op, &mut text);
    blake3::hash(text.as_bytes()).to_hex().chars().take(32).collect()
}

/// As [`fingerprint`], of an item of a set: `@2` stands for what item 2 makes, whatever its number.
pub fn fingerprint_in(set: &ChangeSet, item: &ChangeItem) -> String {
    let Some(op) = &item.op else { return fingerprint_of(item.raw.as_ref().unwrap_or(&Value::Null)) };
    let maker = |n| set.item(n).and_then(|i| i.op.as_ref()).filter(|op| matches!(op, Operation::Create(_)));
    match op.target() {
        Some(Target::New(n)) => with_maker(op, maker(n)),
        _ => fingerprint(op),
    }
}

fn with_maker(op: &Operation, maker: Option<&Operation>) -> String {
    let mut value = op.to_value();
    if let (Some(maker), Value::Object(map)) = (maker, &mut value) {
        map.insert("id".to_owned(), Value::String(fingerprint(maker)));
    }
    fingerprint_of(&value)
}

/// JSON with its keys in order at every depth.
pub fn canonical(value: &Value, out: &mut String) {
    match value {
        Value::Object(map) => {
            let sorted: BTreeMap<&String, &Value> = map.iter().collect();
            out.push('{');
            for (key, value) in sorted {
                out.push_str(&Value::String(key.clone()).to_string());
                out.push(':');
                canonical(value, out);
                out.push(',');
            }
            out.push('}');
        }
        Value::Array(list) => {
            out.push('[');
            for value in list {
                canonical(value, out);
                out.push(',');
            }
            out.push(']');
        }
        plain => out.push_str(&plain.to_string()),
    }
}

/// A title folded for comparing: lower case, white space as one space (F/S2).
pub fn folded(title: &str) -> String {
    title.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// What tells an operation from another to who reads it: its label, folded. That of a change of a file names the file
/// and no word of what becomes of it, so only the same change is the same.
fn in_words(op: &Operation, label: &str) -> String {
    if op.reach() == Reach::Files { fingerprint(op) } else { folded(label) }
}

/// What became of a shape the last time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Past {
    /// The last verdict; [`Verdict::Undecided`] with `expired` for what nobody decided in time.
    pub verdict: Verdict,
    /// It expired undecided.
    pub expired: bool,
    /// Why, where one was given.
    pub reason: Option<String>,
}

/// Where something waits.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Waiting {
    at: ItemRef,
    fingerprint: String,
    replaceable: bool,
}

/// What is known of earlier proposals. Keys are fingerprints and topics.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    verdicts: BTreeMap<String, Past>,
    open: BTreeMap<String, Waiting>,
    texts: BTreeSet<(Option<Target>, String)>,
    /// What was turned down in words: target and folded label.
    rejected: BTreeMap<(Option<Target>, String), Option<String>>,
    /// Labels that were turned down on a todo, folded.
    labels: BTreeSet<(TodoId, String)>,
    /// Rules about what is not proposed, and who is asked about.
    silences: (String, Vec<Rule>),
}

impl Memory {
    /// Notes what became of a shape; the newest is told last.
    pub fn recall(&mut self, key: impl Into<String>, past: Past) {
        self.verdicts.insert(key.into(), past);
    }

    /// Notes an operation that was turned down, by what the person saw of it: the same words are not
    /// put before them again, and no label of it in any company.
    pub fn turned_down(&mut self, op: &Operation, label: &str, reason: Option<String>) {
        self.rejected.insert((op.target(), in_words(op, label)), reason);
        if let Some(id) = op.target().and_then(Target::id) {
            self.labels.extend(labels_of(op).map(|label| (id, folded(label))));
        }
    }

    /// Notes the rules that hold, and whose proposals are looked at.
    pub fn silenced(&mut self, agent: &str, rules: Vec<Rule>) {
        self.silences = (agent.to_owned(), rules);
    }

    /// Notes the items of a set that still wait.
    pub fn waits(&mut self, set: &ChangeSet) {
        let open = [ItemStatus::Pending, ItemStatus::Deferred, ItemStatus::Confirmed];
        let waits = |i: &&ChangeItem| open.contains(&i.status) && rejected_with(set, i).is_none();
        for item in set.items.iter().filter(waits) {
            let at = ItemRef { set: set.id, n: item.n, entry: Seq(0) };
            let replaceable = item.status == ItemStatus::Pending;
            self.note(at, fingerprint_in(set, item), item.topic.as_deref(), replaceable);
            let words = item.op.as_ref().map_or_else(|| folded(&item.label), |op| in_words(op, &item.label));
            self.texts.insert((item.op.as_ref().and_then(Operation::target), words));
        }
    }

    fn note(&mut self, at: ItemRef, fingerprint: String, topic: Option<&str>, replaceable: bool) {
        for key in [Some(fingerprint.as_str()), topic].into_iter().flatten() {
            self.open.insert(key.to_owned(), Waiting { at, fingerprint: fingerprint.clone(), replaceable });
        }
    }

    /// The item that waits with this fingerprint or topic.
    pub fn open(&self, key: &str) -> Option<ItemRef> {
        self.open.get(key).map(|w| w.at)
    }
}

/// Why an agent's proposal is not put before the person.
#[derive(Debug, Clone, PartialEq)]
pub enum Refused {
    /// It cannot be done: an invented number, a value that is not valid.
    Invalid(Vec<Problem>),
    /// It is so already.
    NoEffect,
    /// A todo of that title is open.
    TitleExists(TodoId),
    /// It was turned down.
    Rejected(Option<String>),
    /// The user turned this label down on this todo.
    Label(String),
    /// It was put off.
    Deferred,
    /// It waited until it expired, and nobody decided.
    Expired,
    /// The same waits already.
    Open(ItemRef),
    /// An item with the same words waits already.
    SameText,
    /// What it needs is not put before the person.
    Needs(u32),
    /// A rule of the person's says that it is not proposed.
    Rule(crate::ids::RuleId),
}

impl Refused {
    /// Stable code, as agents and the wake's report have it.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Invalid(_) => "invalid",
            Self::NoEffect => "no_effect",
            Self::TitleExists(_) => "title_exists",
            Self::Rejected(_) | Self::Label(_) => "rejected_before",
            Self::Deferred => "deferred_before",
            Self::Expired => "expired_before",
            Self::Open(_) => "waits_already",
            Self::SameText => "same_text",
            Self::Needs(_) => "needs_refused",
            Self::Rule(_) => "rule_refused",
        }
    }

    /// In words that a model can use.
    pub fn message(&self) -> String {
        match self {
            Self::Invalid(problems) => problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
            Self::NoEffect => "It is so already. Do not propose it again.".to_owned(),
            Self::TitleExists(id) => {
                format!("Todo #{id} has this title and is open. Change that one, or choose another title.")
            }
            Self::Rejected(Some(why)) => format!(
                "The user rejected exactly this: \u{201c}{}\u{201d}. Do not propose it again.",
                crate::reason::words(why)
            ),
            Self::Rejected(None) => "The user rejected exactly this. Do not propose it again.".to_owned(),
            Self::Label(label) => format!(
                "The user rejected the label {} on this todo. Propose the others without it.",
                crate::label::quoted(label)
            ),
            Self::Deferred => "The user put this off. It stays in the inbox; do not propose it again.".to_owned(),
            Self::Expired => {
                "This waited seven days and the user made no decision. Do not propose it again.".to_owned()
            }
            Self::Open(at) if at.set.0 == 0 => "This is proposed already, by another call.".to_owned(),
            Self::Open(at) => format!("This waits for the user already, as {}.{}.", at.set, at.n),
            Self::SameText => "An item with the same words waits for the user already.".to_owned(),
            Self::Needs(n) => format!("It needs call {n}, which was not queued."),
            Self::Rule(id) => format!("The user's rule {id} says not to propose this. Do not propose it again."),
        }
    }
}

/// What became of one proposal.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// Which proposal, from 0.
    pub request: usize,
    /// What it does, in words.
    pub label: String,
    /// Its fingerprint: what [`Verdict::Retracted`] is asked for by.
    pub fingerprint: String,
    /// Why it is not put before the person; none = it is.
    pub refused: Option<Refused>,
    /// An undecided item about the same finding, which this one replaces.
    pub replaces: Option<ItemRef>,
}

/// Proposals that may be put before the person, and what became of each.
#[derive(Debug, Clone, Default)]
pub struct Screened {
    /// In order; what they need is numbered anew.
    pub kept: Vec<Proposal>,
    /// Of each proposal, or of each todo of a bulk one.
    pub judged: Vec<Judged>,
}

/// Keys under which a proposal's past is looked up: fingerprints and topics, those of a bulk
/// operation's single ones included.
pub fn keys(proposals: &[Proposal], todos: &Todos, moment: Moment) -> Vec<String> {
    let mut found: BTreeSet<String> = proposals.iter().filter_map(|p| p.topic.clone()).collect();
    for op in proposals.iter().filter_map(|p| p.op.as_ref().ok()) {
        let maker = match op.target() {
            Some(Target::New(n)) => maker_of(proposals, n),
            _ => None,
        };
        found.extend(spread(op, &Working::new(todos), moment).iter().map(|op| with_maker(op, maker)));
    }
    found.into_iter().collect()
}

fn maker_of(proposals: &[Proposal], n: u32) -> Option<&Operation> {
    let op = proposals.get(usize::try_from(n).ok()?.checked_sub(1)?)?.op.as_ref().ok()?;
    matches!(op, Operation::Create(_)).then_some(op)
}

/// A bulk operation on few todos as one operation per todo, on more with its targets frozen: so it
/// has the shapes that a person decides on.
fn spread(op: &Operation, view: &Working<'_>, moment: Moment) -> Vec<Operation> {
    if op.predicate().is_none() {
        return vec![op.clone()];
    }
    let ids = bulk_targets(op, view, moment.today).taken;
    match ids.len() {
        0 => vec![op.clone()],
        n if n <= EXPLODE_UP_TO => {
            ids.into_iter().map(|id| single(op, view.maker(id).map_or(Target::Todo(id), Target::New))).collect()
        }
        _ => vec![frozen(op, ids)],
    }
}

/// Takes out of an agent's proposals what must not be put before the person (again). Pure: `memory`
/// says what waits and what was decided.
pub fn screen(proposals: Vec<Proposal>, memory: &mut Memory, todos: &Todos, moment: Moment) -> Screened {
    let mut out = Screened::default();
    let mut working = Working::new(todos);
    let mut fresh = Fresh::provisional();
    // Of each proposal its first place among the kept ones, from 1.
    let mut places: Vec<Option<u32>> = Vec::new();
    for (request, proposal) in proposals.into_iter().enumerate() {
        let first = next(&out.kept);
        let op = match proposal.op.clone() {
            Ok(op) => op,
            Err((raw, problems)) => {
                let label = crate::operation::parse::stored(&raw).map(|op| label(&op, &working, 0));
                let label = label.unwrap_or_else(|_| crate::label::unread(Some(&raw)));
                let refused = Some(Refused::Invalid(problems));
                out.judged.push(Judged { request, label, fingerprint: fingerprint_of(&raw), refused, replaces: None });
                places.push(None);
                continue;
            }
        };
        let place =
            |n: &u32| usize::try_from(*n).ok().and_then(|n| places.get(n.checked_sub(1)?)).copied().flatten().ok_or(*n);
        let needs: Result<Vec<u32>, u32> = proposal.needs.iter().map(place).collect();
        let target = match op.target() {
            Some(Target::New(n)) => place(&n).map(|to| Some(Target::New(to))),
            _ => Ok(None),
        };
        let (needs, target) = match (needs, target) {
            (Ok(needs), Ok(target)) => (needs, target),
            (Err(n), _) | (_, Err(n)) => {
                let (label, fingerprint) = (label(&op, &working, 0), fingerprint(&op));
                out.judged.push(Judged {
                    request,
                    label,
                    fingerprint,
                    refused: Some(Refused::Needs(n)),
                    replaces: None,
                });
                places.push(None);
                continue;
            }
        };
        let mut op = op;
        if let Some(target) = target {
            op.retarget(target);
        }
        for op in spread(&op, &working, moment) {
            let n = next(&out.kept);
            let maker = match op.target() {
                Some(Target::New(n)) => maker_of(&out.kept, n),
                _ => None,
            };
            let fingerprint = with_maker(&op, maker);
            let label = label(&op, &working, op.predicate().and_then(|p| p.ids.as_ref()).map_or(0, Vec::len));
            let text = (op.target(), in_words(&op, &label));
            let topic = proposal.topic.as_deref();
            let (refused, replaces) =
                verdict(&op, &fingerprint, topic, &text, memory, todos, (&mut working, &mut fresh, n, moment));
            if refused.is_none() {
                let at = ItemRef { set: crate::ids::SetId(0), n, entry: Seq(0) };
                memory.note(at, fingerprint.clone(), topic, false);
                memory.texts.insert(text);
                out.kept.push(Proposal { op: Ok(op), needs: needs.clone(), ..proposal.clone() });
            }
            out.judged.push(Judged { request, label, fingerprint, refused, replaces });
        }
        places.push((next(&out.kept) > first).then_some(first));
    }
    out
}

/// The labels that an operation puts on a todo.
fn labels_of(op: &Operation) -> impl Iterator<Item = &String> {
    let set = match op {
        Operation::Update { set, .. } => Some(set),
        _ => None,
    };
    set.into_iter().flat_map(|set| set.labels_add.iter().chain(set.labels.iter().flatten()))
}

/// Takes out of what was screened what cannot be added behind what waits: `refused` = the places in
/// `kept` with their problems, from 0. What needs one of them goes with it.
pub fn without(screened: Screened, refused: &BTreeMap<usize, Vec<Problem>>) -> Screened {
    let Screened { kept, mut judged } = screened;
    let mut places: Vec<Option<u32>> = Vec::new();
    let mut stays = Vec::new();
    let mut open = judged.iter_mut().filter(|j| j.refused.is_none());
    for (at, mut proposal) in kept.into_iter().enumerate() {
        let place = |n: u32| usize::try_from(n).ok().and_then(|n| *places.get(n.checked_sub(1)?)?).ok_or(n);
        let needs: Result<Vec<u32>, u32> = proposal.needs.iter().map(|n| place(*n)).collect();
        let target = match proposal.op.as_ref().ok().and_then(Operation::target) {
            Some(Target::New(n)) => place(n).map(|to| Some(Target::New(to))),
            _ => Ok(None),
        };
        let judged = open.next();
        let why = match (refused.get(&at), needs, target) {
            (Some(problems), ..) => Refused::Invalid(problems.clone()),
            (_, Err(n), _) | (_, _, Err(n)) => Refused::Needs(n),
            (None, Ok(needs), Ok(target)) => {
                proposal.needs = needs;
                if let (Ok(op), Some(target)) = (&mut proposal.op, target) {
                    op.retarget(target);
                }
                places.push(Some(next(&stays)));
                stays.push(proposal);
                continue;
            }
        };
        places.push(None);
        if let Some(judged) = judged {
            judged.refused = Some(why);
            judged.replaces = None;
        }
    }
    Screened { kept: stays, judged }
}

fn next(kept: &[Proposal]) -> u32 {
    u32::try_from(kept.len()).unwrap_or(u32::MAX).saturating_add(1)
}

/// The layers, in order. What is let through has then been carried out on `working`.
fn verdict(
    op: &Operation,
    fingerprint: &str,
    topic: Option<&str>,
    text: &(Option<Target>, String),
    memory: &Memory,
    todos: &Todos,
    (working, fresh, n, moment): (&mut Working<'_>, &mut Fresh, u32, Moment),
) -> (Option<Refused>, Option<ItemRef>) {
    let refuse = |why| (Some(why), None);
    if let Operation::Create(draft) = op {
        let title = folded(&draft.title);
        if let Some(twin) = todos.iter().find(|t| !t.status.is_closed() && folded(&t.title) == title) {
            return refuse(Refused::TitleExists(twin.id));
        }
    }
    for key in [Some(fingerprint), topic].into_iter().flatten() {
        match memory.verdicts.get(key) {
            Some(past) if past.expired => return refuse(Refused::Expired),
            Some(Past { verdict: Verdict::Rejected, reason, .. }) => return refuse(Refused::Rejected(reason.clone())),
            Some(Past { verdict: Verdict::Deferred, .. }) => return refuse(Refused::Deferred),
            _ => {}
        }
    }
    if let Some(reason) = memory.rejected.get(text) {
        return refuse(Refused::Rejected(reason.clone()));
    }
    if let Some(id) = op.target().and_then(Target::id) {
        let turned_down = |label: &&String| memory.labels.contains(&(id, folded(label)));
        if let Some(label) = labels_of(op).find(turned_down) {
            return refuse(Refused::Label(label.clone()));
        }
    }
    let (agent, rules) = &memory.silences;
    let shape = Shape::observed(op, agent, topic, todos, moment.today);
    if let Some(rule) = shape.and_then(|shape| rules.iter().find(|rule| rule.silences(&shape))) {
        return refuse(Refused::Rule(rule.id));
    }
    let mut replaces = None;
    for key in [Some(fingerprint), topic].into_iter().flatten() {
        match memory.open.get(key) {
            // The finding is the same and what to do about it is not any more.
            Some(waiting) if waiting.fingerprint != fingerprint && waiting.replaceable => replaces = Some(waiting.at),
            Some(waiting) => return refuse(Refused::Open(waiting.at)),
            None => {}
        }
    }
    if replaces.is_none() && memory.texts.contains(text) {
        return refuse(Refused::SameText);
    }
    match working.run(n, op, moment, fresh) {
        Err(problem) => refuse(Refused::Invalid(vec![problem])),
        Ok(changes) if changes.is_empty() && op.reach() == Reach::Todos => refuse(Refused::NoEffect),
        Ok(_) => (None, replaces),
    }
}

/// At most so many items of a waking agent in one set (C9); what is over forms the next set (R21).
pub const SET_SIZE: usize = 10;

/// Divides proposals over sets: the first takes `room`, the others [`SET_SIZE`]. What belongs
/// together stays together, also where that makes a set larger. What they need is numbered anew.
pub fn pack(kept: Vec<Proposal>, room: usize) -> Vec<Vec<Proposal>> {
    let needs = |p: &Proposal| -> Vec<usize> {
        let target = p.op.as_ref().ok().and_then(Operation::target).and_then(|t| match t {
            Target::New(n) => Some(n),
            Target::Todo(_) => None,
        });
        p.needs.iter().copied().chain(target).filter_map(|n| usize::try_from(n).ok()?.checked_sub(1)).collect()
    };
    // Of each proposal the first of its group: what it needs comes before it.
    let mut groups: Vec<usize> = Vec::new();
    for (at, proposal) in kept.iter().enumerate() {
        let joined: BTreeSet<usize> = needs(proposal).into_iter().filter_map(|n| groups.get(n).copied()).collect();
        let root = joined.first().copied().unwrap_or(at);
        groups.iter_mut().filter(|g| joined.contains(g)).for_each(|g| *g = root);
        groups.push(root);
    }
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    groups.iter().for_each(|g| *sizes.entry(*g).or_default() += 1);
    let (mut bins, mut left, mut of) = (vec![Vec::new()], room, BTreeMap::new());
    let mut used = if room < SET_SIZE { 1 } else { 0 };
    for (root, size) in sizes {
        if size > left && used > 0 {
            bins.push(Vec::new());
            (left, used) = (SET_SIZE, 0);
        }
        left = left.saturating_sub(size);
        used += size;
        of.insert(root, bins.len() - 1);
    }
    let mut places: Vec<u32> = Vec::new();
    for (mut proposal, root) in kept.into_iter().zip(groups) {
        let Some(bin) = of.get(&root).and_then(|b| bins.get_mut(*b)) else { continue };
        let place =
            |n: &u32| usize::try_from(*n).ok().and_then(|n| places.get(n.checked_sub(1)?)).copied().unwrap_or(*n);
        proposal.needs = proposal.needs.iter().map(place).collect();
        if let Ok(op) = &mut proposal.op
            && let Some(Target::New(n)) = op.target()
        {
            op.retarget(Target::New(place(&n)));
        }
        places.push(next(bin));
        bin.push(proposal);
    }
    bins
}
