//! Deep and hostile texts: no crash, and work that grows with the length alone.

use countersign_recover::{Failure, Request, recover};

fn of(unit: &str, length: usize) -> String {
    unit.repeat(length / unit.len())
}

#[test]
fn hostile_texts_are_read_in_linear_time() {
    for unit in [
        "[",
        "{",
        "\"",
        "\\",
        "{\"a\":",
        "[{",
        "'",
        "\"\"\"",
        "`",
        "/*",
        "{/*",
        "//",
        "<",
        "</",
        "<think>",
        "```",
        "\\\"",
        "{\"a\":\"",
        "\"a\" ",
        "a:",
        "[1,",
        "...",
        "“",
        "\"a\":",
        "}",
        "]",
        "{{}",
        "[]",
        "{\"a\":1}",
        "[TOOL_CALLS]",
        "\"/*",
        "+\"",
        "x{y:",
        "x {\"a\": \n{",
        "#",
        "\"a\"\"b",
        "<|channel|>analysis<|message|>",
        "{'a' ",
        "\u{a0}",
        "0",
        "-",
        "]}",
        "[\"a\"}",
        "{\"a\":[}",
        "\"\\u",
        "<!--",
        "<|",
    ] {
        let time = |length: usize| {
            let text = of(unit, length);
            let mut best = std::time::Duration::MAX;
            for _ in 0..2 {
                let start = std::time::Instant::now();
                let found = recover(&Request { input: &text, schema: None, finish: None });
                best = best.min(start.elapsed());
                drop(found);
            }
            best.as_secs_f64()
        };
        // Four times the text may take four times as long; sixteen times is a square. Short times are noise.
        let (short, long) = (time(20_000), time(80_000));
        assert!(long < 0.2 || long < short * 10.0, "{unit:?}: {short} s, then {long} s");
    }
}

#[test]
fn too_deep_is_said_and_what_was_closed_is_kept() {
    let text = format!("{{\"operations\":[{{\"id\":1}},{}", "[".repeat(100_000));
    let found = recover(&Request { input: &text, schema: None, finish: None });
    assert_eq!(found.error, Some(Failure::TooDeep));
    assert_eq!(found.value().unwrap().get().to_string(), "{\"operations\":[{\"id\":1}]}");
    assert!(!found.complete);
    let deep = format!("{}{}", "[".repeat(256), "]".repeat(256));
    assert_eq!(recover(&Request { input: &deep, schema: None, finish: None }).error, None);
}
