//! The conversation: what was said, live stage lines, answers, questions, and cards of change sets.

use super::sheet::{counts, standing};
use super::{Lines, Look, put};
use crate::desk::state::{Focus, State};
use crate::desk::thread::{SHOWN, Turn};
use crate::screen::text::{Pieces, bare, inked, shown};
use crate::screen::{Ink, Screen, clean};
use crate::show;
use crate::texts::say;
use crate::verbs::agent::of_step;
use countersign_core::wire::{AgentCall, AgentWait, Clarify, ErrorBody, RunStatus, RunView, SummaryState, WorkSummary};
use ratatui::Frame;
use ratatui::layout::Rect;

pub(super) fn draw(frame: &mut Frame<'_>, area: Rect, state: &State, look: Look) {
    let mut lines = Lines::default();
    if state.thread.turns.is_empty() {
        empty(&mut lines, area.width);
        return put(frame, area, &lines, 0, look);
    }
    for (at, turn) in state.thread.turns.iter().enumerate() {
        let first = lines.len() + usize::from(at > 0);
        draw_turn(&mut lines, state, turn, at, area.width);
        if state.focus == Focus::Thread && state.thread.cursor == Some(at) {
            // Its message is what is chosen; its answer may be longer than the window.
            lines.chosen = Some((first, first));
        }
    }
    let most = lines.len().saturating_sub(usize::from(area.height));
    let top = match lines.chosen {
        Some(_) => super::window(&lines, area.height),
        None => most.saturating_sub(state.thread.scroll),
    };
    put(frame, area, &lines, top, look);
}

fn empty(lines: &mut Lines, wide: u16) {
    lines.blank();
    lines.wrapped(&inked(Ink::Strong, format!(" {}", say!("cli-desk-empty"))), wide, 1);
    lines.wrapped(&bare(format!(" {}", say!("cli-desk-empty-text"))), wide, 1);
    lines.blank();
    for example in [say!("cli-desk-example-1"), say!("cli-desk-example-2"), say!("cli-desk-example-3")] {
        lines.wrapped(&inked(Ink::Faint, format!("   {example}")), wide, 3);
    }
}

fn draw_turn(lines: &mut Lines, state: &State, turn: &Turn, at: usize, wide: u16) {
    if at > 0 {
        lines.blank();
    }
    for (n, line) in turn.message.lines().enumerate() {
        let before = if n == 0 { "› " } else { "  " };
        lines.wrapped(&inked(Ink::Strong, format!("{before}{}", clean(line))), wide, 2);
    }
    let mut say_line = |line: Pieces| {
        let mut set_in = bare("  ");
        set_in.extend(line);
        lines.wrapped(&set_in, wide, 2);
    };
    if let Some(context) = turn.view.as_ref().and_then(|view| view.context.as_ref()) {
        shown(|screen| show::context(screen, context)).into_iter().for_each(&mut say_line);
    }
    // A question stands below with its choices.
    let asked = turn.clarify.as_ref().is_some_and(|clarify| turn.text.trim() == clarify.question.trim());
    if !asked {
        turn.text.lines().map(|line| bare(clean(line))).for_each(&mut say_line);
    }
    shown(|screen| show::said(screen, Some(&turn.said))).into_iter().for_each(&mut say_line);
    if let Some(view) = &turn.view {
        more(view).into_iter().for_each(&mut say_line);
    }
    for note in &turn.notes {
        say_line(inked(Ink::Change, format!("⚒ {}", clean(note))));
    }
    let screen = Screen::kept();
    for step in turn.steps.values() {
        say_line(bare(of_step(&screen, step)));
    }
    if turn.is_running() {
        say_line(inked(Ink::Faint, stage(state, turn)));
    }
    if let Some(clarify) = &turn.clarify {
        let open = state.thread.question().is_some_and(|(waiting, _)| std::ptr::eq(waiting, turn));
        question(clarify, turn, open).into_iter().for_each(&mut say_line);
    }
    match turn.status {
        RunStatus::Cancelled => say_line(inked(Ink::Faint, say!("cli-agent-cancelled"))),
        RunStatus::Interrupted => say_line(inked(Ink::Danger, say!("cli-desk-interrupted"))),
        RunStatus::Failed => failure(turn.error.as_ref()).into_iter().for_each(&mut say_line),
        RunStatus::Waiting if turn.clarify.is_none() => {
            waits(turn).into_iter().for_each(&mut say_line);
            say_line(inked(Ink::Change, how(turn)));
        }
        _ => {}
    }
    if turn.status == RunStatus::Done
        && let Some(summary) = turn.view.as_ref().and_then(|view| view.agent.as_ref()?.summary.as_ref())
    {
        let waits = state.thread.summary().is_some_and(|(run, _)| turn.run.as_deref() == Some(run));
        summarized(summary, waits).into_iter().for_each(&mut say_line);
    }
    if let Some(id) = turn.set {
        card(state, id).into_iter().for_each(&mut say_line);
    }
}

/// `Auto · Routing · as a plan · qwen3-4b · 3 s`.
fn stage(state: &State, turn: &Turn) -> String {
    let mode = say!("cli-run-mode", mode = clean(&turn.mode));
    let model = turn.model.as_deref().or(state.standing.model.as_deref()).map(clean);
    let stage = turn.stage.clone().unwrap_or_else(|| say!("cli-desk-sent"));
    let seconds = (state.seconds > 0).then(|| format!("{} s", state.seconds));
    [Some(mode), Some(stage), turn.action.clone(), model, seconds].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// What a structured reply holds besides its text, and what the sentence was taken for.
fn more(view: &RunView) -> Vec<Pieces> {
    let mut all = Vec::new();
    if let Some(reply) = &view.reply {
        all.extend(shown(|screen| show::reply(screen, reply)));
    }
    for image in &view.images {
        all.push(bare(format!("▧ {}  {}", image.id, clean(&image.now.original_prompt))));
    }
    if !view.consumed.is_empty() {
        let part = |part: &countersign_core::wire::Consumed| {
            say!("cli-consumed-part", text = clean(&part.text), meaning = show::read_as(&part.taken_as))
        };
        let parts = view.consumed.iter().map(part).collect::<Vec<_>>().join(", ");
        all.push(inked(Ink::Faint, say!("cli-consumed-list", parts = parts)));
    }
    all
}

/// What an agent's run waits for; the next message is said to it.
fn waits(turn: &Turn) -> Vec<Pieces> {
    let wait = turn.view.as_ref().and_then(|view| view.agent.as_ref()).and_then(|agent| agent.wait.as_ref());
    match wait {
        Some(AgentWait::Continue { done, left, queued }) => {
            vec![bare(say!("cli-agent-paused", done = *done, left = *left, queued = *queued))]
        }
        Some(AgentWait::Answer { question, context }) => shown(|screen| {
            show::asked(screen, question)?;
            context.as_ref().map_or(Ok(()), |context| show::quoted(screen, context))
        }),
        Some(AgentWait::Approval { calls }) => {
            let call = |(n, call): (usize, &AgentCall)| {
                bare(format!("  {n}. {} {}", clean(&call.tool), clean(&call.args.to_string())))
            };
            let head = bare(say!("cli-agent-approval", count = calls.len()));
            std::iter::once(head).chain((1..).zip(calls).map(call)).collect()
        }
        Some(wait @ AgentWait::Subtasks { .. }) => {
            let plan =
                turn.view.as_ref().and_then(|view| view.agent.as_ref()).and_then(|agent| agent.subtasks.as_ref());
            crate::verbs::agent::subtasks::card(&Screen::kept(), plan, wait).into_iter().map(bare).collect()
        }
        Some(AgentWait::Summary { .. }) | None => Vec::new(),
    }
}

/// What is typed to a run that waits.
fn how(turn: &Turn) -> String {
    let wait = turn.view.as_ref().and_then(|view| view.agent.as_ref()).and_then(|agent| agent.wait.as_ref());
    match wait {
        Some(AgentWait::Continue { .. }) => say!("cli-desk-how-continue"),
        Some(AgentWait::Approval { .. }) => say!("cli-desk-how-approval"),
        _ => say!("cli-desk-waits"),
    }
}

/// The summary of an agent's work: while it waits what it says and what can be typed, then what became of it.
fn summarized(summary: &WorkSummary, waits: bool) -> Vec<Pieces> {
    match summary.state {
        SummaryState::Pending => {
            let mut all = shown(|screen| crate::verbs::agent::card(screen, summary));
            all.extend(waits.then(|| inked(Ink::Change, say!("cli-desk-how-summary"))));
            all
        }
        SummaryState::Saved => vec![inked(Ink::Faint, say!("cli-agent-summary-saved"))],
        SummaryState::Discarded => vec![inked(Ink::Faint, say!("cli-agent-summary-discarded"))],
    }
}

/// A question with its choices, numbered over all sections as they are answered.
fn question(clarify: &Clarify, turn: &Turn, open: bool) -> Vec<Pieces> {
    let mut all = vec![inked(if open { Ink::Strong } else { Ink::Faint }, clean(&clarify.question))];
    if !open {
        return all;
    }
    let mut first = 1;
    for (at, section) in clarify.sections.iter().enumerate() {
        if clarify.sections.len() > 1 {
            all.push(inked(Ink::Faint, heading(&section.kind)));
        }
        let shown = if turn.more { section.options.len() } else { SHOWN };
        for (place, option) in section.options.iter().enumerate().take(shown) {
            let picked = turn.picks.get(at) == Some(&place);
            let mark = if picked { "✓" } else { " " };
            let ink = picked.then_some(Ink::Strong);
            all.push(vec![(ink, format!("{mark} {}. {}", first + place, clean(&option.label)))]);
        }
        if let Some(count) = section.options.len().checked_sub(shown).filter(|more| *more > 0) {
            all.push(inked(Ink::Faint, format!("  {}", say!("cli-more-options", count = count))));
        }
        first += section.options.len();
    }
    all.push(inked(Ink::Faint, say!("cli-desk-answer-how")));
    all
}

fn heading(kind: &str) -> String {
    match kind {
        "which" => say!("cli-desk-section-which"),
        "when" => say!("cli-desk-section-when"),
        "series" => say!("cli-desk-section-series"),
        "duplicate" => say!("cli-desk-section-duplicate"),
        _ => say!("cli-desk-section-value"),
    }
}

/// What failed, what is safe, what to do.
fn failure(error: Option<&ErrorBody>) -> Vec<Pieces> {
    let (message, hint) = match error {
        Some(body) => (show::sentence(&body.message), body.hint.as_deref().map(clean).unwrap_or_default()),
        None => (say!("cli-run-failed"), say!("cli-run-failed-hint")),
    };
    let safe = say!("cli-nothing-changed");
    let mut all = vec![inked(Ink::Danger, &message)];
    if !hint.is_empty() {
        all.push(bare(&hint));
    }
    if !hint.contains(&safe) && !message.contains(&safe) {
        all.push(inked(Ink::Strong, safe));
    }
    all
}

/// A change set in one place: what it is, where it stands. It is decided on the sheet.
fn card(state: &State, id: i64) -> Vec<Pieces> {
    let Some(set) = state.sheet.known(id) else { return vec![inked(Ink::Faint, format!("▤ #{id}"))] };
    let (word, ink) = standing(state, set);
    let mut line = inked(Ink::Strong, format!("▤ #{id}  "));
    line.extend(bare(format!("{}   ", counts(&set.counts))));
    line.extend(inked(ink, word));
    vec![line]
}
