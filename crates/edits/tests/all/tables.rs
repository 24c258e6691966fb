//! Edits row by row: what is applied and what is refused. Here blocks, strings in JSON and line operations.

use countersign_edits::Format::{self, ApplyPatch, Auto, Lines, SearchReplace, Unified};
use countersign_edits::Reason::{self, Already, Ambiguous, Elided, Malformed, NotFound, Truncated};
use countersign_edits::{Applied, Proposal, Refusal, propose};

pub(crate) fn put(old: &str, edit: &str, format: Format) -> Result<Applied, Refusal> {
    propose(old.as_bytes(), &Proposal { edit, format, finish: Some("stop"), base: None, path: None })
}

/// What a row expects: the new text, or why not.
pub(crate) type Expected = Result<&'static str, Reason>;

pub(crate) fn check(format: Format, rows: &[(&str, &str, Expected)]) {
    let mut wrong = Vec::new();
    for (old, edit, expected) in rows {
        for format in [format, Auto] {
            let found = put(old, edit, format);
            let plain = found.as_ref().map(|a| String::from_utf8(a.text.clone()).unwrap()).map_err(|r| r.reason);
            if plain.as_ref().map(String::as_str) != expected.as_ref().map(|t| *t) {
                wrong.push(format!(
                    "{format:?}\n old {old:?}\n edit {edit:?}\n expected {expected:?}\n found {found:?}"
                ));
            } else if let Ok(applied) = &found {
                assert_eq!(applied.changed, applied.text != old.as_bytes(), "{edit:?}");
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {} rows:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

pub(crate) const ABC: &str = "alpha\nbeta\ngamma\ndelta\n";
pub(crate) const PY: &str = "class A:\n    def f(self):\n        x = 1\n        return x\n\n    def g(self):\n        x = 1\n        return x\n\n\nclass B:\n    def f(self):\n        y = 2\n        return y\n";

/// A file whose blocks look alike, so that many of its lines could be its last.
pub(crate) const TWO: &str = "def f():\n    a = 1\n    return 2\n\ndef g():\n    a = 3\n    return 2\n";

#[test]
fn search_replace_blocks() {
    check(
        SearchReplace,
        &[
            (ABC, "<<<<<<< SEARCH\nbeta\n=======\nBETA\n>>>>>>> REPLACE\n", Ok("alpha\nBETA\ngamma\ndelta\n")),
            (ABC, "<<<<<<< SEARCH\nbeta\n=======\nBETA\n>>>>>>> REPLACE", Ok("alpha\nBETA\ngamma\ndelta\n")),
            (ABC, "<<<<< SEARCH\nbeta\n=====\nBETA\n>>>>> REPLACE\n", Ok("alpha\nBETA\ngamma\ndelta\n")),
            (ABC, "<<<<<<<<< SEARCH\nbeta\n=========\nBETA\n>>>>>>>>> REPLACE\n", Ok("alpha\nBETA\ngamma\ndelta\n")),
            (ABC, "<<<<<< SEARCH\nbeta\n========\nBETA\n>>>>>>>> REPLACE\n", Ok("alpha\nBETA\ngamma\ndelta\n")),
            (ABC, "<<<<<<< ORIGINAL\nbeta\n=======\nBETA\n>>>>>>> UPDATED\n", Ok("alpha\nBETA\ngamma\ndelta\n")),
            (ABC, "<<<<<<< SEARCH>\nbeta\n=======\nBETA\n>>>>>>> REPLACE\n", Ok("alpha\nBETA\ngamma\ndelta\n")),
            (ABC, "------- SEARCH\nbeta\n=======\nBETA\n+++++++ REPLACE\n", Ok("alpha\nBETA\ngamma\ndelta\n")),
            (ABC, "<<<<<<<SEARCH\nbeta\n=======\nBETA\n>>>>>>>REPLACE\n", Ok("alpha\nBETA\ngamma\ndelta\n")),
            (
                ABC,
                "src/a.txt\n<<<<<<< SEARCH\nbeta\n=======\nBETA\n>>>>>>> REPLACE\n",
                Ok("alpha\nBETA\ngamma\ndelta\n"),
            ),
            (
                ABC,
                "```text\na.txt\n<<<<<<< SEARCH\nbeta\n=======\nBETA\n>>>>>>> REPLACE\n```\n",
                Ok("alpha\nBETA\ngamma\ndelta\n"),
            ),
            (
                ABC,
                "a.txt\n```\n<<<<<<< SEARCH\nbeta\n=======\nBETA\n>>>>>>> REPLACE\n```",
                Ok("alpha\nBETA\ngamma\ndelta\n"),
            ),
            (
                ABC,
                "Sure, here it is:\n\n**a.txt**\n```\n<<<<<<< SEARCH\nbeta\n=======\nBETA\n>>>>>>> REPLACE\n```\nThat is all.",
                Ok("alpha\nBETA\ngamma\ndelta\n"),
            ),
            (
                ABC,
                "<<<<<<< SEARCH\n:start_line:2\n-------\nbeta\n=======\nBETA\n>>>>>>> REPLACE\n",
                Ok("alpha\nBETA\ngamma\ndelta\n"),
            ),
            (
                ABC,
                "<<<<<<< SEARCH\r\nbeta\r\n=======\r\nBETA\r\n>>>>>>> REPLACE\r\n",
                Ok("alpha\nBETA\ngamma\ndelta\n"),
            ),
            (
                "alpha\r\nbeta\r\n",
                "<<<<<<< SEARCH\nbeta\n=======\nBETA\nmore\n>>>>>>> REPLACE\n",
                Ok("alpha\r\nBETA\r\nmore\r\n"),
            ),
            ("\u{feff}alpha\r\nbeta", "<<<<<<< SEARCH\nalpha\n=======\nA\n>>>>>>> REPLACE\n", Ok("\u{feff}A\r\nbeta")),
            ("alpha\nbeta", "<<<<<<< SEARCH\nbeta\n=======\nB\nC\n>>>>>>> REPLACE\n", Ok("alpha\nB\nC")),
            ("alpha\nbeta", "<<<<<<< SEARCH\nbeta\n=======\n>>>>>>> REPLACE\n", Ok("alpha")),
            ("alpha\nbeta\n", "<<<<<<< SEARCH\nbeta\n=======\n>>>>>>> REPLACE\n", Ok("alpha\n")),
            (
                "a\nb\r\nc\nd\r\n",
                "<<<<<<< SEARCH\nb\nc\nd\n=======\nb\nX\nd\ne\n>>>>>>> REPLACE\n",
                Ok("a\nb\r\nX\nd\r\ne\r\n"),
            ),
            (
                "    if x:\n        y\n",
                "<<<<<<< SEARCH\nif x:\n    y\n=======\nif x:\n    z\nw\n>>>>>>> REPLACE\n",
                Ok("    if x:\n        z\n    w\n"),
            ),
            (
                "\tif x:\n\t\ty\n",
                "<<<<<<< SEARCH\n    if x:\n        y\n=======\n    if x:\n        z\n>>>>>>> REPLACE\n",
                Ok("\tif x:\n\t\tz\n"),
            ),
            ("if x:\n  y\n", "<<<<<<< SEARCH\nif x:\n    y\n=======\nif x:\n    z\n>>>>>>> REPLACE\n", Err(NotFound)),
            ("a = 1\nb  = 2\n", "<<<<<<< SEARCH\nb = 2\n=======\nb = 3\n>>>>>>> REPLACE\n", Err(NotFound)),
            ("a \nb\n", "<<<<<<< SEARCH\na\n=======\nc\n>>>>>>> REPLACE\n", Err(NotFound)),
            ("x\n  x\n", "<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n", Ok("y\n  x\n")),
            ("  x\n    x\n", "<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n", Err(Ambiguous)),
            ("x\nx\r\n", "<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n", Err(Ambiguous)),
            (
                ABC,
                "<<<<<<< SEARCH\nalpha\n=======\nA\n>>>>>>> REPLACE\n\n<<<<<<< SEARCH\ndelta\n=======\nD\n>>>>>>> REPLACE\n",
                Ok("A\nbeta\ngamma\nD\n"),
            ),
            (
                ABC,
                "<<<<<<< SEARCH\ndelta\n=======\nD\n>>>>>>> REPLACE\n<<<<<<< SEARCH\nalpha\n=======\nA\n>>>>>>> REPLACE\n",
                Ok("A\nbeta\ngamma\nD\n"),
            ),
            (
                ABC,
                "<<<<<<< SEARCH\nalpha\n=======\nA\n>>>>>>> REPLACE\n<<<<<<< SEARCH\nA\n=======\nB\n>>>>>>> REPLACE\n",
                Err(NotFound),
            ),
            // What both speak of and neither changes is in nobody's way.
            (
                ABC,
                "<<<<<<< SEARCH\nalpha\nbeta\n=======\nA\nbeta\n>>>>>>> REPLACE\n<<<<<<< SEARCH\nbeta\ngamma\n=======\nbeta\nG\n>>>>>>> REPLACE\n",
                Ok("A\nbeta\nG\ndelta\n"),
            ),
            (
                ABC,
                "<<<<<<< SEARCH\nbeta\ngamma\n=======\nbeta\nx\ngamma\n>>>>>>> REPLACE\n<<<<<<< SEARCH\nalpha\nbeta\n=======\nalpha\ny\nbeta\n>>>>>>> REPLACE\n",
                Ok("alpha\ny\nbeta\nx\ngamma\ndelta\n"),
            ),
            (
                ABC,
                "<<<<<<< SEARCH\nalpha\n=======\nx\nalpha\n>>>>>>> REPLACE\n<<<<<<< SEARCH\nalpha\nbeta\n=======\nalpha\nB\n>>>>>>> REPLACE\n",
                Ok("x\nalpha\nB\ngamma\ndelta\n"),
            ),
            (
                ABC,
                "<<<<<<< SEARCH\nalpha\nbeta\n=======\nalpha\nB\n>>>>>>> REPLACE\n<<<<<<< SEARCH\nbeta\ngamma\n=======\nbeta\nG\n>>>>>>> REPLACE\n",
                Err(Ambiguous),
            ),
            (
                ABC,
                "<<<<<<< SEARCH\nalpha\nbeta\n=======\nalpha\nbeta\nx\n>>>>>>> REPLACE\n<<<<<<< SEARCH\nbeta\ngamma\n=======\nbeta\ny\ngamma\n>>>>>>> REPLACE\n",
                Err(Ambiguous),
            ),
            (
                ABC,
                "<<<<<<< SEARCH\nalpha\nbeta\ngamma\n=======\nalpha\nB\ngamma\n>>>>>>> REPLACE\n<<<<<<< SEARCH\nbeta\n=======\nbeta\nx\n>>>>>>> REPLACE\n",
                Err(Ambiguous),
            ),
            (
                ABC,
                "<<<<<<< SEARCH\nbeta\n=======\nB\n>>>>>>> REPLACE\n<<<<<<< SEARCH\nbeta\n=======\nB\n>>>>>>> REPLACE\n",
                Err(Ambiguous),
            ),
            (
                ABC,
                "a.txt\n<<<<<<< SEARCH\nalpha\n=======\nA\n>>>>>>> REPLACE\nb.txt\n<<<<<<< SEARCH\ndelta\n=======\nD\n>>>>>>> REPLACE\n",
                Err(Ambiguous),
            ),
            (
                ABC,
                "a.txt\n<<<<<<< SEARCH\nalpha\n=======\nA\n>>>>>>> REPLACE\na.txt\n<<<<<<< SEARCH\ndelta\n=======\nD\n>>>>>>> REPLACE\n",
                Ok("A\nbeta\ngamma\nD\n"),
            ),
            (ABC, "<<<<<<< SEARCH\nbeta\n=======\nbeta\n>>>>>>> REPLACE\n", Ok(ABC)),
            (ABC, "<<<<<<< SEARCH\nzeta\n=======\nB\n>>>>>>> REPLACE\n", Err(NotFound)),
            (ABC, "<<<<<<< SEARCH\nzeta\n=======\nbeta\n>>>>>>> REPLACE\n", Err(Already)),
            (ABC, "<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n", Err(Ambiguous)),
            ("", "<<<<<<< SEARCH\n=======\nnew\nlines\n>>>>>>> REPLACE\n", Ok("new\nlines\n")),
            ("", "<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n", Err(NotFound)),
            (ABC, "<<<<<<< SEARCH\nbeta\n=======\nBETA\n", Err(Truncated)),
            (ABC, "<<<<<<< SEARCH\nbeta\n=======\nBETA\n>>>>>>> REPL", Err(Truncated)),
            (ABC, "<<<<<<< SEARCH\nbeta\n", Err(Truncated)),
            (
                ABC,
                "<<<<<<< SEARCH\nbeta\n=======\nB\n>>>>>>> REPLACE\n<<<<<<< SEARCH\ngamma\n=======\nG\n",
                Err(Truncated),
            ),
            (ABC, "<<<<<<< SEARCH\nbeta\n=======\nB\n>>>>>>> REPLACE\n<<<<", Err(Truncated)),
            (ABC, "```\n<<<<<<< SEARCH\nbeta\n=======\nB\n>>>>>>> REPLACE\n", Err(Truncated)),
            (ABC, "<<<<<<< SEARCH\nbeta\nBETA\n>>>>>>> REPLACE\n", Err(Malformed)),
            (ABC, "<<<<<<< SEARCH\nbeta\n=======\nB\n=======\nC\n>>>>>>> REPLACE\n", Err(Malformed)),
            (
                "Title\n=====\nbody\n",
                "<<<<<<< SEARCH\nTitle\n=====\nbody\n=======\nT\n=====\nbody\n>>>>>>> REPLACE\n",
                Ok("T\n=====\nbody\n"),
            ),
            (
                "Title\n=======\nbody\n",
                "<<<<<<< SEARCH\nTitle\n=======\nbody\n=======\nT\n=======\nbody\n>>>>>>> REPLACE\n",
                Err(Malformed),
            ),
            (ABC, "<<<<<<< HEAD\nbeta\n=======\nBETA\n>>>>>>> branch\n", Err(Malformed)),
            (ABC, "<<<<<<< SEARCH\nbeta\n=======\n<<<<<<< HEAD\nB\n>>>>>>> branch\n>>>>>>> REPLACE\n", Err(Malformed)),
            (ABC, "<<<<<<< SEARCH\nbeta\n=======\nB\n>>>>>>> REPLACE\n>>>>>>> REPLACE\n", Err(Malformed)),
            (ABC, "<<<<<<< SEARCH\nbeta\n=======\nB\n// ... existing code ...\n>>>>>>> REPLACE\n", Err(Elided)),
            (ABC, "<<<<<<< SEARCH\nbeta\n...\ndelta\n=======\nB\n...\ndelta\n>>>>>>> REPLACE\n", Err(Elided)),
            (
                "a\n// ... existing code ...\nb\n",
                "<<<<<<< SEARCH\na\n// ... existing code ...\n=======\nA\n// ... existing code ...\n>>>>>>> REPLACE\n",
                Ok("A\n// ... existing code ...\nb\n"),
            ),
            ("def f():\n    pass\n", "<<<<<<< SEARCH\n    pass\n=======\n    ...\n>>>>>>> REPLACE\n", Err(Elided)),
            (
                "def f():\n    pass\n",
                "<<<<<<< SEARCH\ndef f():\n    pass\n=======\ndef f():\n    ...\n>>>>>>> REPLACE\n",
                Err(Elided),
            ),
            (
                "def f():\n    pass\n",
                "<<<<<<< SEARCH\ndef f():\n    pass\n=======\ndef g():\n    ...\n>>>>>>> REPLACE\n",
                Ok("def g():\n    ...\n"),
            ),
        ],
    );
}

#[test]
fn strings_in_json() {
    check(
        SearchReplace,
        &[
            (ABC, r#"{"search":"beta","replace":"BETA"}"#, Ok("alpha\nBETA\ngamma\ndelta\n")),
            (ABC, r#"{"old_string":"beta\n","new_string":"BETA\n"}"#, Ok("alpha\nBETA\ngamma\ndelta\n")),
            (ABC, r#"{"old_str":"et","new_str":"ET"}"#, Ok("alpha\nbETa\ngamma\ndelta\n")),
            (ABC, r#"{"file_path":"a.txt","old_string":"beta","new_string":""}"#, Ok("alpha\n\ngamma\ndelta\n")),
            (ABC, r#"{"old_string":"beta\n","new_string":""}"#, Ok("alpha\ngamma\ndelta\n")),
            (
                ABC,
                r#"{"edits":[{"old_string":"alpha","new_string":"A"},{"old_string":"delta","new_string":"D"}]}"#,
                Ok("A\nbeta\ngamma\nD\n"),
            ),
            (
                ABC,
                r#"[{"search":"al","replace":"AL"},{"search":"pha","replace":"PHA"}]"#,
                Ok("ALPHA\nbeta\ngamma\ndelta\n"),
            ),
            (ABC, r#"[{"search":"alph","replace":"AL"},{"search":"pha","replace":"PHA"}]"#, Err(Ambiguous)),
            (
                ABC,
                r#"{"command":"str_replace","path":"a","old_str":"beta","new_str":"B"}"#,
                Ok("alpha\nB\ngamma\ndelta\n"),
            ),
            (ABC, "```json\n{\"search\":\"beta\",\"replace\":\"B\"}\n```", Ok("alpha\nB\ngamma\ndelta\n")),
            (ABC, r#"{"search":"a","replace":"b"}"#, Err(Ambiguous)),
            (ABC, r#"{"search":"zeta","replace":"b"}"#, Err(NotFound)),
            (ABC, r#"{"search":"","replace":"b"}"#, Err(Ambiguous)),
            ("", r#"{"old_string":"","new_string":"new\n"}"#, Ok("new\n")),
            (ABC, r#"{"search":"beta","replace":"beta"}"#, Ok(ABC)),
            (ABC, r#"{"search":"beta","replace":"BE"#, Err(Truncated)),
            (ABC, r#"{"search":"beta","replace":"BETA""#, Err(Truncated)),
            (ABC, r#"{"search":"beta","replace":7}"#, Err(Malformed)),
            (ABC, r#"{"search":"beta","replace":"x",,}"#, Err(Malformed)),
            (ABC, r#"{"search":"beta\n","replace":"x"}"#, Err(Malformed)),
            ("aaa\n", r#"{"search":"aa","replace":"b"}"#, Err(Ambiguous)),
            ("a\r\nb\r\nc\r\n", r#"{"search":"a\nb","replace":"x\ny\nz"}"#, Ok("x\r\ny\r\nz\r\nc\r\n")),
            ("a\r\nb\r\nc\r\n", r#"{"search":"a\r\nb","replace":"x\r\ny"}"#, Ok("x\r\ny\r\nc\r\n")),
            ("a\nb\nc\n", r#"{"search":"a\r\nb","replace":"x\r\ny"}"#, Ok("x\ny\nc\n")),
            ("a\r\nb\r\n", r#"{"search":"a","replace":"x\ny"}"#, Ok("x\r\ny\r\nb\r\n")),
            ("a\r\nb", r#"{"search":"b","replace":"x\ny"}"#, Ok("a\r\nx\r\ny")),
            ("a b c\r\nd\r\n", r#"{"search":" b ","replace":"\n"}"#, Ok("a\r\nc\r\nd\r\n")),
            ("a\nb\n", r#"{"search":"a","replace":"x\r\ny"}"#, Ok("x\ny\nb\n")),
            ("a\nb\r\nc\n", r#"{"search":"b","replace":"x\ny"}"#, Ok("a\nx\r\ny\r\nc\n")),
            ("a\nb\r\nc\n", r#"{"search":"a\nb\nc","replace":"a\nb\nX"}"#, Ok("a\nb\r\nX\n")),
            ("a\nb", r#"{"search":"b\n","replace":"c\n"}"#, Ok("a\nc")),
            ("a\nb", r#"{"search":"b","replace":"c"}"#, Ok("a\nc")),
            (
                "    foo(\n        x)\n",
                r#"{"search":"foo(\n    x)","replace":"bar(\n    x,\n    y)"}"#,
                Ok("    bar(\n        x,\n        y)\n"),
            ),
            ("    foo(\n        x)\n", r#"{"search":"foo(\n        x)","replace":"bar(x)"}"#, Ok("    bar(x)\n")),
            ("žluť\nkůň\n", r#"{"search":"kůň","replace":"🐎"}"#, Ok("žluť\n🐎\n")),
            (ABC, r#"{"search":"beta","replace":"b\n# ... rest of file unchanged"}"#, Err(Elided)),
        ],
    );
    assert_eq!(put(ABC, r#"{"edits":[]}"#, SearchReplace).unwrap_err().reason, Malformed);
}

#[test]
fn line_operations() {
    check(
        Lines,
        &[
            (
                ABC,
                r#"[{"operation":"replace","line":2,"expectedContent":"beta","newContent":"BETA"}]"#,
                Ok("alpha\nBETA\ngamma\ndelta\n"),
            ),
            (
                ABC,
                r#"{"lineOperations":[{"type":"replace","line":2,"endLine":3,"expectedContent":"beta\ngamma","newContent":"x"}]}"#,
                Ok("alpha\nx\ndelta\n"),
            ),
            (ABC, r#"[{"op":"delete","line":2,"expectedContent":"beta"}]"#, Ok("alpha\ngamma\ndelta\n")),
            (ABC, r#"[{"op":"insert","line":2,"newContent":"new"}]"#, Ok("alpha\nnew\nbeta\ngamma\ndelta\n")),
            (ABC, r#"[{"op":"insert","line":5,"newContent":"new"}]"#, Ok("alpha\nbeta\ngamma\ndelta\nnew\n")),
            (
                ABC,
                r#"[{"op":"insertAfter","line":2,"newContent":"new","expectedContent":"beta"}]"#,
                Ok("alpha\nbeta\nnew\ngamma\ndelta\n"),
            ),
            (ABC, r#"[{"op":"insert_after","line":0,"newContent":"new"}]"#, Ok("new\nalpha\nbeta\ngamma\ndelta\n")),
            (ABC, r#"[{"op":"insertAfter","line":4,"newContent":"new"}]"#, Ok("alpha\nbeta\ngamma\ndelta\nnew\n")),
            (
                ABC,
                r#"[{"op":"insertBefore","line":1,"newContent":"new","expectedContent":"alpha"}]"#,
                Ok("new\nalpha\nbeta\ngamma\ndelta\n"),
            ),
            (
                ABC,
                r#"[{"op":"delete","line":1,"expectedContent":"alpha"},{"op":"replace","line":4,"expectedContent":"delta","newContent":"D"}]"#,
                Ok("beta\ngamma\nD\n"),
            ),
            (
                ABC,
                r#"[{"op":"replace","line":4,"expectedContent":"delta","newContent":"D"},{"op":"delete","line":1,"expectedContent":"alpha"}]"#,
                Ok("beta\ngamma\nD\n"),
            ),
            (
                ABC,
                r#"[{"op":"insertAfter","line":2,"newContent":"x"},{"op":"replace","line":2,"expectedContent":"beta","newContent":"B"}]"#,
                Ok("alpha\nB\nx\ngamma\ndelta\n"),
            ),
            (
                ABC,
                r#"[{"op":"insertBefore","line":2,"newContent":"x"},{"op":"delete","line":2,"expectedContent":"beta"}]"#,
                Ok("alpha\nx\ngamma\ndelta\n"),
            ),
            (
                ABC,
                r#"[{"op":"insertAfter","line":2,"newContent":"x"},{"op":"insertAfter","line":2,"newContent":"y"}]"#,
                Err(Ambiguous),
            ),
            (
                ABC,
                r#"[{"op":"insertAfter","line":2,"newContent":"x"},{"op":"replace","line":2,"endLine":3,"expectedContent":"beta\ngamma","newContent":"B"}]"#,
                Err(Ambiguous),
            ),
            (
                ABC,
                r#"[{"op":"delete","line":2,"expectedContent":"beta"},{"op":"replace","line":2,"expectedContent":"beta","newContent":"B"}]"#,
                Err(Ambiguous),
            ),
            (ABC, r#"[{"op":"replace","line":2,"expectedContent":"gamma","newContent":"G"}]"#, Err(NotFound)),
            (ABC, r#"[{"op":"replace","line":2,"expectedContent":"beta\ngamma","newContent":"G"}]"#, Err(NotFound)),
            (ABC, r#"[{"op":"replace","line":9,"expectedContent":"beta","newContent":"G"}]"#, Err(NotFound)),
            (ABC, r#"[{"op":"insert","line":6,"newContent":"G"}]"#, Err(NotFound)),
            (ABC, r#"[{"op":"insertAfter","line":5,"newContent":"G"}]"#, Err(NotFound)),
            (ABC, r#"[{"op":"insertBefore","line":5,"newContent":"G"}]"#, Err(NotFound)),
            (ABC, r#"[{"op":"insertAfter","line":2,"newContent":"x","expectedContent":"gamma"}]"#, Err(NotFound)),
            (ABC, r#"[{"op":"replace","line":2,"newContent":"G"}]"#, Err(Malformed)),
            (ABC, r#"[{"op":"delete","line":2}]"#, Err(Malformed)),
            (ABC, r#"[{"op":"replace","line":2,"expectedContent":"beta"}]"#, Err(Malformed)),
            (
                ABC,
                r#"[{"op":"replace","line":3,"endLine":2,"expectedContent":"beta","newContent":"x"}]"#,
                Err(Malformed),
            ),
            (ABC, r#"[{"op":"replace","line":-1,"expectedContent":"beta","newContent":"x"}]"#, Err(Malformed)),
            (ABC, r#"[{"op":"replace","line":2.5,"expectedContent":"beta","newContent":"x"}]"#, Err(Malformed)),
            (ABC, r#"[{"op":"replace","line":0,"expectedContent":"beta","newContent":"x"}]"#, Err(NotFound)),
            (ABC, r#"[{"op":"replace","line":2,"expectedContent":"beta","newContent":"beta"}]"#, Ok(ABC)),
            (
                ABC,
                r#"[{"op":"replace","line":2,"expectedContent":"beta","newContent":"x\ny\n"}]"#,
                Ok("alpha\nx\ny\ngamma\ndelta\n"),
            ),
            (
                ABC,
                r#"[{"op":"replace","line":2,"expectedContent":"beta","newContent":""}]"#,
                Ok("alpha\n\ngamma\ndelta\n"),
            ),
            (
                ABC,
                r#"[{"op":"replace","line":2,"expectedContent":"beta","newContent":"// ... rest of file unchanged"}]"#,
                Err(Elided),
            ),
            (ABC, r#"[{"op":"replace","line":2,"expectedContent":"beta","newContent":"B"#, Err(Truncated)),
            (
                "a\r\nb\r\n",
                r#"[{"op":"replace","line":2,"expectedContent":"b","newContent":"x\ny"}]"#,
                Ok("a\r\nx\r\ny\r\n"),
            ),
            ("a\nb", r#"[{"op":"replace","line":2,"expectedContent":"b","newContent":"c"}]"#, Ok("a\nc")),
            ("a\nb", r#"[{"op":"insertAfter","line":2,"newContent":"c"}]"#, Ok("a\nb\nc")),
            (
                "  a\n    b\n",
                r#"[{"op":"replace","line":1,"endLine":2,"expectedContent":"a\n  b","newContent":"x\n  y"}]"#,
                Ok("  x\n    y\n"),
            ),
            ("", r#"[{"op":"insert","line":1,"newContent":"x"}]"#, Ok("x\n")),
        ],
    );
    for edit in ["[]", r#"[{"op":"frob","line":2,"newContent":"x"}]"#, "7", r#"{"a":1}"#] {
        assert_eq!(put(ABC, edit, Lines).unwrap_err().reason, Malformed, "{edit}");
    }
}

#[test]
fn a_byte_order_mark_that_the_edit_names_is_a_part_of_the_first_line() {
    check(
        Unified,
        &[
            ("\u{feff}a\nb\n", "@@ -1,2 +1,2 @@\n \u{feff}a\n-b\n+B\n", Ok("\u{feff}a\nB\n")),
            ("\u{feff}a\nb\n", "@@ -1,2 +1,2 @@\n-\u{feff}a\n+\u{feff}A\n b\n", Ok("\u{feff}A\nb\n")),
            ("\u{feff}a\nb\n", "@@ -1,2 +1,2 @@\n-\u{feff}a\n+a\n b\n", Ok("a\nb\n")),
            ("a\nb\n", "@@ -1,2 +1,2 @@\n-a\n+\u{feff}a\n b\n", Ok("\u{feff}a\nb\n")),
            ("\u{feff}a\nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n+B\n", Ok("\u{feff}a\nB\n")),
            ("a\nb\n", "@@ -1,2 +1,2 @@\n \u{feff}a\n-b\n+B\n", Err(NotFound)),
        ],
    );
    check(
        SearchReplace,
        &[("\u{feff}a\nb\n", "<<<<<<< SEARCH\n\u{feff}a\n=======\n\u{feff}A\n>>>>>>> REPLACE\n", Ok("\u{feff}A\nb\n"))],
    );
    check(
        Lines,
        &[(
            "\u{feff}a\nb\n",
            "[{\"operation\":\"replace\",\"line\":1,\"expectedContent\":\"\u{feff}a\",\"newContent\":\"\u{feff}A\"}]",
            Ok("\u{feff}A\nb\n"),
        )],
    );
}

/// The last line of a file may have no line end, and says nothing then of how lines end here.
#[test]
fn lines_behind_the_last_one_end_as_the_others_of_the_file() {
    let block = |line: &str, new: &str| format!("<<<<<<< SEARCH\n{line}\n=======\n{new}\n>>>>>>> REPLACE\n");
    let diff =
        |new: &str| format!("@@ -3 +3,2 @@\n-three\n\\ No newline at end of file\n{new}\\ No newline at end of file\n");
    let patch = "*** Begin Patch\n*** Update File: f\n@@\n-three\n+three\n+four\n+five\n*** End Patch\n";
    let crlf = |edit: &str| edit.replace('\n', "\r\n");
    let (dos, unix) = ("one\r\ntwo\r\nthree", "one\ntwo\nthree");
    let (dos_to, unix_to) = ("one\r\ntwo\r\nthree\r\nfour\r\nfive", "one\ntwo\nthree\nfour\nfive");
    let three = block("three", "three\nfour\nfive");
    check(
        SearchReplace,
        &[
            (dos, &three, Ok(dos_to)),
            (dos, &crlf(&three), Ok(dos_to)),
            (unix, &three, Ok(unix_to)),
            (unix, &crlf(&three), Ok(unix_to)),
            // With a line around it, and with one that replaces one.
            (dos, &block("two\nthree", "two\nthree\nfour\nfive"), Ok(dos_to)),
            (dos, &block("three", "THREE"), Ok("one\r\ntwo\r\nTHREE")),
            // Of a mixed file the line before it.
            ("one\ntwo\r\nthree", &three, Ok("one\ntwo\r\nthree\r\nfour\r\nfive")),
            // Nothing of the file says how lines end: the edit does.
            ("three", &three, Ok("three\nfour\nfive")),
            ("three", &crlf(&three), Ok("three\r\nfour\r\nfive")),
            // A line that it shares with the file says that it is meant.
            ("one\r\ntwo\n", &block("two", "two\nthree"), Ok("one\r\ntwo\nthree\n")),
        ],
    );
    check(
        Unified,
        &[
            (dos, &diff("+three\n+four\n"), Ok("one\r\ntwo\r\nthree\r\nfour")),
            (unix, &crlf(&diff("+three\n+four\n")), Ok("one\ntwo\nthree\nfour")),
        ],
    );
    check(ApplyPatch, &[(dos, patch, Ok(dos_to)), (unix, &crlf(patch), Ok(unix_to))]);
}
