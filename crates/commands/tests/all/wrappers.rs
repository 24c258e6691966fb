//! One rule for whatever runs something else (R12, COMMANDS-AND-FILES "What a verdict means"): it is
//! never eligible itself, what it carries is judged as what it carries, and what cannot be seen inside
//! is asked about. Each line of `cases/wrappers.txt` is a command; the heading above it says the verdict
//! and the document's reason.

use countersign_commands::{Setting, Verdict, judge};
use std::fmt::Write;

fn setting() -> Setting {
    Setting { sandbox: true, home: Some("/home/me".to_owned()), ..Setting::default() }
}

#[test]
fn whatever_runs_something_else_is_judged_by_what_it_carries() {
    let (mut wrong, mut lines) = (String::new(), 0);
    let mut heading = ("", "");
    for line in include_str!("../cases/wrappers.txt").lines() {
        if let Some(said) = line.strip_prefix("== ") {
            heading = said.split_once(": ").unwrap();
            continue;
        }
        lines += 1;
        let judged = judge(line, &setting());
        let (verdict, reason) = heading;
        let found = format!("{:?}", judged.verdict).to_lowercase();
        let why = judged.segments.iter().flat_map(|segment| &segment.objections);
        let told = judged.reason.contains(reason) || why.into_iter().any(|objection| objection.text.contains(reason));
        if found != verdict || !told {
            writeln!(wrong, "{line}\n    expected {verdict}: {reason}, found {found}: {}", judged.reason).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(lines > 250, "{lines}");
}

/// The same, for every wrapper with every payload: the wrapper adds nothing but that it is asked about.
#[test]
fn a_wrapper_takes_its_verdict_from_its_payload() {
    let wrappers = [
        "env {}",
        "env -i A=b {}",
        "env -S '{}'",
        "nice -n 5 {}",
        "ionice -c 3 {}",
        "nohup {}",
        "timeout -k 5 30 {}",
        "setsid -w {}",
        "stdbuf -oL {}",
        "time -p {}",
        "strace -f -o t.txt {}",
        "ltrace {}",
        "busybox {}",
        "xargs {}",
        "find . -exec {} ;",
        "find . -execdir {} +",
        "sh -c '{}'",
        "bash -lc '{}'",
        "bash -O extglob -c '{}'",
        "zsh -ic '{}'",
        "fish --command='{}'",
        "watch {}",
        "watch -n 1 '{}'",
        "parallel {}",
        "parallel '{}' ::: a",
        "parallel ::: '{}'",
        "chroot ./root {}",
        "unshare -r {}",
        "nsenter -t 5 -m {}",
        "taskset -c 0 {}",
        "chrt 5 {}",
        "flock lock {}",
        "flock lock -c '{}'",
        "script -qc '{}' out",
        "screen {}",
        "dtach -A lock {}",
        "eval '{}'",
        "command {}",
        "exec {}",
        "exec -a x {}",
        "coproc {}",
        "perl -e 'system(\"{}\")'",
        "perl -e 'exec(qw({}))'",
        "ruby -e '%x({})'",
        "ruby -e 'system(\"{}\")'",
        "python3 -c 'import os; os.system(\"{}\")'",
        "node -e 'require(\"child_process\").execSync(\"{}\")'",
        "php -r 'system(\"{}\");'",
        "lua -e 'os.execute(\"{}\")'",
        "awk 'BEGIN { system(\"{}\") }'",
        "awk 'BEGIN { \"{}\" | getline x }'",
        "sed '1e {}' f",
        "sed 's,x,{},e' f",
        "vim -c ':!{}' f",
        "vim '+!{}' f",
        "ex -c '!{}' f",
        "emacs --batch --eval '(shell-command \"{}\")'",
        "less '+!{}' f",
        "less '+|a {}' f",
        "gdb -batch -ex 'shell {}'",
        "gdb --args {}",
        "lldb -o 'platform shell {}'",
        "sqlite3 x.db '.shell {}'",
        "psql -c '\\! {}'",
        "mysql -e 'system {}'",
        "expect -c 'spawn {}'",
        "npx -c '{}'",
        "npx {}",
        "npm exec -- {}",
        "uv run {}",
        "poetry run {}",
        "nix-shell --run '{}'",
        "direnv exec . {}",
        "hyperfine '{}'",
        "nodemon --exec '{}'",
        "fd -x {}",
        "start-stop-daemon -S -x {}",
        "setpriv --nnp {}",
        "prlimit --nofile=5 {}",
        "bwrap --ro-bind / / {}",
        "firejail {}",
        "rlwrap {}",
        "tini -- {}",
        "/lib64/ld-linux-x86-64.so.2 {}",
        "valgrind {}",
        "xterm -e {}",
        "git submodule foreach '{}'",
        "git bisect run {}",
        "git rebase --exec='{}' HEAD~1",
        "ssh-agent {}",
        "pwsh -Command '{}'",
        "cmd /c '{}'",
        "trap '{}' EXIT",
        "env nice timeout 5 nohup {}",
        "sh -c 'sh -c \"{}\"'",
        "ls | xargs -n 1 {}",
        "env {} &",
        "( {} )",
    ];
    let payloads = [
        ("ls -l", Verdict::Prompt),
        ("cat notes.txt", Verdict::Prompt),
        ("make test", Verdict::Prompt),
        ("cat .env", Verdict::Never),
        ("rm -rf /", Verdict::Never),
        ("sudo ls", Verdict::Never),
        ("env sudo ls", Verdict::Never),
        ("dd if=x of=/dev/sda", Verdict::Never),
        ("cp x .git/hooks/pre-commit", Verdict::Never),
    ];
    let mut wrong = String::new();
    for wrapper in wrappers {
        for (payload, verdict) in payloads {
            let text = wrapper.replace("{}", payload);
            let found = judge(&text, &setting());
            if found.verdict != verdict {
                writeln!(wrong, "{text}: {:?}, not {verdict:?}: {}", found.verdict, found.reason).unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
