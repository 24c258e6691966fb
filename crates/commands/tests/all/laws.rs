//! Laws of the rules, on commands of `cases/` and on random texts.

use crate::cases::CASES;
use countersign_commands::{Judgement, Setting, Verdict, judge};
use proptest::prelude::*;
use proptest::sample::select;
use std::time::{Duration, Instant};

fn judged(text: &str) -> Judgement {
    judge(text, &Setting { sandbox: true, home: Some("/home/me".to_owned()), ..Setting::default() })
}

/// The commands of the table, as they are written there.
fn known() -> Vec<&'static str> {
    CASES
        .into_iter()
        .flat_map(str::lines)
        .filter(|line| !line.starts_with("== ") && !line.contains("\\n") && !line.contains("\\u"))
        .collect()
}

/// Those that may be followed by another: of a quote that is not closed, nothing can be said, and what follows a
/// comment is a part of it.
fn complete() -> Vec<&'static str> {
    let followed = |text: &str| !text.trim_end().ends_with(';') && !text.contains(" #");
    known().into_iter().filter(|text| judged(text).argv.is_some() && followed(text)).collect()
}

/// Those that are plain, by their argv.
fn plain() -> Vec<Vec<String>> {
    known()
        .into_iter()
        .filter_map(|text| judged(text).argv)
        .filter(|argv| argv.len() == 1)
        .flatten()
        .filter(|argv| argv.iter().all(|word| !word.is_empty()))
        .collect()
}

/// Text that looks like a shell's.
fn shellish() -> impl Strategy<Value = String> {
    let pieces = vec![
        "ls",
        "cat",
        "rm",
        "-rf",
        "/",
        "..",
        "~",
        ".env",
        ".git",
        "git",
        "status",
        "a",
        "b=c",
        "$",
        "(",
        ")",
        "{",
        "}",
        "`",
        "'",
        "\"",
        "\\",
        "|",
        "&",
        ";",
        "<",
        ">",
        "<<",
        "EOF",
        "\n",
        " ",
        "\t",
        "*",
        "?",
        "[",
        "]",
        "#",
        "!",
        "=",
        "$(",
        "${",
        "$'",
        "<(",
        "if",
        "then",
        "fi",
        "for",
        "do",
        "done",
        "case",
        "esac",
        "function",
        "time",
        "é",
        "\u{200b}",
        "\0",
        "\r",
        "1",
        "2>",
        "&>",
        "sh",
        "-c",
        "sudo",
        "xargs",
        "find",
        "-exec",
        "python",
        "curl",
        "localhost",
        "~ann/",
    ];
    prop::collection::vec(select(pieces), 0..40).prop_map(|pieces| pieces.concat())
}

/// One word in one of the ways that a shell reads as the same word.
fn quoted(word: &str, style: u8) -> String {
    let single = |text: &str| format!("'{}'", text.replace('\'', "'\\''"));
    let double = |text: &str| {
        let mut out = String::from("\"");
        for c in text.chars() {
            if matches!(c, '"' | '\\' | '$' | '`') {
                out.push('\\');
            }
            out.push(c);
        }
        out + "\""
    };
    match style % 4 {
        0 => single(word),
        1 => double(word),
        2 => word.chars().flat_map(|c| ['\\', c]).collect(),
        _ => {
            let middle = word.char_indices().nth(word.chars().count() / 2).map_or(0, |(i, _)| i);
            single(&word[..middle]) + &double(&word[middle..])
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_is_too_strange(text in prop_oneof![any::<String>(), shellish()]) {
        let judged = judged(&text);
        prop_assert!(!judged.reason.is_empty());
        prop_assert!(judged.verdict > Verdict::Allow || judged.argv.is_some());
    }

    #[test]
    fn a_text_is_at_least_as_strict_as_its_parts(
        a in select(complete()),
        b in select(known()),
        join in select(vec![" && ", " || ", " ; ", ";", " | ", "\n", " & "]),
    ) {
        // After `cd src`, `cd ..` leads back into the workspace.
        prop_assume!(!(a.contains("cd ") && (b.contains("cd ..") || b.contains("cd -"))));
        // Alone a comment is no command, and asked about for that; behind one it is nothing.
        prop_assume!(!b.starts_with('#'));
        let both = judged(&format!("{a}{join}{b}"));
        prop_assert!(both.verdict >= judged(a).verdict.max(judged(b).verdict), "{a}{join}{b}");
    }

    // A substitution as a further word may become the destination, so it is a command of its own here.
    #[test]
    fn what_only_a_shell_knows_never_loosens(
        text in select(known()),
        more in select(vec![" > out", " < in", " 2>&1", "; $(x)", " | `x`", " &", " >> out", " <<< x", "\n", " && ${x}", " # \u{202e}"]),
    ) {
        // A backslash at the end takes what follows into its own word, and a comment takes it to itself.
        prop_assume!(!text.ends_with('\\') && !text.contains(" #"));
        let (before, after) = (judged(text), judged(&format!("{text}{more}")));
        prop_assert!(after.verdict >= before.verdict.max(Verdict::Prompt) || before.argv.is_none(), "{text}{more}");
        prop_assert!(after.verdict > Verdict::Allow);
        prop_assert!(after.class >= before.class || before.argv.is_none(), "{text}{more}");
    }

    #[test]
    fn a_word_is_the_same_however_it_is_quoted(argv in select(plain()), styles in prop::collection::vec(any::<u8>(), 32)) {
        let text: Vec<String> = argv.iter().zip(styles.iter().cycle()).map(|(word, style)| quoted(word, *style)).collect();
        let bare = text.join("  ");
        let (plainly, found) = (judged(&argv.iter().map(|word| quoted(word, 0)).collect::<Vec<_>>().join(" ")), judged(&bare));
        prop_assert_eq!(found.argv, Some(vec![argv.clone()]), "{}", bare);
        prop_assert_eq!((found.verdict, found.class), (plainly.verdict, plainly.class), "{}", bare);
    }

    #[test]
    fn an_option_that_we_do_not_know_is_never_allowed(argv in select(plain()), at in any::<prop::sample::Index>(), name in "[a-z]{3,8}-zz") {
        prop_assume!(argv[0] != "echo");
        let mut argv = argv;
        let first = argv.iter().take_while(|word| !word.starts_with('-')).count().max(1);
        let until = argv.iter().position(|word| word == "--").unwrap_or(argv.len());
        let at = (first + at.index(until.max(first) - first + 1)).min(until.max(1));
        // After an option it may be that option's value.
        prop_assume!(!argv[at - 1].starts_with('-'));
        // After a script or a package it is for what is run.
        prop_assume!(!(argv[..2.min(argv.len())] == ["go", "run"] && argv[2..at].iter().any(|word| !word.starts_with('-'))));
        prop_assume!(!(argv[0].starts_with("python") && argv.iter().take(at).skip(1).any(|word| !word.starts_with('-'))));
        prop_assume!(!(argv[0] == "yarn" || argv[..2.min(argv.len())] == ["pnpm", "run"] && at > 2));
        argv.insert(at, format!("--{name}"));
        let text: Vec<String> = argv.iter().map(|word| quoted(word, 0)).collect();
        prop_assert!(judged(&text.join(" ")).verdict > Verdict::Allow, "{:?}", argv);
    }

    #[test]
    fn a_harmful_option_is_never_allowed_wherever_it_stands(
        (command, harm) in select(vec![
            ("git diff --stat HEAD", vec!["--output=x", "--outp=x", "--ext-diff", "--textconv", "-Ox", "--no-index"]),
            ("git log --oneline -5 HEAD", vec!["--output=x", "--ext-diff", "--textc", "-Ox"]),
            ("git branch --list x", vec!["-D", "-d", "--delete", "--dele", "-m", "-M", "-c", "-C", "-f", "--edit-desc", "-u"]),
            ("git status -s", vec!["--x", "--output=x"]),
            ("find . -name x -type f", vec!["-delete", "-fls", "-exec", "-ok", "-execdir", "-okdir", "-fprint", "-unknown"]),
            ("cargo build --release -p x", vec!["--config=x", "--target-dir=x", "-Zx", "--conf=x", "--out-dir=x"]),
            ("go build -v ./...", vec!["-exec=x", "-toolexec=x", "--toolexec=x", "-o=x", "-overlay=x", "-modfile=x", "-C=x"]),
            ("go test -run x ./...", vec!["-exec=x", "--exec=x", "-c", "-o=x", "-coverprofile=x"]),
            ("npm run build --silent", vec!["--script-shell=x", "--script-sh=x", "--node-options=x", "--prefix=x", "-g"]),
            ("tsc --noEmit a.ts", vec!["--outDir=x", "--outFile=x", "--init", "--declarationDir=x"]),
            ("python -u x.py", vec!["-c", "-m", "-Bc", "-i"]),
            ("ls -l src", vec!["--x"]),
            ("grep -n x src", vec!["-f/etc/passwd", "--file=../x", "--x"]),
        ]).prop_flat_map(|(command, harms)| (Just(command), select(harms))),
        at in any::<prop::sample::Index>(),
    ) {
        let mut words: Vec<&str> = command.split(' ').collect();
        let first = if matches!(words[0], "git" | "cargo" | "go" | "npm") { 2 } else { 1 };
        // Python's options end where its script begins.
        let last = if words[0] == "python" { 2 } else { words.len() };
        let at = first + at.index(last - first + 1);
        let value = ["-name", "-type", "-p", "-run"].contains(&words[at - 1]);
        prop_assume!(!value);
        words.insert(at, harm);
        prop_assert!(judged(&words.join(" ")).verdict > Verdict::Allow, "{:?}", words);
    }

    #[test]
    fn a_wrapper_never_loosens(argv in select(plain()), wrapper in select(vec![
        "sudo", "env", "nice", "nohup", "timeout 5", "xargs", "command", "exec", "setsid", "stdbuf -oL", "busybox", "env A=b",
        "sudo env nice -n 3", "sudo -n", "env -i", "nice -n 5", "xargs -n 1",
    ])) {
        let text: Vec<String> = argv.iter().map(|word| quoted(word, 0)).collect();
        let bare = judged(&text.join(" "));
        let wrapped = judged(&format!("{wrapper} {}", text.join(" ")));
        prop_assert!(wrapped.verdict >= bare.verdict.max(Verdict::Prompt), "{wrapper} {:?}", argv);
        // Of what a wrapper itself is refused for, the class is shown.
        let own = wrapped.verdict > bare.verdict.max(Verdict::Prompt);
        prop_assert!(own || wrapped.class >= bare.class, "{wrapper} {:?}", argv);
    }
}

/// The grammar loses a `-` before a redirection with a number.
#[test]
fn a_word_before_a_redirection_is_not_lost() {
    for (text, verdict) in [
        ("cat x | nvim -s - 2>&1", Verdict::Never),
        ("cat x | awk -f - 2>/dev/null", Verdict::Never),
        ("cat x | awk -f /dev/stdin 2>/dev/null", Verdict::Never),
        ("ls -2>&1", Verdict::Prompt),
        ("ls - 2>&1", Verdict::Prompt),
    ] {
        assert_eq!(judged(text).verdict, verdict, "{text}");
    }
}

/// The grammar's scanner would look these up in a table of 256 and end the process.
#[test]
fn a_character_from_beyond_latin_1_after_a_brace_is_survived() {
    for code in (0x100..=0x0010_ffff).step_by(0x333) {
        let Some(c) = char::from_u32(code) else { continue };
        for text in [format!("echo {{{c}"), format!("echo {{1..{c}}}"), format!("echo a{c}b; rm -rf /")] {
            let judged = judged(&text);
            assert!(judged.verdict >= Verdict::Prompt || judged.argv.is_some(), "{text:?}");
            assert_eq!(judged.verdict == Verdict::Never, text.ends_with('/'), "{text:?}: {}", judged.reason);
        }
    }
}

#[test]
fn a_long_text_takes_time_in_proportion_and_is_still_refused() {
    let shapes: [(&str, &str, &str); 12] = [
        ("ls; ", "", "rm -rf /"),
        ("$(", "rm -rf /", ""),
        ("(", "rm -rf /", ""),
        ("a", "", "; rm -rf /"),
        ("'", "", "'; rm -rf /"),
        ("\\\n", "", ";rm -rf /"),
        ("{a,", "", "; rm -rf /"),
        ("`", "", "\n"),
        ("\"$(", "ls", ""),
        ("<<E ", "\n", ""),
        ("x=(", "", ""),
        ("if ", "", ""),
    ];
    for (piece, middle, end) in shapes {
        let time = |bytes: usize| {
            let text = piece.repeat(bytes / piece.len()) + middle + end;
            let start = Instant::now();
            let verdict = judged(&text).verdict;
            assert!(verdict >= Verdict::Prompt, "{piece:?}");
            if end == "rm -rf /" {
                assert_eq!(verdict, Verdict::Never, "{piece:?}");
            }
            start.elapsed()
        };
        for bytes in [1_000, 4_000, 16_000, 64_000, 1_000_000] {
            let took = time(bytes);
            // Generous: an unoptimised build on a busy machine. A square would take hours.
            assert!(took < Duration::from_secs(90), "{bytes} bytes of {piece:?} took {took:?}");
        }
    }
}

/// Texts of which more can be guessed than is written: what is looked at in them has a bound, so this
/// ends (without one the first takes years). What asks for more than that is refused for it.
#[test]
fn what_grows_when_it_is_followed_is_bounded_and_still_refused() {
    let nested = |n: usize| "$(echo ".repeat(n) + "x" + &")".repeat(n);
    let doubled = |n: usize| {
        let more: String = (1..=n).map(|at| format!("v{at}=$v{}$v{}; ", at - 1, at - 1)).collect();
        format!("v0=abcdefgh; {more}echo $v{n}")
    };
    let listed: String = (0..40).map(|at| format!("/{at:090} ")).collect();
    let texts = [
        nested(24),
        nested(200),
        nested(1_000),
        format!("\"{}\"", nested(100)),
        format!("{}x{}", "$(echo `a` ".repeat(100), ")".repeat(100)),
        "echo \"$(".repeat(100) + "x" + &")\"".repeat(100),
        doubled(28),
        doubled(400),
        format!("for v in {listed}; do {} done", "echo $v $v $v; ".repeat(600)),
        format!("v={listed:?}; {}", "w=$v; ".repeat(1_500)),
        "npx ".repeat(16) + &"'a b' ".repeat(2_500),
        "uv run ".repeat(1_000),
        "npx 'npx \"a b\" c' ".repeat(800),
        "X=a; ".repeat(3_000),
    ];
    for text in texts {
        let start = Instant::now();
        let found = judged(&text);
        let bound =
            ["there is more in it than can be judged.", "commands stand in each other too deeply to be looked at."];
        let refused = found.verdict == Verdict::Never && bound.contains(&found.reason.as_str());
        assert!(found.verdict == Verdict::Prompt || refused, "{text:.80}: {}", found.reason);
        assert_eq!(judged(&format!("{text}; rm -rf /")).verdict, Verdict::Never, "{text:.80}");
        assert!(start.elapsed() < Duration::from_secs(60), "{:?} for {text:.80}", start.elapsed());
    }
}
