//! Rules that the person's own decisions suggest: proposed after three like verdicts, signed like
//! anything, used in wakes, ended by the first undo; and what nobody may sign.

use crate::world::{SATURDAY, beside, edit, kinds, request, seen, sets, sign, sound, user};
use countersign_core::change_set::review::Edit;
use countersign_core::change_set::{ItemStatus, Source, Verdict};
use countersign_core::ledger::Event;
use countersign_core::rule::{Grant, RuleStatus, Terms};
use countersign_core::shape::Shape;
use countersign_core::wire::{ApplyMode, ItemView, NewRule, RuleView, SetView, SignItem, WakeReport};
use countersign_engine::{ApplyRequest, Conflicts, Engine, WakeRequest};
use countersign_store::{EntryFilter, Store};
use countersign_store_sqlite::SqliteStore;
use serde_json::{Value, json};
use std::sync::Arc;

struct World {
    engine: Engine,
    store: Arc<SqliteStore>,
    folder: tempfile::TempDir,
}

async fn world() -> World {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let (engine, store) = beside(folder.path()).stored().await;
    World { engine, store, folder }
}

impl World {
    async fn again(self, now: &str) -> World {
        let World { engine, store, folder } = self;
        drop((engine, store));
        let (engine, store) = beside(folder.path()).at(now).stored().await;
        World { engine, store, folder }
    }

    async fn edit(&self, operations: Vec<Value>) {
        edit(&self.engine, operations).await;
    }

    /// So many bills that were planned for yesterday.
    async fn late_bills(&self, names: &[&str]) {
        let bill = |name| json!({ "op": "create", "title": name, "scheduledFor": "2026-11-20", "labels": ["Bills"] });
        self.edit(names.iter().map(bill).collect()).await;
    }

    async fn wake(&self) -> WakeReport {
        self.engine.wake(WakeRequest::default()).await.unwrap()
    }

    async fn sets(&self, agent: &str) -> Vec<SetView> {
        let mut all = sets(&self.engine).await;
        all.retain(|set| matches!(&set.source, Source::Wake { agent: of, .. } if of == agent));
        all
    }

    /// The rules that wait for a signature.
    async fn proposed(&self) -> Vec<ItemView> {
        let open = self.sets("rules").await.into_iter().flat_map(|s| s.items);
        open.filter(|i| i.status == ItemStatus::Pending).collect()
    }

    async fn decide(&self, set: &SetView, n: u32, verdict: Verdict) {
        self.engine.decide(set.id, sign(set, &[n]), verdict, None, user()).await.unwrap();
    }

    async fn apply(&self, set: &SetView, items: &[u32]) -> Result<SetView, String> {
        let now = self.engine.change_set(set.id).await.unwrap();
        let done = self.engine.apply(set.id, request(&now, seen(&now, items)), user(), None).await;
        done.map(|receipt| receipt.change_set).map_err(|e| e.code().to_owned())
    }

    /// Three overdue bills of a wake, each decided by itself.
    async fn three(&self, verdict: Verdict) -> SetView {
        self.late_bills(&["Water", "Power", "Phone"]).await;
        self.wake().await;
        let set = self.sets("planner").await.remove(0);
        for n in 1..=3 {
            assert_eq!(self.proposed().await, [], "after {} verdicts", n - 1);
            self.decide(&set, n, verdict).await;
        }
        set
    }

    /// Signs the rule that is proposed.
    async fn sign_rule(&self) -> RuleView {
        let set = self.sets("rules").await.remove(0);
        let done = self.apply(&set, &[1]).await.unwrap();
        assert_eq!(done.items[0].status, ItemStatus::Applied);
        self.engine.rules().pop().unwrap()
    }

    async fn kinds(&self) -> Vec<&'static str> {
        kinds(&self.store).await
    }

    async fn sound(&self) {
        sound(&self.engine).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn three_like_signatures_propose_a_rule_that_works_until_its_first_undo() {
    let w = world().await;
    let bills = w.three(Verdict::Confirmed).await;
    let [item] = w.proposed().await.try_into().unwrap();
    assert_eq!(
        (item.kind.as_str(), item.label.as_str()),
        (
            "rule",
            "Rule: set date today, of overdue one-off todos labelled bills, found as overdue, proposed by planner, \
             at most 100×, for 30 days"
        )
    );
    assert!(!item.preselected && item.why.starts_with("You signed this 3 times. It would have let 3"), "{}", item.why);
    let terms: Terms = serde_json::from_value(item.op["rule"].clone()).unwrap();
    assert_eq!((terms.cap, terms.days, terms.workspace), (Some(100), 30, None));
    assert_eq!(w.engine.rules(), [], "nothing holds before it is signed");
    assert_eq!(w.apply(&bills, &[]).await.unwrap().status, countersign_core::change_set::SetStatus::Resolved);

    let rule = w.sign_rule().await;
    assert_eq!((rule.status, rule.made_by, rule.uses), (RuleStatus::Active, user(), 0));
    assert_eq!(rule.from.map(|f| f.item), Some(1));
    let kinds = w.kinds().await;
    assert_eq!(kinds[kinds.len() - 3..], ["decided", "applied", "rule_made"]);

    // What is not a bill waits as before; what is one is done, in a set of its own.
    w.late_bills(&["Gas"]).await;
    w.edit(vec![json!({ "op": "create", "title": "Call mother", "scheduledFor": "2026-11-20" })]).await;
    let told = w.wake().await;
    assert_eq!((told.by_rules, told.proposed), (1, 1), "{told:?}");
    assert_eq!(told.text, "1 change proposed. 1 change was made by your rules.");
    let gas = w.engine.todos(|t| t.title == "Gas").remove(0);
    assert_eq!(gas.scheduled_for.unwrap().to_string(), "2026-11-21");
    let waits: Vec<String> = w.sets("planner").await.iter().flat_map(|s| &s.items).map(|i| i.label.clone()).collect();
    assert_eq!(waits, ["Change “Call mother”: date Sat 2026-11-21"]);
    assert_eq!(w.engine.rules()[0].uses, 1);
    let kinds = w.kinds().await;
    let used = kinds.iter().rposition(|k| *k == "rule_used").unwrap();
    assert_eq!(kinds[used..=used + 2], ["rule_used", "decided", "applied"]);

    // The first undo ends it, and no rule is proposed again by what was signed before.
    let entry = w.engine.ledger(EntryFilter { kinds: vec!["applied"], limit: 1, ..EntryFilter::default() }).await;
    let undo = w.engine.undo(entry.unwrap()[0].seq, None, Conflicts::Stop, user()).await.unwrap();
    w.apply(&undo, &[1]).await.unwrap();
    assert_eq!(w.engine.rules()[0].status, RuleStatus::Suspended);
    w.late_bills(&["Rent"]).await;
    let told = w.wake().await;
    assert_eq!(told.by_rules, 0);
    let set = w.sets("planner").await.into_iter().find(|s| s.items.iter().any(|i| i.label.contains("Rent"))).unwrap();
    let n = set.items.iter().find(|i| i.label.contains("Rent")).unwrap().n;
    w.decide(&set, n, Verdict::Confirmed).await;
    assert_eq!(w.proposed().await, []);
    w.sound().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_like_refusals_propose_a_rule_that_keeps_the_agent_quiet() {
    let w = world().await;
    w.three(Verdict::Rejected).await;
    let [item] = w.proposed().await.try_into().unwrap();
    assert!(item.label.starts_with("Rule: no more proposals: set date today, of overdue"), "{}", item.label);
    assert!(item.why.starts_with("You turned this down 3 times. It would have kept 3 proposals"), "{}", item.why);
    let rule = w.sign_rule().await;
    assert!(matches!(rule.grant, Grant::NotProposed { .. }));
    w.late_bills(&["Gas"]).await;
    let told = w.wake().await;
    let codes: Vec<(&str, &str)> = told.not_proposed.iter().map(|n| (n.label.as_str(), n.code.as_str())).collect();
    assert_eq!(told.proposed, 0, "{codes:?}");
    assert!(codes.contains(&("Change “Gas”: date Sat 2026-11-21", "rule_refused")), "{codes:?}");
    assert_eq!(w.engine.rules()[0].uses, 1, "each use is told, and those that were refused before are not its");
    assert!(w.kinds().await.contains(&"rule_kept"));
    w.engine.revoke_rule(rule.id, "enough".into(), user()).await.unwrap();
    let told = w.wake().await;
    assert_eq!(told.proposed, 1, "revoked, it is proposed again");
    w.sound().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_set_and_a_decision_say_all_they_are_about() {
    let w = world().await;
    w.late_bills(&["Water"]).await;
    let request = WakeRequest { agent: None, about: Some("#1".to_owned()) };
    let told = w.engine.wake(request).await.unwrap();
    let set = w.store.change_set(told.sets[0]).await.unwrap().unwrap();
    assert_eq!(
        (set.agent.as_deref(), set.source),
        (Some("planner"), Source::Wake { agent: "planner".to_owned(), about: Some("#1".to_owned()) })
    );
    assert_eq!((set.run, set.session, set.resolved_at, set.items.len()), (None, None, None, 1));
    let item = vec![SignItem { item: 1, digest: set.items[0].digest.clone(), was: None }];
    let why = Some("Wrong value".to_owned());
    w.engine.decide(set.id, item, Verdict::Rejected, why, user()).await.unwrap();
    let filter = EntryFilter { kinds: vec!["decided"], limit: 1, ..EntryFilter::default() };
    let entry = w.store.entries(&filter).await.unwrap().all().unwrap().remove(0);
    assert_eq!((entry.actor, entry.at.to_string().as_str()), (user(), SATURDAY));
    let Event::Decided { set: of, items } = entry.event else { panic!() };
    let said = serde_json::to_value(&items[0]).unwrap();
    let shape = json!({ "op": "update", "sets": { "scheduledFor": "today" }, "by": "planner", "finding": "overdue",
        "labels": ["bills"], "repeating": false, "overdue": true });
    assert_eq!(of, set.id);
    assert_eq!(
        said,
        json!({
            "n": 1, "verdict": "rejected", "reason": "wrong-value", "digest": set.items[0].digest,
            "label": "Change \u{201c}Water\u{201d}: date Sat 2026-11-21",
            "op": { "op": "update", "id": 1, "scheduledFor": "2026-11-21" }, "agent": "planner",
            "fingerprint": said["fingerprint"], "topic": "overdue:1:2026-11-20", "shape": shape,
        })
    );
    let set = w.store.change_set(set.id).await.unwrap().unwrap();
    assert_eq!(set.resolved_at.map(|at| at.to_string()).as_deref(), Some(SATURDAY));
}

#[tokio::test(flavor = "multi_thread")]
async fn many_at_once_are_one_word_and_a_refusal_among_them_stops_it() {
    let w = world().await;
    w.late_bills(&["a1", "b2", "c3", "d4", "e5"]).await;
    w.wake().await;
    let set = w.sets("planner").await.remove(0);
    let pick = |items: &[u32]| sign(&set, items);
    w.engine.decide(set.id, pick(&[1, 2, 3]), Verdict::Confirmed, None, user()).await.unwrap();
    assert_eq!(w.proposed().await, [], "one word on three items is no habit");
    w.decide(&set, 4, Verdict::Rejected).await;
    for _ in 0..3 {
        w.decide(&set, 5, Verdict::Confirmed).await;
    }
    assert_eq!(w.proposed().await, [], "the same item over and over is no habit either, and one was refused");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rule_for_every_todo_and_one_that_deletes_are_never_proposed_and_never_signed() {
    let w = world().await;
    for (n, title) in ["Plain one", "Plain two", "Plain three"].iter().enumerate() {
        w.edit(vec![json!({ "op": "create", "title": title, "labels": ["x"] })]).await;
        for op in [json!({ "op": "update", "id": n + 1, "title": "free text" }), json!({ "op": "delete", "id": n + 1 })]
        {
            let set = w.engine.propose(None, &json!({ "operations": [op] }), user()).await.unwrap();
            w.decide(&set, 1, Verdict::Confirmed).await;
        }
    }
    assert_eq!(w.proposed().await, []);
    for (shape, code) in [
        (json!({ "op": "update", "sets": { "priority": "high" } }), "rule_too_wide"),
        (json!({ "op": "delete", "labels": ["x"] }), "rule_never"),
        (json!({ "op": "update", "sets": { "title": "any" }, "labels": ["x"] }), "rule_never"),
        (json!({ "op": "create" }), "invalid_rule"),
    ] {
        let shape: Shape = serde_json::from_value(shape).unwrap();
        let grant = Grant::Todos { shape };
        let new = NewRule { workspace: None, grant, cap: None, days: None, examples: None, from: None };
        assert_eq!(w.engine.make_rule(new, user()).await.unwrap_err().code(), code);
    }
    // No client can put a rule before the person: only the product does.
    let sent =
        json!({ "operations": [{ "op": "make_rule", "rule": { "grant": { "kind": "read_only" }, "days": 30 } }] });
    let set = w.engine.propose(None, &sent, user()).await.unwrap();
    assert_eq!((set.items[0].status, set.items[0].problems[0].code.as_ref()), (ItemStatus::Invalid, "invalid_op"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bounds_of_a_proposed_rule_are_the_persons_to_set_and_nothing_else_of_it() {
    let w = world().await;
    w.three(Verdict::Confirmed).await;
    let set = w.sets("rules").await.remove(0);
    let edit = async |args: Value| {
        let Value::Object(args) = args else { panic!("{args}") };
        w.engine.edit_item(set.id, 1, set.items[0].digest.clone(), Edit::Merge(args), user()).await
    };
    for (args, code) in [
        (json!({ "cap": 0 }), "invalid_cap"),
        (json!({ "cap": "many" }), "invalid_cap"),
        (json!({ "days": 0 }), "invalid_expiry"),
        (json!({ "days": 367 }), "invalid_expiry"),
        (json!({ "days": null }), "invalid_expiry"),
        (json!({ "grant": { "kind": "read_only" } }), "invalid_edit"),
        (json!({ "rule": { "days": 3 } }), "invalid_edit"),
    ] {
        let refused = edit(args.clone()).await.unwrap_err();
        assert!(format!("{refused:?}").contains(code), "{args}: {refused:?}");
    }
    assert_eq!(w.sets("rules").await[0].items, set.items, "nothing has been changed");
    let edited = edit(json!({ "cap": 2, "days": 7 })).await.unwrap();
    assert!(
        edited.items[0].label.ends_with("proposed by planner, at most 2×, for 7 days"),
        "{}",
        edited.items[0].label
    );
    let rule = w.sign_rule().await;
    assert_eq!((rule.cap, rule.expires_at), (Some(2), "2026-11-28T15:00:00Z".parse().unwrap()));
    w.sound().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rule_that_was_turned_down_is_not_proposed_again_and_one_that_is_signed_twice_is_refused() {
    let w = world().await;
    let bills = w.three(Verdict::Confirmed).await;
    let set = w.sets("rules").await.remove(0);
    w.decide(&set, 1, Verdict::Rejected).await;
    w.late_bills(&["Gas"]).await;
    w.wake().await;
    let more = w.engine.change_set(bills.id).await.unwrap();
    w.decide(&more, 4, Verdict::Confirmed).await;
    assert_eq!(w.proposed().await, []);

    // Taken up again; meanwhile the same was signed by hand.
    let terms: Terms = serde_json::from_value(set.items[0].op["rule"].clone()).unwrap();
    let new = NewRule { workspace: None, grant: terms.grant, cap: None, days: None, examples: None, from: None };
    w.engine.make_rule(new, user()).await.unwrap();
    assert_eq!(w.apply(&set, &[1]).await, Err("invalid_item".to_owned()));
    assert_eq!(w.engine.rules().len(), 1);
    let w = w.again("2026-12-25T15:00:00Z").await;
    assert_eq!(w.engine.rules()[0].status, RuleStatus::Expired);
    w.sound().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_and_files_are_learned_as_exactly_what_was_signed() {
    let w = world().await;
    let root = w.folder.path().join("project");
    std::fs::create_dir_all(root.join("docs")).unwrap();
    w.engine.open_workspace(&root, user()).await.unwrap();
    let sign = async |op: Value| {
        let set = w.engine.propose(None, &json!([op]), user()).await.unwrap();
        w.decide(&set, 1, Verdict::Confirmed).await;
    };
    for _ in 0..3 {
        sign(json!({ "op": "run_command", "command": "echo hi there" })).await;
    }
    for name in ["a", "b", "c"] {
        sign(json!({ "op": "write_file", "path": format!("docs/{name}.md"), "content": "x\n" })).await;
        sign(json!({ "op": "run_command", "command": "rm -r src" })).await;
    }
    let grants: Vec<Grant> = w
        .proposed()
        .await
        .iter()
        .map(|i| serde_json::from_value::<Terms>(i.op["rule"].clone()).unwrap().grant)
        .collect();
    let words = ["echo", "hi", "there"].map(str::to_owned).to_vec();
    assert_eq!(grants, [Grant::Exact { words, cwd: String::new() }, Grant::Files { folder: "docs".to_owned() }]);
    let set = w.sets("rules").await.remove(0);
    w.apply(&set, &[1]).await.unwrap();
    for (command, status) in [("echo hi there", ItemStatus::Applied), ("echo hi there too", ItemStatus::Pending)] {
        let op = json!([{ "op": "run_command", "command": command }]);
        assert_eq!(w.engine.propose(None, &op, user()).await.unwrap().items[0].status, status, "{command}");
    }
    w.sound().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_signed_in_one_folder_asks_in_another() {
    let w = world().await;
    let root = w.folder.path().join("project");
    for folder in ["a", "b"] {
        std::fs::create_dir_all(root.join(folder)).unwrap();
    }
    w.engine.open_workspace(&root, user()).await.unwrap();
    let propose = async |cwd: &str, command: &str| {
        let op = json!([{ "op": "run_command", "cwd": cwd, "command": command }]);
        w.engine.propose(None, &op, user()).await.unwrap()
    };
    for cwd in ["a", "b", "a", "b", "a"] {
        assert_eq!(w.proposed().await, [], "two folders are two habits");
        let set = propose(cwd, "echo hi").await;
        w.decide(&set, 1, Verdict::Confirmed).await;
    }
    let [item] = w.proposed().await.try_into().unwrap();
    assert_eq!(item.label, "Rule: echo hi in a/, at most 100×, for 30 days");
    assert!(item.why.starts_with("You signed this 3 times. It would have let 3 of"), "{}", item.why);
    let rule = w.sign_rule().await;
    let words = ["echo", "hi"].map(str::to_owned).to_vec();
    assert_eq!(rule.grant, Grant::Exact { words, cwd: "a".to_owned() });
    for (cwd, command, status) in [
        ("b", "echo hi", ItemStatus::Pending),
        ("", "echo hi", ItemStatus::Pending),
        ("", "cd a && echo hi", ItemStatus::Pending),
        ("a", "echo hi", ItemStatus::Applied),
    ] {
        assert_eq!(propose(cwd, command).await.items[0].status, status, "{cwd} {command}");
    }
    w.sound().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rule_for_a_folder_counts_all_below_it_and_none_is_proposed_where_something_was_rejected() {
    let w = world().await;
    let root = w.folder.path().join("project");
    for folder in ["docs/x", "notes/x"] {
        std::fs::create_dir_all(root.join(folder)).unwrap();
    }
    w.engine.open_workspace(&root, user()).await.unwrap();
    let say = async |path: &str, verdict: Verdict| {
        let op = json!([{ "op": "write_file", "path": path, "content": "x\n" }]);
        let set = w.engine.propose(None, &op, user()).await.unwrap();
        w.decide(&set, 1, verdict).await;
    };
    say("docs/x/below.md", Verdict::Rejected).await;
    say("notes/x/below.md", Verdict::Confirmed).await;
    for name in ["a", "b", "c"] {
        say(&format!("docs/{name}.md"), Verdict::Confirmed).await;
    }
    assert_eq!(w.proposed().await, [], "something below was rejected");
    for name in ["a", "b", "c"] {
        say(&format!("notes/{name}.md"), Verdict::Confirmed).await;
    }
    let [item] = w.proposed().await.try_into().unwrap();
    assert_eq!(item.label, "Rule: files in notes/, at most 100×, for 30 days");
    let why = "You signed this 4 times. It would have let 4 of your decisions through; you rejected 0.";
    assert!(item.why.starts_with(why), "{}", item.why);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_word_that_is_taken_back_on_another_day_counts_no_more() {
    let w = world().await;
    w.late_bills(&["Water", "Power", "Phone"]).await;
    w.wake().await;
    let set = w.sets("planner").await.remove(0);
    for n in [1, 2] {
        w.decide(&set, n, Verdict::Confirmed).await;
    }
    // The same date is no longer today: another shape, under another key.
    let w = w.again("2026-11-22T15:00:00Z").await;
    w.decide(&set, 1, Verdict::Undecided).await;
    let w = w.again(SATURDAY).await;
    w.decide(&set, 3, Verdict::Confirmed).await;
    assert_eq!(w.proposed().await, [], "two signatures stand");
    w.decide(&set, 1, Verdict::Confirmed).await;
    assert_eq!(w.proposed().await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rule_runs_out_in_the_middle_of_a_wake() {
    let w = world().await;
    w.late_bills(&["a1", "b2", "c3"]).await;
    let shape: Shape =
        serde_json::from_value(json!({ "op": "update", "sets": { "scheduledFor": "today" }, "labels": ["bills"] }))
            .unwrap();
    let new = NewRule {
        workspace: None,
        grant: Grant::Todos { shape },
        cap: Some(2),
        days: None,
        examples: None,
        from: None,
    };
    w.engine.make_rule(new, user()).await.unwrap();
    let told = w.wake().await;
    assert_eq!((told.by_rules, told.proposed), (2, 1));
    assert_eq!(w.engine.rules()[0].status, RuleStatus::UsedUp);
    w.sound().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_figures_of_a_proposed_rule_are_those_of_today_and_without_ground_it_is_withdrawn() {
    let w = world().await;
    let set = w.three(Verdict::Confirmed).await;
    w.late_bills(&["Gas", "Rent"]).await;
    w.wake().await;
    let shown = w.sets("rules").await.remove(0);
    assert!(shown.items[0].why.contains("signed this 3 times"), "{}", shown.items[0].why);
    for n in [4, 5] {
        let set = w.engine.change_set(set.id).await.unwrap();
        w.decide(&set, n, Verdict::Rejected).await;
    }
    let now = w.sets("rules").await.remove(0);
    let why = "You signed this 3 times. It would have let 5 of your decisions through; you rejected 2.";
    assert!(now.items[0].why.starts_with(why), "{}", now.items[0].why);
    // Who saw the other figures signs nothing.
    let old = sign(&shown, &[1]);
    let refused = w.engine.decide(now.id, old, Verdict::Confirmed, None, user()).await.unwrap_err();
    assert_eq!(refused.code(), "stale_item");
    let set = w.engine.change_set(set.id).await.unwrap();
    w.decide(&set, 1, Verdict::Undecided).await;
    let gone = w.engine.change_set(now.id).await.unwrap();
    assert_eq!((gone.items[0].status, w.proposed().await.len()), (ItemStatus::Retracted, 0));
    for n in [1, 2, 3] {
        w.decide(&set, n, Verdict::Rejected).await;
    }
    let [only] = w.proposed().await.try_into().unwrap();
    assert!(only.label.starts_with("Rule: no more proposals"), "{}", only.label);
    assert_eq!(w.engine.rules(), []);
    w.sound().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_undone_is_no_ground_of_a_rule() {
    let w = world().await;
    let set = w.three(Verdict::Confirmed).await;
    let done = w.apply(&set, &[]).await.unwrap();
    assert_eq!(w.proposed().await.len(), 1);
    assert_eq!(done.items[0].status, ItemStatus::Applied);
    let entry = w.engine.ledger(EntryFilter { kinds: vec!["applied"], limit: 1, ..EntryFilter::default() }).await;
    let undo = w.engine.undo(entry.unwrap()[0].seq, None, Conflicts::Stop, user()).await.unwrap();
    w.apply(&undo, &[1]).await.unwrap();
    assert_eq!(w.proposed().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_is_told_what_a_rule_did_at_once() {
    let w = world().await;
    w.edit(vec![json!({ "op": "create", "title": "Water", "labels": ["bills"] })]).await;
    let shape: Shape =
        serde_json::from_value(json!({ "op": "update", "sets": { "priority": "high" }, "labels": ["bills"] })).unwrap();
    let new =
        NewRule { workspace: None, grant: Grant::Todos { shape }, cap: None, days: None, examples: None, from: None };
    w.engine.make_rule(new, user()).await.unwrap();
    let call = |tool: &str, args: Value| countersign_engine::ToolCall { tool: tool.into(), args, why: None };
    let calls = vec![
        call("set_task_priority", json!({ "id": 1, "priority": "P1" })),
        call("update_task_estimate", json!({ "id": 1, "minutes": 30 })),
    ];
    let report = w.engine.take_calls("helper", None, calls).await.unwrap();
    let told: Vec<(&str, &str)> = report.answers.iter().map(|a| (a.code.as_str(), a.message.as_str())).collect();
    assert_eq!(
        told,
        [
            ("applied", "Done at once: a rule of the user's let it through."),
            ("queued", "Proposal queued for user review.")
        ]
    );
    assert_eq!(report.sets.len(), 1);
}

/// What is possible is done, and a rule that nobody may sign now is named; without that wish all of it is refused.
#[tokio::test(flavor = "multi_thread")]
async fn best_effort_leaves_out_a_rule_that_cannot_be_signed() {
    let w = world().await;
    w.three(Verdict::Confirmed).await;
    let set = w.sets("rules").await.remove(0);
    w.decide(&set, 1, Verdict::Confirmed).await;
    let terms: Terms = serde_json::from_value(set.items[0].op["rule"].clone()).unwrap();
    let same = NewRule {
        workspace: None,
        grant: terms.grant,
        cap: terms.cap,
        days: Some(terms.days),
        examples: None,
        from: None,
    };
    let made = w.engine.make_rule(same, user()).await.unwrap();
    let set = w.engine.change_set(set.id).await.unwrap();
    assert_eq!(w.apply(&set, &[]).await.unwrap_err(), "invalid_item");
    let request = ApplyRequest { mode: ApplyMode::BestEffort, ..request(&set, Vec::new()) };
    let receipt = w.engine.apply(set.id, request, user(), None).await.unwrap();
    let told: Vec<_> = receipt.results.iter().map(|r| (r.n, r.problem.as_ref().unwrap().code.to_string())).collect();
    assert_eq!(told, [(1, "rule_exists".to_owned())]);
    let stays: Vec<_> = w.engine.rules().into_iter().map(|rule| rule.id).collect();
    assert_eq!((stays, receipt.change_set.items[0].status), (vec![made.id], ItemStatus::Confirmed));
    w.sound().await;
}
