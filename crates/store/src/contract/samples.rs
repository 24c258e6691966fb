//! Values with something in every field, and texts that break careless storage.

use crate::{RunRow, SessionRow};
use countersign_core::change_set::{Actor, Change, ChangeItem, ChangeSet, SetStatus, Source};
use countersign_core::ids::{RunId, SessionId, SetId, TodoId};
use countersign_core::ledger::{Event, ItemOutcome};
use countersign_core::problem::Problem;
use countersign_core::todo::{ChecklistItem, Status, Todo};
use countersign_core::wire::{Mode, RunEvent, RunStatus};
use jiff::Timestamp;
use serde_json::json;

/// Quotes, NUL, a right-to-left mark, an emoji of several code points, JSON and SQL within text.
pub(super) const HOSTILE: &str =
    "a 'b' \"c\" \\ \0 \u{200f} \u{1f469}\u{200d}\u{1f4bb} {\"x\":[1,null]} '); DROP TABLE todos; -- %_\n\t$1";

/// The n-th second, with nanoseconds, so that a rounded moment shows.
pub(super) fn at(n: i64) -> Timestamp {
    Timestamp::new(1_795_000_000 + n, if n % 2 == 0 { 0 } else { 123_456_789 }).unwrap()
}

pub(super) fn actor() -> Actor {
    Actor::User { via: "page".to_owned() }
}

pub(super) fn todo(id: i64, title: &str) -> Todo {
    Todo::new(TodoId(id), format!("uid-{id}"), title.to_owned(), at(id))
}

/// A todo with a value in every field.
pub(super) fn full_todo(id: i64) -> Todo {
    let mut todo = todo(id, HOSTILE);
    todo.notes = HOSTILE.repeat(3);
    todo.status = Status::Blocked;
    todo.status_reason = Some("waiting for \"paint\"".to_owned());
    todo.estimate = Some(45);
    todo.labels = vec!["home".to_owned(), "".to_owned(), "büro".to_owned()];
    todo.checklist = vec![ChecklistItem { id: "c1".to_owned(), title: "first".to_owned(), checked: true }];
    todo.scheduled_for = Some("2026-11-21".parse().unwrap());
    todo.due_date = Some("2027-02-28".parse().unwrap());
    todo.completed_dates = ["2026-11-20".parse().unwrap()].into();
    todo.extra.insert("X-APPLE".to_owned(), json!({"nested": [1, 2.5, "\u{0}", null, true], "big": u64::MAX}));
    todo.version = u64::from(u32::MAX) + 7;
    todo
}

/// An item that holds whatever JSON was sent. Written as JSON, since what an item may hold grows.
pub(super) fn item(n: u32, label: &str) -> ChangeItem {
    let item = json!({
        "n": n, "label": label, "why": HOSTILE, "status": "pending", "risk": "some", "preselected": true,
        "raw": {"op": "paint", "colour": HOSTILE, "size": 1.5},
        "reason": "later", "decided_at": at(5), "decided_by": actor(),
        "base": {"3": null, "4": {"title": "Old"}},
        "digest": "0123456789abcdef0123456789abcdef",
        "needs": [1],
        "problems": [Problem::new("invalid_title", "no title")],
        "targets": [{"id": 4, "title": HOSTILE, "excluded": true}],
        "applied_by": 7,
    });
    serde_json::from_value(item).unwrap()
}

/// A pending set with so many items, which expires 100 seconds after its number.
pub(super) fn change_set(id: i64, items: u32) -> ChangeSet {
    ChangeSet {
        id: SetId(id),
        run: Some(RunId("r1".to_owned())),
        session: Some(SessionId("s1".to_owned())),
        source: Source::Import { format: "ics".to_owned() },
        agent: Some("planner".to_owned()),
        title: HOSTILE.to_owned(),
        version: 3,
        status: SetStatus::Pending,
        items: (1..=items).map(|n| item(n, "does something")).collect(),
        created_at: at(id),
        expires_at: at(id + 100),
        resolved_at: None,
        copy_of: None,
        copied_as: None,
    }
}

pub(super) fn audit(action: &str) -> Event {
    Event::Audit { action: action.to_owned(), detail: json!({"text": HOSTILE, "n": 1.5}) }
}

/// An `applied` event of one item that changed these todos.
pub(super) fn applied(set: i64, todos: &[i64]) -> Event {
    let changes =
        todos.iter().map(|id| Change { id: TodoId(*id), before: None, after: Some(todo(*id, "made")) }).collect();
    Event::Applied {
        set: SetId(set),
        items: vec![ItemOutcome {
            n: 1,
            label: "adds".to_owned(),
            ok: true,
            changes,
            files: Vec::new(),
            command: None,
            rule: None,
            unknown: false,
            put_back: false,
            still_signed: false,
            problem: None,
        }],
        direct: None,
        left: Vec::new(),
    }
}

pub(super) fn session(id: &str) -> SessionRow {
    SessionRow {
        id: SessionId(id.to_owned()),
        title: HOSTILE.to_owned(),
        pending: Some("{\"question\":\"Which?\"}".to_owned()),
        created_at: at(1),
        updated_at: at(2),
    }
}

pub(super) fn run(id: &str, session: &str) -> RunRow {
    RunRow {
        id: RunId(id.to_owned()),
        session: SessionId(session.to_owned()),
        status: RunStatus::Running,
        mode: Mode::Plan,
        message: HOSTILE.to_owned(),
        decision: Some("plan".to_owned()),
        text: Some(HOSTILE.to_owned()),
        change_set: Some(SetId(4)),
        created_at: at(1),
        finished_at: Some(at(3)),
    }
}

pub(super) fn events(count: usize) -> Vec<RunEvent> {
    (0..count).map(|n| RunEvent::Summary { text: format!("{n} {HOSTILE}") }).collect()
}
