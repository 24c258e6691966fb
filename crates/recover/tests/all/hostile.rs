//! Deep and hostile texts: no crash, and work that grows with the length alone.

use countersign_recover::{Failure, Request, Schema, recover};
use rustix::time::{ClockId, clock_gettime};
use serde_json::json;
use std::time::Duration;

fn of(unit: &str, length: usize) -> String {
    unit.repeat(length / unit.len())
}

/// The least of several, in seconds that the thread had a core for itself: what else the machine does is not in it.
fn fastest(times: usize, work: impl Fn()) -> f64 {
    let had = || {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec.try_into().unwrap(), time.tv_nsec.try_into().unwrap())
    };
    let once = |_| {
        let start = had();
        work();
        had() - start
    };
    (0..times).map(once).min().unwrap().as_secs_f64()
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
        "[1]",
        "{{} ",
        "[] x ",
        "[]. ",
        "{\"a\":1} and ",
        "- {\"a\":1}\n",
        "1. [2]\n",
        "A: {\"a\":1}\n",
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
        "<|channel|>x",
        "｛",
        "｛\"a\"：\"b，\"，",
        "「a」：",
        "> {\"a\":1}\n",
        "> {\n",
        "1: {\n",
        "{\"a\":\n{\"a\":",
        "\u{200d}",
        "[THINKING]",
        "[BEGIN THINKING] [",
        "<|think|>",
        "<draft>",
        "<function=a>",
        "<function=a><parameter=b></parameter>x",
        "<tool_call>a<arg_key>b</arg_key>",
        "[a(b=1),",
        "<draft></x",
        "Thought: \n",
        "Thought: x\nAnswer: ",
        "```thinking\n",
        "<details><summary>Thinking",
        "{\"a\":1} or ",
        "{\"a\":1}\nwait\n",
        "User: x\n",
        "User: {}\n",
        "### Instruction:\n",
        "[INST]",
        "[TOOL_RESULTS]",
        "[x] {",
        "{\"\\u{",
        "~~~\n{",
        "```json\n{\n",
        "Which? {\"a\":1}\n",
        "{\"a\":1}\n\nToday or tomorrow?\n\n",
    ] {
        let time = |length: usize, times: usize| {
            let text = of(unit, length);
            fastest(times, || drop(recover(&Request { input: &text, schema: None, finish: None })))
        };
        // Eight times the text takes eight times as long; sixty-four times is a square. What takes a hundredth of a
        // second is noise.
        let (short, mut long) = (time(50_000, 4), time(400_000, 1));
        if long > short * 12.0 {
            long = long.min(time(400_000, 3));
        }
        assert!(long < 0.01 || long < short * 16.0, "{unit:?}: {short} s, then {long} s");
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

/// A text of a megabyte, wrong in each of its elements: the first are told, the others counted, and
/// none of them is safe.
#[test]
fn what_is_wrong_throughout_is_told_in_part_and_counted() {
    let schema = json!({"type": "object", "required": ["list"], "properties": {
        "list": {"type": "array", "items": {"type": "integer"}}, "more": {"type": "array"}}});
    let schema = Schema::compile(&schema).unwrap();
    let all = 100_000;
    let text = format!("{{\"list\":[1,{}2],\"more\":[3]}}", "0.5,".repeat(all));
    let found = recover(&Request { input: &text, schema: Some(&schema), finish: None });
    assert_eq!(found.value().unwrap().get().to_string(), "{\"list\":[1,2],\"more\":[3]}");
    assert!(found.dropped.len() < 10_000 && found.violations.len() < 10_000, "{}", found.dropped.len());
    assert_eq!(found.dropped.len() + found.untold.dropped, all);
    assert_eq!(found.violations.len() + found.untold.violations, all);
    assert!(!found.is_safe(&format!("/list/{all}")) && found.is_safe(&format!("/list/{}", all + 1)));
    assert!(!found.is_safe("/list") && found.is_safe("/more"));
    let said = serde_json::to_value(&found).unwrap();
    assert_eq!(said["untold"]["violations"], json!(found.untold.violations));
}

#[test]
fn many_elements_are_compared_in_linear_time() {
    let schema = Schema::compile(&json!({"type": "array", "uniqueItems": true})).unwrap();
    let fits =
        |text: &str| recover(&Request { input: text, schema: Some(&schema), finish: None }).violations.is_empty();
    for (text, unique) in [
        ("[1,2,\"1\",[1],{\"a\":1},null,false,true]", true),
        ("[1,10e-1]", false),
        ("[{\"a\":1,\"b\":[2]},{\"b\":[2.0],\"a\":1}]", false),
        ("[[1,2],[2,1]]", true),
        ("[0,-0]", false),
    ] {
        assert_eq!(fits(text), unique, "{text}");
    }
    let time = |count: usize| {
        let text = format!("[{}]", (0..count).map(|n| format!("[{n}]")).collect::<Vec<_>>().join(","));
        fastest(5, || assert!(fits(&text)))
    };
    let (short, long) = (time(5_000), time(40_000));
    assert!(long < 0.2 || long < short * 20.0, "{short} s, then {long} s");
}

/// Many lists of which nothing is left: each is told once, without looking through all that was told.
#[test]
fn many_empty_lists_are_dropped_in_linear_time() {
    let schema = json!({"additionalProperties": {"type": "array", "items": {"type": "object"}}});
    let schema = Schema::compile(&schema).unwrap();
    let time = |count: usize| {
        let members: Vec<_> = (0..count).map(|n| format!("\"{n}\":[1.5,[2]]")).collect();
        let text = format!("{{{}}}", members.join(","));
        fastest(5, || {
            let found = recover(&Request { input: &text, schema: Some(&schema), finish: None });
            assert!(
                !found.has_value() && found.dropped.len() + found.untold.dropped == 2 * count,
                "{:?}",
                found.untold
            );
        })
    };
    let (short, long) = (time(2_000), time(16_000));
    assert!(long < 0.3 || long < short * 20.0, "{short} s, then {long} s");
}

/// Texts behind calls, and elements that all differ: neither is looked through again for each of them.
#[test]
fn calls_and_elements_are_read_in_linear_time() {
    let list = json!({"type": "array", "items": {"type": "object"}});
    let schema =
        Schema::compile(&json!({"type": "object", "required": ["list"], "properties": {"list": list}})).unwrap();
    let quotes =
        |count: usize| format!("<|tool_call_start|>[f(a=1)]<|tool_call_end|>{{\"a\":1}}{}", "\\'".repeat(count));
    let elements = |count: usize| (0..count).map(|n| format!("- {{\"id\":{n}}}\n")).collect::<String>();
    let texts: [&dyn Fn(usize) -> String; 2] = [&quotes, &elements];
    for text in texts {
        let time = |count: usize| {
            let text = text(count);
            fastest(3, || drop(recover(&Request { input: &text, schema: Some(&schema), finish: None })))
        };
        let (short, long) = (time(500), time(4_000));
        assert!(long < 0.01 || long < short * 16.0, "{}: {short} s, then {long} s", text(2));
    }
}
