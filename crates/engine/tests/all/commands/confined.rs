//! What a command finds around it: a clean environment, and in the sandbox nothing else to write, read or reach.

use super::{unconfined, world, world_with};
use crate::world::World;
use countersign_engine::Setup;
use countersign_engine::effects::sandbox::Sandbox;
use std::fs;
use std::path::Path;

/// Says that bubblewrap is missing; where CI counts on it, that is a failure.
fn sandboxed(w: &World) -> bool {
    let there = w.engine.confinement().sandbox == Sandbox::Bwrap;
    if !there {
        assert!(std::env::var_os("CI").is_none(), "CI must try the sandbox: {:?}", w.engine.confinement().missing);
        eprintln!("NOT RUN: there is no working bubblewrap here: {:?}", w.engine.confinement().missing);
    }
    there
}

#[tokio::test]
async fn its_environment_is_clean_and_its_input_closed() {
    for setup in [Setup::default(), unconfined()] {
        let w = world_with(setup).await;
        let ran = w.run("env").await;
        let names: Vec<&str> = ran.text.lines().filter_map(|l| l.split_once('=')).map(|(n, _)| n).collect();
        for name in &names {
            assert!(!name.starts_with("COUNTERSIGN"), "{name}");
            assert!(
                !["CARGO_MANIFEST_DIR", "CARGO_PKG_NAME", "LD_PRELOAD", "LD_LIBRARY_PATH", "SSH_AUTH_SOCK"]
                    .contains(name),
                "{name}"
            );
        }
        assert!(
            names.contains(&"PATH") && ran.text.contains("CI=1\n") && ran.text.contains("TERM=dumb\n"),
            "{}",
            ran.text
        );
        let ran = w.run("cat | wc -c").await;
        assert_eq!((ran.ok, ran.text.trim()), (true, "0"));
        w.script("ask", "read answer && echo got $answer || echo nobody");
        assert_eq!(w.run("./ask").await.text, "nobody\n");
        // Its own session: no terminal to write to.
        w.script("terminal", "echo x > /dev/tty && echo wrote || echo none");
        assert!(w.run("./terminal").await.text.ends_with("none\n"));
    }
}

#[tokio::test]
async fn in_the_sandbox_only_the_workspace_can_be_written() {
    let w = world().await;
    if !sandboxed(&w) {
        return;
    }
    let outside = w.folder.path().join("outside");
    fs::create_dir(&outside).unwrap();
    fs::create_dir_all(w.root.join(".git/hooks")).unwrap();
    fs::create_dir_all(w.root.join("nested/.git")).unwrap();
    fs::write(w.root.join(".git/config"), "[core]\n").unwrap();
    std::os::unix::fs::symlink(&outside, w.root.join("link")).unwrap();
    let made = |name: &str| outside.join(name).exists();
    // Everything tried here is harmless where it is not stopped: what is not the test's own is only
    // opened, never written.
    w.script(
        "try",
        &format!(
            "t() {{ if sh -c \"$1\" 2>/dev/null; then echo \"did $1\"; fi; }}\n\
             t 'echo x > {out}/a'; t 'echo x > link/b'; t 'echo x > ../outside/c'; mkdir ../other 2>/dev/null\n\
             t 'echo x > .git/config'; t 'echo x > .git/hooks/pre-commit'; t 'rm -r .git'; t 'mv .git moved'\n\
             t 'echo x > nested/.git/x'; t ': >> /etc/passwd'; t 'test -w $HOME'; t 'test -w /usr/bin'\n\
             t 'mount -o remount,rw / && echo x > {out}/d'; t 'umount -l .git && echo x > .git/config'\n\
             for f in /proc/sys/kernel/core_pattern /proc/sysrq-trigger /proc/irq/default_smp_affinity /sys/kernel/profiling; do\n\
             t \": >> $f\"; t \"test -e $f && test -w $f\"; done\n\
             echo in > inside; echo tmp > /tmp/in && cat /tmp/in",
            out = outside.display()
        ),
    );
    let ran = w.run("./try").await;
    assert_eq!(ran.text, "tmp\n", "nothing else could be done");
    assert_eq!((made("a"), made("b"), made("c"), made("d")), (false, false, false, false));
    assert!(!w.folder.path().join("other").exists() && !Path::new("/tmp/in").exists());
    assert_eq!(fs::read_to_string(w.root.join(".git/config")).unwrap(), "[core]\n");
    assert!(!w.root.join(".git/hooks/pre-commit").exists() && !w.root.join("nested/.git/x").exists());
    assert_eq!(fs::read_to_string(w.root.join("inside")).unwrap(), "in\n");
    // Both commands of a line see the same /tmp; the next one does not.
    assert_eq!(w.run("mkdir /tmp/mine && ls -d /tmp/mine").await.text, "/tmp/mine\n");
    assert!(!w.run("ls /tmp/mine").await.ok);
}

#[tokio::test]
async fn what_is_hidden_looks_empty_and_is_left_alone() {
    let w = world().await;
    if !sandboxed(&w) {
        return;
    }
    fs::write(w.root.join("a.txt"), "needle\n").unwrap();
    fs::create_dir_all(w.root.join("conf/.aws")).unwrap();
    for secret in [".env", "conf/.npmrc", "conf/.aws/credentials"] {
        fs::write(w.root.join(secret), "needle\n").unwrap();
    }
    // A search of the folder does not fail for what it may not read, whether it only looks or not.
    w.script(
        "look",
        "grep -rl needle . && . ./.env && wc -c < .env && ls -A conf/.aws && test -f .env && ! test -w .env",
    );
    for (command, said) in [("grep -rl needle .", "./a.txt\n./look\n"), ("./look", "./a.txt\n./look\n0\n")] {
        let ran = w.run(command).await;
        let mut lines: Vec<&str> = ran.text.lines().collect();
        lines.sort_by_key(|line| line.len() < 2);
        lines[..2].sort_unstable();
        assert_eq!((ran.ok, lines.join("\n") + "\n"), (true, said.to_owned()), "{command}: {ran:?}");
    }
    // Nothing is put in its place.
    w.script(
        "write",
        "echo gone > .env\nrm -f .env\nmv .env moved\ntouch new && mv new .env\ncp new conf/.npmrc\n\
         echo gone > conf/.aws/credentials\nsed -i s/^/gone/ .env\nln -f new .env\nchmod 600 .env\ntrue",
    );
    assert!(w.run("./write").await.ok);
    for secret in [".env", "conf/.npmrc", "conf/.aws/credentials"] {
        assert_eq!(fs::read_to_string(w.root.join(secret)).unwrap(), "needle\n", "{secret}");
    }
}

#[tokio::test]
async fn in_the_sandbox_secrets_and_our_data_are_not_there() {
    let w = world().await;
    if !sandboxed(&w) {
        return;
    }
    fs::write(w.root.join(".env"), "TOKEN=s3cret").unwrap();
    fs::create_dir_all(w.root.join("deep/er")).unwrap();
    fs::write(w.root.join("deep/er/server.pem"), "s3cret").unwrap();
    fs::create_dir(w.root.join(".aws")).unwrap();
    fs::write(w.root.join(".aws/credentials"), "s3cret").unwrap();
    // A hard link is the file itself, whatever it is called.
    fs::hard_link(w.root.join(".env"), w.root.join("innocent.txt")).unwrap();
    fs::hard_link(w.root.join(".aws/credentials"), w.root.join("deep/plain.txt")).unwrap();
    let data = w.folder.path().join("data");
    fs::write(data.join("countersign.db-server"), "s3cret").unwrap();
    // Of another one, whose folder lies in the open one.
    fs::create_dir(w.root.join("state")).unwrap();
    fs::write(w.root.join("state/countersign.db-server"), "s3cret").unwrap();
    w.script(
        "look",
        &format!(
            "cat .env deep/er/server.pem .aws/credentials {data}/countersign.db-server state/countersign.db-server 2>/dev/null\n\
             ls -A .aws {data} 2>/dev/null | grep -v :\n\
             grep -rs s3cret . | grep -v look\n\
             cat {data}/countersign.db 2>/dev/null | head -c 10",
            data = data.display()
        ),
    );
    let ran = w.run("./look").await;
    assert_eq!(ran.text.trim(), "", "{ran:?}");
    let set = w.commands(&["cat innocent.txt", "cat deep/plain.txt", "cat ./deep/../innocent.txt"]).await;
    for item in &set.items {
        assert_eq!(item.problems.first().map(|p| p.code.as_ref()), Some("never_runs"), "{}", item.label);
    }
    w.script("names", "cat innocent.txt deep/plain.txt");
    assert!(!w.run("./names").await.text.contains("s3cret"));
    assert_eq!(fs::read_to_string(w.root.join(".env")).unwrap(), "TOKEN=s3cret");

    // Nor what only root may read, run by root.
    w.script("system", "cat /etc/shadow /etc/gshadow 2>/dev/null; ls -A /etc/ssl/private 2>/dev/null");
    assert_eq!(w.run("./system").await.text, "");

    // However deep, and however much lies before it.
    let deep = w.root.join((0..24).map(|n| format!("d{n}")).collect::<std::path::PathBuf>());
    fs::create_dir_all(&deep).unwrap();
    fs::write(deep.join(".env"), "TOKEN=s3cret").unwrap();
    fs::create_dir_all(w.root.join("many")).unwrap();
    (0..21_000).for_each(|n| drop(fs::File::create(w.root.join(format!("many/{n}"))).unwrap()));
    fs::create_dir(w.root.join("z")).unwrap();
    fs::write(w.root.join("z/.env"), "TOKEN=s3cret").unwrap();
    // And among other people's code, which is searched last.
    for folder in
        ["node_modules/x", "target/debug", ".venv/x", "skip/target/q", "skip/node_modules", "node_modules/a/target"]
    {
        fs::create_dir_all(w.root.join(folder)).unwrap();
        fs::write(w.root.join(folder).join(".env"), "TOKEN=s3cret").unwrap();
        fs::write(w.root.join(folder).join("a.pem"), "s3cret").unwrap();
        fs::write(w.root.join(folder).join("plain.txt"), "seen\n").unwrap();
    }
    assert_eq!(w.run("grep -rIsh s3cret .").await.text.lines().filter(|line| !line.contains("grep")).count(), 0);
    assert_eq!(w.run("grep -rIsh seen .").await.text.lines().filter(|line| *line == "seen").count(), 6);
    // More of them than a command line holds.
    for n in 0..3_000 {
        let folder = w.root.join(format!("node_modules/p{}", n % 700));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(format!("{n}.pem")), "s3cret").unwrap();
    }
    let ran = w.run("grep -rIsh s3cret .").await;
    assert_eq!(ran.text.lines().filter(|line| !line.contains("grep")).count(), 0, "{ran:?}");
    assert_eq!(w.run("cat target/debug/plain.txt").await.text, "seen\n");
}

/// A repository's settings may hold a password; git itself shows what it is asked for.
#[tokio::test]
async fn in_the_sandbox_a_repository_is_shown_to_git_alone() {
    let w = world().await;
    if !sandboxed(&w) {
        return;
    }
    let git = |words: &[&str]| {
        let done = std::process::Command::new("git").args(words).current_dir(&w.root).status().unwrap();
        assert!(done.success(), "{words:?}");
    };
    git(&["init", "-q"]);
    git(&["remote", "add", "origin", "https://me:s3cret@example.com/x.git"]);
    fs::write(w.root.join("a"), "a\n").unwrap();
    assert_eq!(w.run("grep -rIh s3cret .").await.text, "");
    assert_eq!(w.run("git status --short && grep -rIh s3cret .").await.text, "?? a\n");
    // What builds may ask git as before.
    w.script("build", "git remote");
    assert_eq!(w.run("./build").await.text, "origin\n");
}

#[tokio::test]
async fn in_the_sandbox_there_is_no_network_and_nobody_else() {
    let w = world().await;
    if !sandboxed(&w) {
        return;
    }
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    listener.set_nonblocking(true).unwrap();
    w.script("call", &format!("bash -c 'echo x > /dev/tcp/127.0.0.1/{port}' 2>/dev/null && echo reached; ls /sys/class/net; ls /proc | grep -c '^[0-9]'"));
    let ran = w.run("./call").await;
    assert!(!ran.text.contains("reached") && listener.accept().is_err(), "{ran:?}");
    let processes: u32 = ran.text.lines().last().unwrap().parse().unwrap();
    assert!(processes < 10, "it sees its own processes only: {processes}");
    w.script("kill", &format!("kill -0 {} && echo reached", std::process::id()));
    assert!(!w.run("./kill").await.text.contains("reached"));
}
