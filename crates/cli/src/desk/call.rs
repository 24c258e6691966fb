//! What the desk asks of the server, as data: so that the state decides what is asked, and a test reads it.

use countersign_core::change_set::Verdict;
use countersign_core::ledger::LOGGED;
use countersign_core::wire::{ErrorBody, SignItem};
use http::Method;
use serde_json::{Value, json};

/// A request.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Call {
    Status,
    Inbox,
    Todos,
    Ledger,
    Session {
        id: String,
    },
    Set {
        id: i64,
    },
    Diff {
        set: i64,
        n: u32,
        digest: String,
    },
    /// A message; `key` is the turn that it begins.
    Send {
        key: u32,
        body: Value,
    },
    /// The events of a run, then the run itself.
    Follow {
        run: String,
    },
    Cancel {
        run: String,
    },
    /// What is said to a run by its kind, as to the summary of its work.
    Input {
        run: String,
        body: Value,
    },
    Decide {
        set: i64,
        items: Vec<SignItem>,
        verdict: Verdict,
        reason: Option<String>,
    },
    /// A set of which all is to be decided, as it stands.
    Pick {
        set: i64,
    },
    /// The decision on all of it.
    Turn {
        set: i64,
        items: Vec<SignItem>,
        verdict: Verdict,
    },
    /// What was typed for a field may be words for a day; the answer to what is refused gives it back.
    Edit {
        set: i64,
        n: u32,
        change: Value,
        typed: Option<Typed>,
    },
    Rebase {
        set: i64,
        items: Vec<SignItem>,
    },
    /// The key is made when it is sent first; the same call with it can be sent again without harm.
    Apply {
        set: i64,
        body: Value,
        key: Option<String>,
        commands: Vec<u32>,
    },
    Stop {
        set: i64,
        n: u32,
    },
    Undo {
        entry: i64,
        conflicts: &'static str,
    },
}

/// A field, and what was typed for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Typed {
    pub(crate) field: String,
    pub(crate) text: String,
}

/// Todos and entries that are read for a page.
const MOST: u32 = 200;

impl Call {
    /// Method, path and body.
    pub(crate) fn request(&self) -> (Method, String, Option<Value>) {
        let get = |path: String| (Method::GET, path, None);
        let post = |path: String, body: Value| (Method::POST, path, Some(body));
        match self {
            Self::Status => get("/api/status".to_owned()),
            Self::Inbox => get(format!("/api/change-sets?limit={MOST}")),
            Self::Todos => get("/api/todos/all?completed=false".to_owned()),
            Self::Ledger => get(format!("/api/ledger?limit={MOST}&kind={}", LOGGED.join(","))),
            Self::Session { id } => get(format!("/api/sessions/{}", crate::client::escape(id))),
            Self::Set { id } | Self::Pick { set: id } => get(format!("/api/change-sets/{id}")),
            Self::Diff { set, n, .. } => get(format!("/api/change-sets/{set}/items/{n}/diff")),
            Self::Send { body, .. } => post("/api/runs".to_owned(), body.clone()),
            Self::Follow { run } => get(format!("/api/runs/{run}")),
            Self::Cancel { run } => post(format!("/api/runs/{run}/cancel"), json!({})),
            Self::Input { run, body } => post(format!("/api/runs/{run}/input"), body.clone()),
            Self::Decide { set, items, verdict, reason } => post(
                format!("/api/change-sets/{set}/decisions"),
                json!({ "verdict": verdict, "reason": reason, "items": items }),
            ),
            Self::Turn { set, items, verdict } => {
                post(format!("/api/change-sets/{set}/decisions"), json!({ "verdict": verdict, "items": items }))
            }
            Self::Edit { set, n, change, .. } => {
                (Method::PATCH, format!("/api/change-sets/{set}/items/{n}"), Some(change.clone()))
            }
            Self::Rebase { set, items } => post(format!("/api/change-sets/{set}/rebase"), json!({ "items": items })),
            Self::Apply { set, body, .. } => post(format!("/api/change-sets/{set}/apply"), body.clone()),
            Self::Stop { set, n } => post(format!("/api/change-sets/{set}/items/{n}/stop"), json!({})),
            Self::Undo { entry, conflicts } => {
                post(format!("/api/ledger/{entry}/undo"), json!({ "conflicts": conflicts }))
            }
        }
    }

    /// Whether it takes its turn: sets are read and written one after the other, so that what is older
    /// never replaces what is newer.
    pub(crate) fn in_turn(&self) -> bool {
        matches!(
            self,
            Self::Set { .. }
                | Self::Pick { .. }
                | Self::Turn { .. }
                | Self::Decide { .. }
                | Self::Edit { .. }
                | Self::Rebase { .. }
                | Self::Apply { .. }
        )
    }
}

/// What is heard from the server.
#[derive(Debug)]
pub(crate) enum Told {
    Answer(Call, Value),
    Refused(Call, ErrorBody),
    /// An event of a run, by name.
    Run {
        run: String,
        name: String,
        data: Value,
    },
    /// What a command wrote.
    Output {
        set: i64,
        n: u32,
        text: String,
    },
    /// How an item stands: an `ItemNews`.
    Stands(Value),
    /// What has changed: `todos`, `inbox`, `ledger` …, and which sets beyond their items; none = any.
    News {
        what: Vec<String>,
        sets: Option<Vec<i64>>,
    },
    /// Nobody answers any more.
    Away,
    /// Somebody answers again.
    Back,
}

/// What the state wants done.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Effect {
    Ask(Call),
    /// Give the terminal back to the shell until it says go on.
    Suspend,
    Quit,
}

impl Call {
    /// The set that it is about.
    pub(crate) fn set(&self) -> Option<i64> {
        match self {
            Self::Set { id } => Some(*id),
            Self::Diff { set, .. }
            | Self::Pick { set }
            | Self::Turn { set, .. }
            | Self::Decide { set, .. }
            | Self::Edit { set, .. }
            | Self::Rebase { set, .. }
            | Self::Apply { set, .. }
            | Self::Stop { set, .. } => Some(*set),
            _ => None,
        }
    }
}
