//! One wrong character in a document: inserted, dropped, replaced by another, or swapped with its
//! neighbour. RECOVERY.md wants 95 % read exactly and at most 0.5 % wrong without a word; of these, 92 %
//! are with a schema and 88 % without: a text that lost its last quote, and a document that lost a bracket,
//! are shown only where no schema tells. Seeds are fixed; `COUNTERSIGN_SEED` and `COUNTERSIGN_CASES` try others.

mod documents;

use countersign_recover::{Recovered, Request, Schema, recover};
use documents::{Dice, document};
use serde_json::Value;
use std::collections::BTreeMap;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|s| s.parse().ok()).unwrap_or(default)
}

/// The document as text: compact, as Python's `json.dumps` writes it, or indented.
fn print(value: &Value, dice: &mut Dice) -> String {
    match dice.roll(3) {
        0 => value.to_string(),
        1 => serde_json::to_string_pretty(value).unwrap(),
        _ => {
            let compact = value.to_string();
            let (mut out, mut inside, mut escaped) = (String::new(), false, false);
            for c in compact.chars() {
                out.push(c);
                match c {
                    '"' if !escaped => inside = !inside,
                    ',' | ':' if !inside => out.push(' '),
                    _ => {}
                }
                escaped = c == '\\' && !escaped;
            }
            out
        }
    }
}

/// Offsets of the characters that make the structure: brackets, commas, colons, quotes, the letters of
/// literals.
fn structure(text: &str) -> Vec<usize> {
    let (mut found, mut inside, mut escaped) = (Vec::new(), false, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' if !escaped => {
                inside = !inside;
                found.push(at);
            }
            '{' | '}' | '[' | ']' | ',' | ':' | 'a'..='z' if !inside => found.push(at),
            _ => {}
        }
        escaped = inside && c == '\\' && !escaped;
    }
    found
}

/// The text with one character wrong, and what was done to it.
fn mutate(text: &str, dice: &mut Dice) -> (String, String) {
    // Not letters: whether one beside a quote is too many or has changed places with it, nobody can see.
    const CHARACTERS: &[char] = &['{', '}', '[', ']', ',', ':', '"', '\'', ';', '='];
    /// What is taken for what.
    const ALIKE: &[(char, &[char])] = &[
        ('"', &['\'', '`', '“', '”']),
        (',', &[';', '.']),
        (':', &['=', ';']),
        ('{', &['[', '(']),
        ('[', &['{', '(']),
        ('}', &[']', ')']),
        (']', &['}', ')']),
    ];
    let places = structure(text);
    // The last bracket is what a cut takes.
    let at = places[dice.roll(places.len() - 1)];
    let own = text[at..].chars().next().unwrap();
    let class = if own.is_alphabetic() { 'l' } else { own };
    let rest = &text[at + 1..];
    let (before, other) = (&text[..at], *dice.of(CHARACTERS));
    let alike = ALIKE.iter().find(|(c, _)| *c == own).map_or(CHARACTERS, |(_, set)| set);
    let instead = if dice.roll(4) == 0 { other } else { *dice.of(alike) };
    match dice.roll(5) {
        0 => (format!("{before}{rest}"), format!("drop {class}")),
        1 => (format!("{before}{own}{own}{rest}"), format!("double {class}")),
        2 => (format!("{before}{other}{own}{rest}"), format!("insert {other}")),
        3 => (format!("{before}{instead}{rest}"), format!("replace {class}")),
        _ => {
            let next = rest.chars().next().unwrap();
            (format!("{before}{next}{own}{}", &rest[next.len_utf8()..]), format!("swap {class}"))
        }
    }
}

fn places_apart(a: &str, b: &str) -> usize {
    a.chars().zip(b.chars()).take_while(|(x, y)| x == y).count()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Exact,
    Flagged,
    Silent,
}

/// Equal; 9.0 is 9.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(k, v)| b.get(k).is_some_and(|w| same(v, w)))
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(v, w)| same(v, w)),
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (a, b) => a == b,
    }
}

fn judge(found: &Recovered, wanted: &Value) -> Outcome {
    let value = found.value().map(|v| v.get().to_serde());
    if value.as_ref().is_some_and(|v| same(v, wanted)) {
        return Outcome::Exact;
    }
    let said = !found.complete || !found.dropped.is_empty() || !found.violations.is_empty();
    if said || value.is_none() { Outcome::Flagged } else { Outcome::Silent }
}

#[test]
fn one_wrong_character_is_read_exactly_in_92_of_100_with_a_schema_and_88_without() {
    let (seed, cases) = (number("COUNTERSIGN_SEED", 1), number("COUNTERSIGN_CASES", 1600));
    let mut table: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    let mut shown: Vec<(String, Outcome, String)> = Vec::new();
    let mut total = [[0_usize; 3]; 2];
    for index in 0..cases {
        let mut dice = Dice::new(seed.wrapping_mul(1_000_003).wrapping_add(index));
        let (schema, wanted) = document(&mut dice);
        let text = print(&wanted, &mut dice);
        let (damaged, what) = mutate(&text, &mut dice);
        // What is JSON still says something else, and nobody can see it.
        if serde_json::from_str::<Value>(&damaged).is_ok() {
            continue;
        }
        let compiled = Schema::compile(&schema).unwrap();
        for (at, schema) in [Some(&compiled), None].into_iter().enumerate() {
            let found = recover(&Request { input: &damaged, schema, finish: None });
            let outcome = judge(&found, &wanted);
            total[at][outcome as usize] += 1;
            let name = format!("{} {what}", if at == 0 { "schema" } else { "none  " });
            table.entry(name.clone()).or_default()[outcome as usize] += 1;
            if outcome != Outcome::Exact {
                let value = found.value().map(|v| v.get().to_string());
                let (from, to) = (places_apart(&text, &damaged).saturating_sub(60), places_apart(&text, &damaged) + 60);
                let around: String = damaged.chars().skip(from).take(to - from).collect();
                let text = format!(
                    "{around}\n   wanted {wanted}\n   value  {value:?}\n   {:?} {:?}",
                    found.dropped, found.repairs
                );
                shown.push((name, outcome, text));
            }
        }
    }
    if std::env::var("COUNTERSIGN_SHOW").is_ok() {
        for (name, counts) in &table {
            println!("{name:20} {counts:?}");
        }
        for (name, outcome, text) in shown.iter() {
            println!("{name} {outcome:?}: {text}");
        }
    }
    println!("exact, flagged, silent: with schema {:?}, without {:?}", total[0], total[1]);
    // Without a schema nothing says that a list is not meant where one bracket may be too many, nor that
    // a text stands where a number should.
    for (counts, (right, wrong)) in total.into_iter().zip([(92, 5), (88, 15)]) {
        let tried: usize = counts.iter().sum();
        assert!(counts[0] * 100 >= tried * right, "{counts:?}");
        assert!(counts[2] * 1000 <= tried * wrong, "{counts:?}");
    }
}

/// A wrong character and a cut are two things, and mending one hides no other: hardly ever (where both
/// together look like one wrong bracket) is such a text taken for whole.
#[test]
fn a_damaged_text_that_is_cut_is_not_whole() {
    let (seed, cases) = (number("COUNTERSIGN_SEED", 1), number("COUNTERSIGN_CASES", 1600));
    let mut wrong = Vec::new();
    for index in 0..cases {
        let mut dice = Dice::new(seed.wrapping_mul(7_000_003).wrapping_add(index));
        let (schema, wanted) = document(&mut dice);
        let text = print(&wanted, &mut dice);
        let (damaged, what) = mutate(&text, &mut dice);
        // A closing bracket more may close what is left.
        if damaged.matches(['}', ']']).count() > text.matches(['}', ']']).count() {
            continue;
        }
        let places: Vec<_> = damaged.char_indices().map(|(at, _)| at).filter(|at| *at > 0).collect();
        let cut = &damaged[..places[dice.roll(places.len())]];
        let compiled = Schema::compile(&schema).unwrap();
        for schema in [Some(&compiled), None] {
            let found = recover(&Request { input: cut, schema, finish: None });
            if found.complete && found.has_value() {
                wrong.push(format!(
                    "{what}: {cut}\n   value {:?} {:?}",
                    found.value().map(|v| v.get().to_string()),
                    found.repairs
                ));
            }
        }
    }
    wrong.sort_by_key(String::len);
    assert!(wrong.len() as u64 * 500 <= cases, "{}\n{}", wrong.len(), wrong[..wrong.len().min(8)].join("\n"));
}

/// Offsets of the digits, points and signs of numbers.
fn digits(text: &str) -> Vec<usize> {
    let (mut found, mut inside, mut escaped) = (Vec::new(), false, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' if !escaped => inside = !inside,
            '0'..='9' | '-' | '.' if !inside => found.push(at),
            _ => {}
        }
        escaped = inside && c == '\\' && !escaped;
    }
    found
}

fn numbers(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Number(number) => found.push(number.to_string()),
        Value::Array(items) => items.iter().for_each(|i| numbers(i, found)),
        Value::Object(members) => members.values().for_each(|m| numbers(m, found)),
        _ => {}
    }
}

/// A wrong character in or beside a number: each number that is safe stands in the text as it is.
#[test]
fn a_number_is_refused_or_exact() {
    let (seed, cases) = (number("COUNTERSIGN_SEED", 1), number("COUNTERSIGN_CASES", 1600));
    let mut tried = 0;
    for index in 0..cases {
        let mut dice = Dice::new(seed.wrapping_mul(5_000_011).wrapping_add(index));
        let (schema, wanted) = document(&mut dice);
        let text = print(&wanted, &mut dice);
        let places = digits(&text);
        if places.is_empty() {
            continue;
        }
        let at = places[dice.roll(places.len())] + dice.roll(2);
        let wrong = *dice.of(&[':', '/', ';', '#', ' ', '-', '"', '=', '\'', '%']);
        let damaged = match dice.roll(3) {
            0 => format!("{}{wrong}{}", &text[..at], &text[at..]),
            1 => format!("{}{wrong}{}", &text[..at], &text[at + 1..]),
            _ => format!("{}{}{}{}", &text[..at - 1], &text[at..=at], &text[at - 1..at], &text[at + 1..]),
        };
        if serde_json::from_str::<Value>(&damaged).is_ok() {
            continue;
        }
        tried += 1;
        let compiled = Schema::compile(&schema).unwrap();
        for schema in [Some(&compiled), None] {
            let found = recover(&Request { input: &damaged, schema, finish: None });
            let (Some(value), mut got) = (found.value(), Vec::new()) else { continue };
            numbers(&value.get().to_serde(), &mut got);
            let apart = |c: char| !c.is_ascii_digit() && !matches!(c, '-' | '.');
            let stands = |n: &String| damaged.split(apart).any(|t| t == n || t.parse::<f64>().ok() == n.parse().ok());
            assert!(got.iter().all(stands), "{damaged}\n{}", value.get());
        }
    }
    assert!(tried * 2 > cases, "{tried}");
}
