//! A real shell as the judge of words: what is said to be plain has the argv that bash gives it.

use countersign_commands::{Setting, judge};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::path::Path;
use std::process::Command;

/// Prints the words after it, each with a line of its own length before it.
const SHOW: &str = "show() { for word in \"$@\"; do printf '%s\\0' \"$word\"; done; printf 'end\\0\\1'; }\n";

fn segment() -> impl Strategy<Value = String> {
    let pieces = vec![
        "a",
        "b",
        "ab",
        "-a",
        "--a=b",
        "a/b",
        "./a",
        "é",
        "1",
        "=",
        ":",
        ",",
        ".",
        "..",
        "%",
        "@",
        "+",
        "^",
        "~",
        "a~",
        "=~",
        ":~",
        "HEAD~1",
        "{",
        "}",
        "{}",
        "{a,b}",
        "{1..2}",
        "@{1}",
        "\"{a,b}\"",
        "'{1..2}'",
        "\",\"",
        "'..'",
        "*",
        "?",
        "[ab]",
        "[",
        "]",
        "\\",
        "\\ ",
        "\\a",
        "\\\\",
        "\\;",
        "\\*",
        "\\$",
        "\\{",
        "'",
        "'a b'",
        "'*'",
        "''",
        "\"",
        "\"a b\"",
        "\"$\"",
        "\"\\$\"",
        "\"\\a\"",
        "\"\\\\\"",
        "\"*\"",
        "\"\"",
        "$",
        "$a",
        "${a}",
        "$'a'",
        "$\"a\"",
        "#",
        "a#",
        "!",
        "a!",
        "\"!\"",
        " ",
        " ",
        " ",
        "\t",
        "  ",
        "a=b",
        "if",
        "-",
    ];
    prop::collection::vec(select(pieces), 1..10).prop_map(|pieces| pieces.concat())
}

/// What bash makes of each text, run after `show`; nothing for one that it cannot parse.
fn bash(folder: &Path, texts: &[&str]) -> Vec<Vec<String>> {
    let script: String = texts.iter().map(|text| format!("show {text}\n")).collect();
    let ran =
        Command::new("bash").args(["--norc", "-c", &(SHOW.to_owned() + &script)]).current_dir(folder).output().unwrap();
    let out = String::from_utf8(ran.stdout).unwrap();
    let shown = out.split('\u{1}').filter(|words| !words.is_empty()).map(|words| {
        let words = words.strip_suffix("end\0").unwrap();
        words.split_terminator('\0').map(str::to_owned).collect()
    });
    let shown: Vec<Vec<String>> = shown.collect();
    assert_eq!(shown.len(), texts.len(), "bash ran every text: {}", String::from_utf8_lossy(&ran.stderr));
    shown
}

#[test]
fn words_that_are_called_plain_are_those_that_bash_gives() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a", "b", "ab", "aa"] {
        std::fs::File::create_new(folder.path().join(name)).unwrap();
    }
    let mut runner = TestRunner::deterministic();
    let mut compared = 0;
    for _ in 0..60 {
        let texts: Vec<String> = (0..250).map(|_| segment().new_tree(&mut runner).unwrap().current()).collect();
        // With a program in front, so that the first random word is an argument.
        let plain: Vec<(&str, Vec<String>)> = texts
            .iter()
            .filter_map(|text| {
                let [segment] = &judge(&format!("show {text}"), &Setting::default()).argv?[..] else { return None };
                Some((text.as_str(), segment[1..].to_vec()))
            })
            .collect();
        let shown = bash(folder.path(), &plain.iter().map(|(text, _)| *text).collect::<Vec<_>>());
        for ((text, argv), shown) in plain.iter().zip(shown) {
            assert_eq!(*argv, shown, "{text:?}");
            compared += 1;
        }
        // Joined, they are the same words in as many segments, but where the first one may end in a comment.
        for pair in plain.windows(2).filter(|pair| !pair[0].0.contains('#')) {
            let text = format!("show {} && show {}", pair[0].0, pair[1].0);
            if let Some(argv) = judge(&text, &Setting::default()).argv {
                let words: Vec<&[String]> = argv.iter().map(|argv| &argv[1..]).collect();
                assert_eq!(words, [&pair[0].1[..], &pair[1].1[..]], "{text:?}");
            }
        }
    }
    assert!(compared > 2000, "only {compared} texts were plain");
}
