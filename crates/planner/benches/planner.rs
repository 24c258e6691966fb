//! What a sentence costs against many todos, in milliseconds (TODOS.md "Speed": 2 at 10 000, 20 at 100 000).

use countersign_core::ids::TodoId;
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Context, interpret};
use std::io::Write;
use std::time::Instant;

const VERBS: [&str; 10] = ["Call", "Email", "Review", "Buy", "Fix", "Plan", "Write", "Order", "Clean", "Prepare"];
const NOUNS: [&str; 20] = [
    "report",
    "invoice",
    "garden",
    "kitchen",
    "budget",
    "slides",
    "contract",
    "laptop",
    "passport",
    "ticket",
    "insurance",
    "roof",
    "bicycle",
    "meeting",
    "newsletter",
    "survey",
    "website",
    "present",
    "piano",
    "window",
];
/// What is said; the made-up words are of todo 9 061, once as they are and once with a slip.
fn sentences() -> [(&'static str, String); 7] {
    let name = word(9_061);
    let mut slip: Vec<char> = name.chars().collect();
    slip.swap(4, 5);
    let slip: String = slip.into_iter().collect();
    [
        ("create", "add buy milk tomorrow at 9am high priority".to_owned()),
        ("one", format!("complete the {name} contract")),
        ("miss", "delete the xylophone".to_owned()),
        ("typo", format!("move the {slip} contract to friday")),
        ("tie", "complete the report".to_owned()),
        ("left", "already finally move the contract somehow after the fair".to_owned()),
        ("bulk", "set all contract tasks to high priority".to_owned()),
    ]
}
const ROUNDS: usize = 15;

/// A made-up word, a different one for each number.
fn word(mut n: usize) -> String {
    let mut out = String::new();
    for _ in 0..4 {
        out.push(char::from(*b"bdfgklmnprstvwz".get(n % 15).unwrap_or(&b'b')));
        out.push(char::from(*b"aeiou".get((n / 15) % 5).unwrap_or(&b'a')));
        n /= 11;
    }
    out
}

fn many(count: usize) -> Todos {
    let start = jiff::civil::date(2026, 11, 1);
    Todos::new((1..=count).map(|n| {
        let (verb, noun) = (VERBS.get(n % 10).unwrap_or(&""), NOUNS.get(n / 10 % 20).unwrap_or(&""));
        let title = format!("{verb} {} {noun} {n}", word(n));
        let id = TodoId(i64::try_from(n).unwrap_or_default());
        let mut todo = Todo::new(id, String::new(), title, jiff::Timestamp::UNIX_EPOCH);
        todo.scheduled_for = (n % 3 == 0).then(|| start.saturating_add(jiff::Span::new().days((n % 60) as i64)));
        todo.labels = if n % 7 == 0 { vec!["work".to_owned()] } else { Vec::new() };
        todo
    }))
}

/// Todos whose titles share nearly all their words, as numbered series do.
fn alike(count: usize) -> Todos {
    let noun = |n: usize| NOUNS.get(n % 8).unwrap_or(&"");
    Todos::new((1..=count).map(|n| {
        let id = TodoId(i64::try_from(n).unwrap_or_default());
        let title = format!("{} {} number {n}", noun(n), noun(n / 8));
        Todo::new(id, String::new(), title, jiff::Timestamp::UNIX_EPOCH)
    }))
}

fn main() -> std::io::Result<()> {
    // `cargo bench -p countersign-planner --bench planner -- left bulk`: only these.
    let only: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let clock = Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York");
    let mut out = std::io::stdout().lock();
    for count in [10_000, 100_000] {
        let (all, alike) = (many(count), alike(count));
        let shared = ("alike", "already finally move the contract number 7 somehow after the fair".to_owned());
        let measured = sentences().into_iter().map(|said| (&all, said)).chain([(&alike, shared)]);
        for (todos, (name, said)) in measured.filter(|(_, (name, _))| only.is_empty() || only.iter().any(|o| o == name))
        {
            let mut times: Vec<f64> = (0..ROUNDS)
                .map(|_| {
                    let start = Instant::now();
                    std::hint::black_box(interpret(&said, todos, &clock, &Context::default()));
                    start.elapsed().as_secs_f64() * 1_000.0
                })
                .collect();
            times.sort_by(f64::total_cmp);
            let (median, worst) = (times.get(ROUNDS / 2), times.last());
            writeln!(
                out,
                "{count:>7} {name:<7} median {:>7.2} ms  worst {:>7.2} ms",
                median.unwrap_or(&0.0),
                worst.unwrap_or(&0.0)
            )?;
        }
    }
    Ok(())
}
