//! "NOUN P" is a todo called NOUN at the date that P is: what reads a phrase by itself and what reads it in a sentence are
//! one, and what is not read wholly is no date. The same of a todo that is moved there.

use crate::findings::{home, plain};
use countersign_core::todos::Todos;
use countersign_planner::dates::{Clock, What, whole, whole_in};
use countersign_planner::interpret::{Context, Decision, interpret};
use serde_json::{Value, json};

/// First names that are weekdays by their letters as well: "dentist sam 18h".
const NAMED: [&str; 3] = ["sam", "vi", "jo"];

fn clock() -> Clock {
    Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York")
}

fn phrases(tables: &[&'static str]) -> Vec<&'static str> {
    let rows = tables.iter().flat_map(|table| table.lines()).filter(|row| !row.starts_with(['#', '=', '[']));
    let mut all: Vec<&str> =
        rows.filter_map(|row| row.split_once(" | ").or_else(|| row.split_once(" => "))).map(|(p, _)| p).collect();
    all.sort_unstable();
    all.dedup();
    all.retain(|phrase| !phrase.ends_with('.'));
    all
}

/// A sentence with a gap for a phrase, and the title that it makes.
type Form = (&'static str, &'static str);

/// A language, how it moves a todo, and how it makes one.
type Tongue = (&'static str, &'static str, [Form; 2]);

/// Day, time and rule.
type Moment = (String, String, bool);

fn moment(what: &What) -> Option<Moment> {
    let time = |time: &jiff::civil::Time| time.strftime("%H:%M").to_string();
    Some(match what {
        What::Date { date, .. } => (date.to_string(), String::new(), false),
        What::DateTime { date, time: at, .. } | What::Time { date, time: at, .. } => {
            (date.to_string(), time(at), false)
        }
        What::Range { date, .. } => (date.map_or(String::new(), |date| date.to_string()), String::new(), false),
        What::Recurrence { start, time: at, .. } => {
            let at = at.as_ref().map_or(String::new(), time);
            (start.map_or(String::new(), |date| date.to_string()), at, true)
        }
        _ => return None,
    })
}

/// What an operation sets: its title, day, time and rule.
fn set(op: &Value) -> (String, Moment) {
    let of = |key: &str| op[key].as_str().unwrap_or_default().to_owned();
    let day = if of("scheduledFor").is_empty() { of("dueDate") } else { of("scheduledFor") };
    let rule = op.get("recurrence").is_some_and(|rule| !rule.is_null());
    (of("title"), (day, of("timeOfDay"), rule))
}

/// How a sentence with a phrase in it keeps the law: read as it, or not read at all.
#[derive(Default)]
struct Seen {
    read: usize,
    all: usize,
    wrong: Vec<String>,
}

impl Seen {
    fn look(&mut self, said: &str, title: Option<&str>, right: Option<&Moment>, todos: &Todos) {
        let answer = interpret(said, todos, &clock(), &Context::default());
        self.all += 1;
        if answer.decision != Decision::Plan {
            return;
        }
        let ops: Vec<Value> = answer.ops.iter().map(|op| op.to_value()).collect();
        let sets: Vec<(String, Moment)> = ops.iter().map(set).collect();
        let dated = sets.iter().any(|(_, (day, time, rule))| !day.is_empty() || !time.is_empty() || *rule);
        let kept = matches!(&sets[..], [(name, is)] if right == Some(is) && title.is_none_or(|title| title == name));
        self.read += usize::from(kept);
        if dated && !kept {
            let ops: Vec<String> = ops.into_iter().map(plain).collect();
            self.wrong.push(format!("{said} => {} instead of {right:?}", ops.join("; ")));
        }
    }

    #[track_caller]
    fn check(self, least: usize) {
        assert!(self.wrong.is_empty(), "{} wrong:\n{}", self.wrong.len(), self.wrong.join("\n"));
        assert!(self.read * 100 >= self.all * least, "{} of {}", self.read, self.all);
    }
}

/// Phrases of what was, or of a stretch that goes on: in an order they are another day, or none; and those that say by
/// when.
fn of_another_day(phrase: &str) -> bool {
    ["until", "in the next", "within the next"].iter().any(|led| phrase.starts_with(led))
        || phrase.contains("last night")
}

#[test]
fn an_english_phrase_behind_a_noun_is_its_date() {
    let all = phrases(&[
        include_str!("../data/phrases.txt"),
        include_str!("../data/fresh/phrases.txt"),
        include_str!("../data/fresh/phrases_two.txt"),
        include_str!("../data/repeats.txt"),
        include_str!("../data/fresh/repeats.txt"),
        include_str!("../data/moments.txt"),
    ]);
    assert!(all.len() > 1_000);
    let (todos, clock) = (home(), clock());
    let (mut made, mut moved) = (Seen::default(), Seen::default());
    for phrase in all {
        let Some(what) = whole(phrase, &clock) else { continue };
        let right = moment(&what);
        if of_another_day(phrase) {
            continue;
        }
        made.look(&format!("add zebra {phrase}"), Some("zebra"), right.as_ref(), &todos);
        made.look(&format!("call Ana {phrase}"), Some("call Ana"), right.as_ref(), &todos);
        let repeats = right.as_ref().is_some_and(|(_, _, rule)| *rule);
        if !repeats {
            moved.look(&format!("move the novel to {phrase}"), None, right.as_ref(), &todos);
        }
    }
    made.check(80);
    moved.check(70);
}

#[test]
fn a_phrase_of_another_language_behind_a_noun_is_its_date() {
    let (todos, clock) = (home(), clock());
    let tongues: [Tongue; 4] = [
        ("de", "verschiebe Read novel auf {}", [("Zahnarzt {}", "Zahnarzt"), ("Oma {} anrufen", "Oma anrufen")]),
        ("es", "mueve Read novel a {}", [("dentista {}", "dentista"), ("llamar a Ana {}", "llamar a Ana")]),
        ("fr", "déplace Read novel à {}", [("dentiste {}", "dentiste"), ("appeler Ana {}", "appeler Ana")]),
        ("ro", "mută Read novel pe {}", [("dentist {}", "dentist"), ("sună pe Ana {}", "sună pe Ana")]),
    ];
    let mut seen = Seen::default();
    for phrase in phrases(&[include_str!("../data/languages/phrases.txt")]) {
        let first = phrase.split(' ').next().unwrap_or_default();
        if NAMED.contains(&first) {
            continue;
        }
        for (code, moves, makes) in tongues {
            let own = whole_in(Some(code), phrase, &clock);
            // What two of them have is read as the first of them, or as English.
            let Some(what) = own.filter(|own| whole(phrase, &clock).as_ref() != Some(own)) else { continue };
            if whole_in(None, phrase, &clock).as_ref() != Some(&what) {
                continue;
            }
            let right = moment(&what);
            for (form, title) in makes {
                seen.look(&form.replace("{}", phrase), Some(title), right.as_ref(), &todos);
            }
            if right.as_ref().is_some_and(|(_, _, rule)| !rule) {
                seen.look(&moves.replace("{}", phrase), None, right.as_ref(), &todos);
            }
        }
    }
    assert!(seen.all > 1_000, "{}", seen.all);
    seen.check(90);
}

#[test]
fn what_a_test_says_of_a_rule_is_read_back() {
    let op = json!({"op": "create", "title": "zebra", "scheduledFor": "2026-11-24", "recurrence": {"type": "weekly"}});
    assert_eq!(set(&op), ("zebra".to_owned(), ("2026-11-24".to_owned(), String::new(), true)));
}
