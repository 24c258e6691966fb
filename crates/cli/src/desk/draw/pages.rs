//! The pages beside the desk: inbox, todos, ledger.

use super::sheet::{between, counts};
use super::{Lines, Look, bar, put, window};
use crate::desk::state::{Page, State};
use crate::screen::text::{Pieces, bare, inked, shown};
use crate::screen::{Ink, Screen, clean, pieces};
use crate::show;
use crate::texts::say;
use countersign_core::change_set::Risk;
use countersign_core::wire::SetSummary;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};

/// The name of a page.
pub(super) fn name(page: Page) -> String {
    match page {
        Page::Desk => say!("cli-desk-page-desk"),
        Page::Inbox => say!("cli-desk-page-inbox"),
        Page::Todos => say!("cli-desk-page-todos"),
        Page::Ledger => say!("cli-desk-page-ledger"),
    }
}

pub(super) fn draw(frame: &mut Frame<'_>, area: Rect, state: &State, page: Page, look: Look) {
    let question = bar::question(state, area.width);
    let foot = u16::try_from(question.len()).unwrap_or(u16::MAX);
    let [area, below] = Layout::vertical([Constraint::Fill(1), Constraint::Length(foot)]).areas(area);
    put(frame, below, &question, 0, look);
    bar::cursor(frame, below, state, &question);
    // A todo in detail stands beside the list where there is room, else below it.
    let detail = detail(state, page, area.width);
    let [list, under] = match detail.len() {
        0 => [area, Rect::ZERO],
        rows => {
            let rows = u16::try_from(rows).unwrap_or(u16::MAX).min(area.height / 2);
            Layout::vertical([Constraint::Fill(1), Constraint::Length(rows)]).areas(area)
        }
    };
    let lines = rows(state, page, list);
    put(frame, list, &lines, window(&lines, list.height), look);
    put(frame, under, &detail, 0, look);
}

fn rows(state: &State, page: Page, area: Rect) -> Lines {
    let mut lines = Lines::default();
    if !state.lists.filter.is_empty() && state.prompt.is_none() {
        let words = clean(state.lists.filter.text());
        lines.wrapped(&inked(Ink::Change, format!(" {}", say!("cli-desk-filtered", words = words))), area.width, 1);
    }
    let known = match page {
        Page::Desk => true,
        Page::Inbox => state.lists.inbox.is_some(),
        Page::Todos => state.lists.todos.is_some(),
        Page::Ledger => state.lists.ledger.is_some(),
    };
    let count = state.lists.len(page);
    if count == 0 {
        let text = match page {
            _ if !known => say!("cli-desk-reading"),
            _ if !state.lists.filter.is_empty() => say!("cli-desk-filter-none"),
            Page::Todos => say!("cli-todos-none"),
            Page::Ledger => say!("cli-log-empty"),
            Page::Inbox | Page::Desk => say!("cli-inbox-empty"),
        };
        lines.blank();
        lines.wrapped(&inked(Ink::Strong, format!(" {text}")), area.width, 1);
        return lines;
    }
    let marked = if page == Page::Inbox { state.marked_sets() } else { Vec::new() };
    if !marked.is_empty() {
        let text = say!("cli-desk-picked", count = marked.len());
        lines.wrapped(&inked(Ink::Change, format!(" {text}")), area.width, 1);
    }
    let around = usize::from(area.height);
    let at = state.lists.cursor.min(count - 1);
    // No more are made than the window can show.
    let places = at.saturating_sub(around)..(at + around + 1).min(count);
    let made: Vec<Vec<Pieces>> = match page {
        Page::Desk => Vec::new(),
        Page::Inbox => {
            let all = state.lists.sets();
            let mark = |s: &SetSummary| match marked.is_empty() {
                true => "",
                false if marked.contains(&s.id.0) => "[x] ",
                false => "[ ] ",
            };
            all.get(places.clone()).unwrap_or_default().iter().map(|s| set(s, mark(s))).collect()
        }
        Page::Todos => {
            let screen = Screen::kept();
            let all = state.lists.todos();
            let wide = all.iter().map(|todo| todo.id.to_string().len()).max().unwrap_or(1);
            let row = |todo: &&countersign_core::todo::Todo| {
                vec![pieces(&show::row(&screen, todo, state.standing.today, wide))]
            };
            all.get(places.clone()).unwrap_or_default().iter().map(row).collect()
        }
        Page::Ledger => {
            let all = state.lists.entries();
            let one = |entry: &&countersign_core::wire::EntryView| {
                shown(|screen| {
                    show::entries(screen, std::slice::from_ref(*entry), state.lists.current, &state.standing.zone)
                })
            };
            all.get(places.clone()).unwrap_or_default().iter().map(one).collect()
        }
    };
    for (place, rows) in places.zip(made) {
        let first = lines.len();
        for (n, row) in rows.into_iter().enumerate() {
            let mut line = bare(if place == at && n == 0 { "› " } else { "  " });
            line.extend(row);
            lines.wrapped(&line, area.width, 6);
        }
        if place == at {
            lines.chosen = Some((first, first));
        }
    }
    lines
}

/// A line of the inbox, behind its mark where some are marked.
fn set(set: &SetSummary, mark: &str) -> Vec<Pieces> {
    let mut line = inked(Ink::Strong, format!("{mark}#{}  ", set.id));
    line.extend(bare(format!("{}   ", counts(&set.counts))));
    line.extend(match set.signed {
        0 => bare(say!("cli-state-open", open = set.open)),
        signed => inked(Ink::Signed, say!("cli-state-signed", open = set.open, signed = signed)),
    });
    line.extend(show::drifted(set).map(|text| inked(Ink::Change, text)).into_iter().flatten());
    match set.risk {
        Risk::None => {}
        Risk::Some => line.extend(inked(Ink::Change, "   ▲")),
        Risk::High => line.extend(inked(Ink::Danger, "   ▲▲")),
    }
    line.extend(bare(format!("   {}", show::in_quotes(&set.title))));
    vec![line]
}

/// The todo under the cursor, with every field that says something.
fn detail(state: &State, page: Page, wide: u16) -> Lines {
    let mut lines = Lines::default();
    let todos = state.lists.todos();
    let Some(todo) = todos.get(state.lists.cursor).filter(|_| page == Page::Todos) else { return lines };
    lines.push(between(wide));
    for line in shown(|screen| show::todo(screen, todo, state.standing.today)) {
        let mut set_in = bare(" ");
        set_in.extend(line);
        lines.wrapped(&set_in, wide, 3);
    }
    lines
}
