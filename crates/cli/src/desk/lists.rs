//! The pages beside the desk: what waits, the todos, the ledger. Each a list with a cursor and a filter.

use super::state::Page;
use crate::screen::line::Line;
use countersign_core::ids::Seq;
use countersign_core::todo::Todo;
use countersign_core::wire::{EntryView, SetSummary};

/// What the pages show.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    pub(crate) inbox: Option<Vec<SetSummary>>,
    pub(crate) todos: Option<Vec<Todo>>,
    pub(crate) ledger: Option<Vec<EntryView>>,
    /// The last change of it that stands.
    pub(crate) current: Option<Seq>,
    pub(crate) cursor: usize,
    pub(crate) filter: Line,
}

impl Lists {
    /// Sets that wait and match the filter; behind them those that can do nothing as they are.
    pub(crate) fn sets(&self) -> Vec<&SetSummary> {
        let fits = |set: &&SetSummary| self.fits(&format!("#{} {}", set.id, set.title));
        let mut sets: Vec<&SetSummary> = self.inbox.iter().flatten().filter(fits).collect();
        sets.sort_by_key(|set| set.is_idle());
        sets
    }

    /// Todos that match the filter, in the order they came.
    pub(crate) fn todos(&self) -> Vec<&Todo> {
        let words = |todo: &Todo| format!("#{} {} {}", todo.id, todo.title, todo.labels.join(" "));
        self.todos.iter().flatten().filter(|todo| self.fits(&words(todo))).collect()
    }

    /// Entries that match the filter, newest first.
    pub(crate) fn entries(&self) -> Vec<&EntryView> {
        let words = |entry: &EntryView| format!("@{} {} {}", entry.seq, entry.kind, entry.title);
        self.ledger.iter().flatten().filter(|entry| self.fits(&words(entry))).collect()
    }

    fn fits(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        self.filter.text().to_lowercase().split_whitespace().all(|word| text.contains(word))
    }

    /// How many lines a page has.
    pub(crate) fn len(&self, page: Page) -> usize {
        match page {
            Page::Desk => 0,
            Page::Inbox => self.sets().len(),
            Page::Todos => self.todos().len(),
            Page::Ledger => self.entries().len(),
        }
    }

    /// Moves the cursor by lines.
    pub(crate) fn step(&mut self, page: Page, by: isize) {
        self.cursor = self.cursor.saturating_add_signed(by).min(self.len(page).saturating_sub(1));
    }
}
