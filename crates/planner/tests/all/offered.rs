//! Every answer a question offers leads where its label says: given back as its value, in the words of its label
//! or by its place, it becomes a plan, never the same question and never a todo named after the answer.

// Functions shared by tests are not inside #[test], which is all that clippy.toml exempts.

mod more;

use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Answer, Context, Decision, Pending, interpret};
use serde_json::{Value, json};

const SNAPSHOT: &str = include_str!("../data/offered.json");
const PLACES: [&str; 7] =
    ["the first", "the second", "the third", "the fourth", "the fifth", "the sixth", "the seventh"];

fn clock() -> Clock {
    Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York")
}

fn todos() -> Todos {
    let todos: Vec<Todo> = serde_json::from_str(SNAPSHOT).expect("the snapshot is a list of todos");
    Todos::new(todos)
}

fn say(text: &str, ctx: &Context) -> Answer {
    interpret(text, &todos(), &clock(), ctx)
}

/// What is answered to the question that an instruction leads to.
fn reply(instruction: &str, answer: &str) -> Answer {
    let asked = say(instruction, &Context::default());
    assert_eq!(asked.decision, Decision::Clarify, "{instruction} asks nothing: {:?}", ops(&asked));
    say(answer, &pending(instruction, &asked))
}

fn pending(instruction: &str, asked: &Answer) -> Context {
    let question = asked.question.clone().unwrap_or_default();
    let clarify =
        Pending { question, options: asked.options.clone(), instruction: instruction.to_owned(), answers: Vec::new() };
    Context { clarify: Some(clarify), ..Context::default() }
}

fn ops(answer: &Answer) -> Vec<Value> {
    answer.ops.iter().map(countersign_core::operation::Operation::to_value).collect()
}

/// Instructions that are asked about, made of parts.
fn instructions() -> Vec<String> {
    let mut out = Vec::new();
    for day in ["thursday", "tomorrow", "sunday", "next tuesday"] {
        for said in ["skip gym on {}", "skip gym {}", "complete gym on {}", "move gym on {} to nov 28"] {
            out.push(said.replace("{}", day).replace("on tomorrow", "tomorrow"));
        }
    }
    for (nth, day) in [("second", "monday"), ("third", "friday"), ("fourth", "tuesday"), ("fifth", "monday")] {
        out.push(format!("wash dog every {nth} {day}"));
        out.push(format!("add wash dog every {nth} {day} at 5pm"));
    }
    for day in ["feb 30", "nov 31", "april 31", "30th of february", "31st of june"] {
        for said in ["wash dog every {}", "wash dog yearly on {}", "add wash dog on {}", "move dentist to {}"] {
            out.push(said.replace("{}", day));
        }
    }
    for said in ["move dentist from monday to {}", "delete dentist on {}", "move dentist on {} to dec 3"] {
        out.extend(["friday", "wednesday"].iter().map(|day| said.replace("{}", day)));
    }
    for to in ["wednesday", "thursday", "one day later", "dec 1"] {
        out.push(format!("move gym {}{to}", if to.ends_with("later") { "" } else { "to " }));
    }
    let own = [
        "buy milk",
        "buy milk tomorrow",
        "tax return due jan 15",
        "stop stand-up",
        "skip dentist",
        "move email to friday",
        "complete email",
        "move dentist to 5/6",
        "wash the car 5/6",
        "wash dog every 5/6",
        "skip gym this week",
        "skip rent this month",
        "uncomplete gym on friday",
        "make gym start in january",
        "change stand-up to 9:30 from monday",
        "i moved the dentist to friday",
        "paid rent yesterday",
        "move dentist to friday dec 25 2027",
    ];
    out.extend(own.map(str::to_owned));
    out
}

/// What is wrong with the outcome of an option; `None` where its label is kept.
fn broken(kind: &str, option: &Value, label: &str, before: &Answer, after: &Answer) -> Option<String> {
    let value = option.as_str().unwrap_or_default();
    if value == "keep" {
        return (after.decision != Decision::Chat).then(|| "is not left".to_owned());
    }
    if after.decision == Decision::Clarify && before.sections.len() > 1 && after.question != before.question {
        return None;
    }
    if after.decision != Decision::Plan {
        return Some(format!("{:?} {:?}", after.decision, after.question));
    }
    let ops = ops(after);
    let text = json!(ops).to_string();
    let op = |name: &str| ops.iter().any(|op| op["op"] == name);
    let kept = match kind {
        "which" => ops.iter().all(|op| op["id"] == *option),
        // A day of a series that begins there is its first.
        "when" => text.contains(value),
        "series" if value == "occurrence" => op("move_occurrence"),
        "series" => op("update") && ops.iter().all(|op| op["id"] == 6 || op["id"] == 5),
        "duplicate" if value == "move" => op("update"),
        "duplicate" => op("create"),
        _ if matches!(value, "delete" | "complete") => op(value),
        _ if value == "unrepeat" => op("update"),
        _ => after.ops.iter().any(|op| match op {
            countersign_core::operation::Operation::Create(d) => {
                d.recurrence.as_ref().is_some_and(|r| r.describe() == label)
            }
            _ => false,
        }),
    };
    (!kept).then_some(text)
}

#[test]
fn every_offered_answer_leads_where_its_label_says() {
    let (mut questions, mut wrong) = (0, Vec::new());
    for instruction in instructions() {
        let asked = say(&instruction, &Context::default());
        if asked.decision != Decision::Clarify {
            continue;
        }
        questions += 1;
        for section in &asked.sections {
            for (option, place) in section.options.iter().zip(PLACES) {
                // As `engine::runs` says a chip: a todo by its number.
                let value = match (option.value.as_i64(), option.value.as_str()) {
                    (Some(id), _) => format!("#{id}"),
                    (None, text) => text.unwrap_or_default().to_owned(),
                };
                for said in [value.as_str(), option.label.as_str(), place] {
                    let after = say(said, &pending(&instruction, &asked));
                    if let Some(why) = broken(&section.kind, &option.value, &option.label, &asked, &after) {
                        wrong.push(format!("{instruction} | {said} -> {why}"));
                    } else if instruction.contains("every") && !json!(ops(&after)).to_string().contains("recurrence") {
                        wrong.push(format!("{instruction} | {said} -> the repetition is lost"));
                    }
                }
            }
        }
    }
    assert!(questions >= 60, "only {questions} of the instructions are asked about");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Asked which half of the day a timetable means: figures are of the clock of 24 hours, and words say it.
#[test]
fn a_half_of_the_day_is_said_in_figures_or_in_words() {
    for (answer, time) in [
        ("6:45", "06:45"),
        ("6.45", "06:45"),
        ("at 6:45", "06:45"),
        ("morning", "06:45"),
        ("in the morning", "06:45"),
        ("the morning one", "06:45"),
        ("am", "06:45"),
        ("18:45", "18:45"),
        ("pm", "18:45"),
        ("evening", "18:45"),
        ("the evening one", "18:45"),
    ] {
        let said = reply("train 6:45 tomorrow", answer);
        assert_eq!(ops(&said).first().map(|op| op["timeOfDay"].clone()), Some(json!(time)), "{answer}: {said:?}");
    }
}
