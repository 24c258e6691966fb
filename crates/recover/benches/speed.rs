//! How long 100 KB take (RECOVERY.md: 5 ms at most, whatever is wrong with it), and 1 MB: linear growth
//! is ten times as long. `cargo bench -p countersign-recover`
#![allow(clippy::print_stdout, missing_docs)]

use countersign_recover::{Request, recover};
use std::time::{Duration, Instant};

/// The best of five, in milliseconds.
fn time(text: &str) -> f64 {
    let once = |_| {
        let start = Instant::now();
        let found = recover(&Request { input: text, schema: None, finish: None });
        let took = start.elapsed();
        drop(found);
        took
    };
    (0..5).map(once).min().unwrap_or(Duration::ZERO).as_secs_f64() * 1e3
}

/// A reply with operations, `length` bytes or a little more.
fn reply(length: usize) -> String {
    let one = r#"{"op":"create","title":"Renew passport, then call Anna","due":"2026-11-22","tags":["home","a b"]}"#;
    let list = vec![one; length / one.len() + 1].join(",\n  ");
    format!("{{\"reply\": \"Done.\", \"operations\": [\n  {list}\n]}}")
}

/// The text with `what` done to its character at the middle that is `wanted`.
fn hurt(text: &str, wanted: char, with: &str) -> String {
    let at = text.len() / 2 + text[text.len() / 2..].find(wanted).unwrap_or(0);
    format!("{}{with}{}", &text[..at], &text[at + wanted.len_utf8()..])
}

fn main() {
    let units = [
        "[",
        "{",
        "\"",
        "'",
        "{\"a\":",
        "{\"a\":\"",
        "[1,",
        "\\\"",
        "```",
        "<think>",
        "<",
        "/*",
        "\"\"\"",
        "a:",
        "\"a\" ",
        "[{",
        "{{}",
        "]}",
        "[]",
        "{\"a\":[}",
        "\"\\u",
        "“",
        "x {\"a\": \n{",
        "\"a\"\"b",
        "{'a': True, ",
        "[\"a\", // \"b\",\n",
        "{\"a\": \"b\" /* \"c\", */, ",
        "{\"a\": \"b\", c: ",
    ];
    println!("{:<34}{:>9}{:>9}", "", "100 KB", "1 MB");
    let mut worst = 0.0_f64;
    let mut show = |name: &str, make: &dyn Fn(usize) -> String| {
        let (short, long) = (time(&make(100_000)), time(&make(1_000_000)));
        worst = worst.max(short);
        println!("{name:<34}{short:>7.2}ms{long:>7.2}ms");
    };
    for unit in units {
        show(&format!("{unit:?} again and again"), &|length| unit.repeat(length / unit.len()));
    }
    show("JSON", &reply);
    for (wanted, with) in [(',', ""), ('"', ""), ('"', "'"), ('{', ""), ('}', ""), ('[', "[["), (']', "}"), (':', "")] {
        show(&format!("JSON with {with:?} for a {wanted:?}"), &|length| hurt(&reply(length), wanted, with));
    }
    show("JSON that is cut", &|length| reply(length)[..length * 9 / 10].to_owned());
    println!("worst at 100 KB: {worst:.2} ms");
    // The longest document that is mended.
    println!("{:<34}{:>9}", "", "16 KB");
    for (wanted, with) in [(',', ""), ('"', ""), ('"', "'"), ('{', ""), ('}', ""), ('[', "[["), (':', ";"), ('2', "2#")]
    {
        let text = hurt(&reply(16_000), wanted, with);
        println!("{:<34}{:>7.2}ms", format!("JSON with {with:?} for a {wanted:?}"), time(&text));
    }
}
