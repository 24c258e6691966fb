//! Whether a query of 50 MB costs at most 1.5 times reading it, in at most 3 times its memory.
//!
//! Memory is the growth of this process's own peak (`VmHWM`), which is set back before each step.

use countersign_outputs::{Document, run};
use serde_json::{Value, json};
use std::io::Write;
use std::time::{Duration, Instant};

const MB: usize = 50;

fn main() -> std::io::Result<()> {
    let text = generated();
    let out = &mut std::io::stdout().lock();
    writeln!(out, "{} MB, {} records", text.len() / 1_000_000, text.matches("\"id\"").count())?;
    let bytes = text.len();
    let parsing = best(3, || {
        drop(serde_json::from_slice::<Value>(text.as_bytes()));
    });
    writeln!(out, "reading it once (serde_json::from_slice::<Value>): {} ms", parsing.as_millis())?;
    for (name, args) in [
        ("tool_outputs.extract", json!({ "paths": ["$.items[*].name"] })),
        ("tool_outputs.extract", json!({ "paths": ["$.items[?@.price > 99.5].id"] })),
        ("tool_outputs.extract", json!({ "paths": ["$..city"] })),
        ("tool_outputs.count", json!({ "counts": [{ "path": "$.items", "count_type": "array_length" }] })),
        ("tool_outputs.count", json!({ "counts": [{ "path": "$.items[*]", "filter": "@.price > 50" }] })),
        ("tool_outputs.count", json!({ "counts": [{ "path": "$", "count_type": "nested_total" }] })),
        ("tool_outputs.stats", json!({})),
        ("tool_outputs.sample", json!({ "path": "$.items", "size": 100 })),
    ] {
        let before = reset_peak();
        let took = best(3, || {
            // From the text on, as the first call after a start has it.
            let document = Document::new(text.clone());
            drop(run(name, &args, &document, &|| false));
        });
        let grown = peak().saturating_sub(before);
        writeln!(
            out,
            "{name:22} {:4} ms = {:.2} x reading (bar 1.5), memory {:.2} x the file (bar 3)  {args}",
            took.as_millis(),
            took.as_secs_f64() / parsing.as_secs_f64(),
            grown as f64 / bytes as f64,
        )?;
    }
    Ok(())
}

fn best(times: u32, mut work: impl FnMut()) -> Duration {
    let once = |_| {
        let begun = Instant::now();
        work();
        begun.elapsed()
    };
    (0..times).map(once).min().unwrap_or_default()
}

/// Records as an API returns them.
fn generated() -> String {
    let mut text = String::from("{\"page\": 1, \"items\": [");
    let mut n = 0_u64;
    while text.len() < MB * 1_000_000 {
        if n > 0 {
            text.push(',');
        }
        text.push_str(
            &json!({
                "id": n, "name": format!("Person {n}"), "email": format!("person{n}@example.org"),
                "price": (n * 37 % 10_000) as f64 / 100.0, "active": n % 3 == 0, "tags": ["a", "b", "tag"],
                "address": { "street": format!("{} Long Street", n % 300), "city": "Berlin", "zip": null },
                "note": "A sentence that stands for what people write, with \"quotes\" in it.",
            })
            .to_string(),
        );
        n += 1;
    }
    text.push_str("]}");
    text
}

/// Sets the peak back to what is used now, and returns that, in bytes.
fn reset_peak() -> usize {
    let file = std::fs::File::options().write(true).open("/proc/self/clear_refs");
    let _ = file.and_then(|mut file| file.write_all(b"5"));
    field("VmRSS:")
}

fn peak() -> usize {
    field("VmHWM:")
}

fn field(name: &str) -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse::<usize>().unwrap_or(0) * 1024
}
