//! How many plans the codec saves and reads back in a second, and that each is the one that was saved
//! (R32). `cargo bench -p countersign-plan --bench codec -- 1000000` sets the number.

use countersign_plan::{Criterion, Decision, Defaults, LogEntry, Metadata, Plan, PlanStatus, load, save};
use jiff::Timestamp;
use std::io::Write;
use std::time::Instant;

const PIECES: [&str; 48] = [
    "a",
    "Zürich",
    " ",
    "  ",
    "\t",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "*",
    "**",
    "**Result:** x",
    "**Rationale:**",
    ",",
    ", ",
    "#",
    "# ",
    "## Goal",
    "### 2026-11-22 06:15 - x",
    "---",
    "===",
    "```",
    "~~~",
    "`",
    "- ",
    "- [x] ",
    "[✓]",
    "  - Notes: ",
    "1. ",
    "\\",
    "\\\\",
    "&",
    "&#10;",
    "&#x2028;",
    "\u{2028}",
    "\u{2029}",
    "\u{85}",
    "\u{FEFF}",
    "\u{0}",
    "\u{1b}[2J",
    "_none_",
    "none",
    "\"\"",
    "_No goal defined yet._",
    "## Other",
    "> ",
    "<br>",
    "日本語",
];

/// Numbers that are the same each time (splitmix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % n
    }

    fn text(&mut self) -> String {
        (0..self.below(6)).filter_map(|_| PIECES.get(usize::try_from(self.below(48)).ok()?)).copied().collect()
    }

    fn texts(&mut self) -> Vec<String> {
        (0..self.below(3)).map(|_| self.text()).collect()
    }

    fn moment(&mut self) -> Timestamp {
        let seconds = i64::try_from(self.below(500_000_000_000)).unwrap_or_default() - 250_000_000_000;
        let nanos = if self.below(2) == 0 { 0 } else { i32::try_from(self.below(1_000_000_000)).unwrap_or_default() };
        Timestamp::new(seconds, nanos).unwrap_or(Timestamp::UNIX_EPOCH)
    }

    fn decisions(&mut self) -> Vec<Decision> {
        let one = |n: &mut Self| Decision {
            title: n.text(),
            rationale: n.text(),
            alternatives: n.texts(),
            timestamp: n.moment(),
        };
        (0..self.below(3)).map(|_| one(self)).collect()
    }

    fn plan(&mut self) -> Plan {
        let entry = |n: &mut Self| LogEntry {
            timestamp: n.moment(),
            action: n.text(),
            details: n.text(),
            result: n.text(),
            tools_used: n.texts(),
        };
        let criterion = |n: &mut Self| Criterion { description: n.text(), completed: n.below(2) == 0, notes: n.text() };
        Plan {
            id: self.text(),
            status: [PlanStatus::Planning, PlanStatus::Blocked][usize::from(self.below(2) == 0)],
            goal: self.text(),
            acceptance_criteria: (0..self.below(3)).map(|_| criterion(self)).collect(),
            decisions_made: self.decisions(),
            decisions_rejected: self.decisions(),
            execution_log: (0..self.below(3)).map(|_| entry(self)).collect(),
            other: self.text(),
            metadata: Metadata { created_at: self.moment(), updated_at: self.moment(), version: self.below(u64::MAX) },
        }
    }
}

fn main() -> std::io::Result<()> {
    let count: u64 = std::env::args().filter_map(|arg| arg.parse().ok()).next().unwrap_or(20_000);
    let (mut numbers, defaults) = (Numbers(5), Defaults { id: String::new(), at: Timestamp::UNIX_EPOCH });
    let (mut wrong, mut bytes, mut unread) = (0_u64, 0_usize, 0_usize);
    let start = Instant::now();
    for _ in 0..count {
        let plan = numbers.plan();
        let text = save(&plan);
        let reading = load(&text, &defaults);
        bytes += text.len();
        unread += reading.unread.len();
        wrong += u64::from(reading.plan != plan);
    }
    let seconds = start.elapsed().as_secs_f64();
    writeln!(
        std::io::stdout().lock(),
        "{count} plans, {} MB: {wrong} read back as another, {unread} lines not understood; {seconds:.1} s, {:.0} plans/s",
        bytes / 1_000_000,
        count as f64 / seconds
    )
}
