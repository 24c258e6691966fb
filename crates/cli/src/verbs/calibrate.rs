//! `countersign calibrate`: what people did with what was proposed, and the thresholds it speaks for.

use super::Session;
use crate::args::Calibrate;
use crate::failure::{Exit, Result};
use crate::screen::{Ink, clean};
use crate::texts::say;
use serde_json::Value;

/// Runs the verb.
pub(crate) async fn run(s: &mut Session<'_>, args: &Calibrate) -> Result<Exit> {
    let days = args.days.map(|n| format!("&days={n}")).unwrap_or_default();
    let report = s.client.get(&format!("/api/calibration?wanted={}{days}", args.wanted)).await?;
    if s.screen.is_json() {
        s.screen.json(&report)?;
        return Ok(Exit::Clear);
    }
    let count = |value: &Value| value.as_u64().unwrap_or_default();
    let messages = count(&report["messages"]);
    s.screen.line(s.screen.ink(Ink::Strong, say!("cli-calibrate-messages", count = messages)))?;
    if messages == 0 {
        return Ok(Exit::Clear);
    }
    for (list, title) in [
        ("decisions", say!("cli-calibrate-decisions")),
        ("stages", say!("cli-calibrate-stages")),
        ("proposers", say!("cli-calibrate-proposers")),
    ] {
        s.screen.line("")?;
        s.screen.line(s.screen.ink(Ink::Faint, title))?;
        for group in report[list].as_array().into_iter().flatten() {
            let line = say!(
                "cli-calibrate-group",
                key = clean(group["key"].as_str().unwrap_or_default()).to_string(),
                messages = count(&group["messages"]),
                signed = count(&group["signed"]),
                rejected = count(&group["rejected"]),
                undone = count(&group["undone"]),
                undecided = count(&group["undecided"]),
                kept = share(&group["kept"])
            );
            s.screen.line(format!("  {line}"))?;
        }
    }
    s.screen.line("")?;
    s.screen.line(s.screen.ink(Ink::Faint, say!("cli-calibrate-thresholds")))?;
    for one in report["thresholds"].as_array().into_iter().flatten() {
        let (name, now) = (one["name"].as_str().unwrap_or_default().to_owned(), number(&one["now"]));
        let (above, below) = (share(&one["above"]), share(&one["below"]));
        let line = say!("cli-calibrate-threshold", name = name, now = now, above = above, below = below);
        s.screen.line(format!("  {line}"))?;
        let advice = match &one["suggested"] {
            Value::Null => {
                let n = count(&one["above"]["n"]) + count(&one["below"]["n"]);
                say!("cli-calibrate-nothing", n = n, enough = count(&report["enough"]))
            }
            value => say!("cli-calibrate-suggested", value = number(value), kept = share(&one["would"])),
        };
        s.screen.line(format!("    {advice}"))?;
    }
    Ok(Exit::Clear)
}

/// `9 of 10 (60–98 %)`; of none nothing is known.
fn share(value: &Value) -> String {
    let (hits, n) = (value["hits"].as_u64().unwrap_or_default(), value["n"].as_u64().unwrap_or_default());
    if n == 0 {
        return say!("cli-calibrate-none");
    }
    let percent = |of: &Value| format!("{:.0}", of.as_f64().unwrap_or_default() * 100.0);
    say!("cli-calibrate-share", hits = hits, n = n, low = percent(&value["low"]), high = percent(&value["high"]))
}

fn number(value: &Value) -> String {
    let text = format!("{:.2}", value.as_f64().unwrap_or_default());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
