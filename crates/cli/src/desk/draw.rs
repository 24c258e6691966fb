//! The desk on the screen: what the state holds, as lines. Every word of data has passed through
//! [`crate::screen::clean`] or [`crate::screen::pieces`] when it gets here.

mod bar;
mod help;
mod inspector;
mod pages;
mod sheet;
mod thread;

use super::state::{Focus, Mode, Page, State};
use crate::screen::text::{Pieces, bare, cut, inked, width, wrap};
use crate::screen::{Ink, clean};
use crate::texts::say;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

/// How ink looks here: 16 colours, or none.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look {
    pub(crate) colour: bool,
}

impl Look {
    fn style(self, ink: Option<Ink>) -> Style {
        let colour = |colour: Color| if self.colour { Style::new().fg(colour) } else { Style::new() };
        match ink {
            None => Style::new(),
            Some(Ink::Strong) => Style::new().add_modifier(Modifier::BOLD),
            Some(Ink::Faint) => Style::new().add_modifier(Modifier::DIM),
            Some(Ink::Add) => colour(Color::Green),
            Some(Ink::Change) => colour(Color::Yellow),
            Some(Ink::Danger) => colour(Color::Red),
            Some(Ink::Signed) => colour(Color::Blue).add_modifier(Modifier::BOLD),
        }
    }

    fn line(self, pieces: &Pieces) -> Line<'static> {
        Line::from(pieces.iter().map(|(ink, text)| Span::styled(text.clone(), self.style(*ink))).collect::<Vec<_>>())
    }
}

/// Lines that are to be shown, some of them under the cursor.
#[derive(Debug, Default)]
struct Lines {
    all: Vec<Pieces>,
    /// First and last line that the keyboard is on.
    chosen: Option<(usize, usize)>,
}

impl Lines {
    fn push(&mut self, line: Pieces) {
        self.all.push(line);
    }

    /// Adds a line, broken to a width.
    fn wrapped(&mut self, line: &Pieces, wide: u16, hang: usize) {
        self.all.extend(wrap(line, usize::from(wide), hang));
    }

    fn blank(&mut self) {
        self.all.push(Pieces::new());
    }

    fn len(&self) -> usize {
        self.all.len()
    }
}

/// Draws the desk.
pub(crate) fn draw(frame: &mut Frame<'_>, state: &State, look: Look) {
    let said = bar::strip(state, frame.area().width);
    let rows = u16::try_from(said.len()).unwrap_or(1);
    let [top, middle, strip] =
        Layout::vertical([Constraint::Length(1), Constraint::Fill(1), Constraint::Length(rows)]).areas(frame.area());
    head(frame, top, state, look);
    put(frame, strip, &said, 0, look);
    match state.page {
        Page::Desk => desk(frame, middle, state, look),
        page => pages::draw(frame, middle, state, page, look),
    }
    if let Some(top) = state.help {
        help::draw(frame, middle, state, top, look);
    }
}

fn desk(frame: &mut Frame<'_>, area: Rect, state: &State, look: Look) {
    if !state.is_wide() {
        match state.focus {
            Focus::Sheet => sheet::draw(frame, area, state, look),
            Focus::Composer | Focus::Thread => talk(frame, area, state, look),
        }
        return;
    }
    let [left, line, right] =
        Layout::horizontal([Constraint::Percentage(45), Constraint::Length(1), Constraint::Fill(1)]).areas(area);
    talk(frame, left, state, look);
    let rule: Vec<Pieces> = (0..line.height).map(|_| inked(Ink::Faint, "│")).collect();
    put(frame, line, &Lines { all: rule, chosen: None }, 0, look);
    sheet::draw(frame, right, state, look);
}

/// The conversation with the composer below it.
fn talk(frame: &mut Frame<'_>, area: Rect, state: &State, look: Look) {
    let typed = typed(state, area.width);
    let rows = u16::try_from(typed.len()).unwrap_or(MOST_TYPED).clamp(1, MOST_TYPED);
    let [above, modes, composer] =
        Layout::vertical([Constraint::Fill(1), Constraint::Length(1), Constraint::Length(rows)]).areas(area);
    thread::draw(frame, above, state, look);
    frame.render_widget(look.line(&mode_line(state, modes.width)), modes);
    let top = typed.len().saturating_sub(usize::from(rows));
    put(frame, composer, &Lines { all: typed, chosen: None }, top, look);
    if state.focus == Focus::Composer && state.prompt.is_none() && state.help.is_none() {
        let before = wrap(&bare(format!("> {}", clean_lines(state.composer.before()))), usize::from(area.width), 2);
        let column: usize = before.last().into_iter().flatten().map(|(_, text)| width(text)).sum();
        // A space at the end of a full row is on no row yet.
        let row = before.len().saturating_sub(1).saturating_sub(top);
        place(frame, composer, column, row);
    }
}

/// Rows of the composer at most.
const MOST_TYPED: u16 = 6;

fn typed(state: &State, wide: u16) -> Vec<Pieces> {
    if state.composer.is_empty() {
        let hint = match state.thread.question() {
            Some(_) => say!("cli-desk-answer-here"),
            None if state.focus == Focus::Composer && state.awaits_review() => say!("cli-desk-review-here"),
            None => say!("cli-desk-placeholder"),
        };
        let mut line = bare("> ");
        line.extend(inked(Ink::Faint, cut(&hint, usize::from(wide).saturating_sub(2))));
        return vec![line];
    }
    wrap(&bare(format!("> {}", clean_lines(state.composer.text()))), usize::from(wide), 2)
}

/// A text of several lines as one, each end of a line seen.
fn clean_lines(text: &str) -> String {
    clean(&text.replace('\n', "↵"))
}

/// `─ [Auto] Chat Plan ─── Auto · Routing · 3 s`.
fn mode_line(state: &State, wide: u16) -> Pieces {
    let focused = state.focus == Focus::Composer;
    let rule = |n: usize| inked(if focused { Ink::Strong } else { Ink::Faint }, "─".repeat(n));
    let mut line = rule(1);
    for mode in Mode::ALL.into_iter().filter(|mode| mode.offered(&state.standing)) {
        let name = say!("cli-run-mode", mode = mode.name());
        match mode == state.mode {
            true => line.extend(inked(Ink::Strong, format!(" [{name}]"))),
            false => line.extend(inked(Ink::Faint, format!(" {name}"))),
        }
    }
    line.extend(bare(" "));
    let taken: usize = line.iter().map(|(_, text)| width(text)).sum();
    line.extend(rule(usize::from(wide).saturating_sub(taken)));
    line
}

/// Title on the left, how things stand on the right.
fn head(frame: &mut Frame<'_>, area: Rect, state: &State, look: Look) {
    let wide = usize::from(area.width);
    let standing = &state.standing;
    let model = standing.model.as_deref().map_or_else(|| say!("cli-desk-planner"), clean);
    let right = match (state.away, wide) {
        (true, _) => say!("cli-desk-away-short"),
        (false, ..70) => say!("cli-desk-waiting", count = standing.inbox),
        (false, _) => {
            let todos = say!("cli-todos-count", count = standing.todos);
            format!("{model} · {todos} · {}", say!("cli-desk-waiting", count = standing.inbox))
        }
    };
    let left = match state.page {
        Page::Desk if state.thread.title.is_empty() => "Countersign".to_owned(),
        Page::Desk => format!("Countersign ▸ {}", clean_lines(&state.thread.title)),
        page => format!("Countersign ▸ {}", pages::name(page)),
    };
    let left = cut(&left, wide.saturating_sub(width(&right) + 3));
    let gap = wide.saturating_sub(width(&left) + width(&right) + 2);
    let mut line = inked(Ink::Strong, format!(" {left}"));
    line.extend(bare(" ".repeat(gap)));
    line.extend(inked(if state.away { Ink::Danger } else { Ink::Faint }, right));
    frame.render_widget(look.line(&line), area);
}

/// Puts lines in an area, from the line `top` on; what is chosen is drawn in reverse.
fn put(frame: &mut Frame<'_>, area: Rect, lines: &Lines, top: usize, look: Look) {
    let shown = lines.all.iter().enumerate().skip(top).take(usize::from(area.height));
    let drawn: Vec<Line<'static>> = shown
        .map(|(at, pieces)| {
            let line = look.line(pieces);
            match lines.chosen {
                Some((first, last)) if (first..=last).contains(&at) => {
                    let taken: usize = pieces.iter().map(|(_, text)| width(text)).sum();
                    let mut line = line;
                    line.push_span(Span::raw(" ".repeat(usize::from(area.width).saturating_sub(taken))));
                    line.patch_style(Style::new().add_modifier(Modifier::REVERSED))
                }
                _ => line,
            }
        })
        .collect();
    frame.render_widget(Paragraph::new(drawn), area);
}

/// Puts lines over what is there.
fn over(frame: &mut Frame<'_>, area: Rect, lines: &Lines, top: usize, look: Look) {
    frame.render_widget(Clear, area);
    put(frame, area, lines, top, look);
}

/// The first line of a window so that what is chosen is in it, in the middle where it can be.
fn window(lines: &Lines, height: u16) -> usize {
    let height = usize::from(height);
    let (first, last) = lines.chosen.unwrap_or((0, 0));
    let above = height.saturating_sub(last + 1 - first) / 2;
    first.saturating_sub(above).min(lines.len().saturating_sub(height))
}

/// Puts the cursor of the terminal into an area.
fn place(frame: &mut Frame<'_>, area: Rect, column: usize, row: usize) {
    let within = |at: usize, most: u16| u16::try_from(at).unwrap_or(u16::MAX).min(most.saturating_sub(1));
    frame
        .set_cursor_position(Position { x: area.x + within(column, area.width), y: area.y + within(row, area.height) });
}

/// A rule over the whole width.
fn rule(wide: u16, strong: bool) -> Pieces {
    inked(if strong { Ink::Strong } else { Ink::Faint }, "─".repeat(usize::from(wide)))
}
