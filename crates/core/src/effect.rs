//! What an operation does to todos, and which of their values it builds on.
//!
//! One function, [`effect`], serves preview, dry run and apply, so preview = effect by
//! construction (DESIGN invariant 3).

pub(crate) mod element;
mod footprint;

pub use footprint::{Footprint, footprint, read_key};

use crate::change_set::Change;
use crate::ids::TodoId;
use crate::operation::{Draft, Operation, Patch, Target};
use crate::predicate::Predicate;
use crate::problem::Problem;
use crate::recurrence::Anchor;
use crate::todo::{ChecklistItem, Moved, Status, Todo};
use crate::todos::View;
use jiff::Timestamp;
use jiff::civil::Date;
use std::collections::{BTreeMap, HashMap};

/// The moment an operation is looked at: time never comes from a clock here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// The instant.
    pub now: Timestamp,
    /// The civil date in the user's zone.
    pub today: Date,
}

/// Where new numbers and ids come from. Randomness enters as 16 bytes.
#[derive(Debug, Clone)]
pub struct Fresh {
    next: i64,
    step: i64,
    entropy: [u8; 16],
    made: u64,
}

impl Fresh {
    /// Numbers from `next` upwards, as the store reserved them.
    pub fn reserved(next: TodoId, entropy: [u8; 16]) -> Self {
        Self { next: next.0, step: 1, entropy, made: 0 }
    }

    /// Provisional numbers, -1 downwards, for previews: nobody can mistake them for real ones.
    pub fn provisional() -> Self {
        Self { next: -1, step: -1, entropy: [0; 16], made: 0 }
    }

    fn id(&mut self) -> TodoId {
        let id = TodoId(self.next);
        self.next = self.next.saturating_add(self.step);
        id
    }

    /// A UUID from the entropy and a counter.
    pub fn uuid(&mut self) -> String {
        self.made += 1;
        uuid_of(&blake3::keyed_hash(&padded(self.entropy), &self.made.to_le_bytes()))
    }
}

/// A UUID (version 8, RFC 9562) from a hash.
fn uuid_of(hash: &blake3::Hash) -> String {
    let mut bytes = [0_u8; 16];
    bytes.copy_from_slice(&hash.as_bytes()[..16]);
    bytes[6] = (bytes[6] & 0x0f) | 0x80;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    let hex: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
    format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}

fn padded(entropy: [u8; 16]) -> [u8; 32] {
    let mut key = [0; 32];
    key[..16].copy_from_slice(&entropy);
    key
}

/// Todos as they would be after some operations: an overlay that later operations read.
pub struct Working<'a> {
    below: &'a dyn View,
    over: BTreeMap<TodoId, Option<Todo>>,
    created: BTreeMap<u32, TodoId>,
    /// Todos that came here, by uid.
    uids: HashMap<String, TodoId>,
}

impl<'a> Working<'a> {
    /// Nothing changed yet.
    pub fn new(below: &'a dyn View) -> Self {
        Self { below, over: BTreeMap::new(), created: BTreeMap::new(), uids: HashMap::new() }
    }

    /// As [`Self::new`], where items of the set made these todos in an earlier apply.
    pub fn with_created(below: &'a dyn View, created: BTreeMap<u32, TodoId>) -> Self {
        Self { created, ..Self::new(below) }
    }

    /// The todos below as they are once these were stored, or are gone.
    pub fn with_changed(below: &'a dyn View, over: BTreeMap<TodoId, Option<Todo>>) -> Self {
        let uids = over.values().flatten().map(|todo| (todo.uid.clone(), todo.id)).collect();
        Self { over, uids, ..Self::new(below) }
    }

    /// What [`Self::with_changed`] was given, and what was carried out since.
    pub fn into_changed(self) -> BTreeMap<TodoId, Option<Todo>> {
        self.over
    }

    /// The item that makes this todo, when it exists only here.
    pub(crate) fn maker(&self, id: TodoId) -> Option<u32> {
        let made = |(n, made): (&u32, &TodoId)| (*made == id).then_some(*n);
        // Only provisional numbers are negative.
        if id.0 < 0 { self.created.iter().find_map(made) } else { None }
    }

    /// Carries out an operation of item `n` and remembers its changes.
    ///
    /// # Errors
    /// When it cannot be done; nothing is then changed.
    pub fn run(&mut self, n: u32, op: &Operation, moment: Moment, fresh: &mut Fresh) -> Result<Vec<Change>, Problem> {
        let changes = effect(op, self, moment, fresh)?;
        for change in &changes {
            self.over.insert(change.id, change.after.clone());
            if let (None, Some(todo)) = (&change.before, &change.after) {
                self.uids.insert(todo.uid.clone(), todo.id);
            }
            if matches!(op, Operation::Create(_)) {
                self.created.insert(n, change.id);
            }
        }
        Ok(changes)
    }

    pub(crate) fn resolve(&self, target: Target) -> Option<TodoId> {
        match target {
            Target::Todo(id) => Some(id),
            Target::New(n) => self.created.get(&n).copied(),
        }
    }

    fn require(&self, target: Target) -> Result<&Todo, Problem> {
        self.resolve(target)
            .and_then(|id| self.todo(id))
            .ok_or_else(|| Problem::new("id_not_found", format!("there is no todo {target}")).at("/id"))
    }
}

impl View for Working<'_> {
    fn todo(&self, id: TodoId) -> Option<&Todo> {
        match self.over.get(&id) {
            Some(changed) => changed.as_ref(),
            None => self.below.todo(id),
        }
    }
    fn target(&self, of: Target) -> Option<&Todo> {
        self.resolve(of).and_then(|id| self.todo(id))
    }
    fn by_uid(&self, uid: &str) -> Option<&Todo> {
        let has = |id: TodoId| self.todo(id).filter(|todo| !uid.is_empty() && todo.uid == uid);
        let below = || self.below.by_uid(uid).and_then(|todo| has(todo.id));
        self.uids.get(uid).and_then(|id| has(*id)).or_else(below)
    }
    fn each(&self) -> Box<dyn Iterator<Item = &Todo> + '_> {
        let unchanged = self.below.each().filter(|t| !self.over.contains_key(&t.id));
        Box::new(unchanged.chain(self.over.values().flatten()))
    }
}

/// The changes an operation makes; none where everything is so already.
///
/// # Errors
/// A [`Problem`] with a code of REQUIREMENTS F when it cannot be done.
pub fn effect(op: &Operation, view: &Working<'_>, moment: Moment, fresh: &mut Fresh) -> Result<Vec<Change>, Problem> {
    let one = |target: Target, f: &mut dyn FnMut(&mut Todo) -> Result<(), Problem>| {
        change(view.require(target)?, moment, f).map(|c| c.into_iter().collect())
    };
    match op {
        Operation::Create(draft) => {
            let todo = create(draft, moment, fresh)?;
            // Numbers are given once; one that is taken all the same must not cost the todo that has it.
            if todo.id.0 > 0 && view.todo(todo.id).is_some() {
                return Err(Problem::new("already_exists", format!("todo #{} is there already", todo.id)));
            }
            Ok(vec![Change { id: todo.id, before: None, after: Some(todo) }])
        }
        Operation::Update { id, set } => one(*id, &mut |t| patch(t, set)),
        Operation::Delete { id } => {
            let todo = view.require(*id)?;
            Ok(vec![Change { id: todo.id, before: Some(todo.clone()), after: None }])
        }
        Operation::Complete { id, completed } => one(*id, &mut |t| complete(t, *completed)),
        Operation::SetStatus { id, status, reason } => one(*id, &mut |t| set_status(t, *status, reason.clone())),
        Operation::CompleteOccurrence { id, occurrence_date, completed } => {
            one(*id, &mut |t| complete_occurrence(t, *occurrence_date, *completed, moment.today))
        }
        Operation::SkipOccurrence { id, occurrence_date } => one(*id, &mut |t| {
            let date = occurrence(t, *occurrence_date)?;
            t.completed_dates.remove(&date);
            t.moved.remove(&date);
            t.skipped_dates.insert(date);
            Ok(())
        }),
        Operation::MoveOccurrence { id, occurrence_date, to } => one(*id, &mut |t| {
            let date = occurrence(t, *occurrence_date)?;
            let moved = Moved {
                date: to.date.unwrap_or_else(|| t.moved.get(&date).map_or(date, |m| m.date)),
                time: to.time.or_else(|| t.moved.get(&date).and_then(|m| m.time)),
            };
            t.skipped_dates.remove(&date);
            // Back where it was; a time is only compared with the series' own when it is said.
            if moved.date == date && (moved.time.is_none() || (to.time.is_some() && to.time == t.time_of_day)) {
                t.moved.remove(&date);
            } else {
                t.moved.insert(date, moved);
            }
            Ok(())
        }),
        Operation::BulkUpdate { .. } | Operation::BulkComplete { .. } | Operation::BulkDelete { .. } => {
            let mut all = Vec::new();
            for id in bulk_targets(op, view, moment.today).taken {
                let Some(todo) = view.todo(id) else {
                    return Err(Problem::new("id_not_found", format!("there is no todo #{id}")).at("/where/ids"));
                };
                match op {
                    Operation::BulkDelete { .. } => all.push(Change { id, before: Some(todo.clone()), after: None }),
                    Operation::BulkUpdate { set, .. } => all.extend(change(todo, moment, &mut |t| patch(t, set))?),
                    Operation::BulkComplete { completed, .. } => {
                        all.extend(change(todo, moment, &mut |t| complete(t, *completed))?)
                    }
                    _ => {}
                }
            }
            Ok(all)
        }
        Operation::Restore { id, fields } => {
            one(Target::Todo(*id), &mut |t| fields.iter().try_for_each(|(key, value)| element::put(t, key, value)))
        }
        Operation::Revive { todo } => {
            // Neither a number nor an identity is there twice.
            if let Some(there) = view.todo(todo.id).or_else(|| view.by_uid(&todo.uid)) {
                return Err(Problem::new("already_exists", format!("todo #{} is there already", there.id)));
            }
            Ok(vec![Change { id: todo.id, before: None, after: Some((**todo).clone()) }])
        }
        // What reaches beyond todos changes none; the engine carries it out.
        Operation::WriteFile { .. }
        | Operation::DeleteFile { .. }
        | Operation::RenameFile { .. }
        | Operation::ChmodFile { .. }
        | Operation::MakeRule { .. }
        | Operation::CallTool(_)
        | Operation::RunCommand(_) => Ok(Vec::new()),
        Operation::Undo { .. } => Err(Problem::new("invalid_undo", "the history does not hold what is to be undone")),
    }
}

/// The todos a bulk operation takes and the series it leaves out (TODOS.md rule 12).
pub struct BulkTargets {
    /// Changed.
    pub taken: Vec<TodoId>,
    /// Series that match but are left out: dates, times and completion belong to single occurrences.
    pub excluded: Vec<TodoId>,
}

/// Resolves `where` now.
pub fn bulk_targets(op: &Operation, view: &dyn View, today: Date) -> BulkTargets {
    let mut found = BulkTargets { taken: Vec::new(), excluded: Vec::new() };
    // Nothing said matches nothing (R2), whoever made the operation.
    let Some(predicate) = op.predicate().filter(|p| !p.is_empty()) else { return found };
    let series_too = series_too(op, predicate);
    let mut sort = |todo: &Todo| {
        if predicate.matches(todo, today) {
            if series_too || !todo.recurrence.is_repeating() {
                found.taken.push(todo.id)
            } else {
                found.excluded.push(todo.id)
            }
        }
    };
    match &predicate.ids {
        Some(ids) => {
            let mut seen = std::collections::BTreeSet::new();
            let once = ids.iter().filter(|id| seen.insert(**id));
            let only_ids = predicate.clone();
            // The same conditions without the list itself, which would be searched once per todo.
            let rest = Predicate { ids: None, ..only_ids };
            for todo in once.filter_map(|id| view.todo(*id)) {
                if rest.is_empty() || rest.matches(todo, today) {
                    if series_too || !todo.recurrence.is_repeating() {
                        found.taken.push(todo.id)
                    } else {
                        found.excluded.push(todo.id)
                    }
                }
            }
        }
        None => view.each().for_each(&mut sort),
    }
    found
}

/// Whether a bulk operation takes series like other todos.
fn series_too(op: &Operation, predicate: &Predicate) -> bool {
    match op {
        Operation::BulkUpdate { set, .. } => fits_series(set),
        Operation::BulkDelete { .. } => predicate.repeating == Some(true) || predicate.ids.is_some(),
        _ => false,
    }
}

/// Whether a bulk operation would take this todo.
pub(crate) fn takes(op: &Operation, todo: &Todo, today: Date) -> bool {
    let fits = |predicate: &Predicate| {
        predicate.matches(todo, today) && (series_too(op, predicate) || !todo.recurrence.is_repeating())
    };
    op.predicate().filter(|p| !p.is_empty()).is_some_and(fits)
}

/// Whether a bulk change means the same for a series as for a single todo.
fn fits_series(set: &Patch) -> bool {
    set.scheduled_for.is_none()
        && set.time_of_day.is_none()
        && set.due_date.is_none()
        && set.completed.is_none()
        && set.status.is_none()
        && set.recurrence.is_none()
}

/// Runs `f` on a copy; a change only where something differs.
fn change(
    todo: &Todo,
    moment: Moment,
    f: &mut dyn FnMut(&mut Todo) -> Result<(), Problem>,
) -> Result<Option<Change>, Problem> {
    let mut after = todo.clone();
    f(&mut after)?;
    if after.same(todo) {
        return Ok(None);
    }
    after.version = todo.version.saturating_add(1);
    after.updated_at = moment.now;
    Ok(Some(Change { id: todo.id, before: Some(todo.clone()), after: Some(after) }))
}

fn create(draft: &Draft, moment: Moment, fresh: &mut Fresh) -> Result<Todo, Problem> {
    let mut todo = Todo::new(fresh.id(), fresh.uuid(), draft.title.clone(), moment.now);
    todo.notes.clone_from(&draft.notes);
    todo.scheduled_for = draft.scheduled_for;
    todo.time_of_day = draft.time_of_day;
    todo.due_date = draft.due_date;
    todo.priority = draft.priority.unwrap_or_default();
    todo.status = draft.status.unwrap_or_default();
    todo.estimate = draft.estimate;
    todo.labels.clone_from(&draft.labels);
    todo.checklist = with_ids(&draft.checklist);
    if let Some(rule) = &draft.recurrence {
        todo.recurrence = rule.clone();
    }
    anchored(&mut todo)?;
    if todo.recurrence.is_repeating() && todo.completed() {
        return Err(series_completed(&todo));
    }
    Ok(todo)
}

/// Lines with an id each: those without one get theirs.
fn with_ids(lines: &[ChecklistItem]) -> Vec<ChecklistItem> {
    let mut all = lines.to_vec();
    for at in 0..all.len() {
        let id = all.get(at).filter(|line| line.id.is_empty()).map(|line| line_id(&line.title, &all));
        if let (Some(id), Some(line)) = (id, all.get_mut(at)) {
            line.id = id;
        }
    }
    all
}

/// The id of a new line: one that no other line of its todo has. It follows from what the line says and
/// from nothing else, so that a preview shows the one that will be written.
fn line_id(title: &str, others: &[ChecklistItem]) -> String {
    let nth = |n: u64| {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&n.to_le_bytes()).update(title.as_bytes());
        uuid_of(&hasher.finalize())
    };
    (0..).map(nth).find(|id| others.iter().all(|line| line.id != *id)).unwrap_or_default()
}

/// A series starts on the first date that matches (TODOS.md rule 7: the anchor is always computed).
fn anchored(todo: &mut Todo) -> Result<(), Problem> {
    if !todo.recurrence.is_repeating() {
        return Ok(());
    }
    let Some(start) = todo.scheduled_for else {
        return Err(
            Problem::new("missing_anchor_for_recurrence", "a repeating todo needs scheduledFor").at("/scheduledFor")
        );
    };
    match todo.recurrence.first(start) {
        Some(first) => {
            // Absent byDay and byMonthDay come from the start, so only explicit rules can move it.
            todo.scheduled_for = Some(first);
            Ok(())
        }
        None => Err(Problem::new("invalid_recurrence", "the rule never occurs").at("/recurrence")),
    }
}

fn series_completed(todo: &Todo) -> Problem {
    Problem::new("use_complete_occurrence_for_repeating", format!("\"{}\" repeats", todo.title))
}

fn complete(todo: &mut Todo, completed: bool) -> Result<(), Problem> {
    // A series that some import left done can be opened again.
    if todo.recurrence.is_repeating() && (completed || !todo.completed()) {
        return Err(series_completed(todo));
    }
    if todo.completed() != completed {
        todo.status = if completed { Status::Done } else { Status::Open };
        todo.status_reason = None;
    }
    Ok(())
}

fn set_status(todo: &mut Todo, status: Status, reason: Option<String>) -> Result<(), Problem> {
    if status == Status::Done && todo.recurrence.is_repeating() {
        return Err(series_completed(todo));
    }
    todo.status = status;
    todo.status_reason = reason;
    Ok(())
}

fn find_line<'t>(todo: &'t mut Todo, name: &str) -> Result<&'t mut ChecklistItem, Problem> {
    let folded = name.to_lowercase();
    let title = todo.title.clone();
    todo.checklist.iter_mut().find(|l| l.id == name || l.title.to_lowercase() == folded).ok_or_else(|| {
        Problem::new("checklist_item_not_found", format!("\"{title}\" has no checklist line \"{name}\""))
    })
}

fn patch(todo: &mut Todo, set: &Patch) -> Result<(), Problem> {
    if let Some(title) = &set.title {
        todo.title.clone_from(title);
    }
    if let Some(notes) = &set.notes {
        todo.notes.clone_from(notes);
    }
    if let Some(date) = set.scheduled_for {
        todo.scheduled_for = date;
    }
    if let Some(time) = set.time_of_day {
        todo.time_of_day = time;
    }
    if let Some(date) = set.due_date {
        todo.due_date = date;
    }
    if let Some(priority) = set.priority {
        todo.priority = priority;
    }
    if let Some(estimate) = set.estimate {
        todo.estimate = estimate;
    }
    if let Some(labels) = &set.labels {
        todo.labels.clone_from(labels);
    }
    let same = |a: &str, b: &str| a.to_lowercase() == b.to_lowercase();
    todo.labels.retain(|l| !set.labels_remove.iter().any(|r| same(l, r)));
    for label in &set.labels_add {
        if !todo.labels.iter().any(|l| same(l, label)) {
            todo.labels.push(label.clone());
        }
    }
    if let Some(lines) = &set.checklist {
        todo.checklist = with_ids(lines);
    }
    for title in &set.checklist_add {
        let id = line_id(title, &todo.checklist);
        todo.checklist.push(ChecklistItem { id, title: title.clone(), checked: false });
    }
    for name in &set.checklist_check {
        find_line(todo, name)?.checked = true;
    }
    for name in &set.checklist_uncheck {
        find_line(todo, name)?.checked = false;
    }
    if let Some(rule) = &set.recurrence {
        let rule =
            rule.over(&todo.recurrence).map_err(|why| Problem::new("invalid_recurrence", why).at("/recurrence"))?;
        let stops = todo.recurrence.is_repeating() && !rule.is_repeating();
        todo.recurrence = rule;
        if stops {
            // TODOS.md rule 11; warned before (R6), and the before-image keeps them.
            todo.completed_dates.clear();
            todo.skipped_dates.clear();
            todo.moved.clear();
        }
    }
    if set.recurrence.is_some() || set.scheduled_for.is_some() {
        anchored(todo)?;
    }
    if let Some(status) = set.status {
        if status == Status::Done {
            complete(todo, true)?;
        } else if todo.status != status {
            todo.status = status;
            // The reason belonged to the status before.
            todo.status_reason = None;
        }
    }
    if let Some(completed) = set.completed
        && todo.completed() != completed
    {
        complete(todo, completed)?;
    }
    if set.recurrence.is_some() && todo.recurrence.is_repeating() && todo.completed() {
        return Err(series_completed(todo).hinting("Open it again first: a series is completed one date at a time."));
    }
    Ok(())
}

/// The original date of the occurrence a date names: its own, or the one that was moved there.
///
/// # Errors
/// `not_repeating`, or `invalid_occurrenceDate` when the series does not occur then.
pub fn occurrence(todo: &Todo, date: Date) -> Result<Date, Problem> {
    if !todo.recurrence.is_repeating() {
        return Err(Problem::new("not_repeating", format!("\"{}\" does not repeat", todo.title)));
    }
    let start = todo.scheduled_for.unwrap_or(date);
    if todo.moved.contains_key(&date)
        || todo.recurrence.contains(start, date)
        || todo.completed_dates.contains(&date)
        || todo.skipped_dates.contains(&date)
    {
        return Ok(date);
    }
    todo.moved.iter().find(|(_, m)| m.date == date).map(|(original, _)| *original).ok_or_else(|| {
        Problem::new("invalid_occurrenceDate", format!("\"{}\" does not occur on {date}", todo.title))
            .at("/occurrenceDate")
    })
}

fn complete_occurrence(todo: &mut Todo, date: Date, completed: bool, today: Date) -> Result<(), Problem> {
    let date = occurrence(todo, date)?;
    if !completed {
        let latest = todo.completed_dates.last() == Some(&date);
        if todo.completed_dates.remove(&date) && latest && todo.recurrence.anchor == Anchor::Completion {
            // every!: completing it had moved the series on; it is the next one again.
            let over = todo.scheduled_for.is_some_and(|next| todo.recurrence.first(next).is_none());
            if !over {
                todo.recurrence.count = todo.recurrence.count.map(|left| left + 1);
            }
            todo.scheduled_for = todo.scheduled_for.map(|next| next.min(date));
        }
        return Ok(());
    }
    todo.skipped_dates.remove(&date);
    let new = todo.completed_dates.insert(date);
    if new && todo.recurrence.anchor == Anchor::Completion {
        // every!: the next date is counted from the day it was done; past the end there is none. The rule
        // begins anew each time, so its count is what is left.
        match &mut todo.recurrence.count {
            Some(left) if *left > 1 => *left -= 1,
            Some(_) => todo.recurrence.until = Some(todo.recurrence.until.map_or(today, |until| until.min(today))),
            None => {}
        }
        let over = || todo.recurrence.until.unwrap_or(today).max(today).tomorrow().unwrap_or(today);
        todo.scheduled_for = Some(todo.recurrence.next_after_completion(today).unwrap_or_else(over));
    }
    Ok(())
}
