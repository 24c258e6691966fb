//! Large models: the router's answer (S0-43), the plain operations schema, and reading operations
//! whose targets and times may be words. Code resolves both; a model does no arithmetic (DESIGN §4).

use crate::input::Input;
use crate::words::{Words, denies};
use countersign_core::effect::{Fresh, Moment, Working, bulk_targets};
use countersign_core::ids::TodoId;
use countersign_core::model::{Format, is_damaged};
use countersign_core::operation::{Operation, parse};
use countersign_core::problem::Problem;
use countersign_core::todo::Todo;
use countersign_core::todos::{Todos, View, normal_title};
use countersign_core::unasked::refusal;
use countersign_planner::dates::{self, Clock, What};
use countersign_planner::interpret::near;
use countersign_redact::beginning;
use jiff::ToSpan;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Most operations that a model is asked for (S0-65).
pub(crate) const MOST_OPERATIONS: usize = 8;
/// Most that are read of one answer: a set is paged, not cut (C9).
pub(crate) const MOST_READ: usize = 200;
/// Todos shown where a condition narrows them, and where none does (S0-64).
pub(crate) const NARROWED: usize = 50;
/// See [`NARROWED`].
pub(crate) const UNNARROWED: usize = 40;
/// Undated todos shown before those of other weeks.
const BACKLOG: usize = 5;
const STATUSES: [&str; 7] = ["open", "in_progress", "groomed", "blocked", "on_hold", "done", "rejected"];

/// What a router said (S0-43), as far as it can be used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Route {
    pub(crate) decision: String,
    pub(crate) category: Option<String>,
    pub(crate) confidence: f64,
    pub(crate) question: Option<String>,
    /// Todos named, as far as they exist.
    pub(crate) ids: Vec<TodoId>,
    /// A day or period named.
    pub(crate) range: Option<(Date, Date)>,
    pub(crate) priority: Option<String>,
    pub(crate) text: Option<String>,
}

impl Route {
    /// Something to hold on to: many ids, or a date (S0-53).
    pub(crate) fn is_grounded(&self) -> bool {
        self.ids.len() > 1 || self.range.is_some()
    }

    /// Nothing at all (S0-54).
    pub(crate) fn is_bare(&self) -> bool {
        self.ids.is_empty() && self.range.is_none() && self.priority.is_none() && self.text.is_none()
    }
}

/// The router's schema (S0-43), bounded and without unions.
pub(crate) fn route_format() -> Format {
    let text = |most: u32| json!({"type": "string", "maxLength": most});
    Format {
        name: "route".to_owned(),
        schema: json!({
            "type": "object",
            "properties": {
                "decision": {"enum": ["chat", "plan", "clarify"]},
                "category": {"enum": ["habit", "goal", "task", "event"]},
                "confidence": {"type": "number", "minimum": 0, "maximum": 1},
                "entities": {
                    "type": "object",
                    "properties": {
                        "date": text(60), "priority": {"enum": ["low", "medium", "high", ""]},
                        "ids": {"type": "array", "items": {"type": "integer"}, "maxItems": 20}, "text": text(120)
                    },
                    "required": ["date", "priority", "ids", "text"],
                    "additionalProperties": false
                },
                "missing": {"type": "array", "items": text(40), "maxItems": 4},
                "question": text(200)
            },
            "required": ["decision", "category", "confidence", "entities", "missing", "question"],
            "additionalProperties": false
        }),
    }
}

/// What a router's answer must have to be read: where no runtime holds a model to [`route_format`], the rest is
/// taken as far as it is there.
pub(crate) fn route_read() -> Value {
    json!({
        "type": "object",
        "properties": {"decision": {"type": "string"}, "confidence": {"type": "number"}},
        "required": ["decision", "confidence"]
    })
}

/// Reads a router's answer; nothing when it has no decision.
pub(crate) fn route(value: &Value, clock: &Clock, todos: &Todos) -> Option<Route> {
    let text =
        |v: Option<&Value>| v.and_then(Value::as_str).map(str::trim).filter(|t| !t.is_empty()).map(str::to_owned);
    let decision = text(value.get("decision"))?.to_lowercase();
    if !matches!(decision.as_str(), "chat" | "plan" | "clarify") {
        return None;
    }
    // What its entities leave out, its filter may say (S0-43).
    let parts: Vec<&Value> = ["entities", "where"].iter().filter_map(|name| value.get(*name)).collect();
    let entity = |name: &str| parts.iter().find_map(|part| text(part.get(name)));
    let ids = parts.iter().filter_map(|part| part.get("ids")?.as_array()).find(|ids| !ids.is_empty());
    let ids = ids.into_iter().flatten().filter_map(Value::as_i64).map(TodoId).filter(|id| todos.todo(*id).is_some());
    Some(Route {
        decision,
        category: text(value.get("category")),
        confidence: value
            .get("confidence")
            .and_then(Value::as_f64)
            .filter(|c| (0.0..=1.0).contains(c))
            .map_or(0.0, super::turn::rounded),
        question: text(value.get("question")).map(|q| q.chars().take(200).collect()),
        ids: ids.collect(),
        range: entity("date").and_then(|d| span(&d, clock)),
        priority: entity("priority").filter(|p| matches!(p.as_str(), "low" | "medium" | "high")),
        text: entity("text").or_else(|| entity("title_contains")),
    })
}

/// A day or period from an ISO date or words.
fn span(text: &str, clock: &Clock) -> Option<(Date, Date)> {
    if let Some(date) = parse::date(text) {
        return Some((date, date));
    }
    match dates::whole(text, clock)? {
        What::Date { date, .. } | What::DateTime { date, .. } => Some((date, date)),
        What::Range { from, to, .. } => Some((from, to)),
        _ => None,
    }
}

/// The todos a large model sees: the nearest, those the router's entities select, this week, the series
/// and a few others; with aggregates (S0-64).
pub(crate) fn snapshot(request: &str, route: Option<&Route>, input: &Input, todos: &Todos) -> (Vec<TodoId>, String) {
    let today = input.clock.now.date();
    let fits = |t: &Todo, r: &Route| {
        (r.ids.is_empty() || r.ids.contains(&t.id))
            && r.range.is_none_or(|(from, to)| {
                [t.scheduled_for, t.due_date].into_iter().flatten().any(|d| from <= d && d <= to)
                    || t.recurrence.is_repeating()
            })
            && r.priority.as_deref().is_none_or(|p| json!(t.priority) == json!(p))
    };
    let mut ids: Vec<TodoId> = near::near(request, todos, 12).into_iter().map(|n| n.id).collect();
    let mut put = |id: TodoId, most: usize| {
        if ids.len() < most && !ids.contains(&id) {
            ids.push(id);
        }
    };
    for turn in input.turns.iter().rev().take(6) {
        near::named(&turn.text, todos).into_iter().for_each(|id| put(id, UNNARROWED));
    }
    input.scope.ids.iter().filter(|id| todos.todo(**id).is_some()).for_each(|id| put(*id, UNNARROWED));
    let open = || todos.iter().filter(|t| !t.status.is_closed());
    if let Some(route) = route.filter(|r| !r.is_bare()) {
        open().filter(|t| fits(t, route)).for_each(|t| put(t.id, NARROWED));
    }
    let mut dated: Vec<&Todo> = open().filter(|t| t.scheduled_for.or(t.due_date).is_some()).collect();
    dated.sort_by_key(|t| (t.scheduled_for.or(t.due_date), t.id));
    // This week from Monday to Sunday, the series, and some of what has no date (S0-48).
    let monday = today.saturating_sub(i64::from(today.weekday().to_monday_zero_offset()).days());
    let week = monday..monday.saturating_add(7.days());
    let in_week = |t: &&&Todo| t.scheduled_for.or(t.due_date).is_some_and(|d| week.contains(&d));
    dated.iter().filter(in_week).for_each(|t| put(t.id, UNNARROWED));
    open().filter(|t| t.recurrence.is_repeating()).for_each(|t| put(t.id, UNNARROWED));
    open().filter(|t| t.scheduled_for.or(t.due_date).is_none()).take(BACKLOG).for_each(|t| put(t.id, UNNARROWED));
    dated.iter().for_each(|t| put(t.id, UNNARROWED));
    open().for_each(|t| put(t.id, UNNARROWED));
    let overdue =
        open().filter(|t| !t.recurrence.is_repeating() && t.due_date.or(t.scheduled_for).is_some_and(|d| d < today));
    let counts = format!(
        "{} todos in all, {} open, {} overdue, {} on today",
        todos.len(),
        open().count(),
        overdue.count(),
        open().filter(|t| t.scheduled_for == Some(today)).count()
    );
    (ids, counts)
}

/// One line of a large model's snapshot, with the number it names the todo by.
pub(crate) fn line(todo: &Todo) -> String {
    let mut line = crate::menu::line(beginning(&todo.title, 80), todo);
    line.replace_range(0..2, &format!("#{} ", todo.id));
    if !todo.labels.is_empty() {
        line.push_str(&format!(" [{}]", beginning(&todo.labels.join(", "), 60)));
    }
    line
}

/// As [`line`], with the beginning of its notes: what an agent that wakes looks at.
pub(crate) fn noted(todo: &Todo) -> String {
    let notes = todo.notes.trim();
    if notes.is_empty() {
        return line(todo);
    }
    format!("{} notes: “{}”", line(todo), countersign_core::prompt::Line::of(beginning(notes, 160)).as_str())
}

/// The plain schema: one flat, closed, bounded object per operation, no unions.
pub(crate) fn operations_format() -> Format {
    let text = |most: u32| json!({"type": "string", "maxLength": most});
    let texts = || json!({"type": "array", "items": {"type": "string", "maxLength": 60}, "maxItems": 10});
    let level = json!({"enum": ["low", "medium", "high"]});
    let set = json!({
        "type": "object",
        "properties": {"scheduledFor": text(60), "timeOfDay": text(20), "dueDate": text(60), "priority": level, "labels_add": texts(), "labels_remove": texts()},
        "additionalProperties": false
    });
    let predicate = json!({
        "type": "object",
        "properties": {
            "ids": {"type": "array", "items": {"type": "integer"}, "maxItems": 50}, "title_contains": text(80), "labels": texts(),
            "priority": level, "overdue": {"type": "boolean"}, "completed": {"type": "boolean"}, "all": {"type": "boolean"},
            "scheduled_range": {"type": "object", "properties": {"from": text(60), "to": text(60)}, "additionalProperties": false}
        },
        "additionalProperties": false
    });
    let kinds = [
        "create",
        "update",
        "delete",
        "complete",
        "set_status",
        "complete_occurrence",
        "skip_occurrence",
        "move_occurrence",
        "bulk_update",
        "bulk_complete",
        "bulk_delete",
    ];
    let operation = json!({
        "type": "object",
        "properties": {
            "op": {"enum": kinds}, "id": {"type": "integer"}, "title": text(200), "notes": text(1000), "scheduledFor": text(60),
            "timeOfDay": text(20), "dueDate": text(60), "priority": level, "estimate": {"type": "integer"}, "status": {"enum": STATUSES},
            "reason": text(200), "completed": {"type": "boolean"}, "labels_add": texts(), "labels_remove": texts(), "labels": texts(),
            "occurrenceDate": text(60),
            "to": {"type": "object", "properties": {"date": text(60), "time": text(20)}, "additionalProperties": false},
            "recurrence": {
                "type": "object",
                "properties": {
                    "type": {"enum": ["none", "daily", "weekly", "monthly", "yearly"]}, "interval": {"type": "integer"},
                    "byDay": {"type": "array", "items": {"type": "string", "maxLength": 4}, "maxItems": 7}
                },
                "additionalProperties": false
            },
            "where": predicate, "set": set
        },
        "required": ["op"],
        "additionalProperties": false
    });
    Format {
        name: "operations".to_owned(),
        schema: json!({
            "type": "object",
            "properties": {"operations": {"type": "array", "items": operation, "maxItems": MOST_OPERATIONS}},
            "required": ["operations"],
            "additionalProperties": false
        }),
    }
}

/// An operation with its kind inferred and words resolved (S0-67, S0-68).
pub(crate) fn resolved(raw: &Value, shown: &[TodoId], input: &Input, todos: &Todos) -> Value {
    let Value::Object(map) = raw else { return raw.clone() };
    let mut map = map.clone();
    target(&mut map, shown, todos);
    if !map.contains_key("op") {
        let has = |key: &str| map.contains_key(key);
        let kind = match (has("id"), has("title") || has("scheduledFor") || has("priority") || has("notes")) {
            (false, true) => Some("create"),
            (true, true) => Some("update"),
            (true, false) if has("completed") => Some("complete"),
            _ => None,
        };
        if let Some(kind) = kind {
            map.insert("op".to_owned(), json!(kind));
        }
    }
    let create = map.get("op").and_then(Value::as_str) == Some("create");
    if create {
        // A number that a model gives to a new todo means nothing.
        map.remove("id");
    }
    without_padding(&mut map, create);
    fields(&mut map, &input.clock);
    for inner in ["set", "to"] {
        if let Some(Value::Object(inside)) = map.get_mut(inner) {
            without_padding(inside, inner == "to");
            fields(inside, &input.clock);
        }
    }
    if let Some(Value::Object(range)) = map.get_mut("where").and_then(|w| w.get_mut("scheduled_range")) {
        for (key, last) in [("from", false), ("to", true)] {
            if let Some(found) = range.get(key).and_then(Value::as_str).and_then(|t| span(t, &input.clock)) {
                range.insert(key.to_owned(), json!(if last { found.1 } else { found.0 }));
            }
        }
    }
    parse::coerced(&Value::Object(map))
}

/// Takes away the fields that say nothing beside others that do, or wherever there is nothing to clear (`new`): a
/// runtime that wants every field, and a small model, write null or "" for "not said". It clears only where nothing
/// else is said (S0-68).
fn without_padding(map: &mut Map<String, Value>, new: bool) {
    let said = |key: &str, value: &Value| !says_nothing(value) && !matches!(key, "op" | "id");
    if new || map.iter().any(|(key, value)| said(key, value)) {
        map.retain(|key, value| !says_nothing(value) || (new && key == "title" && !value.is_null()));
    }
}

fn says_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(list) => list.is_empty(),
        _ => false,
    }
}

/// Whether an update left a field as it is that the model gave as empty beside others: it may have meant to clear it.
/// Of one that fills every field there is, as strict runtimes have it, nothing is to be wondered at.
fn leaves_what_came_empty(raw: &Value, resolved: &Value, todos: &Todos) -> bool {
    let (Some(raw), Some("update" | "bulk_update")) = (raw.as_object(), resolved.get("op").and_then(Value::as_str))
    else {
        return false;
    };
    let every = operations_format().schema.pointer("/properties/operations/items/properties").cloned();
    // Only a status has a reason: of other operations it is no field (C2).
    let every = every.as_ref().and_then(Value::as_object);
    if every.is_some_and(|every| every.keys().all(|key| key == "reason" || raw.contains_key(key))) {
        return false;
    }
    let inner = raw.get("set").and_then(Value::as_object);
    let todo = resolved.get("id").and_then(Value::as_i64).and_then(|id| todos.todo(TodoId(id))).map(|todo| json!(todo));
    let has = |key: &str| todo.as_ref().is_none_or(|todo| todo.get(key).is_some_and(|value| !says_nothing(value)));
    let left = |part: &Map<String, Value>, kept: Option<&Value>, bulk: bool| {
        part.iter().any(|(key, value)| {
            let gone = kept.is_some_and(|kept| kept.get(key).is_none());
            CLEARED.contains(&key.as_str()) && says_nothing(value) && gone && (bulk || has(key))
        })
    };
    left(raw, Some(resolved), false) || inner.is_some_and(|inner| left(inner, resolved.get("set"), true))
}

/// Fields of a todo that can be cleared.
const CLEARED: [&str; 6] = ["notes", "scheduledFor", "timeOfDay", "dueDate", "estimate", "labels"];

/// A target named in words becomes its number, when one of the todos shown has that title.
fn target(map: &mut Map<String, Value>, shown: &[TodoId], todos: &Todos) {
    let words = map
        .remove("todo")
        .or_else(|| map.get("id").filter(|id| id.as_str().is_some_and(|t| t.parse::<i64>().is_err())).cloned());
    if let Some(number) = words.as_ref().filter(|words| words.is_i64()) {
        map.entry("id").or_insert(number.clone());
    }
    let Some(name) = words.as_ref().and_then(Value::as_str) else { return };
    if let Some(number) = name.trim().strip_prefix('#').and_then(|n| n.parse::<i64>().ok()) {
        map.insert("id".to_owned(), json!(number));
        return;
    }
    let normal = normal_title(name);
    let same: Vec<TodoId> =
        shown.iter().copied().filter(|id| todos.todo(*id).is_some_and(|t| normal_title(&t.title) == normal)).collect();
    if let [one] = same.as_slice() {
        map.insert("id".to_owned(), json!(one));
    } else {
        map.insert("id".to_owned(), json!(name));
    }
}

/// Dates and times in words become values; what cannot be read stays as it is and fails.
fn fields(map: &mut Map<String, Value>, clock: &Clock) {
    for key in ["scheduledFor", "dueDate", "occurrenceDate", "date"] {
        let Some(said) = map.get(key).and_then(Value::as_str).map(str::to_owned) else { continue };
        if said.is_empty() || parse::date(&said).is_some() {
            continue;
        }
        if matches!(said.as_str(), "none" | "null" | "no date") {
            map.insert(key.to_owned(), Value::Null);
            continue;
        }
        match dates::whole(&said, clock) {
            Some(What::Date { date, .. }) => {
                map.insert(key.to_owned(), json!(date));
            }
            Some(What::DateTime { date, time, .. }) => {
                map.insert(key.to_owned(), json!(date));
                if key == "scheduledFor" && !map.contains_key("timeOfDay") {
                    map.insert("timeOfDay".to_owned(), json!(time.strftime("%H:%M").to_string()));
                }
            }
            Some(What::Range { date: Some(date), .. }) => {
                map.insert(key.to_owned(), json!(date));
            }
            _ => {}
        }
    }
    for key in ["timeOfDay", "time"] {
        let Some(said) = map.get(key).and_then(Value::as_str).map(str::to_owned) else { continue };
        if let Some(What::Time { time, .. } | What::DateTime { time, .. }) = dates::whole(&said, clock) {
            map.insert(key.to_owned(), json!(time.strftime("%H:%M").to_string()));
        }
    }
    if let Some(level) = map.get("priority").and_then(Value::as_str).map(str::to_lowercase) {
        map.insert("priority".to_owned(), json!(level));
    }
    // "DONE", "In progress".
    let letters =
        |word: &str| -> String { word.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect() };
    if let Some(said) = map.get("status").and_then(Value::as_str).map(letters)
        && let Some(status) = STATUSES.iter().find(|status| letters(status) == said)
    {
        map.insert("status".to_owned(), json!(status));
    }
}

/// What the guard and the core say of one resolved operation.
pub(crate) struct Judged {
    pub(crate) op: Option<Operation>,
    pub(crate) problems: Vec<Problem>,
    pub(crate) warnings: Vec<Problem>,
}

/// Resolves, reads, guards and dry-runs an operation.
pub(crate) fn judge(
    raw: &Value,
    request: &str,
    shown: &[TodoId],
    input: &Input,
    todos: &Todos,
    working: &mut Working<'_>,
    n: u32,
) -> Judged {
    let value = &resolved(raw, shown, input, todos);
    if is_damaged(value) {
        let problem = Problem::new("damaged_text", "a character of a text in it was lost on the way");
        return Judged { op: None, problems: vec![problem], warnings: Vec::new() };
    }
    let op = match parse::operation(value) {
        Ok(op) => op,
        Err(problems) => return Judged { op: None, problems, warnings: Vec::new() },
    };
    let moment = Moment { now: jiff::Timestamp::UNIX_EPOCH, today: input.clock.now.date() };
    let mut out = Judged { op: None, problems: Vec::new(), warnings: Vec::new() };
    if let Some(id) = op.target().and_then(|t| t.id())
        && !shown.contains(&id)
        && todos.todo(id).is_some()
    {
        out.problems.push(
            Problem::new("id_not_found", format!("#{id} is not one of the todos shown"))
                .at("/id")
                .hinting("Name a todo of the list."),
        );
    }
    // `@n` is what an operation before it makes.
    let nowhere = op.target().is_some_and(|t| t.id().is_none() && working.target(t).is_none());
    if nowhere || matches!(op, Operation::Undo { .. }) {
        out.problems.push(Problem::new("invalid_op", "only operations on todos of the list can be proposed"));
    }
    guard(&op, request, input, todos, &mut out);
    if leaves_what_came_empty(raw, value, todos) {
        out.warnings.push(
            Problem::new("left_as_it_is", "A field that the answer gives as empty beside others stays as it is.")
                .hinting("Look at it before you sign."),
        );
    }
    if input.unasked {
        out.problems.extend(refusal(&op));
    }
    let bulk = op.predicate().is_some();
    if bulk && bulk_targets(&op, todos, moment.today).taken.is_empty() {
        out.problems.push(Problem::new("no_targets", "no todo matches").at("/where"));
    }
    if out.problems.is_empty() {
        match working.run(n, &op, moment, &mut Fresh::provisional()) {
            Err(problem) => out.problems.push(problem),
            Ok(changes) if changes.is_empty() => out.warnings.push(super::turn::no_effect()),
            Ok(_) => {}
        }
    }
    out.op = Some(op);
    out
}

/// What the words of the request rule out, or do not bear out.
fn guard(op: &Operation, request: &str, input: &Input, todos: &Todos, out: &mut Judged) {
    let words = Words::new(request);
    let deletes = matches!(op, Operation::Delete { .. } | Operation::BulkDelete { .. });
    let denied = words.all.iter().enumerate().any(|(at, w)| {
        matches!(w.fold.as_str(), "delete" | "remove" | "drop" | "erase" | "trash" | "discard")
            && words.before(at, 4).any(|b| denies(&b.fold))
    });
    if deletes && denied {
        out.problems.push(Problem::new("invalid_operation", "the request says not to delete").hinting("Leave it out."));
    }
    let everything = op.predicate().is_some_and(|p| p.all);
    if everything && !words.says("all|every|everything|each|whole|entire") {
        out.problems.push(
            Problem::new("invalid_where_all", "the request does not say “all”")
                .at("/where/all")
                .hinting("Name conditions instead."),
        );
    }
    let said: BTreeSet<String> = near::naming(request).iter().flat_map(|w| near::forms(w)).collect();
    if let Some(todo) = op.target().and_then(|t| t.id()).and_then(|id| todos.todo(id)) {
        let number = words.says(&format!("#{}", todo.id)) || words.says(&todo.id.to_string());
        let shares = near::naming(&todo.title).iter().any(|w| said.contains(w));
        let talked = input.scope.ids.contains(&todo.id)
            || input.turns.iter().rev().take(6).any(|t| near::named(&t.text, todos).contains(&todo.id));
        // What was spoken of is no reason to delete it where the request speaks of others.
        let others = || deletes && said.iter().any(|word| todos.count_word(word) > 0);
        if !number && !shares && (!talked || others()) {
            out.warnings.push(
                Problem::new("unrelated_target", "The request does not name this todo.")
                    .hinting("Look at it before you sign."),
            );
        }
    }
    if let Operation::Create(draft) = op
        && !crate::ground::title_is_grounded(&draft.title, request)
    {
        out.warnings.push(
            Problem::new("title_not_said", "The title has words that the request does not.")
                .hinting("Look at it before you sign."),
        );
    }
    let dates_said: BTreeSet<Date> = said_dates(request, input);
    let dates_put = [date_of(op)].into_iter().flatten();
    if dates_put.into_iter().any(|d| !dates_said.contains(&d)) {
        out.warnings.push(
            Problem::new("date_not_said", "The request does not say this date.").hinting("Look at it before you sign."),
        );
    }
}

fn date_of(op: &Operation) -> Option<Date> {
    match op {
        Operation::Create(d) => d.scheduled_for.or(d.due_date),
        Operation::Update { set, .. } | Operation::BulkUpdate { set, .. } => {
            set.scheduled_for.flatten().or(set.due_date.flatten())
        }
        Operation::MoveOccurrence { to, .. } => to.date,
        _ => None,
    }
}

/// Every day that the request says.
fn said_dates(request: &str, input: &Input) -> BTreeSet<Date> {
    let mut out = BTreeSet::new();
    for f in dates::find(request, &input.clock) {
        match f.what {
            What::Date { date, .. } | What::DateTime { date, .. } | What::Time { date, .. } => {
                out.insert(date);
            }
            What::Range { from, date, .. } => {
                out.insert(from);
                out.extend(date);
            }
            What::Recurrence { start, .. } => out.extend(start),
            What::Ambiguous { options, .. } => out.extend(options.into_iter().map(|(d, _)| d)),
            What::Either { date, .. } => out.extend(date),
            What::Duration { .. } | What::Invalid { .. } => {}
        }
    }
    out
}
