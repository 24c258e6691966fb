//! Edits in every form, row by row: what is applied and what is refused.

use countersign_edits::Format::{self, ApplyPatch, Auto, Lines, SearchReplace, Unified, Whole};
use countersign_edits::Reason::{self, Ambiguous, Elided, Malformed, NotFound, Truncated};
use countersign_edits::{Applied, Proposal, Refusal, propose};

fn put(old: &str, edit: &str, format: Format) -> Result<Applied, Refusal> {
    propose(old.as_bytes(), &Proposal { edit, format, finish: Some("stop"), base: None, path: None })
}

/// What a row expects: the new text, or why not.
type Expected = Result<&'static str, Reason>;

fn check(format: Format, rows: &[(&str, &str, Expected)]) {
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

const ABC: &str = "alpha\nbeta\ngamma\ndelta\n";
const PY: &str = "class A:\n    def f(self):\n        x = 1\n        return x\n\n    def g(self):\n        x = 1\n        return x\n\n\nclass B:\n    def f(self):\n        y = 2\n        return y\n";

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
            (
                ABC,
                "<<<<<<< SEARCH\nalpha\nbeta\n=======\nA\nbeta\n>>>>>>> REPLACE\n<<<<<<< SEARCH\nbeta\ngamma\n=======\nbeta\nG\n>>>>>>> REPLACE\n",
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
            (ABC, "<<<<<<< SEARCH\nzeta\n=======\nbeta\n>>>>>>> REPLACE\n", Err(NotFound)),
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
fn unified_diffs() {
    check(
        Unified,
        &[
            (
                ABC,
                "--- a/x\n+++ b/x\n@@ -1,4 +1,4 @@\n alpha\n-beta\n+BETA\n gamma\n delta\n",
                Ok("alpha\nBETA\ngamma\ndelta\n"),
            ),
            (
                ABC,
                "diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -1,4 +1,4 @@\n alpha\n-beta\n+BETA\n gamma\n delta\n",
                Ok("alpha\nBETA\ngamma\ndelta\n"),
            ),
            (ABC, "@@ -1,4 +1,4 @@\n alpha\n-beta\n+BETA\n gamma\n delta", Ok("alpha\nBETA\ngamma\ndelta\n")),
            (
                ABC,
                "@@ -91,4 +77,4 @@ fn x()\n alpha\n-beta\n+BETA\n gamma\n delta\n",
                Ok("alpha\nBETA\ngamma\ndelta\n"),
            ),
            (ABC, "@@ -1,2 +1,2 @@\n alpha\n-beta\n+BETA\n gamma\n delta\n", Ok("alpha\nBETA\ngamma\ndelta\n")),
            (ABC, "@@ -1,9 +1,9 @@\n alpha\n-beta\n+BETA\n gamma\n delta\n", Err(Truncated)),
            (
                ABC,
                "```diff\n@@ -1,9 +1,9 @@\n alpha\n-beta\n+BETA\n gamma\n delta\n```\n",
                Ok("alpha\nBETA\ngamma\ndelta\n"),
            ),
            (ABC, "@@ ... @@\n alpha\n-beta\n+BETA\n", Ok("alpha\nBETA\ngamma\ndelta\n")),
            (ABC, "@@\n alpha\n-beta\n+BETA\n", Ok("alpha\nBETA\ngamma\ndelta\n")),
            (ABC, "@@ @@\n-beta\n+BETA\n gamma\n", Ok("alpha\nBETA\ngamma\ndelta\n")),
            (ABC, "@@ -2 +2 @@\n-beta\n+BETA\n", Ok("alpha\nBETA\ngamma\ndelta\n")),
            (ABC, "@@ -2 +1,0 @@\n-beta\n", Ok("alpha\ngamma\ndelta\n")),
            (ABC, "@@ -2,0 +3,1 @@\n+new\n", Err(Ambiguous)),
            (
                ABC,
                "Here is the change:\n\n```diff\n--- x\n+++ x\n@@ -1,2 +1,2 @@\n alpha\n-beta\n+BETA\n```\n\n- It changes beta.\n",
                Ok("alpha\nBETA\ngamma\ndelta\n"),
            ),
            (
                ABC,
                "Here is the change:\n\n```diff\n--- x\n+++ x\n@@ -1,2 +1,2 @@\n alpha\n-beta\n+BETA\n```\n\nIt changes beta.\n",
                Ok("alpha\nBETA\ngamma\ndelta\n"),
            ),
            (ABC, "```diff\n@@ -1,2 +1,2 @@\n alpha\n-beta\n+BETA\n", Err(Truncated)),
            (ABC, "@@ -1,2 +1,2 @@\n alpha\n-beta\n+BETA", Err(Truncated)),
            (ABC, "@@ -1,2 +1,2 @@\n alpha\n-beta\n", Err(Truncated)),
            (ABC, "@@ -1,4 +1,4 @@\n alpha\n-be", Err(Truncated)),
            (ABC, "@@ -1,2 +1,2 @@", Err(Truncated)),
            (ABC, "--- a/x\n+++ b/x\n", Err(Malformed)),
            (ABC, "@@ -1,2 +1,2 @@\n alpha\n-beta+BETA\n", Err(Malformed)),
            (ABC, "@@ -1,3 +1,3 @@\n alpha\n-beta+BETA\n gamma\n", Err(Malformed)),
            (ABC, "@@ ... @@\n alpha\n-beta+BETA\n gamma\n", Err(Malformed)),
            (ABC, "@@ ... @@\n-alpha\n+ALPHA-beta\n", Err(Malformed)),
            (ABC, "@@ -1,2 +1,2 @@-alpha\n+ALPHA\n beta\n", Err(Malformed)),
            (
                ABC,
                "@@ -1,2 +1,2 @@\n alpha\n-beta\n+BETA\n@@ -3,2 +3,2 @@\n gamma\n-delta\n+DELTA\n",
                Ok("alpha\nBETA\ngamma\nDELTA\n"),
            ),
            (
                ABC,
                "@@ -3,2 +3,2 @@\n gamma\n-delta\n+DELTA\n@@ -1,2 +1,2 @@\n alpha\n-beta\n+BETA\n",
                Ok("alpha\nBETA\ngamma\nDELTA\n"),
            ),
            (ABC, "@@ -1,2 +1,2 @@\n alpha\n-beta\n+BETA\n@@ -3,2 +3,", Err(Truncated)),
            (ABC, "@@ -1,2 +1,2 @@\n alpha\n-beta\n+BETA\n@", Err(Truncated)),
            (ABC, "@@ -1,2 +1,2 @@\n alpha\n-beta\n+BETA\ndiff --g", Err(Truncated)),
            (ABC, "@@ -1,2 +1,2 @@\n alpha\n-beta\n+BETA\n--", Err(Truncated)),
            (ABC, "@@ -1,2 +1,2 @@\n alpha\n-beta\n+BETA\n-- \n2.39.2\n", Ok("alpha\nBETA\ngamma\ndelta\n")),
            (ABC, "@@ -1,4 +1,4 @@\n alpha\n beta\n gamma\n delta\n", Ok(ABC)),
            (ABC, "@@ -1,2 +1,2 @@\n alpha\n-beta\n+beta\n", Ok(ABC)),
            (ABC, "@@ -1,2 +1,2 @@\n alpha\n-zeta\n+beta\n", Err(NotFound)),
            (ABC, "-beta\n+BETA\n", Err(Malformed)),
            (ABC, "--- a/x\n+++ b/x\n-beta\n+BETA\n", Err(Malformed)),
            (ABC, "I cannot do that.\n", Err(Malformed)),
            ("a\n\nb\n", "@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n", Ok("a\n\nc\n")),
            ("a\n\nb\n\n", "@@ -1,4 +1,4 @@\n a\n\n-b\n+c\n\n", Ok("a\n\nc\n\n")),
            ("a\r\nb\r\nc\r\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n", Ok("a\r\nB\r\nc\r\n")),
            ("a\r\nb\r\nc\r\n", "@@ -1,3 +1,3 @@\r\n a\r\n-b\r\n+B\r\n c\r\n", Ok("a\r\nB\r\nc\r\n")),
            ("a\nb\nc\n", "@@ -1,3 +1,3 @@\r\n a\r\n-b\r\n+B\r\n c\r\n", Ok("a\nB\nc\n")),
            (
                "a\nb",
                "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n",
                Ok("a\nc"),
            ),
            ("a\nb", "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n", Ok("a\nc\n")),
            ("a\nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n+c\n\\ No newline at end of file\n", Ok("a\nc")),
            (
                "a\nb\n",
                "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n",
                Err(NotFound),
            ),
            ("a\nb", "@@ -1,2 +1,2 @@\n a\n-b\n+c\n", Ok("a\nc")),
            ("a\nb", "@@ -1,2 +1,3 @@\n a\n b\n\\ No newline at end of file\n+c\n", Ok("a\nb\nc\n")),
            ("", "--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n+b\n", Ok("a\nb\n")),
            ("", "--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file\n", Ok("a\nb")),
            ("", "@@ -0,0 +1,2 @@\n+a\n+b\n", Ok("a\nb\n")),
            (ABC, "--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n+b\n", Err(NotFound)),
            ("a\nb\n", "--- a/x\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n", Ok("")),
            (ABC, "--- a/x\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-alpha\n-beta\n", Err(NotFound)),
            ("x\na\ny\nx\na\ny\n", "@@ -1,3 +1,3 @@\n x\n-a\n+b\n y\n", Err(Ambiguous)),
            ("x\na\ny\nx\na\ny\n", "@@ -4,3 +4,3 @@\n x\n-a\n+b\n y\n", Err(Ambiguous)),
            ("    a\n    b\n", "@@ -1,2 +1,2 @@\n a\n-b\n+c\n", Ok("    a\n    c\n")),
            (ABC, "@@ -1,4 +1,4 @@\n alpha\n-beta\n+BETA\n...\n delta\n", Err(Elided)),
            (ABC, "@@ ... @@\n alpha\n-beta\n+BETA\n ...\n delta\n", Err(Elided)),
            (ABC, "@@ -1,2 +1,3 @@\n alpha\n-beta\n+BETA\n+# ... rest of file unchanged ...\n", Err(Elided)),
            (
                ABC,
                "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n alpha\n-beta\n+B\n--- a/y\n+++ b/y\n@@ -1,1 +1,1 @@\n-q\n+r\n",
                Err(Ambiguous),
            ),
            (ABC, "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n", Ok(ABC)),
            (ABC, "diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n", Ok(ABC)),
            (ABC, "diff --git a/x b/x\nGIT binary patch\nliteral 3\n", Err(Malformed)),
            (ABC, "diff --git a/x b/x\n@@@ -1,2 -1,2 +1,2 @@@\n  alpha\n", Err(Malformed)),
            (
                PY,
                "@@ def g(self): @@\n         x = 1\n-        return x\n+        return 2\n",
                Ok(
                    "class A:\n    def f(self):\n        x = 1\n        return x\n\n    def g(self):\n        x = 1\n        return 2\n\n\nclass B:\n    def f(self):\n        y = 2\n        return y\n",
                ),
            ),
            ("-- a\n-- b\n", "@@ -1,2 +1,2 @@\n--- a\n+++ c\n -- b\n", Ok("++ c\n-- b\n")),
            (ABC, "@@ -1,2 +1,2 @@\n alpha\n-beta\n+B\n@@ -2,2 +2,2 @@\n beta\n-gamma\n+G\n", Err(Ambiguous)),
            (ABC, "@@ -1,3 +1,3 @@\nalpha\n-beta\n+BETA\n gamma\n", Ok("alpha\nBETA\ngamma\ndelta\n")),
            (
                ABC,
                "@@ -3,2 +3,2 @@\n gamma\n-delta\n+DELTA\n\nThis changes delta.\n",
                Ok("alpha\nbeta\ngamma\nDELTA\n"),
            ),
            (ABC, "@@ ... @@\n gamma\n-delta\n+DELTA\n\nThis changes delta.\n", Ok("alpha\nbeta\ngamma\nDELTA\n")),
        ],
    );
}

#[test]
fn apply_patches() {
    let patch = |body: &str| format!("*** Begin Patch\n*** Update File: x\n{body}*** End Patch\n");
    let rows: Vec<(&str, String, Expected)> = vec![
        (ABC, patch("@@\n alpha\n-beta\n+BETA\n gamma\n"), Ok("alpha\nBETA\ngamma\ndelta\n")),
        (ABC, patch(" alpha\n-beta\n+BETA\n"), Ok("alpha\nBETA\ngamma\ndelta\n")),
        (ABC, patch("@@ -1,3 +1,3 @@\n alpha\n-beta\n+BETA\n"), Ok("alpha\nBETA\ngamma\ndelta\n")),
        (ABC, patch("@@\n-alpha\n+A\n@@\n-delta\n+D\n"), Ok("A\nbeta\ngamma\nD\n")),
        (ABC, patch("@@\n-delta\n+D\n*** End of File\n"), Ok("alpha\nbeta\ngamma\nD\n")),
        (ABC, patch("@@\n-alpha\n+D\n*** End of File\n"), Err(NotFound)),
        ("x\ny\nx\n", patch("@@\n-x\n+z\n*** End of File\n"), Ok("x\ny\nz\n")),
        ("x\ny\nx\n", patch("@@\n-x\n+z\n"), Err(Ambiguous)),
        (ABC, patch("@@\n+epsilon\n*** End of File\n"), Ok("alpha\nbeta\ngamma\ndelta\nepsilon\n")),
        ("a\nb", patch("@@\n+c\n*** End of File\n"), Ok("a\nb\nc")),
        (ABC, patch("@@\n+epsilon\n"), Err(Ambiguous)),
        (ABC, patch(""), Err(Malformed)),
        (ABC, patch("@@\n"), Err(Malformed)),
        (ABC, patch("@@ class Q\n"), Err(Malformed)),
        (ABC, patch("@@\nalpha\n-beta\n+B\n"), Err(Malformed)),
        (ABC, patch("@@\n-zeta\n+B\n"), Err(NotFound)),
        (ABC, patch("@@\n-beta\n+beta\n"), Ok(ABC)),
        (ABC, patch("@@\n-beta+B\n"), Err(Malformed)),
        (ABC, patch("@@\n-beta\n+B\n+// ... existing code ...\n"), Err(Elided)),
        (
            PY,
            patch("@@ def g(self):\n         x = 1\n-        return x\n+        return 2\n"),
            Ok(
                "class A:\n    def f(self):\n        x = 1\n        return x\n\n    def g(self):\n        x = 1\n        return 2\n\n\nclass B:\n    def f(self):\n        y = 2\n        return y\n",
            ),
        ),
        (
            PY,
            patch("@@ class A\n@@     def f(self):\n         x = 1\n-        return x\n+        return 3\n"),
            Ok(
                "class A:\n    def f(self):\n        x = 1\n        return 3\n\n    def g(self):\n        x = 1\n        return x\n\n\nclass B:\n    def f(self):\n        y = 2\n        return y\n",
            ),
        ),
        (PY, patch("@@ class A\n         x = 1\n-        return x\n+        return 3\n"), Err(Ambiguous)),
        (PY, patch("@@ class B\n         x = 1\n-        return x\n+        return 3\n"), Err(Ambiguous)),
        (PY, patch("@@ class C\n-        return y\n+        return 3\n"), Err(NotFound)),
        (
            PY,
            patch("@@ class B\n-        return y\n+        return 3\n"),
            Ok(
                "class A:\n    def f(self):\n        x = 1\n        return x\n\n    def g(self):\n        x = 1\n        return x\n\n\nclass B:\n    def f(self):\n        y = 2\n        return 3\n",
            ),
        ),
        (PY, patch("@@ class B\n-    def g(self):\n+    def h(self):\n"), Err(NotFound)),
        ("a\r\nb\r\n", patch("@@\n a\n-b\n+c\n"), Ok("a\r\nc\r\n")),
        ("  a\n  b\n", patch("@@\n a\n-b\n+c\n"), Ok("  a\n  c\n")),
        ("a\n\nb\n", patch("@@\n a\n\n-b\n+c\n"), Ok("a\n\nc\n")),
        ("a\nb\n", patch("@@\n a\n-b\n+c\n\n"), Ok("a\nc\n")),
        (ABC, patch("*** Move to: y\n@@\n-beta\n+B\n"), Ok("alpha\nB\ngamma\ndelta\n")),
        (ABC, patch("*** Move to: y\n"), Ok(ABC)),
        (ABC, "*** Begin Patch\n*** Update File: x\n@@\n-beta\n+B\n".into(), Err(Truncated)),
        (ABC, "*** Begin Patch\n*** Update File: x\n@@\n-beta\n+B\n*** End Pat".into(), Err(Truncated)),
        (ABC, "*** Begin Patch\n*** End Patch\n".into(), Err(Malformed)),
        (ABC, "*** Begin Patch\nhello\n*** End Patch\n".into(), Err(Malformed)),
        (ABC, "*** Update File: x\n@@\n-beta\n+B\n*** End Patch\n".into(), Err(Malformed)),
        ("", "*** Begin Patch\n*** Add File: x\n+a\n+\n+b\n*** End Patch".into(), Ok("a\n\nb\n")),
        (ABC, "*** Begin Patch\n*** Add File: x\n+a\n*** End Patch".into(), Err(NotFound)),
        ("a\n", "*** Begin Patch\n*** Add File: x\n+a\n*** End Patch".into(), Ok("a\n")),
        ("", "*** Begin Patch\n*** Add File: x\na\n*** End Patch".into(), Err(Malformed)),
        (ABC, "*** Begin Patch\n*** Delete File: x\n*** End Patch".into(), Ok("")),
        (ABC, "*** Begin Patch\n*** Delete File: x\n*** Add File: y\n+q\n*** End Patch".into(), Err(Ambiguous)),
        (ABC, format!("```\n{}```\n", patch("@@\n-beta\n+B\n")), Ok("alpha\nB\ngamma\ndelta\n")),
        (ABC, format!("apply_patch <<'EOF'\n{}EOF\n", patch("@@\n-beta\n+B\n")), Ok("alpha\nB\ngamma\ndelta\n")),
        (ABC, serde_json::json!({"input": patch("@@\n-beta\n+B\n")}).to_string(), Ok("alpha\nB\ngamma\ndelta\n")),
        (ABC, serde_json::json!(["apply_patch", patch("@@\n-beta\n+B\n")]).to_string(), Ok("alpha\nB\ngamma\ndelta\n")),
    ];
    check(ApplyPatch, &rows.iter().map(|(old, edit, e)| (*old, edit.as_str(), *e)).collect::<Vec<_>>());
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
fn whole_files() {
    check(
        Whole,
        &[
            (ABC, "alpha\nBETA\ngamma\ndelta\n", Ok("alpha\nBETA\ngamma\ndelta\n")),
            (ABC, "alpha\nBETA\ngamma\ndelta", Ok("alpha\nBETA\ngamma\ndelta\n")),
            (ABC, ABC, Ok(ABC)),
            (ABC, "```\nalpha\nBETA\ngamma\n```\n", Ok("alpha\nBETA\ngamma\n")),
            (ABC, "```text\nalpha\nBETA\ngamma", Err(Truncated)),
            (ABC, "Here is the file:\n```\nalpha\nBETA\ngamma\n```\n", Err(Malformed)),
            (ABC, "alpha\n// ... rest of file unchanged ...\n", Err(Elided)),
            (ABC, "alpha\n… rest unchanged …\n", Err(Elided)),
            (ABC, "", Err(Malformed)),
            ("a\n...\n", "a\nb\n...\n", Ok("a\nb\n...\n")),
        ],
    );
    for (old, edit, expected) in [
        ("a\r\nb\r\nc\r\n", "a\nB\nc\nd\n", "a\r\nB\r\nc\r\nd\r\n"),
        ("a\r\nb\nc\r\n", "a\nb\nX\nc\n", "a\r\nb\nX\nc\r\n"),
        ("\u{feff}a\nb\n", "a\nc\n", "\u{feff}a\nc\n"),
        ("a\nb", "a\nc\n", "a\nc"),
        ("", "new\nfile\n", "new\nfile\n"),
        ("a\n...\n", "b\n...\na\n", "b\n...\na\n"),
        ("```\na\n\n", "```\na\n```\n", "```\na\n```\n"),
        ("\n```\na\n\n", "\n```\na\n```\n", "\n```\na\n```\n"),
        ("{\n  \"a\": 1\n}\n", "{\n  \"a\": 2,\n  \"b\": 3\n}\n", "{\n  \"a\": 2,\n  \"b\": 3\n}\n"),
    ] {
        assert_eq!(String::from_utf8(put(old, edit, Whole).unwrap().text).unwrap(), expected);
    }
    assert_eq!(put(ABC, "Completely different prose.\nNothing shared.\n", Auto).unwrap_err().reason, Malformed);
    assert_eq!(put("", "I cannot do that.\n", Auto).unwrap_err().reason, Malformed);
    assert_eq!(put("", "```\nnew\n```\n", Auto).unwrap().text, b"new\n");
    assert!(put(ABC, "Completely different text.\n", Whole).unwrap().changed);
}

/// A file whose blocks look alike, so that many of its lines could be its last.
const TWO: &str = "def f():\n    a = 1\n    return 2\n\ndef g():\n    a = 3\n    return 2\n";

#[test]
fn only_a_text_that_begins_and_ends_as_the_file_does_is_taken_for_all_of_it() {
    let written = TWO.replace("a = 1", "a = 10");
    assert_eq!(put(TWO, &written, Auto).unwrap().text, written.as_bytes());
    assert_eq!(put(TWO, &format!("\n{written}\n"), Auto).map(|applied| applied.changed), Ok(true));
    for edit in [
        "<<<< SEARCH\n    return 2",
        "Sure! Here is the new file:\n\ndef f():\n    a = 1\n    return 2\n",
        "def f():\n    a = 1\n    retu",
        "def f():\n    a = 10\n    return 2\n",
        "def g():\n    a = 3\n    return 2\n",
        "```python\ndef g():\n    a = 3\n    return 4\n```\n",
    ] {
        assert_eq!(put(TWO, edit, Auto).map_err(|r| r.reason), Err(Malformed), "{edit:?}");
    }
    // Cut anywhere before its last line it is none, though it ends as the file does.
    for end in (0..written.len()).filter(|end| !written[*end..].trim().is_empty()) {
        assert!(put(TWO, &written[..end], Auto).is_err(), "{:?}", &written[..end]);
    }
    // Blocks with other marks than ours, cut at every byte.
    let block = "<<<< SEARCH\n    a = 1\n====\n    a = 10\n>>>> REPLACE";
    (0..=block.len()).for_each(|end| assert!(put(TWO, &block[..end], Auto).is_err(), "{:?}", &block[..end]));
}

#[test]
fn a_hunk_that_ends_with_a_removed_line_is_whole_only_where_its_counts_say_so() {
    for header in ["@@ -0,0 +1,3 @@", "@@", "@@ ... @@", "@@ @@", "@@ -1 +1 @@"] {
        let cut = format!("--- a/f\n+++ b/f\n{header}\n def f():\n-    a = 1");
        assert_eq!(put(TWO, &cut, Auto).map_err(|r| r.reason), Err(Truncated), "{header}");
    }
    for header in ["@@ -0,0 +1,3 @@", "@@ -1 +1 @@"] {
        let untrue = format!("--- a/f\n+++ b/f\n{header}\n def f():\n-    a = 1\n");
        assert_eq!(put(TWO, &untrue, Auto).map_err(|r| r.reason), Err(Truncated), "{header}");
    }
    let counted = "--- a/f\n+++ b/f\n@@ -1,2 +1 @@\n def f():\n-    a = 1";
    assert_eq!(put(TWO, counted, Auto).map(|applied| applied.text), Ok(TWO.replace("    a = 1\n", "").into_bytes()));
    let ended = "--- a/f\n+++ b/f\n@@\n def f():\n-    a = 1\n";
    assert!(put(TWO, ended, Auto).is_ok());
}

#[test]
fn each_of_many_anchors_finds_its_own_block() {
    let block = |n: usize, x: usize| format!("def f{n}():\n    x = {x}\n    return x\n\n");
    let old: String = (0..400).map(|n| block(n, 0)).collect();
    let new: String = (0..400).map(|n| block(n, n)).collect();
    let part = |n: usize| format!("@@ def f{n}():\n-    x = 0\n+    x = {n}\n");
    let hunks: String = (0..400).map(part).collect();
    let edit = format!("*** Begin Patch\n*** Update File: f\n{hunks}*** End Patch\n");
    assert_eq!(put(&old, &edit, Auto).map(|applied| applied.text), Ok(new.into_bytes()));
}

#[test]
fn a_cut_reply_is_refused_whatever_the_edit() {
    let edit = "<<<<<<< SEARCH\nbeta\n=======\nB\n>>>>>>> REPLACE\n";
    for (finish, whole) in [
        (None, true),
        (Some("stop"), true),
        (Some("STOP"), true),
        (Some("tool_calls"), true),
        (Some("end_turn"), true),
        (Some("length"), false),
        (Some("aborted"), false),
        (Some("abort"), false),
        (Some("max_tokens"), false),
        (Some("content_filter"), false),
        (Some("error"), false),
        (Some("MAX_TOKENS"), false),
        (Some("nonsense"), false),
    ] {
        let found = propose(ABC.as_bytes(), &Proposal { edit, format: Auto, finish, base: None, path: None });
        assert_eq!(
            found.map(|a| a.changed).map_err(|r| r.reason),
            if whole { Ok(true) } else { Err(Truncated) },
            "{finish:?}"
        );
    }
}

#[test]
fn the_base_hash_and_the_path_are_respected() {
    let two =
        "*** Begin Patch\n*** Update File: src/x.rs\n@@\n-beta\n+B\n*** Update File: y.rs\n@@\n-q\n+r\n*** End Patch\n";
    let with = |base, path| {
        let found = propose(ABC.as_bytes(), &Proposal { edit: two, format: Auto, finish: None, base, path });
        found.map(|applied| applied.text).map_err(|refusal| refusal.reason)
    };
    let hash = blake3::hash(ABC.as_bytes()).to_hex().to_string();
    let other = blake3::hash(b"other").to_hex().to_string();
    let new = b"alpha\nB\ngamma\ndelta\n".to_vec();
    assert_eq!(with(None, Some("/home/me/src/x.rs")), Ok(new.clone()));
    assert_eq!(with(Some(&hash), Some("./src/x.rs")), Ok(new));
    assert_eq!(with(Some(&other), Some("src/x.rs")), Err(Reason::Hash));
    assert_eq!(with(None, Some("z.rs")), Err(NotFound));
    assert_eq!(with(None, None), Err(Ambiguous));
    let unnamed = r#"[{"op":"delete","line":2}]"#;
    let proposal = Proposal { edit: unnamed, format: Lines, finish: None, base: Some(&hash), path: None };
    assert_eq!(propose(ABC.as_bytes(), &proposal).unwrap().text, b"alpha\ngamma\ndelta\n");
}

#[test]
fn other_encodings_survive_and_are_not_mixed() {
    let latin: &[u8] = b"caf\xe9\nbeta\n";
    let edit = |new: &str| format!("<<<<<<< SEARCH\nbeta\n=======\n{new}\n>>>>>>> REPLACE\n");
    let with = |edit: &str| propose(latin, &Proposal { edit, format: Auto, finish: None, base: None, path: None });
    assert_eq!(with(&edit("BETA")).unwrap().text, b"caf\xe9\nBETA\n");
    assert_eq!(with(&edit("b\u{e9}ta")).unwrap_err().reason, Malformed);
}

#[test]
fn a_refusal_says_where_it_looked() {
    let old = "fn main() {\n    let total = add(1, 2);\n    println!(\"{total}\");\n}\n";
    let edit = "<<<<<<< SEARCH\n    let total = add(1, 3);\n    println!(\"{total}\");\n=======\nx\n>>>>>>> REPLACE\n";
    let refusal = put(old, edit, Auto).unwrap_err();
    assert_eq!(
        (refusal.near[0].line, refusal.near[0].text.as_str()),
        (2, "    let total = add(1, 2);\n    println!(\"{total}\");")
    );
    let refusal = put("x\ny\nx\n", "<<<<<<< SEARCH\nx\n=======\nz\n>>>>>>> REPLACE\n", Auto).unwrap_err();
    assert_eq!(refusal.places.iter().map(|place| place.line).collect::<Vec<_>>(), [1, 3]);
    // A slip of the pen shares no whole word.
    let refusal =
        put("colour = red\nsize = 3\n", "<<<<<<< SEARCH\ncolor=rad\n=======\nz\n>>>>>>> REPLACE\n", Auto).unwrap_err();
    assert_eq!(refusal.near[0].text, "colour = red");
    assert!(!refusal.message.contains("hunk"), "{}", refusal.message);
}

#[test]
fn a_change_is_made_again_where_it_still_fits_one_place() {
    use countersign_edits::refit;
    let base = "a\nb\nc\nd\ne\nf\ng\nh\ni\n";
    let proposed = base.replace("b\n", "B\n").replace("h\n", "H1\nH2\n");
    for (now, expected) in [
        (base.to_owned(), proposed.clone()),
        // Far from both parts, between them, and on the line beside one.
        (format!("top\n{base}end\n"), format!("top\n{proposed}end\n")),
        (base.replace("e\n", "E\nE\n"), proposed.replace("e\n", "E\nE\n")),
        (base.replace("d\n", "D\n"), proposed.replace("d\n", "D\n")),
        (base.replace("a\n", "A\n").replace("c\n", "C\n"), proposed.replace("a\n", "A\n").replace("c\n", "C\n")),
        (base.replace('\n', "\r\n"), proposed.replace('\n', "\r\n")),
    ] {
        assert_eq!(refit(base, &proposed, &now).unwrap(), expected, "{now:?}");
    }
    // Of two places that look alike the one with the same lines further around it.
    let twice = "1\nx\ny\nz\nw\nq\n2\nx\ny\nz\nw\nq\n3\n";
    let one = "1\nx\ny\nz\nw\nq\n2\nx\ny\nZ\nw\nq\n3\n";
    assert_eq!(refit(twice, one, &format!("0\n{twice}")).unwrap(), format!("0\n{one}"));
    // The same lines were changed, or are there twice now: nobody guesses.
    let refused = |now: &str| refit(base, &proposed, now).unwrap_err().reason;
    assert_eq!(refused(&base.replace("b\n", "other\n")), NotFound);
    assert_eq!(refused(""), NotFound);
    assert_eq!(refused(&format!("{base}{base}")), Ambiguous);
    // A last line without its end, and a file that begins empty.
    assert_eq!(refit("a\nb", "a\nc", "0\na\nb").unwrap(), "0\na\nc");
    assert_eq!(refit("", "new\n", "").unwrap(), "new\n");
    assert_eq!(refit("", "new\n", "theirs\n").unwrap_err().reason, Ambiguous);
}

#[test]
fn every_form_that_git_writes_is_read() {
    use countersign_edits::{Change, parse};
    let patch = "diff --git a/old name.txt b/sub/new name.txt\nsimilarity index 80%\nrename from old name.txt\nrename to sub/new name.txt\nindex 1..2 100644\n--- a/old name.txt\t\n+++ b/sub/new name.txt\t\n@@ -1 +1 @@\n-a\n+b\n\
diff --git a/gone.txt b/gone.txt\ndeleted file mode 100644\nindex 1..0\n--- a/gone.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-bye\n\\ No newline at end of file\n\
diff --git a/empty.txt b/empty.txt\nnew file mode 100644\nindex 0000000..e69de29\n\
diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n\
diff --git \"a/\\303\\244.txt\" \"b/\\303\\244.txt\"\nnew file mode 100755\nindex 0..1\n--- /dev/null\n+++ \"b/\\303\\244.txt\"\n@@ -0,0 +1 @@\n+#!/bin/sh\n\
diff --git a/one.txt b/two.txt\nsimilarity index 100%\ncopy from one.txt\ncopy to two.txt\n\
diff --git x.txt y.txt\nsimilarity index 100%\nrename from x.txt\nrename to y.txt\n";
    let read: Vec<(String, &str, Option<String>, Option<u32>)> = parse(patch, Unified)
        .unwrap()
        .into_iter()
        .map(|edit| {
            let (kind, to) = match edit.change {
                Change::Create { .. } => ("create", None),
                Change::Update { move_to, .. } => ("update", move_to),
                Change::Copy { to, .. } => ("copy", Some(to)),
                Change::Delete { .. } => ("delete", None),
                other => panic!("{other:?}"),
            };
            (edit.path.unwrap(), kind, to, edit.mode)
        })
        .collect();
    let to = |name: &str| Some(name.to_owned());
    let expected = [
        ("old name.txt", "update", to("sub/new name.txt"), None),
        ("gone.txt", "delete", None, None),
        ("empty.txt", "create", None, Some(0o644)),
        ("run.sh", "update", None, Some(0o755)),
        ("ä.txt", "create", None, Some(0o755)),
        ("one.txt", "copy", to("two.txt"), None),
        ("x.txt", "update", to("y.txt"), None),
    ];
    assert_eq!(read, expected.map(|(path, kind, to, mode)| (path.to_owned(), kind, to, mode)));
    // What a person who asked for one file gets, whatever else the patch holds.
    let of = |old: &str, path| {
        propose(old.as_bytes(), &Proposal { edit: patch, format: Auto, finish: None, base: None, path: Some(path) })
    };
    assert!(of("bye", "gone.txt").unwrap().deleted);
    assert_eq!(of("#!/bin/sh\n", "run.sh").unwrap().mode, Some(0o755));
    let copied = of("text\n", "one.txt").unwrap();
    assert_eq!(
        (copied.copied, copied.move_to.as_deref(), copied.text.as_slice()),
        (true, Some("two.txt"), &b"text\n"[..])
    );
    // What is no file is refused by its name.
    for (lines, named) in [
        ("index 1..2 120000\n--- a/link\n+++ b/link\n@@ -1 +1 @@\n-a\n+b\n", "symbolic link"),
        (
            "index 1..2 160000\n--- a/link\n+++ b/link\n@@ -1 +1 @@\n-Subproject commit 1\n+Subproject commit 2\n",
            "submodule",
        ),
        ("index 1..2 100644\nBinary files a/link and b/link differ\n", "binary"),
        ("new file mode 120000\n", "symbolic link"),
    ] {
        let refused = parse(&format!("diff --git a/link b/link\n{lines}"), Unified).unwrap_err();
        assert!(refused.message.contains(named) && refused.message.contains("\"link\""), "{lines}: {refused}");
    }
}

#[test]
fn a_new_file_keeps_its_line_ends() {
    let new = |lines: &str, count: usize| format!("--- /dev/null\n+++ b/w\n@@ -0,0 +1,{count} @@\n{lines}");
    for (edit, text) in [
        (new("+a\r\n+b\r\n", 2), "a\r\nb\r\n"),
        (new("+a\r\n+B\n", 2), "a\r\nB\n"),
        (new("+a\r\n+b\r\n\\ No newline at end of file\n", 2), "a\r\nb"),
        (new("+a\n+b\n", 2), "a\nb\n"),
        (format!("diff --git a/w b/w\nnew file mode 100644\n{}", new("+a\r\n", 1)), "a\r\n"),
        ("*** Begin Patch\n*** Add File: w\n+a\r\n+b\n*** End Patch\n".to_owned(), "a\r\nb\n"),
        // The reply as a whole has them: they are not the file's.
        (new("+a\n+b\n", 2).replace('\n', "\r\n"), "a\nb\n"),
    ] {
        assert_eq!(put("", &edit, Auto).map(|applied| applied.text), Ok(text.as_bytes().to_vec()), "{edit:?}");
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

#[test]
fn hunks_may_share_a_line_of_context_and_nothing_else() {
    let old = "a\nb\nc\nd\ne\n";
    check(
        Unified,
        &[
            (old, "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n@@ -3,3 +3,3 @@\n c\n-d\n+D\n e\n", Ok("a\nB\nc\nD\ne\n")),
            (old, "@@ -1,3 +1,2 @@\n a\n b\n-c\n@@ -3,3 +3,3 @@\n c\n-d\n+D\n e\n", Err(Ambiguous)),
            (old, "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n@@ -3,2 +3,2 @@\n-c\n+C\n d\n", Err(Ambiguous)),
            (old, "@@ -1,3 +1,4 @@\n a\n b\n c\n+x\n@@ -3,2 +3,3 @@\n c\n+y\n d\n", Err(Ambiguous)),
        ],
    );
}

#[test]
fn the_last_line_goes_and_the_one_before_it_keeps_its_line_end() {
    check(
        Unified,
        &[
            ("a\nb", "@@ -2 +1,0 @@\n-b\n\\ No newline at end of file\n", Ok("a\n")),
            ("a\nb", "@@ -1,2 +1 @@\n a\n-b\n\\ No newline at end of file\n", Ok("a\n")),
            ("a\r\nb", "@@ -2 +1,0 @@\n-b\n\\ No newline at end of file\n", Ok("a\r\n")),
        ],
    );
}
