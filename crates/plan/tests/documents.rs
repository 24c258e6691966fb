//! Documents as they are saved, and as people and models write them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use countersign_plan::{
    ChangeKind, Criterion, Decision, Defaults, LogEntry, Missing, Plan, PlanStatus, Unreadable, diff, load, load_bytes,
    prompt, save, shortened,
};
use jiff::Timestamp;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn defaults() -> Defaults {
    Defaults { id: "s1".to_owned(), at: at("2026-11-22T06:00:00Z") }
}

fn rent() -> Plan {
    let mut plan = Plan::empty("s1", at("2026-11-22T06:00:00Z"));
    plan.status = PlanStatus::InProgress;
    plan.goal = "Pay the rent, *on time*.\n\nEvery month.".to_owned();
    plan.acceptance_criteria = vec![
        Criterion { description: "The todo exists".to_owned(), completed: true, notes: String::new() },
        Criterion { description: "It repeats\nevery month".to_owned(), completed: false, notes: "not yet".to_owned() },
    ];
    plan.decisions_made = vec![Decision {
        title: "Monthly".to_owned(),
        rationale: "The landlord says so.".to_owned(),
        alternatives: vec!["weekly, or so".to_owned(), "yearly".to_owned()],
        timestamp: at("2026-11-22T06:10:00.5Z"),
    }];
    plan.decisions_rejected = vec![Decision {
        title: "Pay cash".to_owned(),
        rationale: "No receipt.".to_owned(),
        alternatives: vec![],
        timestamp: at("2026-11-22T06:11:00Z"),
    }];
    plan.execution_log = vec![LogEntry {
        timestamp: at("2026-11-22T06:15:30.25Z"),
        action: "Added the todo - with a date".to_owned(),
        details: String::new(),
        result: "1 todo added.".to_owned(),
        tools_used: vec!["todos".to_owned()],
    }];
    plan
}

#[test]
fn the_document_as_it_is_saved() {
    insta::assert_snapshot!(save(&rent()), @r##"
    ---
    id: "s1"
    status: in_progress
    createdAt: 2026-11-22T06:00:00Z
    updatedAt: 2026-11-22T06:00:00Z
    version: 0
    ---

    # Plan

    ## Goal

    Pay the rent, *on time*.

    Every month.

    ## Acceptance Criteria

    - [x] The todo exists
    - [ ] It repeats
      every month
      - Notes: not yet

    ## Decisions Made

    ### Monthly

    **Rationale:** The landlord says so.

    **Alternatives considered:** weekly\, or so, yearly

    **Decided:** 2026-11-22T06:10:00.5Z

    ## Decisions Rejected

    ### Pay cash

    **Rationale:** No receipt.

    **Rejected:** 2026-11-22T06:11:00Z

    ## Execution Log

    ### 2026-11-22 06:15 - Added the todo - with a date

    **Time:** 2026-11-22T06:15:30.25Z

    **Tools:** todos

    **Result:** 1 todo added.
    "##);
}

#[test]
fn the_empty_document() {
    insta::assert_snapshot!(save(&Plan::empty("s1", at("2026-11-22T06:00:00Z"))), @r##"
    ---
    id: "s1"
    status: planning
    createdAt: 2026-11-22T06:00:00Z
    updatedAt: 2026-11-22T06:00:00Z
    version: 0
    ---

    # Plan

    ## Goal

    _No goal defined yet._

    ## Acceptance Criteria

    _No acceptance criteria defined yet._

    ## Decisions Made

    _No decisions made yet._

    ## Decisions Rejected

    _No decisions rejected yet._

    ## Execution Log

    _No actions executed yet._
    "##);
}

#[test]
fn a_document_made_by_hand() {
    let reading = load(
        "---\nstatus: In Progress\nowner: me\n---\n# Build a shop\n\n## Goal\nA shop.\n\n## Acceptance criteria:\n* [✓] sells\n1. [X] ships\n- pays\n[ ] closes\n\nSee the wiki.\n\n## Decisions\n- Use SQLite\n\n### Keep it small\nBecause of time.\n**Alternatives**:\n- big, or\n- bigger\n**Decided:** 2026-11-20\n\n## Risks\n\nRain.\n\n## Log\n### 2026-11-21 10:30 - looked\n**Result:** fine\n```\n# not a heading\n## Goal of the code\n```\n### tried\nand failed\n",
        &defaults(),
    );
    insta::assert_snapshot!(format!("{:#?}\n{}", reading.unread, save(&reading.plan)), @r###"
    [
        Unread {
            line: 3,
            text: "owner: me",
        },
        Unread {
            line: 5,
            text: "# Build a shop",
        },
        Unread {
            line: 16,
            text: "See the wiki.",
        },
        Unread {
            line: 28,
            text: "## Risks",
        },
        Unread {
            line: 30,
            text: "Rain.",
        },
    ]
    ---
    id: "s1"
    status: in_progress
    createdAt: 2026-11-22T06:00:00Z
    updatedAt: 2026-11-22T06:00:00Z
    version: 0
    ---

    # Plan

    ## Goal

    A shop.

    ## Acceptance Criteria

    - [x] sells
    - [x] ships
    - [ ] pays
    - [ ] closes

    ## Decisions Made

    ### Use SQLite

    **Decided:** 2026-11-22T06:00:00Z

    ### Keep it small

    **Rationale:** Because of time.

    **Alternatives considered:** big\, or, bigger

    **Decided:** 2026-11-20T00:00:00Z

    ## Decisions Rejected

    _No decisions rejected yet._

    ## Execution Log

    ### 2026-11-21 10:30 - looked

    **Time:** 2026-11-21T10:30:00Z

    **Tools:** _none_

    **Result:** fine
    \```
    \# not a heading
    \## Goal of the code
    \```

    ### 2026-11-22 06:00 - tried

    **Time:** 2026-11-22T06:00:00Z

    **Tools:** _none_

    **Details:** and failed

    **Result:**

    ## Other

    owner: me
    ## Risks

    Rain.

    # Build a shop
    See the wiki.
    "###);
}

#[test]
fn a_log_heading_that_was_edited_says_more_than_the_time_under_it() {
    let edited = save(&rent()).replace("### 2026-11-22 06:15", "### 2026-11-23 07:00");
    assert_eq!(load(&edited, &defaults()).plan.execution_log[0].timestamp, at("2026-11-23T07:00:00Z"));
}

#[test]
fn times_in_other_zones_are_the_same_moments() {
    let edited = save(&rent())
        .replace("**Decided:** 2026-11-22T06:10:00.5Z", "**Decided:** 2026-11-22T07:10:00.5+01:00[Europe/Berlin]");
    assert_eq!(load(&edited, &defaults()).plan, rent());
}

#[test]
fn a_time_that_is_none_is_kept_and_listed() {
    let edited = save(&rent()).replace("**Rejected:** 2026-11-22T06:11:00Z", "**Rejected:** last week");
    let reading = load(&edited, &defaults());
    assert_eq!(reading.plan.other, "last week");
    assert_eq!(reading.unread.len(), 1);
    assert_eq!(edited.lines().nth(reading.unread[0].line - 1), Some("**Rejected:** last week"));
}

#[test]
fn front_matter_that_is_not_understood_is_listed_with_its_line() {
    let reading = load("---\nid: x\nstatus: dreaming\n---\n## Goal\nx\n", &defaults());
    assert_eq!(reading.plan.other, "status: dreaming");
    assert_eq!(reading.unread[0].line, 3);
}

#[test]
fn what_has_nothing_of_a_plan_is_refused() {
    assert_eq!(load_bytes(b" \n", &defaults()), Err(Unreadable::Empty));
    assert_eq!(load_bytes(b"## Goal\n\xff", &defaults()), Err(Unreadable::NotText { at: 8 }));
    assert_eq!(load_bytes(b"milk, eggs\n", &defaults()), Err(Unreadable::NoPlan));
    assert_eq!(load_bytes(b"## Goal\nx\n", &defaults()).unwrap().plan.goal, "x");
}

#[test]
fn a_diff_names_what_changes() {
    let mut edited = rent();
    edited.status = PlanStatus::Completed;
    edited.acceptance_criteria[1].completed = true;
    edited.decisions_rejected.clear();
    let changes: Vec<_> = diff(&rent(), &edited).into_iter().map(|one| (one.field, one.kind, one.after)).collect();
    let done = "[x] It repeats\nevery month\nNotes: not yet".to_owned();
    assert_eq!(
        changes,
        [
            ("status".to_owned(), ChangeKind::Changed, Some("completed".to_owned())),
            ("acceptanceCriteria".to_owned(), ChangeKind::Changed, Some(done)),
            ("decisionsRejected".to_owned(), ChangeKind::Removed, None),
        ]
    );
}

#[test]
fn work_needs_a_goal_and_a_criterion() {
    let mut plan = Plan::empty("s1", at("2026-11-22T06:00:00Z"));
    assert_eq!(plan.missing(), []);
    plan.status = PlanStatus::InProgress;
    assert_eq!(plan.missing(), [Missing::Goal, Missing::Criterion]);
    plan.goal = "x".to_owned();
    plan.acceptance_criteria.push(Criterion { description: " ".to_owned(), ..Criterion::default() });
    assert_eq!(plan.missing(), [Missing::Criterion]);
    assert_eq!(rent().missing(), []);
}

#[test]
fn the_prompt_has_the_rejected_decisions_first() {
    let mut plan = rent();
    let entry = plan.execution_log[0].clone();
    for n in 0..13 {
        plan.execution_log.push(LogEntry { action: format!("step\n# {n}"), ..entry.clone() });
    }
    insta::assert_snapshot!(prompt(&plan, 10_000), @r##"
    # Current Plan
    Status: 🚧 in_progress
    Goal: Pay the rent, *on time*. Every month.
    ## Rejected: do not propose these again
    - ❌ Pay cash: No receipt.
    ## Done when
    - ✓ The todo exists
    - 🚧 It repeats every month (not yet)
    ## Decided
    - ✓ Monthly: The landlord says so.
    ## Log, newest first
    - 2026-11-22 06:15 step # 12 → 1 todo added.
    - 2026-11-22 06:15 step # 11 → 1 todo added.
    - 2026-11-22 06:15 step # 10 → 1 todo added.
    - 2026-11-22 06:15 step # 9 → 1 todo added.
    - 2026-11-22 06:15 step # 8 → 1 todo added.
    - 2026-11-22 06:15 step # 7 → 1 todo added.
    - 2026-11-22 06:15 step # 6 → 1 todo added.
    - 2026-11-22 06:15 step # 5 → 1 todo added.
    - 2026-11-22 06:15 step # 4 → 1 todo added.
    - 2026-11-22 06:15 step # 3 → 1 todo added.
    ## 4 earlier entries, newest first
    - 2026-11-22 06:15 step # 2 → 1 todo added.
    - 2026-11-22 06:15 step # 1 → 1 todo added.
    - 2026-11-22 06:15 step # 0 → 1 todo added.
    - 2026-11-22 06:15 Added the todo - with a date → 1 todo added.
    "##);
}

#[test]
fn a_shortened_log_keeps_a_line_of_each_older_entry() {
    let mut plan = rent();
    let entry = plan.execution_log[0].clone();
    for n in 0..11 {
        plan.execution_log.push(LogEntry { action: format!("step {n}"), ..entry.clone() });
    }
    let short = shortened(&plan, at("2026-11-23T00:00:00Z"));
    assert_eq!(short.execution_log.len(), 11);
    assert_eq!(
        short.execution_log[0].result,
        "2026-11-22 06:15 Added the todo - with a date → 1 todo added.\n2026-11-22 06:15 step 0 → 1 todo added."
    );
}

#[test]
fn what_a_shortened_log_has_no_line_for_is_counted_with_its_days() {
    let mut plan = rent();
    let entry = plan.execution_log[0].clone();
    let step = |n: usize| LogEntry {
        timestamp: at(&format!("2026-11-{:02}T10:00:00Z", 1 + n % 28)),
        action: format!("act {n}"),
        ..entry.clone()
    };
    // 41 entries: ten whole, twenty in a line each, eleven counted.
    plan.execution_log = (0..41).map(step).collect();
    let short = shortened(&plan, at("2026-11-30T00:00:00Z"));
    let lines: Vec<&str> = short.execution_log[0].result.lines().collect();
    assert_eq!(lines[0], "11 earlier entries from 2026-11-01 10:00 to 2026-11-11 10:00 are in earlier versions only.");
    assert!(lines.len() == 21 && lines[1].contains("act 11") && lines[20].contains("act 30"), "{lines:#?}");
    // One more saved is one more counted, also after the document was written and read.
    let mut next = load(&save(&short), &defaults()).plan;
    next.execution_log.push(step(41));
    let short = shortened(&next, at("2026-11-30T00:00:00Z"));
    let first = short.execution_log[0].result.lines().next().unwrap().to_owned();
    assert_eq!(first, "12 earlier entries from 2026-11-01 10:00 to 2026-11-12 10:00 are in earlier versions only.");
}

#[test]
fn a_document_says_which_version_it_was_made_from() {
    for (text, version) in [
        ("---\nversion: 0\n---\n## Goal\nA", Some(0)),
        ("---\nVersion: 12\n---\n## Goal\nA", Some(12)),
        ("## Goal\nversion: 3", None),
    ] {
        assert_eq!(load(text, &defaults()).version, version, "{text}");
    }
}
