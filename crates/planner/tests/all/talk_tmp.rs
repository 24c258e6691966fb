use countersign_core::ids::{SetId};
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::*;
use serde_json::Value;

fn clock() -> Clock { Clock::new(jiff::civil::date(2026, 11, 21).at(15, 0, 0, 0), "UTC") }
const TODOS: &str = r#"[{"id":1,"title":"Dentist","scheduledFor":"2026-11-24"},{"id":2,"title":"Quarterly report","scheduledFor":"2026-11-21"},{"id":3,"title":"Email Sarah"},{"id":4,"title":"Email Tom"},{"id":5,"title":"Return milk bottles"}]"#;
fn plain(op: &Value) -> String {
    let text = |key: &str| op[key].as_str().unwrap_or_default().to_owned();
    let mut parts = match text("op").as_str() {
        "create" => vec![format!("+{}", text("title"))],
        "update" => vec![format!("#{}", op["id"])],
        other => vec![format!("#{} {other}", op["id"])],
    };
    for (key, lead) in [("scheduledFor", ""), ("timeOfDay", ""), ("dueDate", "due "), ("priority", "")] {
        if let Some(value) = op[key].as_str() { parts.push(format!("{lead}{}", value.trim_start_matches("2026-"))); }
    }
    for key in ["labels", "labels_add"] {
        parts.extend(op[key].as_array().into_iter().flatten().map(|l| format!("#{}", l.as_str().unwrap())));
    }
    parts.join(" ")
}
fn sorted(right: &str) -> String { let mut all: Vec<&str> = right.split("; ").collect(); all.sort_unstable(); all.join("; ") }

#[test]
fn talk() {
    let todos = Todos::new(serde_json::from_str::<Vec<Todo>>(TODOS).unwrap());
    let table = std::fs::read_to_string(std::env::var("TALK").unwrap()).unwrap();
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut bad = 0;
    for row in table.lines().filter(|r| !r.starts_with('#') && !r.is_empty() && r.contains(&only)) {
        let (said, right) = row.rsplit_once(" => ").unwrap();
        let mut ctx = Context::default();
        let mut last: Option<Answer> = None;
        for (k, text) in said.split(" || ").enumerate() {
            if text == "[sign]" { ctx.proposals.iter_mut().for_each(|p| p.signed = true); continue; }
            let answer = interpret(text, &todos, &clock(), &ctx);
            let told = reply(&answer, &todos, &clock());
            let turn = |role: &str, text: &str| Turn { role: role.to_owned(), text: text.to_owned() };
            ctx.turns.extend([turn("user", text), turn("assistant", &told)]);
            let before = ctx.clarify.take();
            if answer.decision == Decision::Clarify {
                let before = before.filter(|_| answer.answers_pending);
                let (instruction, answers) = match before {
                    Some(p) => (p.instruction, p.answers.into_iter().chain([text.to_owned()]).collect()),
                    None => (text.to_owned(), Vec::new()),
                };
                ctx.clarify = Some(Pending { question: answer.question.clone().unwrap_or_default(), options: answer.options.clone(), instruction, answers });
            }
            ctx.proposals.retain(|p| !answer.takes.iter().any(|t| (t.set, t.n) == (p.set, p.n)));
            let listed = !answer.answer_ids.is_empty() || answer.asked.is_some();
            if answer.decision == Decision::Plan || listed { ctx.proposals.iter_mut().for_each(|p| p.recent = false); }
            if answer.decision == Decision::Plan {
                for (n, op) in (1..).zip(&answer.ops) {
                    ctx.proposals.push(Proposed { set: SetId(k as i64), n, op: op.clone(), signed: false, marked: true, recent: true });
                }
            }
            if answer.decision == Decision::Chat && !ctx.proposals.iter().any(|p| p.recent) && answer.withdraws {
                let set = ctx.proposals.last().map(|p| p.set);
                ctx.proposals.iter_mut().filter(|p| Some(p.set) == set).for_each(|p| p.recent = true);
            }
            ctx.proposed = match answer.decision { Decision::Plan => true, Decision::Chat => ctx.proposed && !answer.withdraws, _ => false };
            last = Some(answer);
        }
        let mut all: Vec<String> = ctx.proposals.iter().map(|p| format!("{}{}", if p.signed {"!"} else {""}, plain(&p.op.to_value()))).collect();
        all.sort();
        let last = last.unwrap();
        let got = format!("{}{}", if last.decision == Decision::Clarify {"? "} else {""}, if all.is_empty() {"-".into()} else {all.join("; ")});
        let right = match right.strip_prefix("? ") { Some(r) => format!("? {}", sorted(r)), None => sorted(right) };
        if got != right { bad += 1; println!("{said}\n  right {right}\n    got {got}   {:?} {:?} {:?}", last.decision, last.question, last.warnings); }
    }
    println!("{bad} wrong");
}
