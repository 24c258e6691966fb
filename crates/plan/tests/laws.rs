//! Laws: every plan reads back as it was saved, whatever is in it; any text can be read, and reading
//! it loses nothing; a diff is empty only between equal plans.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use countersign_plan::{
    Criterion, Decision, Defaults, LogEntry, Metadata, Plan, PlanStatus, diff, load, load_bytes, prompt, save,
    shortened,
};
use jiff::Timestamp;
use proptest::prelude::*;

fn defaults() -> Defaults {
    Defaults { id: "default".to_owned(), at: Timestamp::UNIX_EPOCH }
}

const PIECES: [&str; 60] = [
    "a",
    "word",
    " ",
    "   ",
    "\t",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "*",
    "**",
    "**Result:** x",
    "**Rationale:**",
    "**Decided:** never",
    "- **Tools:** a",
    ",",
    ", ",
    "\\,",
    "#",
    "# ",
    "# Plan",
    "## Goal",
    "## Risks",
    "## Other",
    "### t",
    "### 2026-11-22 06:15 - x",
    " - ",
    "---",
    "...",
    "===",
    "-",
    "```",
    "```rust",
    "~~~",
    "`",
    "- ",
    "- [x] ",
    "* ",
    "[✓] ",
    "[ ] ",
    "  - Notes: x",
    "Notes: ",
    "1. ",
    "12) ",
    "\\",
    "\\\\",
    "\\#",
    "&",
    "&#10;",
    "&#",
    "&amp;",
    "\u{2028}",
    "\u{85}",
    "\u{FEFF}",
    "\u{0}",
    "_none_",
    "None",
    "\"\"",
    "_No goal defined yet._",
    "_No acceptance criteria defined yet._",
];

fn text() -> impl Strategy<Value = String> {
    let pieces =
        prop::collection::vec(prop::sample::select(PIECES.as_slice()), 0..7).prop_map(|pieces| pieces.concat());
    prop_oneof![6 => pieces, 1 => any::<String>(), 1 => Just(String::new())]
}

fn moment() -> impl Strategy<Value = Timestamp> {
    let any = (-377_705_023_201_i64..=253_402_207_200, 0..1_000_000_000_i32)
        .prop_map(|(seconds, nanos)| Timestamp::new(seconds, nanos).unwrap_or(Timestamp::MAX));
    prop_oneof![3 => any, 1 => Just(Timestamp::MIN), 1 => Just(Timestamp::MAX), 1 => Just(Timestamp::from_second(1_763_792_100).unwrap())]
}

fn decisions() -> impl Strategy<Value = Vec<Decision>> {
    let one = (text(), text(), prop::collection::vec(text(), 0..4), moment())
        .prop_map(|(title, rationale, alternatives, timestamp)| Decision { title, rationale, alternatives, timestamp });
    prop::collection::vec(one, 0..4)
}

fn plan() -> impl Strategy<Value = Plan> {
    let status = prop::sample::select(vec![
        PlanStatus::Planning,
        PlanStatus::InProgress,
        PlanStatus::Blocked,
        PlanStatus::Completed,
        PlanStatus::Failed,
    ]);
    let criterion = (text(), any::<bool>(), text()).prop_map(|(description, completed, notes)| Criterion {
        description,
        completed,
        notes,
    });
    let entry = (moment(), text(), text(), text(), prop::collection::vec(text(), 0..4)).prop_map(
        |(timestamp, action, details, result, tools_used)| LogEntry { timestamp, action, details, result, tools_used },
    );
    let metadata = (moment(), moment(), any::<u64>()).prop_map(|(created_at, updated_at, version)| Metadata {
        created_at,
        updated_at,
        version,
    });
    let lists = (prop::collection::vec(criterion, 0..4), decisions(), decisions(), prop::collection::vec(entry, 0..14));
    (text(), status, text(), lists, text(), metadata).prop_map(|(id, status, goal, lists, other, metadata)| Plan {
        id,
        status,
        goal,
        acceptance_criteria: lists.0,
        decisions_made: lists.1,
        decisions_rejected: lists.2,
        execution_log: lists.3,
        other,
        metadata,
    })
}

/// Documents as hands and models make them: lines in any order.
fn document() -> impl Strategy<Value = String> {
    let ends = prop::sample::select(vec!["\n", "\r\n", "\n\n"]);
    prop::collection::vec((text(), ends), 0..30)
        .prop_map(|lines| lines.into_iter().map(|(line, end)| line + end).collect())
}

/// The letters and digits of a text, which is what must not get lost.
fn letters(text: &str) -> Vec<char> {
    let mut letters: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).collect();
    letters.sort_unstable();
    letters
}

/// 200 cases of each, unless `PROPTEST_CASES` asks for another number; 1 000 000 plans are the bar.
fn cases() -> ProptestConfig {
    let usual = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_some() { usual } else { ProptestConfig { cases: 200, ..usual } }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn a_saved_plan_reads_back_as_it_was(plan in plan()) {
        let saved = save(&plan);
        let reading = load(&saved, &defaults());
        prop_assert_eq!(&reading.plan, &plan, "{}", saved);
        prop_assert!(reading.unread.is_empty(), "{:?}\n{}", reading.unread, saved);
        prop_assert!(reading.recognised);
    }

    #[test]
    fn a_saved_plan_survives_an_editor_that_writes_crlf(plan in plan()) {
        let saved = save(&plan).replace('\n', "\r\n");
        prop_assert_eq!(load(&saved, &defaults()).plan, plan, "{}", saved);
    }

    #[test]
    fn it_survives_an_editor_that_strips_blanks_at_line_ends(plan in plan()) {
        let saved: Vec<String> = save(&plan).split('\n').map(|line| line.trim_end_matches([' ', '\t']).to_owned()).collect();
        prop_assert_eq!(load(&saved.join("\n"), &defaults()).plan, plan);
    }

    #[test]
    fn no_line_of_it_ends_in_a_place_a_program_might_split(plan in plan()) {
        let saved = save(&plan);
        let splits = |c: char| c.is_control() && c != '\n' && c != '\t' || matches!(c, '\u{2028}' | '\u{2029}' | '\u{FEFF}');
        let body: String = saved.lines().filter(|line| !line.starts_with("id:")).collect();
        prop_assert!(!body.contains(splits), "{:?}", saved);
    }

    #[test]
    fn any_document_can_be_read_and_what_was_read_stays(document in document()) {
        let once = load(&document, &defaults()).plan;
        let again = load(&save(&once), &defaults());
        prop_assert_eq!(again.plan, once);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = load_bytes(&bytes, &defaults());
        let _ = load(&String::from_utf8_lossy(&bytes), &defaults());
    }

    #[test]
    fn a_paragraph_added_by_hand_anywhere_is_still_there(plan in plan(), at in any::<prop::sample::Index>(), word in "[a-z]{12}") {
        let saved = save(&plan);
        let start = saved.find("# Plan").unwrap();
        let ends: Vec<usize> = saved.match_indices('\n').map(|(end, _)| end).filter(|end| *end > start).collect();
        let (before, after) = saved.split_at(*at.get(&ends));
        let edited = format!("{before}\n\n{word}\n{after}");
        let reading = load(&edited, &defaults());
        let shown = serde_json::to_string(&reading.plan).unwrap();
        prop_assert!(shown.contains(&word), "{}\n{:?}", edited, reading);
        let (was, is) = (letters(&serde_json::to_string(&plan).unwrap()), letters(&shown));
        prop_assert!(is.len() >= was.len(), "{}\n{:?}", edited, reading);
    }

    #[test]
    fn a_diff_is_empty_only_between_equal_plans(one in plan(), other in plan()) {
        let dressed = Plan { id: one.id.clone(), metadata: one.metadata, ..other.clone() };
        prop_assert_eq!(diff(&one, &other).is_empty(), one == dressed);
        prop_assert!(diff(&one, &one).is_empty());
    }

    #[test]
    fn a_prompt_keeps_to_its_limit(plan in plan(), limit in 0..4_000_usize) {
        prop_assert!(prompt(&plan, limit).len() <= limit);
    }

    #[test]
    fn shortening_keeps_the_last_ten_and_is_done_once(plan in plan()) {
        let short = shortened(&plan, Timestamp::UNIX_EPOCH);
        let last = |plan: &Plan| plan.execution_log.iter().rev().take(10).cloned().collect::<Vec<_>>();
        prop_assert_eq!(last(&short), last(&plan));
        prop_assert!(short.execution_log.len() <= 11);
        prop_assert_eq!(&shortened(&short, Timestamp::UNIX_EPOCH), &short);
    }
}
