//! What runs is what was judged: a chain with a command of the shell itself goes to a shell whole, and what
//! only bash reads as it was judged is refused where there is none. Real shells are the judges.

use countersign_commands::{Setting, Verdict, judge};
use std::process::Command;

fn setting(no_bash: bool) -> Setting {
    Setting { sandbox: true, no_bash, ..Setting::default() }
}

/// Every builtin that bash names itself.
fn builtins() -> Vec<String> {
    let out = Command::new("bash").args(["-c", "compgen -b"]).output().unwrap();
    String::from_utf8(out.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn a_chain_with_a_builtin_goes_to_a_shell_whole_unless_a_program_does_the_same() {
    // `cd` is done without a shell in its plain form alone.
    let same = ["echo", "false", "kill", "printf", "pwd", "test", "true", "[", "cd"];
    let known = builtins();
    assert!(known.len() > 50, "{known:?}");
    for name in known.iter().filter(|name| !same.contains(&name.as_str())) {
        for text in [
            name.clone(),
            format!("'{name}' x"),
            format!("{name} 3; ls"),
            format!("ls && {name}; touch y"),
            format!("ls | {name} x"),
            format!("cd build || {name} 1; touch y"),
        ] {
            let judged = judge(&text, &setting(false));
            assert_eq!(judged.argv, None, "{text}");
            assert!(judged.verdict >= Verdict::Prompt, "{text}");
        }
    }
    for name in same.iter().filter(|name| !matches!(**name, "[" | "cd")) {
        assert!(judge(&format!("ls; {name} a; ls"), &setting(false)).argv.is_some(), "{name}");
    }
}

#[test]
fn the_words_of_what_only_a_shell_can_run_are_told() {
    for (text, words) in [
        ("eval ls", Some(&[&["eval", "ls"][..]][..])),
        ("export A=1 && npm test", Some(&[&["export", "A=1"], &["npm", "test"]])),
        ("unset A; ls", Some(&[&["unset", "A"], &["ls"]])),
        ("source 'a b' | cd", Some(&[&["source", "a b"], &["cd"]])),
        ("eval $x", None),
        ("eval (", None),
        ("ls > x", None),
    ] {
        let judged = judge(text, &setting(false));
        let words =
            words.map(|words| words.iter().map(|words| words.iter().map(|w| (*w).to_owned()).collect()).collect());
        assert_eq!((judged.argv, judged.words), (None, words), "{text}");
    }
}

#[test]
fn only_the_plain_form_of_cd_is_done_without_a_shell() {
    for (text, plain) in [
        ("cd src", true),
        ("cd src && ls; cd ..", true),
        ("cd 'a b' || ls", true),
        ("cd", false),
        ("ls; cd; touch y", false),
        ("cd -", false),
        ("cd -P sub; touch y", false),
        ("cd -L sub; touch y", false),
        ("cd -- sub; touch y", false),
        ("cd '-P' sub; touch y", false),
        ("cd a b; touch y", false),
        ("cd ''; touch y", false),
        ("cd sub | ls", false),
        ("ls | cd sub", false),
        ("ls; cd sub | cat; touch y", false),
        ("ls | cat; cd sub", true),
        ("printf -v x y; touch y", false),
        ("printf '%s' -v", true),
    ] {
        assert_eq!(judge(text, &setting(false)).argv.is_some(), plain, "{text}");
    }
}

/// Run by both shells they print the same, or they are bash's.
const TEXTS: &[&str] = &[
    "echo a{b,c}d",
    "echo f{1..3}",
    "echo 'a{b,c}' \"{1..3}\"",
    "echo $'a\\tb'",
    "echo $\"x\"",
    "cat <<< hi",
    "cat <<EOF\nhi $((1 + 2))\nEOF",
    "cat <<-'EOF'\n\tx $y\n\tEOF\n",
    "[[ a == a ]] && echo yes",
    "[ a = a ] && echo yes",
    "[ a == a ] && echo yes",
    "test a == a && echo yes",
    "cat <(echo x)",
    "echo x |& cat",
    "echo x &> f; cat f",
    "echo x &>> f; cat f",
    "echo x > f 2>&1; cat f",
    "echo x >& f; cat f",
    "a=(1 2); echo ${a[1]}",
    "a[1]=2; echo ${a[1]}",
    "a=1; a+=2; echo $a",
    "function f { echo x; }; f",
    "f() { echo $1; }; f x",
    "x=abc; echo ${x:0:1}",
    "x=abc; echo ${x^^} ${x,,} ${x/a/b} ${x@Q} ${!x}",
    "x=abc; echo ${x:-y} ${x#a} ${x%c} ${#x} ${y:=z} ${y:+w}",
    "for ((i=0;i<2;i++)); do echo $i; done",
    "for i in 1 2; do echo $i; done",
    "select x in a; do echo $x; break; done < /dev/null",
    "((1 + 1)) && echo yes",
    "echo $((1 + 1)) $((2 ** 3))",
    "i=1; echo $((i++)) $i",
    "echo $[1+1]",
    "declare x=5; echo $x",
    "typeset x=5; echo $x",
    "let x=1+1; echo $x",
    "local_=1; echo $local_",
    "f() { local x=1; echo $x; }; f",
    "export A=b; echo $A",
    "readonly R=b; echo $R",
    "source /dev/null; echo x",
    ". /dev/null; echo x",
    "pushd . > f; echo x",
    "shopt -s nullglob; echo x",
    "echo $RANDOM $UID $HOSTNAME $BASH_VERSION",
    "echo -e 'a\\tb'",
    "echo 'a\\tb'",
    "echo -n x",
    "printf '%s\\n' x",
    "printf '%q\\n' 'a b'",
    "printf -v x y; echo $x",
    "read -p hi x < /dev/null; echo $?",
    "echo a b | while read -r x; do echo $x; done",
    "set -e; false; echo no",
    "set -o pipefail; false | true; echo $?",
    "case abc in a*) echo a;; *) echo no;; esac",
    "case a in a) echo a;& b) echo b;; esac",
    "if true; then echo a; elif false; then echo b; else echo c; fi",
    "while false; do echo x; done; until true; do echo y; done; echo z",
    "! false && echo x",
    "(echo a; exit 3); echo $?",
    "{ echo a; echo b; } | cat",
    "trap 'echo bye' EXIT; echo hi",
    "trap 'echo bad' ERR; false; echo hi",
    "exit 3; echo no",
    "command echo x; umask 077; : a; eval 'echo hi'",
    "cd . && set -- a b && echo $# $1",
    "mapfile -t x < /dev/null; echo ${#x}",
    "coproc cat; echo x",
    "echo ${PIPESTATUS}",
    "echo a,b {} } { a{b} HEAD@{1}",
    "é=1; echo 😀 {😀",
];

#[test]
fn what_another_shell_reads_differently_is_refused_where_there_is_no_bash() {
    let run = |shell: &str, text: &str| {
        let folder = tempfile::tempdir().unwrap();
        let out = Command::new(shell).args(["-c", text]).current_dir(folder.path()).output().ok()?;
        Some((out.status.code(), String::from_utf8_lossy(&out.stdout).into_owned()))
    };
    for text in TEXTS {
        assert_ne!(judge(text, &setting(false)).verdict, Verdict::Never, "{text}");
    }
    let mut same = 0;
    for text in TEXTS {
        let judged = judge(text, &setting(true));
        if judged.verdict == Verdict::Never {
            assert!(judged.reason.contains("bash"), "{text}: {}", judged.reason);
            continue;
        }
        if judged.argv.is_some() {
            // No shell runs it.
            continue;
        }
        same += 1;
        // Where it is another shell, `sh` or `dash`.
        for shell in ["sh", "dash"] {
            if let Some(found) = run(shell, text) {
                assert_eq!(Some(found), run("bash", text), "{shell}: {text}");
            }
        }
    }
    assert!(same >= 15, "what every shell knows is still run: {same}");
    assert_eq!(judge("ls && git status", &setting(true)).verdict, Verdict::Allow);
}
