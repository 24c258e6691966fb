//! What a signature of a command binds: what is where its words lead, there or not, is what was signed. Real files and
//! processes.
#![cfg(target_os = "linux")]

use crate::world::{World, request, sign, user, workshop};
use countersign_core::change_set::{ItemStatus, Verdict};
use countersign_core::wire::{ApplyMode, SetView};
use countersign_engine::ApplyRequest;
use serde_json::json;
use std::fs;
use std::os::unix::fs::PermissionsExt;

/// None of the files can be run, so that nothing is bound because it can.
async fn world() -> World {
    let files = [
        ("a.txt", "one\n"),
        ("b.txt", "two\n"),
        ("d/1", "x\n"),
        ("d/2", "y\n"),
        ("x.sh", "echo good\n"),
        ("x.py", "print(1)\n"),
        ("test_x.py", "def test_a(): pass\n"),
        ("l", "a.txt\n"),
    ];
    workshop().files(&files).open().await
}

async fn confirmed(w: &World, set: &SetView, item: u32) -> SetView {
    w.engine.decide(set.id, sign(set, &[item]), Verdict::Confirmed, None, user()).await.unwrap()
}

/// Signs a command, has somebody else do this, and applies it: it must be refused as drifted.
async fn drifts(w: &World, command: &str, path: &str, new: &str) {
    let set = w.commands(&[command]).await;
    assert_eq!(set.items[0].status, ItemStatus::Pending, "{command}: {:?}", set.items[0].problems);
    let signed = confirmed(w, &set, 1).await;
    let before = w.read(path);
    fs::create_dir_all(w.root.join(path).parent().unwrap()).unwrap();
    w.put(path, new);
    let seen = w.engine.change_set(set.id).await.unwrap();
    assert_eq!(seen.items[0].status, ItemStatus::Drifted, "{command} with another {path}");
    let apply = ApplyRequest { digest: signed.digest.clone(), ..ApplyRequest::default() };
    let refused = w.engine.apply(set.id, apply, user(), None).await.unwrap_err();
    assert_eq!(refused.code(), "drifted", "{command}");
    assert_eq!(w.read(path).as_deref(), Some(new), "{command}");
    match before {
        Some(before) => w.put(path, &before),
        None => fs::remove_file(w.root.join(path)).unwrap(),
    }
}

/// What is changed elsewhere is no drift of a command.
async fn stays(w: &World, command: &str, path: &str, new: &str) {
    let set = w.commands(&[command]).await;
    confirmed(w, &set, 1).await;
    let before = w.read(path);
    w.put(path, new);
    let seen = w.engine.change_set(set.id).await.unwrap();
    assert_eq!(seen.items[0].status, ItemStatus::Confirmed, "{command} with another {path}: {:?}", seen.items[0].drift);
    match before {
        Some(before) => w.put(path, &before),
        None => fs::remove_file(w.root.join(path)).unwrap(),
    }
}

#[tokio::test]
async fn what_moves_files_is_bound_wherever_it_stands() {
    let w = world().await;
    if !w.sandboxed() {
        return;
    }
    for command in [
        "/bin/rm a.txt",
        "time rm a.txt",
        "command rm a.txt",
        "exec rm a.txt",
        "nohup rm a.txt",
        "env rm a.txt",
        "env X=1 rm a.txt",
        "timeout 5 rm a.txt",
        "nice -n 5 env -u X timeout -k 1 5 rm a.txt",
        "xargs rm a.txt < l",
        "find . -name nothing -exec rm a.txt ;",
        "bash -c \"rm a.txt\"",
        "sh -c \"rm -f a.txt && echo x\"",
        "bash -c 'rm \"$1\"' _ a.txt",
        "bash -c \"cp a.txt c.txt\"",
        "eval \"rm a.txt\"",
        "for f in b.txt a.txt; do rm $f; done",
        "f=a.txt; rm \"$f\"",
        "if true; then env mv a.txt c.txt; fi",
        "rm a.txt | cat",
    ] {
        drifts(&w, command, "a.txt", "newer\n").await;
    }
    drifts(&w, "env cp x.sh b.txt", "b.txt", "newer\n").await;
    drifts(&w, "env -C d rm 1", "d/1", "newer\n").await;
    drifts(&w, "timeout 5 rm -r d", "d/3", "made\n").await;
    for command in ["echo rm a.txt", "grep -c rm a.txt > c.txt", "env -C d rm 1", "bash -c 'cp b.txt c.txt'"] {
        stays(&w, command, "a.txt", "newer\n").await;
    }
}

#[tokio::test]
async fn what_is_not_there_is_bound_as_well() {
    let w = world().await;
    if !w.sandboxed() {
        return;
    }
    for command in [
        "rm -f new",
        "rm new",
        "rm -rf new",
        "unlink new",
        "chmod 600 new",
        "cp new q",
        "mv new q",
        "truncate -c -s 0 new",
        "touch -c new",
        "bash -c 'rm -rf new'",
    ] {
        drifts(&w, command, "new", "made\n").await;
    }
    drifts(&w, "rm -rf newdir", "newdir/x", "made\n").await;
    // The mode is no file, and neither is a length.
    stays(&w, "chmod 600 a.txt", "600", "made\n").await;
    stays(&w, "truncate -s 10 a.txt", "10", "made\n").await;
}

#[tokio::test]
async fn a_pattern_binds_what_it_finds_and_that_it_finds_nothing_else() {
    let w = world().await;
    if !w.sandboxed() {
        return;
    }
    for (command, changed, new) in [
        ("rm *.txt", "a.txt", "c.txt"),
        ("rm -f ./*.txt", "b.txt", "c.txt"),
        ("rm -rf d/*", "d/2", "d/3"),
        ("mv *.txt d", "b.txt", "c.txt"),
        ("cp *.txt d/", "a.txt", "c.txt"),
        ("chmod +x *.sh", "x.sh", "y.sh"),
        ("bash x.s?", "x.sh", "x.sx"),
        ("rm [ab].txt", "a.txt", "b.txt"),
        ("for f in *.txt; do rm \"$f\"; done", "a.txt", "c.txt"),
        ("bash -c 'rm -f *.txt'", "a.txt", "c.txt"),
        ("rm -f {a,c}*.txt", "a.txt", "c1.txt"),
        ("rm nothing*", "nothing1", "nothing2"),
    ] {
        drifts(&w, command, changed, "newer\n").await;
        drifts(&w, command, new, "made\n").await;
    }
    for (command, path) in [
        ("rm *.txt", "x.py"),
        ("rm *.txt", ".hidden.txt"),
        ("rm *.txt", "d/c.txt"),
        ("rm -rf d/*", "c"),
        ("bash x.s?", "x.s"),
        ("rm '*.txt' a.txt", "b.txt"),
    ] {
        stays(&w, command, path, "made\n").await;
    }
    // What it finds goes, and nothing else does.
    let set = w.commands(&["rm *.txt"]).await;
    assert!(w.apply(&set).await.unwrap().results[0].ok);
    assert!(!w.root.join("a.txt").exists() && w.root.join("x.sh").exists());
}

#[tokio::test]
async fn what_is_run_is_bound_before_it_can_be_run() {
    let w = world().await;
    if !w.sandboxed() {
        return;
    }
    for command in ["./x.sh", "bash -c \"./x.sh\"", "env ./x.sh", "d/../x.sh a"] {
        let set = w.commands(&[command]).await;
        confirmed(&w, &set, 1).await;
        w.put("x.sh", "echo CHANGED\n");
        fs::set_permissions(w.root.join("x.sh"), PermissionsExt::from_mode(0o755)).unwrap();
        let seen = w.engine.change_set(set.id).await.unwrap();
        assert_eq!(seen.items[0].status, ItemStatus::Drifted, "{command}");
        w.put("x.sh", "echo good\n");
        fs::set_permissions(w.root.join("x.sh"), PermissionsExt::from_mode(0o644)).unwrap();
    }
    for command in ["pytest test_x.py::test_a", "pytest -k a.b test_x.py::T::t", "python3 -m pytest test_x.py"] {
        drifts(&w, command, "test_x.py", "newer\n").await;
    }
    for command in ["python3 -m pdb x.py", "python3 -m coverage run x.py", "python3 -m cProfile -o p.out x.py"] {
        drifts(&w, command, "x.py", "newer\n").await;
    }
    stays(&w, "python3 -m json.tool l", "l", "newer\n").await;
    stays(&w, "cat x.sh > c.txt", "x.sh", "newer\n").await;
}

/// Only what an earlier item that is still to come may change is left out.
#[tokio::test]
async fn what_does_not_come_any_more_leaves_nothing_out() {
    let w = world().await;
    if !w.sandboxed() {
        return;
    }
    for first in ["sed -i s/1/2/ q", "cargo check", "npm test"] {
        for (second, path) in [("bash x.sh", "x.sh"), ("rm a.txt", "a.txt")] {
            for verdict in [Verdict::Rejected, Verdict::Deferred] {
                let set = w.commands(&[first, second]).await;
                // As long as it is to come, it may be what changed it.
                let was = w.read(path).unwrap();
                w.put(path, "newer\n");
                let seen = w.engine.change_set(set.id).await.unwrap();
                assert_eq!(seen.items[1].status, ItemStatus::Pending, "{first}; {second}");
                w.put(path, &was);
                let seen = w.engine.decide(set.id, sign(&set, &[1]), verdict, None, user()).await.unwrap();
                assert_eq!(seen.items[1].digest, set.items[1].digest, "{first}; {second}");
                let signed = confirmed(&w, &seen, 2).await;
                w.put(path, "newer\n");
                let refused = w.engine.apply(set.id, request(&signed, Vec::new()), user(), None).await.unwrap_err();
                assert_eq!(refused.code(), "drifted", "{first}; {second}");
                w.put(path, &was);
            }
        }
    }
}

/// A later command builds on what an earlier one leaves, from there on.
#[tokio::test]
async fn what_an_earlier_command_leaves_is_bound_once_it_is_done() {
    let w = world().await;
    if !w.sandboxed() {
        return;
    }
    // Both at once: what the first did is what was meant.
    let set = w.commands(&["sed -i s/good/better/ x.sh", "bash x.sh > out"]).await;
    let done = w.apply(&set).await.unwrap();
    assert!(done.results.iter().all(|result| result.ok), "{done:?}");
    assert_eq!(w.read("out").as_deref(), Some("better\n"));

    // One after the other.
    let set = w.commands(&["sed -i s/better/best/ x.sh", "bash x.sh > out"]).await;
    let first = w.apply_items(&set, &[1]).await.unwrap();
    let second = &first.change_set.items[1];
    assert_eq!((second.status, second.drift.len()), (ItemStatus::Pending, 0), "{second:?}");
    let signed = confirmed(&w, &first.change_set, 2).await;
    w.put("x.sh", "echo CHANGED\n");
    let refused = w.engine.apply(set.id, request(&signed, Vec::new()), user(), None).await.unwrap_err();
    assert_eq!(refused.code(), "drifted");
    w.put("x.sh", "echo best\n");
    let signed = w.engine.change_set(set.id).await.unwrap();
    assert!(w.engine.apply(set.id, request(&signed, Vec::new()), user(), None).await.unwrap().results[0].ok);
    assert_eq!(w.read("out").as_deref(), Some("best\n"));

    // One that failed has perhaps changed it, and then it is looked at again.
    let set = w.commands(&["bash -c 'echo echo worse > x.sh; false'", "bash x.sh > out"]).await;
    let first = w
        .engine
        .apply(set.id, ApplyRequest { mode: ApplyMode::BestEffort, ..request(&set, sign(&set, &[1])) }, user(), None)
        .await;
    assert!(!first.unwrap().results[0].ok);
    assert_eq!(w.engine.change_set(set.id).await.unwrap().items[1].status, ItemStatus::Drifted);

    // A file that is written first.
    let write = json!({"op": "write_file", "path": "x.sh", "content": "echo written\n", "base": blake3::hash(b"echo worse\n").to_hex().to_string()});
    let run = json!({"op": "run_command", "command": "bash x.sh > out"});
    let set = w.propose(json!([write, run])).await;
    let done = w.apply(&set).await.unwrap();
    assert!(done.results.iter().all(|result| result.ok), "{done:?}");
    assert_eq!(w.read("out").as_deref(), Some("written\n"));
    w.sound().await;
}

/// What the line itself says is followed wherever it can be computed.
#[tokio::test]
async fn a_value_that_the_line_gives_is_bound_in_every_form() {
    let w = world().await;
    if !w.sandboxed() {
        return;
    }
    for command in [
        "trap 'rm a.txt' EXIT",
        "f() { rm \"$1\"; }; f a.txt",
        "run() { \"$@\"; }; run rm a.txt",
        "set -- a.txt; rm \"$1\"",
        "set -- q a.txt; rm -f \"$@\"",
        "for f in {a,q}; do rm -f \"$f.txt\"; done",
        "printf -v f a.txt; rm $f",
        "while read f; do rm $f; done <<< a.txt",
        "f=xa.txt; rm ${f:1}",
        "f=a.md; rm ${f/md/txt}",
        "x=a.bak; rm ${x%.bak}.txt",
        "rm a.t\\\nxt",
        "r\\\nm a.txt",
    ] {
        drifts(&w, command, "a.txt", "newer\n").await;
    }
    for command in [
        "f() { bash \"$1\"; }; f x.sh",
        "set -- x.sh; bash \"$1\"",
        "bash x\\\n.sh",
        "for f in {x,y}; do bash $f.sh; done",
    ] {
        drifts(&w, command, "x.sh", "newer\n").await;
    }
    for command in ["f() { rm \"$1\"; }; f a.txt", "rm {a,q}.txt -f", "f=a.txt; rm ${f%.txt}.md"] {
        stays(&w, command, "b.txt", "newer\n").await;
    }
}

/// Whatever the program is that overwrites or deletes it.
#[tokio::test]
async fn what_any_program_overwrites_or_takes_away_is_bound() {
    let w = world().await;
    if !w.sandboxed() {
        return;
    }
    for command in [
        "cat b.txt > a.txt",
        "echo one >> a.txt",
        "tee a.txt < b.txt",
        "cat b.txt | tee a.txt",
        "sed -i s/one/1/ a.txt",
        "sort -o a.txt b.txt",
        "dd if=b.txt of=a.txt",
        "install -m644 b.txt a.txt",
        "ln -f b.txt a.txt",
        "shred -u a.txt",
        "gzip a.txt",
        "rsync --remove-source-files a.txt d/",
        "rsync b.txt a.txt",
        "npx rimraf a.txt",
        "trash a.txt",
        "cross-env A=b rm a.txt",
        "gtimeout 5 rm a.txt",
        "grm a.txt",
        "find . -name a.txt -delete",
        "find . -name '*.txt' -exec rm {} +",
        "bash -c 'shred -u a.txt'",
        "gcc -o a.txt x.c",
    ] {
        drifts(&w, command, "a.txt", "newer\n").await;
    }
    drifts(&w, "find . -name '*.log' -delete", "d/new.log", "made\n").await;
    drifts(&w, "find d -type f -delete", "d/3", "made\n").await;
    drifts(&w, "cat b.txt > new", "new", "made\n").await;
    drifts(&w, "install a.txt b.txt d", "d/b.txt", "made\n").await;
    drifts(&w, "gzip a.txt", "a.txt.gz", "made\n").await;
    for (command, path) in [
        ("cat b.txt > a.txt", "b.txt"),
        ("sed s/one/1/ a.txt", "a.txt"),
        ("gzip -c a.txt > q", "a.txt"),
        ("find . -name '*.log' -delete", "a.txt"),
        ("find . -name '*.txt' -exec wc {} +", "a.txt"),
        ("ls > /dev/null", "a.txt"),
        ("sort b.txt -o c.txt", "a.txt"),
    ] {
        stays(&w, command, path, "newer\n").await;
    }
}

#[tokio::test]
async fn a_script_that_is_named_is_bound_whatever_runs_it() {
    let w = world().await;
    if !w.sandboxed() {
        return;
    }
    w.put("x.test.js", "1\n");
    for command in [
        "npx jest x.test.js",
        "npx vitest run x.test.js",
        "mocha x.test.js",
        "npx playwright test x.test.js",
        "yarn jest x.test.js",
        "pnpm exec jest x.test.js",
        "npm test -- x.test.js",
        "nodemon x.test.js",
        "k6 run x.test.js",
    ] {
        drifts(&w, command, "x.test.js", "newer\n").await;
    }
    for command in [
        "streamlit run x.py",
        "flask --app x.py run",
        "fastapi dev x.py",
        "pdm run x.py",
        "torchrun x.py",
        "locust -f x.py",
        "spark-submit x.py",
        "py.test test_x.py x.py",
    ] {
        drifts(&w, command, "x.py", "newer\n").await;
    }
    for command in ["bats x.sh", "mpirun ./x.sh", "sbatch x.sh", "make -f x.sh"] {
        drifts(&w, command, "x.sh", "newer\n").await;
    }
    stays(&w, "npm test", "x.test.js", "newest\n").await;
}
