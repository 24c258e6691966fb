//! Conversations of several messages: what goes on from the message before, what answers a question, and what does not.

use crate::effect::changes_of;
use crate::findings::line;
use countersign_core::ids::{SetId, TodoId};
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{
    Answer, Batch, Context, Decision, HistoryOp, Pending, Proposed, Turn, interpret, reply,
};

const TODOS: &str = include_str!("../data/following.json");
const TABLE: &str = include_str!("../data/following.txt");
const OTHERWISE: &str = include_str!("../data/otherwise.txt");

fn clock() -> Clock {
    Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York")
}

/// The todos after an answer was signed, with what was done noted in the history. New ones are called 101, 102, ….
fn signed(answer: &Answer, todos: &Todos, ctx: &mut Context) -> Todos {
    let mut all: Vec<Todo> = todos.iter().cloned().collect();
    let mut ops = Vec::new();
    for change in changes_of(&answer.ops, todos, &clock()).0 {
        let id = if change.id.0 < 0 { TodoId(100 - change.id.0) } else { change.id };
        let op = if change.before.is_some() { "update" } else { "create" };
        ops.push(HistoryOp { op: op.to_owned(), id: Some(id), before: change.before, ..HistoryOp::default() });
        all.retain(|todo| todo.id != id);
        all.extend(change.after.map(|todo| Todo { id, ..todo }));
    }
    ctx.history.push(Batch { batch: format!("b{}", ctx.history.len()), ops, ..Batch::default() });
    ctx.proposed = false;
    ctx.proposals.clear();
    Todos::new(all)
}

/// Notes what an answer proposes, and what it takes back of what was proposed before.
fn note(answer: &Answer, ctx: &mut Context) {
    ctx.proposals.retain(|p| !answer.takes.iter().any(|taken| (taken.set, taken.n) == (p.set, p.n)));
    let next = SetId(ctx.turns.len() as i64);
    let listed = !answer.answer_ids.is_empty() || answer.asked.is_some();
    if answer.decision == Decision::Plan || answer.decision == Decision::Clarify || listed {
        ctx.proposals.iter_mut().for_each(|p| p.recent = false);
    }
    if answer.decision == Decision::Plan {
        let item = |(n, op): (u32, &countersign_core::operation::Operation)| Proposed {
            set: next,
            n,
            op: op.clone(),
            signed: false,
            marked: true,
            recent: true,
        };
        ctx.proposals.extend((1..).zip(&answer.ops).map(item));
    }
}

/// What the last of several messages comes to.
fn said(messages: &[&str], todos: &Todos) -> Answer {
    talked(messages, todos).0
}

/// What the last of several messages comes to, and what waited when it was said. Nothing is signed between them but at `[sign]`; a question waits until it
/// is answered, as in `engine::turns`.
pub(crate) fn talked(messages: &[&str], todos: &Todos) -> (Answer, Vec<Proposed>) {
    let mut todos = todos.clone();
    let mut ctx = Context::default();
    let mut last: Option<Answer> = None;
    let mut waited = Vec::new();
    for text in messages {
        if let (&"[sign]", Some(answer)) = (text, &last) {
            todos = signed(answer, &todos, &mut ctx);
            continue;
        }
        let text = &text.replace("\\n", "\n");
        let answer = interpret(text, &todos, &clock(), &ctx);
        let told = reply(&answer, &todos, clock().now.date());
        let turn = |role: &str, text: &str| Turn { role: role.to_owned(), text: text.to_owned() };
        ctx.turns.extend([turn("user", text), turn("assistant", &told)]);
        if answer.decision == Decision::Clarify {
            let before = ctx.clarify.take().filter(|_| answer.answers_pending);
            let (instruction, answers) = match before {
                Some(p) => (p.instruction, p.answers.into_iter().chain([text.clone()]).collect()),
                None => (text.clone(), Vec::new()),
            };
            let question = answer.question.clone().unwrap_or_default();
            ctx.clarify = Some(Pending { question, options: answer.options.clone(), instruction, answers });
        } else if answer.answers_pending {
            ctx.clarify = None;
        }
        waited.clone_from(&ctx.proposals);
        note(&answer, &mut ctx);
        ctx.proposed = match answer.decision {
            Decision::Plan => true,
            Decision::Chat => ctx.proposed && !answer.withdraws,
            Decision::Clarify | Decision::Unsure => false,
        };
        last = Some(answer);
    }
    (last.unwrap(), waited)
}

/// The rows of a table that come to something else.
fn wrong(table: &str, least: usize, shown: impl Fn(&Answer) -> String) -> Vec<String> {
    let todos = Todos::new(serde_json::from_str::<Vec<Todo>>(TODOS).unwrap());
    let rows: Vec<(&str, &str)> = table
        .lines()
        .filter(|row| !row.starts_with('#') && !row.is_empty())
        .map(|row| row.rsplit_once(" => ").unwrap())
        .collect();
    assert!(rows.len() >= least, "{} rows", rows.len());
    rows.into_iter()
        .map(|(row, right)| (row, right, shown(&said(&row.split(" || ").collect::<Vec<_>>(), &todos))))
        .filter(|(_, right, got)| right != got)
        .map(|(row, right, got)| format!("{row}\n  right {right}\n    got {got}"))
        .collect()
}

#[test]
fn a_message_goes_on_from_the_one_before() {
    let wrong = wrong(TABLE, 90, line);
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_was_said_before_is_put_otherwise_and_the_rest_of_it_stays() {
    let wrong = wrong(OTHERWISE, 100, |answer| {
        let mark = if answer.withdraws { "instead " } else { "" };
        format!("{mark}{}", line(answer))
    });
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Quoted is what was typed in the message, or in what it answers; a figure is never another.
#[test]
fn what_was_read_is_quoted_as_it_was_typed() {
    let todos = Todos::new(serde_json::from_str::<Vec<Todo>>(TODOS).unwrap());
    let quoted = |messages: &[&str]| -> Vec<String> {
        said(messages, &todos).consumed.into_iter().map(|part| part.text).collect()
    };
    let rows = TABLE.lines().chain(OTHERWISE.lines()).filter_map(|row| row.rsplit_once(" => "));
    let mut seen = 0;
    for (row, _) in rows.filter(|(row, _)| !row.starts_with('#')) {
        for part in quoted(&row.split(" || ").collect::<Vec<_>>()) {
            seen += 1;
            let figures = part.split(|c: char| !c.is_ascii_digit()).filter(|figures| !figures.is_empty());
            for figures in figures {
                assert!(row.contains(figures), "{row}: {part}");
            }
        }
    }
    assert!(seen > 40, "{seen}");
    for (messages, right) in [
        (&["lunch with Tom wednesday at 1", "make that 12:30"][..], &["12:30"][..]),
        (&["lunch with Tom wednesday at 1", "no, I meant thursday"], &["thursday"]),
        (&["remove the date from the passport"], &["date"]),
        (&["drop the deadline of the passport"], &[]),
        (&["dinner with Ann nxt friday"], &["nxt friday"]),
        (&["Abendessen um 7 am Freitag"], &["am Freitag"]),
        (&["add lunch with Ann friday, high priority"], &["friday", "high priority"]),
    ] {
        assert_eq!(quoted(messages), right, "{messages:?}");
    }
}
