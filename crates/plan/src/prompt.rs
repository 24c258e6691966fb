//! The plan as a model is shown it: bounded, what must not be proposed again first (S4-19, S4-20).

use crate::plan::{Decision, LogEntry, Plan};
use crate::time;
use jiff::Timestamp;

/// How many log entries stay whole (S4-19).
const KEPT: usize = 10;
/// How many of the older ones keep a line; of the rest there is a number.
const LINES: usize = 20;
/// At most so many characters of one text.
const LONGEST: usize = 300;

/// The section `# Current Plan` of a prompt, of at most `limit` bytes. What does not fit is left
/// out from the end: older log, newer log, decisions, criteria; goal and rejected decisions stay
/// longest. Each text is brought into one line, so that none can pass for a heading.
pub fn prompt(plan: &Plan, limit: usize) -> String {
    let mut out = Bounded { text: String::new(), limit, full: false };
    out.line("# Current Plan");
    out.line(&format!("Status: {} {}", plan.status.sign(), plan.status.name()));
    out.line(&format!(
        "Goal: {}",
        if plan.goal.trim().is_empty() { "not defined yet".to_owned() } else { flat(&plan.goal, 2_000) }
    ));
    out.part(
        "## Rejected: do not propose these again",
        plan.decisions_rejected.iter().rev().map(|one| decision("❌", one)),
    );
    out.part(
        "## Done when",
        plan.acceptance_criteria.iter().map(|one| {
            let notes = if one.notes.is_empty() { String::new() } else { format!(" ({})", flat(&one.notes, LONGEST)) };
            format!("- {} {}{notes}", if one.completed { "✓" } else { "🚧" }, flat(&one.description, LONGEST))
        }),
    );
    out.part("## Decided", plan.decisions_made.iter().rev().map(|one| decision("✓", one)));
    let (older, newer) = split(&plan.execution_log);
    out.part("## Log, newest first", newer.iter().rev().map(|one| format!("- {}", line(one))));
    out.part(
        &format!("## {} earlier entries, newest first", older.len()),
        older.iter().rev().take(LINES).map(|one| format!("- {}", first_words(one))),
    );
    out.text
}

/// The plan with all but the last ten log entries brought into one entry in front of them, a line
/// each of the newest of them. Of those without a line it says how many there are, from when to when;
/// earlier versions of the document have them.
pub fn shortened(plan: &Plan, at: Timestamp) -> Plan {
    let mut plan = plan.clone();
    let (older, newer) = split(&plan.execution_log);
    if older.is_empty() {
        return plan;
    }
    let mut lines: Vec<String> = older.iter().flat_map(summary_lines).collect();
    let mut gone: Option<Gone> = None;
    if let Some(known) = lines.first().and_then(|line| Gone::read(line)) {
        gone = Some(known);
        lines.remove(0);
    }
    if lines.len() > LINES {
        for line in lines.drain(..lines.len() - LINES) {
            let when: String = line.chars().take(MINUTE).collect();
            gone = Some(match gone {
                Some(before) => Gone { n: before.n + 1, to: when, ..before },
                None => Gone { n: 1, from: when.clone(), to: when },
            });
        }
    }
    if let Some(gone) = gone {
        lines.insert(0, gone.line());
    }
    let first = LogEntry {
        timestamp: older.last().map_or(at, |last| last.timestamp),
        action: SUMMARY.to_owned(),
        details: String::new(),
        result: lines.join("\n"),
        tools_used: Vec::new(),
    };
    plan.execution_log = std::iter::once(first).chain(newer.iter().cloned()).collect();
    plan
}

const SUMMARY: &str = "Earlier entries, shortened";

fn summary_lines(entry: &LogEntry) -> Vec<String> {
    if entry.action == SUMMARY {
        return entry.result.lines().map(str::to_owned).collect();
    }
    vec![first_words(entry)]
}

/// Length of a minute at the beginning of a line.
const MINUTE: usize = 16;

/// Entries that have no line any more.
struct Gone {
    n: u64,
    from: String,
    to: String,
}

impl Gone {
    const WORDS: &str = " earlier entries from ";
    const END: &str = " are in earlier versions only.";

    fn line(&self) -> String {
        format!("{}{}{} to {}{}", self.n, Self::WORDS, self.from, self.to, Self::END)
    }

    fn read(line: &str) -> Option<Self> {
        let (n, when) = line.strip_suffix(Self::END)?.split_once(Self::WORDS)?;
        let (from, to) = when.split_once(" to ")?;
        Some(Self { n: n.parse().ok()?, from: from.to_owned(), to: to.to_owned() })
    }
}

fn split(log: &[LogEntry]) -> (&[LogEntry], &[LogEntry]) {
    // A summary in front is not an entry of its own.
    let summary = usize::from(log.first().is_some_and(|first| first.action == SUMMARY));
    let older = if log.len() <= KEPT + summary { 0 } else { log.len() - KEPT };
    log.split_at(older)
}

fn decision(sign: &str, one: &Decision) -> String {
    let why =
        if one.rationale.trim().is_empty() { String::new() } else { format!(": {}", flat(&one.rationale, LONGEST)) };
    format!("- {sign} {}{why}", flat(&one.title, LONGEST))
}

fn line(one: &LogEntry) -> String {
    let result =
        if one.result.trim().is_empty() { String::new() } else { format!(" → {}", flat(&one.result, LONGEST)) };
    format!("{} {}{result}", time::minute(one.timestamp), flat(&one.action, LONGEST))
}

fn first_words(one: &LogEntry) -> String {
    let result = flat(&one.result, 60);
    let arrow = if result.is_empty() { "" } else { " → " };
    format!("{} {}{arrow}{result}", time::minute(one.timestamp), flat(&one.action, 60))
}

/// A text in one line, at most `longest` characters of it.
fn flat(text: &str, longest: usize) -> String {
    let mut out = String::new();
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
        if out.len() > longest * 4 {
            break;
        }
    }
    match out.char_indices().nth(longest) {
        Some((at, _)) => {
            out.truncate(at);
            out.push('…');
            out
        }
        None => out,
    }
}

struct Bounded {
    text: String,
    limit: usize,
    full: bool,
}

impl Bounded {
    /// Appends a line that fits whole; after one that does not, nothing more comes.
    fn line(&mut self, line: &str) {
        self.full |= self.text.len() + line.len() + 1 > self.limit;
        if !self.full {
            self.text.push_str(line);
            self.text.push('\n');
        }
    }

    fn part(&mut self, heading: &str, lines: impl Iterator<Item = String>) {
        let mut begun = false;
        for line in lines {
            if !begun {
                self.line(heading);
                begun = true;
            }
            self.line(&line);
        }
    }
}
