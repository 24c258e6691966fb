//! Unified diffs, git's forms and `*** Begin Patch`, row by row.

use crate::tables::{ABC, Expected, PY, TWO, check, put};
use countersign_edits::Format::{ApplyPatch, Auto, Unified};
use countersign_edits::Reason::{Already, Ambiguous, Elided, Malformed, NotFound, Truncated};
use countersign_edits::{Proposal, propose};

const STUB: &str = "def f():\n    pass\n# a\n";

/// A comment of [`STUB`] becomes one of dots, as git says it with this line.
fn stub_diff(index: &str) -> String {
    format!(
        "diff --git a/f.py b/f.py\n{index}\n--- a/f.py\n+++ b/f.py\n@@ -1,3 +1,3 @@\n def f():\n     pass\n-# a\n+# ...\n"
    )
}

#[test]
fn what_git_vouches_for_is_whole() {
    check(
        Unified,
        &[
            // What git vouches for is as it was, whatever it looks like; nobody writes its name of it by hand.
            (STUB, &stub_diff("index 2f96eae..aee25e0 100644"), Ok("def f():\n    pass\n# ...\n")),
            (
                STUB,
                &stub_diff("index 2f96eae..AEE25E0CE0DFBE8FEEFFFE9B645395225CAA3D35"),
                Ok("def f():\n    pass\n# ...\n"),
            ),
            (STUB, &stub_diff("index 2f96eae..aee25e1 100644"), Err(Elided)),
            (STUB, &stub_diff("index 2f96eae..a 100644"), Err(Elided)),
            (STUB, &stub_diff("index 2f96eae..0000000 100644"), Err(Elided)),
            ("b\ndef f():\n    pass\n# a\n", &stub_diff("index 2f96eae..aee25e0 100644"), Err(Elided)),
        ],
    );
}

#[test]
fn numbers_place_what_has_no_lines_around_it_where_git_vouches_for_the_result() {
    const OLD: &str = "one\ntwo\nthree\none\n";
    let diff =
        |index: &str, hunks: &str| format!("diff --git a/x b/x\nindex {index} 100644\n--- a/x\n+++ b/x\n{hunks}");
    let hunks = "@@ -2,0 +3 @@ two\n+ins\n@@ -4 +5,2 @@ three\n-one\n+uno\n+end\n";
    check(
        Unified,
        &[
            (OLD, &diff("1090d88..29fe5ac", hunks), Ok("one\ntwo\nins\nthree\nuno\nend\n")),
            (
                "one\ntwo\nthree\none",
                &diff(
                    "1833f1b..17f7c05",
                    "@@ -4 +4,2 @@ three\n-one\n\\ No newline at end of file\n+one\n+last\n\\ No newline at end of file\n",
                ),
                Ok("one\ntwo\nthree\none\nlast"),
            ),
            // Of another text than git's, and where nobody vouches, numbers decide nothing.
            (&format!("zero\n{OLD}"), &diff("1090d88..29fe5ac", hunks), Err(Ambiguous)),
            (OLD, &diff("1090d88..29fe5ad", hunks), Err(Ambiguous)),
            (OLD, hunks, Err(Ambiguous)),
            (OLD, &diff("1090d88..29fe5ac", &hunks.replace("-2,0", "-9,0")), Err(Ambiguous)),
        ],
    );
}

#[test]
fn a_heading_that_is_there_once_tells_the_places_of_a_flat_file_apart() {
    let patch = |body: &str| format!("*** Begin Patch\n*** Update File: x\n{body}*** End Patch\n");
    let rows: Vec<(&str, String, Expected)> = vec![
        ("[a]\nk = 1\n[b]\nk = 1\n", patch("@@ [b]\n-k = 1\n+k = 2\n"), Ok("[a]\nk = 1\n[b]\nk = 2\n")),
        ("[a]\nk = 1\n[b]\nk = 1\n", patch("@@ [a]\n-k = 1\n+k = 2\n"), Ok("[a]\nk = 2\n[b]\nk = 1\n")),
        ("## A\n\n- x\n## B\n\n- x\n", patch("@@ ## B\n-- x\n+- y\n"), Ok("## A\n\n- x\n## B\n\n- y\n")),
        (
            "fn a\none\ntwo\nfn b\none\ntwo\n",
            patch("@@ fn b\n one\n-two\n+TWO\n"),
            Ok("fn a\none\ntwo\nfn b\none\nTWO\n"),
        ),
        // Neither right below it, nor the only one behind it.
        ("[a]\nj = 1\nk = 1\n[b]\nk = 1\n", patch("@@ [a]\n-k = 1\n+k = 2\n"), Err(Ambiguous)),
        ("[a]\nk = 1\n[a]\nk = 1\n", patch("@@ [a]\n-k = 1\n+k = 2\n"), Err(Ambiguous)),
        // A block that it opens is another thing.
        ("k = 1\nif a:\n    j = 1\nk = 1\n", patch("@@ if a:\n-k = 1\n+k = 2\n"), Err(Ambiguous)),
    ];
    let rows: Vec<_> = rows.iter().map(|(old, edit, expected)| (*old, edit.as_str(), *expected)).collect();
    check(ApplyPatch, &rows);
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
            (ABC, "@@ -1,2 +1,2 @@\n alpha\n-zeta\n+B\n", Err(NotFound)),
            // It was applied before: what it builds on is gone, and what it makes is there.
            (ABC, "@@ -1,2 +1,2 @@\n alpha\n-zeta\n+beta\n", Err(Already)),
            (ABC, "@@ -1,3 +1,2 @@\n alpha\n-zeta\n beta\n", Err(Already)),
            (ABC, "@@ -1,2 +1,1 @@\n alpha\n-zeta\n", Err(NotFound)),
            (ABC, "@@ -1,2 +1,2 @@\n alpha\n-zeta\n+beta\n@@ -3,2 +3,2 @@\n gamma\n-omega\n+O\n", Err(NotFound)),
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
            (ABC, "@@ -1,2 +1,3 @@\n alpha\n-beta\n+BETA\n+# ... restul rămâne neschimbat ...\n", Err(Elided)),
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
        (
            ABC,
            serde_json::json!({"command": ["apply_patch", patch("@@\n-beta\n+B\n")], "timeout": 1}).to_string(),
            Ok("alpha\nB\ngamma\ndelta\n"),
        ),
    ];
    check(ApplyPatch, &rows.iter().map(|(old, edit, e)| (*old, edit.as_str(), *e)).collect::<Vec<_>>());
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

/// Without counts and without a fence nothing says that a diff goes no further; behind a removed line
/// what takes its place is missed. The reason why the model stopped says so, and so does a line behind it.
#[test]
fn a_removed_line_at_the_end_wants_to_be_told_that_it_is_the_end() {
    let ended = |edit: &str, finish: Option<&str>| {
        let proposal = Proposal { edit, format: Auto, finish, base: None, path: None };
        propose(ABC.as_bytes(), &proposal).map(|a| String::from_utf8(a.text).unwrap()).map_err(|r| r.reason)
    };
    let without = Ok("alpha\ngamma\ndelta\n".to_owned());
    for edit in ["@@ ... @@\n alpha\n-beta\n", "--- a/x\n+++ b/x\n@@\n alpha\n-beta\n\n"] {
        assert_eq!(ended(edit, None), Err(Truncated), "{edit}");
        assert_eq!(ended(edit, Some("stop")), without, "{edit}");
    }
    for edit in [
        "@@ ... @@\n alpha\n-beta\n gamma\n",
        "@@ -1,2 +1,1 @@\n alpha\n-beta\n",
        "```diff\n@@ ... @@\n alpha\n-beta\n```\n",
        "*** Begin Patch\n*** Update File: x\n@@\n alpha\n-beta\n*** End Patch\n",
    ] {
        assert_eq!(ended(edit, None), without, "{edit}");
    }
}

/// Context that lost the space it begins with looks indented otherwise, by one; what is added did not.
#[test]
fn context_without_its_sign_is_no_shift_of_indentation() {
    let old = "fn f() {\n    a();\n    b();\n    c();\n}\n";
    for edit in [
        "@@ ... @@\n    a();\n    b();\n+    x();\n    c();\n",
        "*** Begin Patch\n*** Update File: x\n@@\n    a();\n    b();\n+    x();\n    c();\n*** End Patch\n",
    ] {
        assert_eq!(put(old, edit, Auto).map_err(|r| r.reason), Err(Malformed), "{edit}");
    }
    let shifted = "@@ ... @@\n a();\n b();\n+x();\n c();\n";
    let found = put(old, shifted, Auto).map(|a| String::from_utf8(a.text).unwrap()).unwrap();
    assert_eq!(found, "fn f() {\n    a();\n    b();\n    x();\n    c();\n}\n");
}
