//! From operations to a change set: targets frozen, bulk exploded, problems and warnings found,
//! base values noted, digests taken.

mod bulk;
mod contested;
mod ending;
mod grounding;
mod leaning;

pub(super) use bulk::taken_along;
pub use bulk::{EXPLODE_UP_TO, counted, left_out};
pub(crate) use bulk::{frozen, single};
pub(super) use contested::Others;
pub use ending::open_end;
pub(super) use grounding::{base_of, digest, ground};
pub use grounding::{bind_found, bind_undo, reasoned};
use leaning::About;

use super::{Base, ChangeItem, ChangeSet, ItemRef, ItemStatus, Risk, SetStatus, Source};
use crate::effect::{Fresh, Moment, Working};
use crate::file::FileWas;
use crate::ids::{RunId, SessionId, SetId};
use crate::label::label;
use crate::operation::{Operation, Target};
use crate::problem::Problem;
use crate::settings::DefaultUntil;
use crate::todos::Todos;
use jiff::{Span, Timestamp};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Longest field of a refused operation that is kept, in bytes.
const KEPT: usize = 256 * 1024;
/// A set can be signed for so many days (S2-21).
pub const EXPIRES_AFTER_DAYS: i64 = 7;

/// What a set is made from.
#[derive(Debug, Clone)]
pub struct NewSet {
    /// Its number, reserved by the store.
    pub id: SetId,
    /// The run that makes it.
    pub run: Option<RunId>,
    /// The conversation.
    pub session: Option<SessionId>,
    /// Where it comes from.
    pub source: Source,
    /// One line for people.
    pub title: String,
    /// Whether sure, valid, non-destructive items are drawn as marked (S0-84).
    pub preselect: bool,
    /// How long a series runs that begins in it and says no end.
    pub default_until: DefaultUntil,
}

/// One operation on its way into a set.
#[derive(Debug, Clone)]
pub struct Proposal {
    /// The operation, or what was sent with its defects.
    pub op: Result<Operation, (Value, Vec<Problem>)>,
    /// Why: the sentence that asked for it.
    pub why: String,
    /// See [`ChangeItem::said_by`].
    pub said_by: Option<String>,
    /// Known beforehand, e.g. from the planner.
    pub warnings: Vec<Problem>,
    /// For inverses: values the operation builds on, which are not the current ones.
    pub base: Option<Base>,
    /// For inverses: the items it takes back.
    pub undoes: Vec<ItemRef>,
    /// The states of files it builds on.
    pub files: Vec<FileWas>,
    /// Operations of the request that must be applied before it or with it, from 1.
    pub needs: Vec<u32>,
    /// May be drawn as marked at first; false where nobody is sure.
    pub sure: bool,
    /// A repetition in it says no end: neither `until` nor `count` was sent.
    pub open_end: bool,
    /// See [`ChangeItem::topic`].
    pub topic: Option<String>,
    /// What the same operation comes to besides: an undo takes several things back. What these need counts from
    /// the first of them all.
    pub also: Vec<Proposal>,
}

impl Proposal {
    /// An operation made by this product. What could not be read back from the ledger is a defect.
    pub fn of(op: Operation, why: impl Into<String>) -> Self {
        let value = op.to_value();
        let op = crate::operation::parse::stored(&value).map_err(|problems| (value, problems));
        Self { op, ..Self::blank(why) }
    }

    pub(super) fn blank(why: impl Into<String>) -> Self {
        Self {
            op: Err((Value::Null, Vec::new())),
            why: why.into(),
            said_by: None,
            warnings: Vec::new(),
            base: None,
            undoes: Vec::new(),
            files: Vec::new(),
            needs: Vec::new(),
            sure: true,
            open_end: false,
            topic: None,
            also: Vec::new(),
        }
    }

    /// A JSON value from a client or a model.
    pub fn parse(value: &Value, why: impl Into<String>) -> Self {
        let op = crate::operation::parse::operation(value).map_err(|problems| (value.clone(), problems));
        Self { op, open_end: open_end(value), ..Self::blank(why) }
    }
}

/// What was refused, without its long fields: a file's whole content would stay in the ledger for ever, and
/// nobody can sign it. They are left out and counted, never cut: whoever mends the item would take a piece
/// for the whole.
fn without_long(mut raw: Value) -> Value {
    let Value::Object(map) = &mut raw else { return raw };
    let long: Map<String, Value> = map
        .iter()
        .map(|(name, value)| (name.clone(), length(value)))
        .filter(|(_, bytes)| *bytes > KEPT)
        .map(|(name, bytes)| (name, bytes.into()))
        .collect();
    if !long.is_empty() {
        map.retain(|name, _| !long.contains_key(name));
        map.insert("left_out_bytes".to_owned(), Value::Object(long));
    }
    raw
}

/// Bytes of the texts in a value.
fn length(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(list) => list.iter().map(length).sum(),
        Value::Object(map) => map.iter().map(|(name, value)| name.len() + length(value)).sum(),
        _ => 1,
    }
}

/// Makes a change set. Nothing is decided and nothing is changed.
pub fn propose(new: NewSet, proposals: Vec<Proposal>, todos: &Todos, moment: Moment) -> ChangeSet {
    let mut builder = Builder {
        todos,
        working: Working::new(todos),
        fresh: Fresh::provisional(),
        moment,
        items: Vec::new(),
        preselect: new.preselect,
        default_until: new.default_until,
        first_of: Vec::new(),
        // What a file holds twice was there twice.
        others: (!matches!(new.source, Source::Import { .. })).then(Others::default),
        about: About::default(),
    };
    builder.add_all(proposals);
    let items = builder.items;
    let expires_at = expiry(moment.now);
    let mut set = ChangeSet {
        id: new.id,
        run: new.run,
        session: new.session,
        source: new.source,
        agent: None,
        title: new.title,
        version: 1,
        status: SetStatus::Pending,
        items,
        created_at: moment.now,
        expires_at,
        resolved_at: None,
        copy_of: None,
        copied_as: None,
    };
    if matches!(set.source, Source::Import { .. }) {
        for item in &mut set.items {
            item.label = crate::label::imported(&item.label);
        }
    }
    super::review::settle(&mut set, moment.now);
    set
}

/// New items for a set that waits, numbered on from its last; they stand on what its open items
/// would do. None is drawn as marked: nobody asked for them.
pub fn extend(
    set: &ChangeSet,
    proposals: Vec<Proposal>,
    todos: &Todos,
    moment: Moment,
    default_until: DefaultUntil,
) -> Vec<ChangeItem> {
    let mut working = Working::with_created(todos, super::execute::created_before(set));
    let mut fresh = Fresh::provisional();
    for item in set.items.iter().filter(|i| super::review::is_open(i.status)) {
        // What cannot be done any more is shown as such when the set is looked at.
        let _ = item.op.as_ref().map(|op| working.run(item.n, op, moment, &mut fresh));
    }
    let had = set.items.len();
    let items = set.items.clone();
    let others = Some(Others::of(items.iter().filter(|item| super::review::is_open(item.status))));
    let mut about = About::default();
    items.iter().for_each(|item| about.note(item));
    let mut builder = Builder {
        todos,
        working,
        fresh,
        moment,
        items,
        preselect: false,
        default_until,
        first_of: Vec::new(),
        others,
        about,
    };
    builder.add_all(proposals);
    builder.items.split_off(had)
}

struct Builder<'a> {
    todos: &'a Todos,
    working: Working<'a>,
    fresh: Fresh,
    moment: Moment,
    items: Vec<ChangeItem>,
    preselect: bool,
    default_until: DefaultUntil,
    /// Of each operation of the request its first item: a bulk operation may have become several.
    first_of: Vec<u32>,
    /// What the items so far do, where it is told of the next ones.
    others: Option<Others>,
    /// What the items so far are about.
    about: About,
}

impl Builder<'_> {
    fn add_all(&mut self, proposals: Vec<Proposal>) {
        for (at, mut proposal) in proposals.into_iter().enumerate() {
            let from = self.items.len();
            let first = self.next();
            self.first_of.push(first);
            let (topic, said_by) = (proposal.topic.clone(), proposal.said_by.clone());
            let also = std::mem::take(&mut proposal.also);
            let needs: Vec<u32> = proposal.needs.iter().map(|of| self.item_of(*of)).collect();
            self.add(proposal, needs.clone());
            for one in also {
                let own = one.needs.iter().map(|n| first.saturating_add(*n).saturating_sub(1));
                let needs = needs.iter().copied().chain(own).collect();
                self.add(one, needs);
            }
            for item in self.items.iter_mut().skip(from) {
                item.request = u32::try_from(at).unwrap_or(u32::MAX);
                item.topic.clone_from(&topic);
                item.said_by.clone_from(&said_by);
            }
        }
    }

    /// Adds an operation that needs these items.
    fn add(&mut self, mut proposal: Proposal, needs: Vec<u32>) {
        if let (Ok(op), true) = (&mut proposal.op, proposal.open_end) {
            ending::end(op, self.default_until, &self.working, self.moment.today);
        }
        match proposal.op {
            Err((raw, problems)) => {
                let n = self.next();
                // What can be read and is refused all the same is named by what it would do.
                let label = crate::operation::parse::stored(&raw).map(|op| label(&op, &self.working, 0));
                // A stored null would read back as absent.
                let raw = Some(without_long(raw)).filter(|v| !v.is_null());
                let label = label.unwrap_or_else(|_| crate::label::unread(raw.as_ref()));
                let mut item =
                    ChangeItem { raw, problems, label, why: proposal.why, warnings: proposal.warnings, ..blank(n) };
                item.digest = digest(&item);
                self.items.push(item);
            }
            Ok(op) if op.predicate().is_some() => self.add_bulk(op, proposal.why, proposal.warnings, proposal.sure),
            Ok(op) => {
                let n = self.next();
                let op = self.renumbered(op);
                let item = ChangeItem {
                    op: Some(op),
                    why: proposal.why,
                    warnings: proposal.warnings,
                    undoes: proposal.undoes,
                    files: proposal.files,
                    needs,
                    ..blank(n)
                };
                self.push(item, proposal.base, proposal.sure);
            }
        }
    }

    /// A request numbers its operations from 1, and `@2` means its second one.
    fn renumbered(&self, mut op: Operation) -> Operation {
        if let Some(Target::New(n)) = op.target() {
            op.retarget(Target::New(self.item_of(n)));
        }
        op
    }

    /// The item that an operation of the request became; one that is still to come is too late.
    fn item_of(&self, request: u32) -> u32 {
        let first = usize::try_from(request).ok().and_then(|n| self.first_of.get(n.checked_sub(1)?)).copied();
        first.unwrap_or(request.max(self.next()))
    }

    fn next(&self) -> u32 {
        u32::try_from(self.items.len()).unwrap_or(u32::MAX).saturating_add(1)
    }

    fn push(&mut self, mut item: ChangeItem, base: Option<Base>, sure: bool) {
        // Inverses build on what was left, and are bound by what they take back.
        if let Some(op) = item.op.as_ref().filter(|_| base.is_none()) {
            let leans = self.leaning(op, &item.needs);
            item.needs.extend(leans);
        }
        ground(&mut item, base, self.todos, &mut self.working, &mut self.fresh, self.moment);
        if let Some(others) = &mut self.others {
            others.warn(&mut item);
            others.note(&item);
        }
        self.about.note(&item);
        item.preselected = self.preselect && sure && preselectable(&item);
        self.items.push(item);
    }
}

fn blank(n: u32) -> ChangeItem {
    ChangeItem {
        n,
        request: 0,
        op: None,
        raw: None,
        label: String::new(),
        why: String::new(),
        said_by: None,
        topic: None,
        status: ItemStatus::Invalid,
        reason: None,
        decided_at: None,
        decided_by: None,
        base: Base::new(),
        files: Vec::new(),
        undo: None,
        found: BTreeMap::new(),
        behind: BTreeMap::new(),
        tried: BTreeMap::new(),
        digest: String::new(),
        needs: Vec::new(),
        problems: Vec::new(),
        warnings: Vec::new(),
        targets: Vec::new(),
        risk: Risk::None,
        preselected: false,
        failure: None,
        outcome: None,
        applied_by: None,
        created: None,
        undoes: Vec::new(),
    }
}

/// Destructive and doubtful items are never drawn as marked (DESIGN §5).
fn preselectable(item: &ChangeItem) -> bool {
    item.status == ItemStatus::Pending && item.risk == Risk::None && item.warnings.is_empty()
}

/// Until when waits what is proposed now (R22).
pub fn expiry(now: Timestamp) -> Timestamp {
    now.checked_add(Span::new().hours(24 * EXPIRES_AFTER_DAYS)).unwrap_or(Timestamp::MAX)
}
