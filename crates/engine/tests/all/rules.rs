//! Standing rules: what they let through, what they never do, and what ends them. Real processes.

use crate::world::{World, request, sign, sign_all, user, workshop};
use countersign_core::change_set::{Actor, ItemStatus, Verdict};
use countersign_core::ids::RuleId;
use countersign_core::ledger::Event;
use countersign_core::rule::{Examples, Grant, RuleStatus};
use countersign_core::wire::{ItemView, NewRule, NewRuleFrom, RuleCheck, RuleView};
use countersign_engine::Conflicts;
use countersign_store::{EntryFilter, Store};
use serde_json::json;
use std::fs;

const NOW: &str = "2026-11-22T10:00:00Z";

async fn world() -> World {
    workshop().folder("docs").opening(|o| o.at(NOW)).open().await
}

impl World {
    /// The one item of a command that was proposed.
    async fn command(&self, text: &str) -> ItemView {
        self.commands(&[text]).await.items.remove(0)
    }

    async fn rule(&self, grant: Grant) -> RuleView {
        self.engine.make_rule(new(grant), user()).await.unwrap()
    }

    fn standing(&self, id: RuleId) -> RuleView {
        self.engine.rules().into_iter().find(|rule| rule.id == id).unwrap()
    }
}

fn new(grant: Grant) -> NewRule {
    NewRule { workspace: None, grant, cap: None, days: None, examples: None, from: None }
}

fn words(text: &str) -> Grant {
    Grant::Command { prefix: text.split(' ').map(str::to_owned).collect(), cwd: String::new() }
}

#[tokio::test]
async fn without_a_rule_everything_waits_and_with_one_only_what_it_says_runs() {
    let w = world().await;
    fs::write(w.root.join("a"), "text").unwrap();
    assert_eq!(w.command("cat a").await.status, ItemStatus::Pending, "off by default");
    let rule = w.rule(Grant::ReadOnly {}).await;
    assert_eq!((rule.status, rule.uses, rule.name.as_str()), (RuleStatus::Active, 0, "read-only commands"));

    let ran = w.command("cat a | head -1").await;
    assert_eq!(ran.status, ItemStatus::Applied, "{:?}", ran.failure);
    assert_eq!(ran.decided_by, Some(Actor::Rule { rule: rule.id, name: "read-only commands".into() }));
    assert_eq!(ran.command.unwrap().outcome.unwrap().preview, "text");
    assert_eq!((w.standing(rule.id).uses, w.standing(rule.id).last_used_at), (1, Some(NOW.parse().unwrap())));
    for waits in ["cat a > b", "cat .env", "touch made", "cat ../x", "cat a; touch made", "A=1 cat a", "wc a"] {
        let item = w.command(waits).await;
        assert!(matches!(item.status, ItemStatus::Pending | ItemStatus::Invalid), "{waits}: {:?}", item.status);
    }
    assert!(!w.root.join("made").exists() && !w.root.join("b").exists());
    assert_eq!(w.standing(rule.id).uses, 1);
    let kinds = w.kinds().await;
    let used = kinds.iter().position(|kind| *kind == "rule_used").unwrap();
    assert_eq!(kinds[used - 1..=used + 3], ["proposed", "rule_used", "decided", "applying", "applied"]);
    w.sound().await;
}

#[tokio::test]
async fn a_link_out_of_the_workspace_is_asked_about() {
    let w = world().await;
    w.rule(Grant::ReadOnly {}).await;
    w.rule(words("grep -r")).await;
    let outside = w.folder.path().join("outside");
    fs::create_dir_all(&outside).unwrap();
    fs::write(outside.join("x"), "canary").unwrap();
    fs::write(w.root.join("docs/own"), "own").unwrap();
    for (link, to) in [("docs/there", "../../outside"), ("docs/x", "../../outside/x"), ("inside", "docs")] {
        std::os::unix::fs::symlink(to, w.root.join(link)).unwrap();
    }
    let through = w.root.join("docs/x");
    for text in [
        "cat docs/x".to_owned(),
        "ls -a docs/there/".to_owned(),
        "cat docs/there/x".to_owned(),
        "cat inside/x".to_owned(),
        "grep -fdocs/x docs/own".to_owned(),
        "grep --file=docs/x docs/own".to_owned(),
        "grep -r canary docs/there/".to_owned(),
        format!("cat {}", through.display()),
    ] {
        let item = w.command(&text).await;
        assert_eq!(item.status, ItemStatus::Pending, "{text}");
        let shown = item.command.unwrap();
        assert!(shown.reason.contains("link out of the workspace") || text.contains("-r"), "{text}: {}", shown.reason);
    }
    for text in ["cat inside/own", "cat docs/own", "ls docs"] {
        assert_eq!(w.command(text).await.status, ItemStatus::Applied, "{text}");
    }

    // What is not there yet would be made there.
    w.rule(words("touch")).await;
    assert_eq!(w.command("touch docs/there/new").await.status, ItemStatus::Pending);
    assert!(!outside.join("new").exists());
    // What is never shown is not shown by another name either.
    fs::create_dir(w.root.join(".git")).unwrap();
    fs::write(w.root.join(".git/config"), "canary").unwrap();
    fs::write(w.root.join(".env"), "canary").unwrap();
    for (link, to) in [("repo", ".git"), ("settings", ".env"), ("etc", "/etc"), ("docs/up", "..")] {
        std::os::unix::fs::symlink(to, w.root.join(link)).unwrap();
    }
    for text in [
        "cat repo/config",
        "cat settings",
        "cat etc/shadow",
        "cat docs/up/.env",
        "cp a repo/hook",
        "cat ./docs/../settings",
    ] {
        let item = w.command(text).await;
        assert_eq!(item.status, ItemStatus::Invalid, "{text}");
        assert!(item.problems.iter().any(|p| p.code == "never_runs"), "{text}: {:?}", item.problems);
    }
}

/// Each would start a program in a command that only looks: it leaves `ran` behind where it could.
#[tokio::test]
async fn a_repository_whose_settings_start_programs_is_asked_about() {
    let w = world().await;
    w.rule(Grant::ReadOnly {}).await;
    let git = |folder: &std::path::Path, words: &[&str]| {
        let done = std::process::Command::new("git")
            .args(["-c", "user.name=N", "-c", "user.email=n@example.com", "-c", "protocol.file.allow=always"])
            .args(words)
            .current_dir(folder)
            .output()
            .unwrap();
        assert!(done.status.success(), "{words:?}: {}", String::from_utf8_lossy(&done.stderr));
    };
    git(&w.root, &["init", "-qb", "main"]);
    git(&w.root, &["remote", "add", "origin", "https://example.com/x.git"]);
    git(&w.root, &["config", "branch.main.remote", "origin"]);
    git(&w.root, &["config", "alias.lg", "log --oneline"]);
    git(&w.root, &["config", "core.editor", "vim"]);
    fs::write(w.root.join(".gitattributes"), "* filter=f diff=d\n").unwrap();
    git(&w.root, &["add", "."]);
    git(&w.root, &["commit", "-qm", "first"]);
    fs::write(w.root.join("a"), "another").unwrap();
    for text in ["git diff", "git status", "git log -p"] {
        assert_eq!(w.command(text).await.status, ItemStatus::Applied, "{text}");
    }
    let evil = w.root.join("evil.sh");
    fs::write(&evil, "#!/bin/sh\ntouch ran\ncat\n").unwrap();
    fs::set_permissions(&evil, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let config = w.root.join(".git/config");
    let sound = fs::read_to_string(&config).unwrap();
    for setting in [
        "[diff]\nexternal = ./evil.sh",
        "[diff \"d\"] textconv = ./evil.sh",
        "[Diff \"d\"]\n\tCommand=./evil.sh",
        "[filter \"f\"]\n  clean = ./evil.sh # ]",
        "[filter \"f\"]\nprocess = ./evil.sh",
        "[filter \"]\"] clean = ./evil.sh ]",
        "[filter.f]\nclean = ./evil.sh",
        "[gpg]\nprogram = ./evil.sh\n[log]\nshowSignature = true",
        "[core]\nfsmonitor = ./evil.sh",
        "[alias]\nx = y\n[core]\nfsmonitor = ./evil.sh",
        "[alias]\nx = y \\\n[core]\nfsmonitor = ./evil.sh",
        "[alias] [core] fsmonitor = ./evil.sh",
        "[alias]\r[core]\rfsmonitor = ./evil.sh",
        "[color] [core]\nfsmonitor = ./evil.sh",
        "[color \"a\\\"]\"]\n[core] fsmonitor = ./evil.sh",
        "[color] # \\\n[core]\nfsmonitor = ./evil.sh",
        "[color]\nui = a \\\n[core]\nfsmonitor = ./evil.sh",
        "[core]\nfsmonitor = false.sh",
        "[pager]\nbranch = ./evil.sh",
        "[pager]\nstatus = ./evil.sh",
        "[merge \"x\"]\ndriver = ./evil.sh",
        "[status]\nsubmoduleSummary = true",
        "[core]\nworktree = /etc",
        "[include]\npath = ../more",
        "[includeIf \"gitdir:.\"]\npath = ../more",
        "[extensions]\nworktreeConfig = true",
        "[core]\npager = ./evil.sh",
        "[user]\nname = a\\\n[core]\n",
    ] {
        fs::write(&config, format!("{sound}{setting}\n")).unwrap();
        let item = w.command("git diff").await;
        let shown = item.command.unwrap();
        assert_eq!(item.status, ItemStatus::Pending, "{setting}");
        assert!(shown.reason.contains("may start a program"), "{setting}: {}", shown.reason);
        assert_eq!(w.command("cat a").await.status, ItemStatus::Applied, "others are as they were");
    }
    for setting in [
        "[color]\nui = auto",
        "[color \"branch\"]\n\tcurrent = yellow reverse",
        "[merge]\n\tconflictstyle = zdiff3",
        "[advice]\ndetachedHead = false",
        "[rerere] enabled = true",
        "[status]\nshort = true\nbranch = true",
        "[diff]\ncontext = 5\nmnemonicPrefix = true",
        "[i18n]\ncommitEncoding = UTF-8",
        "[index]\nversion = 4",
        "[gui]\nwmstate = normal\ngeometry = 887x427+26+26 171 192",
        "[branch \"x\"]\ngithub-pr-owner-number = \"a#b#1\"\nvscode-merge-base = origin/main",
        "[core]\nfscache = true\ncommentChar = \";\"\nfsmonitor = false",
        "[difftool]\nprompt = false",
    ] {
        fs::write(&config, format!("{sound}{setting}\n")).unwrap();
        assert_eq!(w.command("git diff").await.status, ItemStatus::Applied, "{setting}");
    }
    fs::write(&config, &sound).unwrap();
    let hook = w.root.join(".git/hooks/post-index-change");
    fs::create_dir_all(hook.parent().unwrap()).unwrap();
    fs::copy(&evil, &hook).unwrap();
    assert_eq!(w.command("git status").await.status, ItemStatus::Pending);
    fs::remove_file(&hook).unwrap();

    // Objects that are borrowed lie where they are: outside, nobody knows what git reads.
    let (lender, list) = (w.folder.path().join("lender"), w.root.join(".git/objects/info/alternates"));
    fs::create_dir(&lender).unwrap();
    git(&lender, &["init", "-q"]);
    let objects = lender.join(".git/objects").display().to_string();
    for borrowed in [objects.as_str(), "../../../lender/.git/objects", "/nowhere"] {
        fs::write(&list, format!("{borrowed}\n")).unwrap();
        let item = w.command("git status").await;
        assert_eq!(item.status, ItemStatus::Pending, "{borrowed}");
        assert!(item.command.unwrap().reason.contains("outside the workspace"), "{borrowed}");
    }
    git(&w.root, &["init", "-q", "--bare", "kept"]);
    for (borrowed, through, status) in
        [("../../kept/objects", "", ItemStatus::Applied), ("../../kept/objects", objects.as_str(), ItemStatus::Pending)]
    {
        fs::write(&list, format!("# one of ours\n{borrowed}\n")).unwrap();
        fs::write(w.root.join("kept/objects/info/alternates"), through).unwrap();
        assert_eq!(w.command("git status").await.status, status, "{borrowed} {through}");
    }
    fs::remove_file(&list).unwrap();
    fs::remove_dir_all(w.root.join("kept")).unwrap();

    // What looks like a repository is one for git, and a submodule's settings count as well.
    let (bare, other) = (w.root.join("data"), w.folder.path().join("other"));
    git(&w.root, &["init", "-q", "--bare", "data"]);
    let inside = w.propose(json!([{ "op": "run_command", "command": "git log", "cwd": "data" }])).await;
    assert_eq!(inside.items[0].status, ItemStatus::Pending);
    // Also where a `cd` leads there.
    for text in ["cd data && git log", "cd data; git status", "cd nowhere; git status"] {
        assert_eq!(w.command(text).await.status, ItemStatus::Pending, "{text}");
    }
    fs::create_dir(w.root.join("plain")).unwrap();
    assert_eq!(w.command("cd plain && git status").await.status, ItemStatus::Applied);
    fs::remove_dir_all(bare).unwrap();
    fs::create_dir(&other).unwrap();
    git(&other, &["init", "-qb", "main"]);
    fs::write(other.join("f"), "f").unwrap();
    git(&other, &["add", "."]);
    git(&other, &["commit", "-qm", "other"]);
    git(&w.root, &["submodule", "--quiet", "add", other.to_str().unwrap(), "sub"]);
    assert_eq!(w.command("git status").await.status, ItemStatus::Applied, "a submodule as git makes it");
    git(&w.root.join("sub"), &["config", "filter.f.clean", "../evil.sh"]);
    assert_eq!(w.command("git status").await.status, ItemStatus::Pending);
    git(&w.root, &["update-index", "--split-index"]);
    assert_eq!(w.command("git status").await.status, ItemStatus::Pending, "the entries are in a file beside the index");
    // git passes by a `.git` that is none, and starts from where a link leads.
    fs::create_dir_all(w.root.join("deep/one/.git")).unwrap();
    fs::create_dir_all(w.root.join("deep/.git")).unwrap();
    std::os::unix::fs::symlink("deep/one", w.root.join("way")).unwrap();
    for cwd in ["deep/one", "deep", "way"] {
        let item = w.propose(json!([{ "op": "run_command", "command": "git log", "cwd": cwd }])).await;
        assert_ne!(item.items[0].status, ItemStatus::Applied, "{cwd}");
    }
    assert!(!w.root.join("ran").exists() && !w.root.join("sub/ran").exists());
}

#[tokio::test]
async fn a_prefix_is_words_and_nothing_rides_along() {
    let w = world().await;
    let rule = w.rule(words("touch made")).await;
    for rides in [
        "touch made; touch other",
        "touch made && touch other",
        "touch made | sh",
        "touch made > other",
        "FOO=1 touch made",
        "env FOO=1 touch made",
        "sudo touch made",
        "touch madex",
        "touch ../made",
        "touch made $(touch other)",
        "touch made\ntouch other",
        "sh -c 'touch made'",
    ] {
        let item = w.command(rides).await;
        assert!(matches!(item.status, ItemStatus::Pending | ItemStatus::Invalid), "{rides}: {:?}", item.status);
    }
    assert_eq!(fs::read_dir(&w.root).unwrap().count(), 1, "only docs is there");
    assert_eq!(w.standing(rule.id).uses, 0);
    if w.sandboxed() {
        assert_eq!(w.command("touch made").await.status, ItemStatus::Applied);
        assert_eq!(w.standing(rule.id).uses, 1);
        assert!(!w.root.join("made").exists(), "it ran in a copy");
    }
}

#[tokio::test]
async fn a_rule_is_made_by_a_person_and_not_for_everything() {
    let w = world().await;
    let code = |e: countersign_engine::EngineError| e.code().to_owned();
    for actor in
        [Actor::Agent { name: "model".into() }, Actor::System, Actor::Rule { rule: RuleId(1), name: "x".into() }]
    {
        assert_eq!(code(w.engine.make_rule(new(words("npm ci")), actor).await.unwrap_err()), "not_a_person");
    }
    fs::write(w.root.join("a.txt"), "a\n").unwrap();
    for (grant, expected) in [
        (words("git"), "rule_too_wide"),
        (words("bash"), "rule_too_wide"),
        (words("rm -rf /"), "rule_never"),
        (words("rm x"), "rule_never"),
        (Grant::Command { prefix: vec![], cwd: String::new() }, "invalid_rule"),
        (Grant::Files { folder: ".".into() }, "invalid_rule"),
        (Grant::Files { folder: "../x".into() }, "invalid_path"),
        (Grant::Files { folder: ".git".into() }, "protected_path"),
        (Grant::Files { folder: "nowhere".into() }, "folder_not_found"),
        (Grant::Files { folder: "a.txt".into() }, "folder_not_found"),
        (Grant::Exact { words: vec!["./run.sh".into()], cwd: "nowhere".into() }, "folder_not_found"),
    ] {
        assert_eq!(code(w.engine.make_rule(new(grant.clone()), user()).await.unwrap_err()), expected, "{grant:?}");
    }
    let broken = NewRule {
        examples: Some(Examples { matches: vec!["npm i".into()], not_matches: vec!["ls".into()] }),
        ..new(words("npm ci"))
    };
    assert_eq!(code(w.engine.make_rule(broken, user()).await.unwrap_err()), "rule_example");
    let never = NewRule { cap: Some(0), ..new(words("npm ci")) };
    assert_eq!(code(w.engine.make_rule(never, user()).await.unwrap_err()), "invalid_cap");
    let long = NewRule { days: Some(367), ..new(words("npm ci")) };
    assert_eq!(code(w.engine.make_rule(long, user()).await.unwrap_err()), "invalid_expiry");
    assert_eq!(w.engine.rules(), []);
    w.rule(words("npm ci")).await;
    assert_eq!(code(w.engine.make_rule(new(words("npm ci")), user()).await.unwrap_err()), "rule_exists");
}

#[tokio::test]
async fn a_rule_outlives_a_restart_and_ends_by_use_by_time_and_by_hand() {
    let w = world().await;
    let capped = w.engine.make_rule(NewRule { cap: Some(2), ..new(words("echo twice")) }, user()).await.unwrap();
    let dated = w.engine.make_rule(NewRule { days: Some(1), ..new(words("echo day")) }, user()).await.unwrap();
    let taken = w.rule(words("echo hand")).await;
    assert_eq!(w.command("echo twice").await.status, ItemStatus::Applied);
    let w = w.again("2026-11-23T09:59:59Z").await;
    assert_eq!(w.command("echo day").await.status, ItemStatus::Applied);
    assert_eq!(w.command("echo twice").await.status, ItemStatus::Applied);
    assert_eq!(w.command("echo twice").await.status, ItemStatus::Pending, "used up");
    assert_eq!(w.standing(capped.id).status, RuleStatus::UsedUp);
    assert_eq!(w.command("echo hand").await.status, ItemStatus::Applied);
    w.engine.revoke_rule(taken.id, "enough".into(), user()).await.unwrap();
    assert_eq!(w.command("echo hand").await.status, ItemStatus::Pending, "revoked");
    let w = w.again("2026-11-23T10:00:00Z").await;
    assert_eq!(w.standing(dated.id).status, RuleStatus::Expired);
    for text in ["echo twice", "echo day", "echo hand"] {
        assert_eq!(w.command(text).await.status, ItemStatus::Pending, "{text}");
    }
    let ended = w.standing(taken.id);
    assert_eq!((ended.status, ended.ended.unwrap().why), (RuleStatus::Revoked, "enough".to_owned()));
    w.sound().await;
}

#[tokio::test]
async fn a_set_of_two_waits_whole_where_a_rule_has_one_use_left() {
    let w = world().await;
    let rule = w.engine.make_rule(NewRule { cap: Some(1), ..new(words("echo a")) }, user()).await.unwrap();
    let set = w
        .propose(json!([{ "op": "run_command", "command": "echo a" }, { "op": "run_command", "command": "echo a b" }]))
        .await;
    let statuses: Vec<ItemStatus> = set.items.iter().map(|item| item.status).collect();
    assert_eq!((statuses.as_slice(), w.standing(rule.id).uses), ([ItemStatus::Pending; 2].as_slice(), 0));
    assert_eq!(w.command("echo a").await.status, ItemStatus::Applied);
    assert_eq!(w.standing(rule.id).status, RuleStatus::UsedUp);
}

#[tokio::test]
async fn what_waits_in_a_set_holds_back_what_a_rule_covers() {
    let w = world().await;
    let rule = w.rule(words("echo")).await;
    let set = w
        .propose(
            json!([{ "op": "run_command", "command": "touch first" }, { "op": "run_command", "command": "echo a" }]),
        )
        .await;
    let statuses: Vec<ItemStatus> = set.items.iter().map(|item| item.status).collect();
    assert_eq!((statuses.as_slice(), w.standing(rule.id).uses), ([ItemStatus::Pending; 2].as_slice(), 0));
}

#[tokio::test]
async fn files_below_a_folder_are_written_until_the_first_undo() {
    let w = world().await;
    let rule = w.rule(Grant::Files { folder: "docs".into() }).await;
    let set = w
        .propose(json!([
            { "op": "write_file", "path": "docs/a.md", "content": "one\n" },
            { "op": "write_file", "path": "a.md", "content": "one\n" },
            { "op": "write_file", "path": "docs/package.json", "content": "{}" },
        ]))
        .await;
    let statuses: Vec<ItemStatus> = set.items.iter().map(|item| item.status).collect();
    assert_eq!(statuses, [ItemStatus::Pending; 3], "a set is changed all or none");
    assert!(!w.root.join("docs/a.md").exists() && !w.root.join("a.md").exists());
    let set = w.propose(json!([{ "op": "write_file", "path": "docs/a.md", "content": "one\n" }])).await;
    assert_eq!(set.items[0].status, ItemStatus::Applied);
    assert_eq!(fs::read_to_string(w.root.join("docs/a.md")).unwrap(), "one\n");
    let delete =
        w.propose(json!([{ "op": "delete_file", "path": "docs/a.md", "base": blake3(&w, "docs/a.md").await }])).await;
    assert_eq!(delete.items[0].status, ItemStatus::Pending, "it never deletes: {:?}", delete.items[0].problems);

    let entry = set.items[0].applied_by.unwrap();
    let undo = w.engine.undo(entry, None, Conflicts::Stop, user()).await.unwrap();
    assert_eq!(w.standing(rule.id).status, RuleStatus::Active, "proposing an undo ends nothing");
    let sign = sign_all(&undo);
    let request = request(&undo, sign);
    w.engine.apply(undo.id, request, user(), None).await.unwrap();
    assert!(!w.root.join("docs/a.md").exists());
    let ended = w.standing(rule.id);
    assert_eq!(ended.status, RuleStatus::Suspended);
    assert_eq!(ended.ended.unwrap().why, format!("{}.1, which it let through, was undone", set.id));
    let again = w.propose(json!([{ "op": "write_file", "path": "docs/b.md", "content": "one\n" }])).await;
    assert_eq!(again.items[0].status, ItemStatus::Pending);
    let w = w.again(NOW).await;
    assert_eq!(w.standing(rule.id).status, RuleStatus::Suspended);
    w.sound().await;
}

async fn blake3(w: &World, path: &str) -> String {
    let workspace = w.engine.workspaces()[0].id.clone();
    w.engine.read_file(&workspace, path).await.unwrap().state.hash
}

#[tokio::test]
async fn a_rule_is_made_from_the_item_that_was_shown() {
    let w = world().await;
    let set = w.propose(json!([{ "op": "run_command", "command": "echo remember me" }])).await;
    let item = &set.items[0];
    let from = |digest: &str| Some(NewRuleFrom { set: set.id, item: 1, digest: digest.to_owned() });
    let other = NewRule { from: from(&item.digest), ..new(words("echo forget")) };
    assert_eq!(w.engine.make_rule(other, user()).await.unwrap_err().code(), "rule_example");
    let stale = NewRule { from: from("0"), ..new(words("echo remember")) };
    assert_eq!(w.engine.make_rule(stale, user()).await.unwrap_err().code(), "stale_item");
    let made = NewRule { from: from(&item.digest), ..new(words("echo remember")) };
    let rule = w.engine.make_rule(made, user()).await.unwrap();
    assert_eq!(rule.from.map(|from| (from.set, from.item)), Some((set.id, 1)));
    let still = w.engine.change_set(set.id).await.unwrap();
    assert_eq!(still.items[0].status, ItemStatus::Pending, "what waits is not signed by a rule that comes later");
    assert_eq!(w.command("echo remember this").await.status, ItemStatus::Applied);
}

#[tokio::test]
async fn what_a_rule_signed_is_not_run_when_the_rule_has_ended() {
    let w = world().await;
    let rule = w.rule(words("false")).await;
    // It fails, so that it can be run again; by then the rule is gone.
    let set = w.propose(json!([{ "op": "run_command", "command": "false" }])).await;
    assert_eq!(set.items[0].status, ItemStatus::Failed);
    w.engine.revoke_rule(rule.id, String::new(), user()).await.unwrap();
    let sign = sign(&set, &[1]);
    let set = w.engine.decide(set.id, sign, Verdict::Confirmed, None, user()).await.unwrap();
    assert_eq!(set.items[0].decided_by, Some(user()), "the person's own signature stands by itself");
}

#[tokio::test]
async fn a_check_says_what_a_rule_would_have_let_through() {
    let w = world().await;
    for (text, verdict) in [
        ("ls", Verdict::Confirmed),
        ("ls --foo src", Verdict::Rejected),
        ("ls src", Verdict::Rejected),
        ("pwd", Verdict::Confirmed),
    ] {
        let set = w.propose(json!([{ "op": "run_command", "command": text }])).await;
        let sign = sign(&set, &[1]);
        w.engine.decide(set.id, sign, verdict, None, user()).await.unwrap();
    }
    let asked = RuleCheck { rule: Some(new(words("ls"))), command: Some("ls docs".into()), cwd: None, workspace: None };
    let found = w.engine.check_rule(asked).await.unwrap();
    let past = found.past.unwrap();
    assert_eq!((past.matched, past.signed, past.rejected), (2, 1, 1));
    assert_eq!(past.samples.iter().map(|s| s.label.as_str()).collect::<Vec<_>>(), ["Run ls src", "Run ls"]);
    assert_eq!((found.matches, found.covered_by.len()), (Some(true), 0));
    let wide = RuleCheck { rule: Some(new(words("npm"))), command: Some("npm ci".into()), cwd: None, workspace: None };
    let found = w.engine.check_rule(wide).await.unwrap();
    assert_eq!((found.problem.unwrap().code.as_ref(), found.matches), ("rule_too_wide", Some(false)));
    let asked = RuleCheck { rule: None, command: Some("cargo test -p core".into()), cwd: None, workspace: None };
    let found = w.engine.check_rule(asked).await.unwrap();
    let expected = if w.sandboxed() { Some(vec![vec!["cargo".to_owned(), "test".to_owned()]]) } else { None };
    assert_eq!((found.matches, found.suggested), (Some(false), expected));
    assert_eq!(w.engine.rules(), [], "nothing was written");
    let kinds = w.kinds().await;
    assert!(kinds.iter().all(|kind| !kind.starts_with("rule")), "{kinds:?}");
}

#[tokio::test]
async fn every_use_is_in_the_ledger_with_its_item() {
    let w = world().await;
    let rule = w.rule(words("echo hi")).await;
    let item = w.command("echo hi").await;
    let all = EntryFilter {
        kinds: vec!["rule_made", "rule_used", "decided"],
        ascending: true,
        limit: 9,
        ..EntryFilter::default()
    };
    let entries = w.store.entries(&all).await.unwrap().all().unwrap();
    let [made, used, decided] = entries.as_slice() else { panic!("{entries:?}") };
    assert!(matches!(&made.event, Event::RuleMade { rule: stored } if stored.id == rule.id && made.actor == user()));
    let by = Actor::Rule { rule: rule.id, name: "echo hi".into() };
    assert!(
        matches!(&used.event, Event::RuleUsed { rule: of, item: 1, digest, .. } if *of == rule.id && *digest == item.digest)
    );
    assert!(matches!(&decided.event, Event::Decided { items, .. } if items[0].verdict == Verdict::Confirmed));
    assert_eq!((&used.actor, &decided.actor), (&by, &by));
}

/// A rule let it run and nobody saw it: what was committed is git's to show.
#[tokio::test]
async fn what_was_committed_is_not_shown_unasked_by_what_is_not_git() {
    let w = world().await;
    if w.engine.confinement().sandbox != countersign_engine::effects::sandbox::Sandbox::Bwrap {
        return;
    }
    w.put(".env", "KEY=once-committed\n");
    w.put("a.py", "import subprocess\nsubprocess.run(['git', 'log', '-p'])\nprint('ran')\n");
    let commit = ["-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "x"];
    for args in [&["init", "-q"][..], &["add", "-f", "."], &commit] {
        let git = std::process::Command::new("git").args(args).current_dir(&w.root).status().unwrap();
        assert!(git.success());
    }
    w.rule(words("python3 a.py")).await;
    let set = w.commands(&["python3 a.py"]).await;
    assert_eq!(set.items[0].status, ItemStatus::Applied, "{:?}", set.items[0].failure);
    let said = String::from_utf8(w.engine.command_output(set.id, 1, 0).await.unwrap()).unwrap();
    assert!(said.contains("ran") && !said.contains("once-committed"), "{said}");
}
