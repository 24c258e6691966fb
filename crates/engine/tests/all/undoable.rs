//! What is foreseen of a command is what happens, what undo takes back, and what a signature binds. Real processes.
#![cfg(target_os = "linux")]

use crate::world::{World, place, request, sign, user, workshop};
use countersign_core::change_set::{ItemStatus, Verdict};
use countersign_core::wire::{ApplyMode, Outcome, SetView};
use countersign_engine::effects::sandbox::Sandbox;
use countersign_engine::{ApplyRequest, Conflicts};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::Command;

/// The longest file that is kept: one more byte, and a change of it cannot be taken back.
const LARGEST: u64 = 20_000_000;

fn undo(set: &SetView) -> (ItemStatus, String) {
    (set.items[0].status, set.items[0].command.as_ref().unwrap().undo.clone())
}

fn grow(w: &World) {
    fs::File::options().write(true).open(w.root.join("a.txt")).unwrap().set_len(LARGEST * 4).unwrap();
}

async fn world() -> World {
    workshop().files(&[("a.txt", "one\n"), ("d/x", "x\n")]).open().await
}

#[tokio::test]
async fn what_was_signed_as_undoable_is_not_run_when_it_is_not_any_more() {
    let w = world().await;
    if !w.sandboxed() {
        return;
    }
    let set = w.commands(&["rm a.txt"]).await;
    assert_eq!(undo(&set), (ItemStatus::Pending, "files".to_owned()));
    let signed = w.engine.decide(set.id, sign(&set, &[1]), Verdict::Confirmed, None, user()).await.unwrap();
    grow(&w);
    let seen = w.engine.change_set(set.id).await.unwrap();
    assert_eq!(undo(&seen), (ItemStatus::Drifted, "none".to_owned()));
    let drift = &seen.items[0].drift[0];
    assert_eq!((drift.field.as_str(), &drift.base, &drift.now), ("undo", &"files".into(), &"none".into()));
    let apply = |set: &SetView, mode| ApplyRequest { digest: set.digest.clone(), mode, ..ApplyRequest::default() };
    for mode in [ApplyMode::Atomic, ApplyMode::BestEffort] {
        match w.engine.apply(set.id, apply(&signed, mode), user(), None).await {
            Err(refused) => assert_eq!(refused.code(), "drifted"),
            Ok(receipt) => {
                assert_eq!(receipt.outcome, Outcome::NothingChanged, "{receipt:?}");
                assert!(receipt.results.iter().all(|r| !r.ok && r.command.is_none()), "{receipt:?}");
            }
        }
        assert!(w.root.join("a.txt").exists());
    }
    // It cannot be signed unseen either.
    let again = w.engine.apply(set.id, request(&set, sign(&set, &[1])), user(), None).await.unwrap_err();
    assert_eq!(again.code(), "drifted");
    // Made for what is there now it is another signature, and runs.
    let items = vec![sign(&seen, &[1]).remove(0)];
    let rebased = w.engine.rebase(set.id, items, user()).await.unwrap();
    assert_eq!(undo(&rebased), (ItemStatus::Pending, "none".to_owned()));
    assert_ne!(rebased.items[0].digest, set.items[0].digest);
    assert_eq!(w.apply(&rebased).await.unwrap().outcome, Outcome::Applied);
    assert!(!w.root.join("a.txt").exists());
    w.sound().await;
}

#[tokio::test]
async fn another_thing_in_its_place_is_not_what_was_signed_and_better_is_fine() {
    let w = world().await;
    if !w.sandboxed() {
        return;
    }
    let set = w.commands(&["rm -r a.txt", "rm -r d", "mv new.txt b.txt"]).await;
    let words =
        |set: &SetView| -> Vec<String> { set.items.iter().map(|i| i.command.as_ref().unwrap().undo.clone()).collect() };
    assert_eq!(words(&set), ["files", "files", "none"]);
    let signed = w.engine.decide(set.id, sign(&set, &[1, 2, 3]), Verdict::Confirmed, None, user()).await.unwrap();
    // A folder that holds a link in the place of a file; and a file where there was none, which is drift as well.
    fs::remove_file(w.root.join("a.txt")).unwrap();
    fs::create_dir_all(w.root.join("a.txt/empty")).unwrap();
    std::os::unix::fs::symlink("empty", w.root.join("a.txt/link")).unwrap();
    fs::write(w.root.join("new.txt"), "new\n").unwrap();
    let seen = w.engine.change_set(set.id).await.unwrap();
    let statuses: Vec<ItemStatus> = seen.items.iter().map(|i| i.status).collect();
    assert_eq!(statuses, [ItemStatus::Drifted, ItemStatus::Confirmed, ItemStatus::Drifted]);
    assert_eq!(words(&seen), ["none", "files", "none"], "no more is shown than is signed");
    let best = ApplyRequest { digest: signed.digest.clone(), mode: ApplyMode::BestEffort, ..ApplyRequest::default() };
    let receipt = w.engine.apply(set.id, best, user(), None).await.unwrap();
    let ok: Vec<bool> = receipt.results.iter().map(|r| r.ok).collect();
    assert_eq!(ok, [false, true, false], "{receipt:?}");
    assert_eq!(receipt.results[0].problem.as_ref().unwrap().code, "drifted");
    assert!(w.root.join("a.txt/empty").is_dir() && !w.root.join("d").exists() && w.root.join("new.txt").exists());
    w.sound().await;
}

/// What an earlier command of the same set did counts as well.
#[tokio::test]
async fn it_is_looked_at_again_directly_before_it_runs() {
    let w = world().await;
    if !w.sandboxed() {
        return;
    }
    let set = w.commands(&["python3 -c \"open('a.txt','w').truncate(70000000)\"", "rm a.txt"]).await;
    if set.items[0].status == ItemStatus::Invalid {
        return;
    }
    assert_eq!(set.items[1].command.as_ref().unwrap().undo, "files");
    let receipt = w.apply(&set).await.unwrap();
    let problem = receipt.results[1].problem.as_ref().unwrap();
    assert_eq!((receipt.outcome, problem.code.as_ref()), (Outcome::PartlyApplied, "drifted"), "{receipt:?}");
    assert!(w.root.join("a.txt").exists());
    assert_eq!(receipt.change_set.items[1].status, ItemStatus::Drifted);
    w.sound().await;
}

#[tokio::test]
async fn what_would_go_with_the_command_is_kept() {
    let w = world().await;
    if w.engine.confinement().sandbox != Sandbox::Bwrap {
        return;
    }
    let first = "mv a.txt /tmp/y && mkdir e";
    for (command, there) in
        [(first, "a.txt"), ("mv d /tmp && mkdir e", "d/x"), ("cp a.txt /tmp/z && rm a.txt", "a.txt")]
    {
        let set = w.commands(&[command]).await;
        assert_eq!(set.items[0].problems, [], "{command}");
        let receipt = w.apply(&set).await.unwrap();
        let problem = receipt.results[0].problem.as_ref().unwrap_or_else(|| panic!("{command}: {receipt:?}"));
        assert_eq!(problem.code, "would_be_lost", "{command}");
        assert!(w.root.join(there).exists(), "{command}");
    }
    // Where nothing keeps it, nothing is put.
    for command in ["mv a.txt /run/y", "mv a.txt /dev/y", "mv a.txt /dev/shm/y", "mv a.txt /var/tmp/y"] {
        let set = w.commands(&[command]).await;
        if set.items[0].status != ItemStatus::Invalid {
            assert!(!w.apply(&set).await.unwrap().results[0].ok, "{command}");
        }
        assert!(w.root.join("a.txt").exists(), "{command}");
    }
    for command in ["tar --remove-files -cf /tmp/all.tar d", "sh -c 'mv a.txt /tmp/a.txt'"] {
        let set = w.commands(&[command]).await;
        let receipt = w.apply(&set).await.unwrap();
        let lost = receipt.results[0].command.clone().unwrap().lost.unwrap();
        assert_eq!(lost.files, 1, "{command}");
        let kept = lost.kept.unwrap_or_else(|| panic!("{command}"));
        let name = lost.paths[0].replacen("/tmp/", "tmp/", 1);
        assert!(Path::new(&kept).join(name).is_file(), "{command}: {kept}");
    }
    // What nobody named is only told.
    let set = w.commands(&["python3 -c \"import tempfile; tempfile.NamedTemporaryFile(delete=False)\""]).await;
    if set.items[0].status != ItemStatus::Invalid {
        let receipt = w.apply(&set).await.unwrap();
        assert_eq!(receipt.results[0].command.clone().unwrap().lost.unwrap().kept, None);
    }
    w.sound().await;
}

#[tokio::test]
async fn what_is_left_beside_a_workspace_in_a_private_folder_is_kept() {
    let w = place().files(&[("a.txt", "one\n"), ("b.txt", "two\n")]).open().await;
    if w.engine.confinement().sandbox != Sandbox::Bwrap {
        return;
    }
    for (command, name) in [("sh -c 'mv a.txt ..'", "a.txt"), ("tar -c --remove-files -f ../b.tar b.txt", "b.tar")] {
        let set = w.commands(&[command]).await;
        let receipt = w.apply(&set).await.unwrap();
        let lost = receipt.results[0].command.clone().unwrap().lost.unwrap_or_else(|| panic!("{receipt:?}"));
        let there = w.root.with_file_name(name);
        assert_eq!(lost.paths, [there.display().to_string()], "{command}");
        let kept = lost.kept.unwrap_or_else(|| panic!("{command}"));
        assert!(Path::new(&kept).join(there.strip_prefix("/").unwrap()).is_file(), "{command}: {kept}");
    }
    // In the folder itself programs keep what nobody asked for.
    let set = w.commands(&["sh -c 'echo x > $(mktemp)'"]).await;
    let receipt = w.apply(&set).await.unwrap();
    assert_eq!(receipt.results[0].command.clone().unwrap().lost.unwrap().kept, None, "{receipt:?}");
    w.sound().await;
}

/// Everything in a folder: content, permission bits, where links lead and how many names a file has.
fn tree(root: &Path) -> BTreeMap<String, (Vec<u8>, u32, u64)> {
    let (mut found, mut open) = (BTreeMap::new(), vec![root.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let meta = fs::symlink_metadata(&path).unwrap();
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
            let (content, names) = match () {
                () if meta.is_symlink() => (fs::read_link(&path).unwrap().into_os_string().into_encoded_bytes(), 0),
                () if meta.is_dir() => {
                    open.push(path);
                    (b"/".to_vec(), 0)
                }
                () => (fs::read(&path).unwrap(), meta.nlink()),
            };
            found.insert(name, (content, meta.mode() & 0o7777, names));
        }
    }
    found
}

fn fill(root: &Path) {
    for entry in fs::read_dir(root).unwrap() {
        let path = entry.unwrap().path();
        let folder = path.symlink_metadata().unwrap().is_dir();
        if folder { fs::remove_dir_all(path).unwrap() } else { fs::remove_file(path).unwrap() }
    }
    for path in ["d", "emp", "full/in", "logs", "priv"] {
        fs::create_dir_all(root.join(path)).unwrap();
    }
    for (path, text, mode) in [
        (".gitignore", "ign*\n/logs\n", 0o644),
        ("a.txt", "one\n", 0o644),
        ("b.txt", "two\n", 0o600),
        ("run.sh", "#!/bin/sh\n", 0o755),
        ("with space.txt", "space\n", 0o644),
        ("ro.txt", "ro\n", 0o444),
        ("ign.log", "log\n", 0o644),
        ("hard.txt", "hard\n", 0o644),
        ("d/x", "x\n", 0o644),
        ("full/in/x", "x\n", 0o644),
        ("full/y", "y\n", 0o644),
        ("priv/p", "p\n", 0o600),
    ] {
        fs::write(root.join(path), text).unwrap();
        fs::set_permissions(root.join(path), PermissionsExt::from_mode(mode)).unwrap();
    }
    fs::set_permissions(root.join("priv"), PermissionsExt::from_mode(0o700)).unwrap();
    fs::hard_link(root.join("hard.txt"), root.join("hard2.txt")).unwrap();
    std::os::unix::fs::symlink("a.txt", root.join("ln")).unwrap();
    std::os::unix::fs::symlink("full", root.join("way")).unwrap();
}

/// Commands that undo takes back.
const BACK: &str = "rm a.txt
rm .gitignore
rm -f a.txt nowhere
rm -r full
rm -rf full d
rm -v a.txt
rm -d a.txt
rm --force a.txt
rm --recursive full
rm 'with space.txt'
rm ro.txt
rm -- a.txt
rm ./a.txt
rm d/../a.txt
unlink a.txt
rm -r full && touch full.txt
mv a.txt c.txt
mv a.txt b.txt
mv -f a.txt b.txt
mv -n a.txt c.txt
mv -u a.txt c.txt
mv -b a.txt b.txt
mv --backup a.txt b.txt
mv -t full a.txt b.txt
mv --target-directory=full a.txt
mv -T a.txt c.txt
mv -v a.txt c.txt
mv full moved
mv full d
mv a.txt d/
mv a.txt b.txt d
mv .gitignore ignore.txt
mv d/x .
mv run.sh start.sh
mv full/in/x full/in/z
cp a.txt c.txt
cp a.txt b.txt
cp -r full copy
cp -R full copy
cp --recursive full copy
cp -t full a.txt
cp -n a.txt c.txt
cp -u a.txt c.txt
cp -b a.txt b.txt
cp run.sh r2.sh
cp ign.log seen.log
cp a.txt b.txt d
mkdir m
mkdir -p m/n/o
mkdir -m 700 m
mkdir --mode=750 m
mkdir -p m && touch m/x
mkdir m && mv a.txt m
touch t
touch t u && rm u
chmod +x a.txt
chmod 600 a.txt
chmod u=rw,go= a.txt
chmod a-w a.txt
chmod -x run.sh
chmod -v 640 a.txt b.txt
chmod -R u+x full
chmod -R 755 full
chmod --reference=run.sh a.txt
chmod -R go-r full/y
truncate -s 0 a.txt
truncate -s 1K a.txt
truncate -s +3 a.txt
truncate -s -2 a.txt
truncate --size=2 a.txt
truncate -s 5 new
rm a.txt && cp b.txt a.txt && chmod 755 a.txt
rm -r d emp
rm -d emp
mv emp emp2
cp -r emp emp2
rmdir -v emp
touch t && mkdir z && rm a.txt";

/// Commands that find nothing to do: by the time they run they might.
const IDLE: &str = "rm -f nowhere
mkdir -p emp
mkdir -p d emp && rm -f nowhere
touch -c t
chmod 644 a.txt
truncate -c -s 0 nowhere";

/// Commands that undo does not take back.
const STAYS: &str = "rm -r priv
rm ln
rm ign.log
rm hard.txt
rm a.txt nowhere
mv -n a.txt b.txt
mv priv moved
mv ln l2
mv a.txt ign.txt
mv hard.txt h.txt
mv a.txt logs/a.txt
mv a.txt /nowhere/x
cp -a full copy
cp -p a.txt c.txt
cp --preserve=mode a.txt c.txt
cp -l a.txt c.txt
cp -n a.txt b.txt
cp -r priv copy
cp a.txt ign.txt
cp a.txt hard.txt
mkdir emp
mkdir m emp
mkdir m/n
mkdir -m 700 m && touch m/x
touch a.txt
touch t a.txt
touch -d 2020-01-01 t
chmod 700 d
chmod -R 700 full
chmod 4755 a.txt
chmod +x ign.log
truncate -s 0 hard.txt
ln -s a.txt l3
sed -i s/one/1/ a.txt
echo x > a.txt
cp a.txt c.txt; rm b.txt";

#[tokio::test]
async fn what_is_foreseen_happens_and_undo_restores_bytes_modes_and_links() {
    let w = workshop().open().await;
    if !w.sandboxed() {
        return;
    }
    let all = BACK.lines().map(|line| (line, true)).chain(STAYS.lines().chain(IDLE.lines()).map(|line| (line, false)));
    let mut wrong = Vec::new();
    for (command, back) in all {
        fill(&w.root);
        let before = tree(&w.root);
        let twin = w.root.with_file_name("twin");
        fs::create_dir(&twin).unwrap();
        fill(&twin);
        assert_eq!(tree(&twin), before);
        Command::new("sh").args(["-c", command]).current_dir(&twin).output().unwrap();
        let set = w.commands(&[command]).await;
        let foreseen = set.items[0].command.as_ref().unwrap().undo.clone();
        let word = if back { "files" } else { "none" };
        let mut check = |fits: bool, what: &str| {
            if !fits {
                wrong.push(format!("{command}: {what}"));
            }
        };
        check(foreseen == word, &format!("foreseen {foreseen}"));
        let receipt = w.apply(&set).await.unwrap();
        let item = w.engine.change_set(set.id).await.unwrap().items.remove(0);
        let after = tree(&w.root);
        check(after == tree(&twin), &format!("does what it does elsewhere: {:?}", item.failure));
        let said = item.command.unwrap().undo;
        let word = if IDLE.lines().any(|line| line == command) { "nothing" } else { word };
        check(said == word, &format!("said afterwards {said}"));
        fs::remove_dir_all(&twin).unwrap();
        if !back {
            continue;
        }
        check(receipt.outcome == Outcome::Applied, &format!("{receipt:?}"));
        let mut entry = item.applied_by;
        for (what, wanted) in [("undo", &before), ("redo", &after), ("undo again", &before)] {
            let Some(of) = entry else {
                check(false, &format!("{what}: nothing to take back"));
                break;
            };
            let taken = match w.engine.undo(of, None, Conflicts::Stop, user()).await {
                Ok(set) => w.apply(&set).await.unwrap(),
                Err(refused) => {
                    check(false, &format!("{what}: {refused}"));
                    break;
                }
            };
            let now = tree(&w.root);
            let differs = || {
                now.iter()
                    .filter(|(path, it)| wanted.get(*path) != Some(it))
                    .map(|it| format!("{it:?}"))
                    .collect::<Vec<_>>()
            };
            check(now == *wanted, &format!("{what} restores: {:?} {:?}", taken.text, differs()));
            entry = taken.change_set.items.iter().find_map(|item| item.applied_by);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    w.sound().await;
}

/// What is done is done to what was signed: another text in a file that a command names, or a file where there was
/// none, is drift.
#[tokio::test]
async fn what_a_command_finds_is_what_was_signed() {
    let w = world().await;
    if !w.sandboxed() {
        return;
    }
    w.put("b.txt", "old\n");
    w.put("x.sh", "echo good\n");
    for (command, path, new) in [
        ("rm a.txt", "a.txt", "newer\n"),
        ("cp a.txt b.txt", "b.txt", "other\n"),
        ("cp a.txt c.txt", "c.txt", "made\n"),
        ("mv a.txt d", "d/a.txt", "made\n"),
        ("truncate -s 0 b.txt", "b.txt", "newest\n"),
        ("rm -r d", "d/new", "made\n"),
        ("bash x.sh", "x.sh", "echo evil\n"),
    ] {
        let set = w.commands(&[command]).await;
        let signed = w.engine.decide(set.id, sign(&set, &[1]), Verdict::Confirmed, None, user()).await.unwrap();
        w.put(path, new);
        let seen = w.engine.change_set(set.id).await.unwrap();
        assert_eq!(seen.items[0].status, ItemStatus::Drifted, "{command}");
        assert!(seen.items[0].drift.iter().any(|drift| drift.field == "content"), "{command}");
        let apply = ApplyRequest { digest: signed.digest.clone(), ..ApplyRequest::default() };
        let refused = w.engine.apply(set.id, apply, user(), None).await.unwrap_err();
        assert_eq!(refused.code(), "drifted", "{command}");
        assert_eq!(w.read(path).as_deref(), Some(new), "{command}");
        let rebased = w.engine.rebase(set.id, sign(&seen, &[1]), user()).await.unwrap();
        assert_eq!(rebased.items[0].status, ItemStatus::Pending, "{command}");
        assert_ne!(rebased.items[0].digest, set.items[0].digest, "{command}");
    }
    w.sound().await;
}

/// What an earlier item of a set does to what a later one names is what was meant.
#[tokio::test]
async fn what_an_earlier_item_changes_is_no_drift() {
    let w = world().await;
    if !w.sandboxed() {
        return;
    }
    let set = w.commands(&["mkdir new", "cp a.txt new/b.txt", "mv new/b.txt new/c.txt", "rm -r new"]).await;
    for item in 1..=4 {
        let receipt = w.apply_items(&w.engine.change_set(set.id).await.unwrap(), &[item]).await.unwrap();
        assert_eq!(receipt.outcome, Outcome::Applied, "{item}: {receipt:?}");
    }
    assert!(!w.root.join("new").exists());
    w.sound().await;
}

#[tokio::test]
async fn what_would_be_moved_to_where_it_is_lost_is_said_before_it_is_signed() {
    let w = world().await;
    if w.engine.confinement().sandbox != Sandbox::Bwrap {
        return;
    }
    let commands = [
        // Nothing comes behind it that could bring it back: it is not proposed to be signed.
        ("mv a.txt /tmp/a.txt", ItemStatus::Invalid, false),
        ("mkdir e && mv a.txt /tmp", ItemStatus::Invalid, false),
        ("mv a.txt /tmp/a.txt && cp /tmp/a.txt b.txt", ItemStatus::Pending, true),
        ("mv a.txt b.txt", ItemStatus::Pending, false),
        ("cp a.txt /tmp/a.txt", ItemStatus::Pending, false),
    ];
    for (command, status, warned) in commands {
        let set = w.commands(&[command]).await;
        let item = &set.items[0];
        assert_eq!(item.status, status, "{command}: {item:?}");
        let lost = item.problems.iter().any(|problem| problem.code == "would_be_lost");
        assert_eq!(lost, status == ItemStatus::Invalid, "{command}");
        assert_eq!(item.warnings.iter().any(|warning| warning.code == "would_be_lost"), warned, "{command}");
    }
}

/// A command is judged by what those before it in its set leave, and what that comes to is what happens.
#[tokio::test]
async fn a_command_is_looked_at_as_those_before_it_leave_the_folder() {
    let w = world().await;
    if !w.sandboxed() {
        return;
    }
    let words =
        |set: &SetView| -> Vec<String> { set.items.iter().map(|i| i.command.as_ref().unwrap().undo.clone()).collect() };
    let all =
        ["mkdir made", "touch made/x", "mkdir -m 700 made/own", "cp a.txt made/own/y", "mv made/x made/z", "rm a.txt"];
    let set = w.commands(&all).await;
    assert_eq!(words(&set), ["files"; 6], "{set:?}");
    assert!(set.blast.reversible && set.items.iter().all(|item| item.reversible && item.drift.is_empty()));
    let done = w.apply(&set).await.unwrap();
    assert_eq!(done.outcome, Outcome::Applied, "{done:?}");
    assert_eq!(words(&done.change_set), ["files"; 6]);
    assert!(["made/z", "made/own/y"].iter().all(|path| w.root.join(path).exists()) && !w.root.join("a.txt").exists());
    for item in done.change_set.items.iter().rev() {
        let entry = item.applied_by.unwrap();
        let back = w.engine.undo(entry, None, Conflicts::Stop, user()).await.unwrap();
        assert_eq!(w.apply(&back).await.unwrap().outcome, Outcome::Applied, "{}", item.label);
    }
    assert!(w.root.join("a.txt").exists() && !w.root.join("made").exists());

    // What cannot be told is asked about as before: what another program does, and what is not there.
    assert_eq!(words(&w.commands(&["python3 x.py", "touch new/x"]).await), ["none", "none"]);
    assert_eq!(words(&w.commands(&["touch n", "touch n", "rm n m"]).await), ["files", "none", "none"]);
    assert_eq!(words(&w.commands(&["mkdir -m 700 o && touch o/x", "touch o/y"]).await), ["none", "none"]);
    // Both are taken back together: a folder that let nobody in would let others in.
    fs::create_dir(w.root.join("own")).unwrap();
    fs::set_permissions(w.root.join("own"), PermissionsExt::from_mode(0o700)).unwrap();
    fs::create_dir(w.root.join("new")).unwrap();
    for (commands, expected) in [
        (["rmdir own", "mkdir own"], ["files", "none"]),
        (["rmdir own", "mkdir -m 700 own"], ["files", "files"]),
        (["rmdir own", "mv new own"], ["files", "none"]),
        (["rmdir new", "mkdir new"], ["files", "files"]),
        (["rmdir new", "mv own new"], ["files", "none"]),
    ] {
        assert_eq!(words(&w.commands(&commands).await), expected, "{commands:?}");
    }
    w.sound().await;
}

/// It is foreseen only together with what comes before it: without that it is not run.
#[tokio::test]
async fn what_was_foreseen_over_an_earlier_command_is_not_run_without_it() {
    let w = world().await;
    if !w.sandboxed() {
        return;
    }
    let set = w.commands(&["mv a.txt b.txt", "rm b.txt"]).await;
    let alone = w.engine.apply(set.id, request(&set, sign(&set, &[2])), user(), None).await.unwrap_err();
    assert!(format!("{alone:?}").contains("it needs item 1"), "{alone:?}");
    assert!(w.root.join("a.txt").exists());
    // Turned down, what comes first takes it along; put off, it is needed still.
    for (verdict, left) in [(Verdict::Rejected, ItemStatus::Rejected), (Verdict::Deferred, ItemStatus::Pending)] {
        let set = w.commands(&["mkdir made", "touch made/x"]).await;
        let seen = w.engine.decide(set.id, sign(&set, &[1]), verdict, None, user()).await.unwrap();
        assert_eq!((seen.items[1].status, seen.items[1].drift.len()), (left, 0), "{seen:?}");
        assert_eq!(seen.items[1].needs, [1]);
    }
    w.sound().await;
}
