//! Bodies (`content`, `diff`, `patch`, `command`) are used as they stand or not at all.

use countersign_recover::{Finish, Reason, Request, recover};
use serde_json::json;

fn reason(field: &str, body: &str) -> Option<Reason> {
    let input = json!({ "changes": [{ "path": "a", field: body }] }).to_string();
    let found = recover(&Request { input: &input, schema: None, finish: None });
    found.reason("/changes/0")
}

#[test]
fn a_body_that_leaves_something_out_is_rejected() {
    for body in [
        "fn a() {}\n// ... existing code ...\n",
        "import x\n# rest of file\n",
        "a\n// rest of the code remains unchanged\nb",
        "a\n/* ... rest of the file unchanged ... */\n",
        "<div>\n<!-- ... existing content ... -->\n</div>",
        "… rest unchanged …",
        "a\n... (rest of file unchanged) ...\n",
        "a\n[truncated]",
        "a b c... [truncated 1200 characters]",
        "a\n(unchanged)\n",
        "a\n    # ... (unchanged)\n",
        "x = 1\n# existing code here\n",
        "def f():\n    # existing implementation here\n",
        "import a from 'a'\n// your original imports go here\n",
        "{/* existing imports */}",
        "\n// the remaining methods\n",
        "-- remaining code unchanged\n",
        "a\n{/* rest of component */}\n",
        "// ...\nfoo()",
        "a\n[... 40 lines omitted ...]\nb",
        "a\n// same as before\n",
        "a = 1\n...\nb = 2\n",
        "    return 1\n...\n\ndef g():\n",
        "    a()\n    ...\n    b()\n",
        "a{}\n/* other styles remain the same */\n",
        "x=1\n# (other 200 lines unchanged)\n",
        "x=1\n... (truncated, 5000 more characters)\n",
        "SELECT 1;\n-- ... other statements\n",
        "x=1\n# -- snip --\ny=2\n",
        "# snip\nx=1\n",
        "x=1\n# --- snipped ---\ny=2\n",
        "x=1\n// all other functions stay the same\n",
        "x=1\n// all other routes unchanged\n",
        "x=1\n// The other methods are unchanged.\n",
        "x=1\n# The remaining tests are not shown\n",
        "x=1\n# Rest of the file is unchanged\n",
        "x=1\n// ... 120 more lines\n",
        "x=1\n[120 lines omitted]\n",
        "x=1\n(200 lines unchanged)\n",
        "x=1\n<!-- 40 lines skipped -->\n",
        "x=1\n... 3,500 characters truncated ...\n",
        "x=1\n[truncated: 5000 more bytes]\n",
        "x=1\n// code omitted for brevity\n",
        "x=1\n# ... remaining functions ...\n",
        "x=1\n// ... more cases here\n",
        "<ul>\n<!-- ... other list items ... -->\n</ul>\n",
        "/* rest of your styles go here */\n",
        "x=1\n# other imports remain unchanged\n",
        // In the languages of the product.
        "a = 1\n# ... der Rest bleibt unverändert ...\n",
        "a = 1\n# … Rest des Codes wie bisher …\n",
        "<p>\n<!-- ... le reste est inchangé ... -->\n",
        "a()\n// ... code existant ...\n",
        "a()\n// ... el resto sin cambios ...\n",
        "a()\n// el resto del código permanece sin cambios\n",
        "a = 1\n# ... restul rămâne neschimbat ...\n",
        "a()\n// ... weitere Funktionen wie bisher ...\nb()\n",
        "a()\n// hier bleibt alles wie es war\n",
        "a = 1\n# (le reste sans changement)\nb = 2\n",
        "a()\n// ... cod existent ...\n",
        "a()\n// ... métodos existentes ...\n",
        // The dots outside of the comment, and what is left out in brackets.
        "a {}\n/* existing code */ ...\n",
        "a {}\n/* unchanged */ …\n",
        "a()\n// ... existing methods (getUser, setUser) ...\nb()\n",
        "a = 1\n# ... (same as original)\n",
        "a()\n# ... same as in the previous version ...\n",
        "a()\n// TODO: add the rest of the code here\n",
        "a = 1\n# keep the existing code below\n",
        "a = 1\n# no changes below this line\n",
    ] {
        assert_eq!(reason("content", body), Some(Reason::Elided), "{body:?}");
    }
}

#[test]
fn a_body_that_only_looks_so_is_kept() {
    for body in [
        "def f():\n    ...\n",
        "class A:\n    ...\n\nclass B:\n    ...\n",
        "a: 1\n...\n",
        ">>> for x in y:\n...     f(x)\n...\n1\n",
        "class A: ...",
        "f(...args)\nconst { a, ...rest } = b;\n[...existing, x]",
        "// the rest of the request is read lazily\nread();",
        "And then... the rest is history.",
        "Wait...\n",
        "# Existing users\nSee [more].\n",
        "# existing imports\nimport a\n",
        "{/* existing imports */}\n<A/>",
        "# Existing users",
        "def f():\n    # the existing users are here\n    g()\n",
        "# put your name here\n",
        "go test ./...",
        "<B\n  {...rest}\n/>\n",
        "f({\n  ...rest\n})\n",
        "f(\n  ...existing\n)\n",
        "// el resto de la página\nx()\n",
        "# Der Rest ist Geschichte\n",
        "x = [1, 2, ...]  # numpy prints this\n",
        "TODO: handle truncated files",
        "let rest = list.rest;",
        "match x { (a, ..) => 1 }",
        "Step 1 ... Step 2",
        "1...10",
        "# Other\n\ntext",
        "// other threads may hold the lock\nx();\n",
        "# all other users keep their rights\n",
        "# The remaining budget is 200\n",
        "# 200 lines of text are read at once\n",
        "// skip the first line\n",
        "// snip the ends off\n",
        "# other than that, nothing is cached\n",
        "// the same as in the old version, but faster\n",
        "-- other statements follow the same rule as in v1\n",
        "# 3 items\n",
        "- 12 more rows\n",
        "/* more styles */\n",
        "# truncated normal distribution\n",
        "# existing behaviour is unchanged\n",
        "... and other stories\n",
        "# Lines are truncated after 80 characters\n",
        "return cache // unchanged since v2\n",
        "# unchanged since 2019, do not touch\n",
        "// wie bisher wird hier gerundet\n",
        "# hier bleibt alles stehen\n",
        "// TODO: rest of the tests\n",
        "// TODO: add the existing users to the list\n",
        "# same as above, for the other half\n",
        "# same as above\n",
        "// tout est prêt\n",
        "/* a comment */ ..\n",
        "Weitere Fragen: ...\n",
        "# no changes after midnight\n",
        "",
    ] {
        assert_eq!(reason("content", body), None, "{body:?}");
    }
    assert_eq!(reason("command", "go test ./..."), None);
    assert_eq!(reason("title", "[truncated]"), None, "no body");
}

#[test]
fn a_diff_leaves_no_lines_out() {
    for diff in [
        "@@ -1,3 +1,3 @@\n x\n-a\n+b\n …\n",
        "@@ -1,3 +1,3 @@\n ...\n-a\n+b\n x\n",
        "@@ -1 +1,2 @@\n x\n+…\n",
        "@@ -1,2 +1,2 @@\n-a\n+b\n // other lines unchanged\n",
    ] {
        assert_eq!(reason("diff", diff), Some(Reason::Elided), "{diff:?}");
    }
    for diff in ["@@ -1,3 +1,3 @@\n def f():\n     ...\n-a\n+b\n", "@@ -1,2 +1,2 @@\n-…\n+b\n x\n"] {
        assert_eq!(reason("diff", diff), None, "{diff:?}");
    }
}

#[test]
fn a_diff_has_all_its_lines() {
    for diff in [
        "@@ -1 +1 @@\n-a\n+b\n",
        "--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@ fn main\n a\n-b\n+c\n d\n",
        "diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file\n",
        "@@ -1,2 +1,2 @@\n a\n-b\n+c\n@@ -9,1 +9,2 @@\n x\n+y",
        "@@ -1,3 +1,3 @@\r\n a\r\n-b\r\n+c\r\n d\r\n",
        "@@ -1,3 +1,2 @@\n a\n\n-b\n",
        "diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n",
        "--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n--- a\n+++ b\n",
        "*** Begin Patch\n*** Update File: a\n@@\n-a\n+b\n*** End Patch",
        "",
    ] {
        assert_eq!(reason("diff", diff), None, "{diff:?}");
    }
    for diff in [
        "-a\n+b\n",
        "@@ -1,3 +1,3 @@\n a\n-b\n+c\n",
        "@@ -1 +1 @@\n-a+b\n",
        "@@ -1 +1 @@\n-a\n+b\n+c\n",
        "@@ ... @@\n-a\n+b\n",
        "@@\n-a\n+b\n",
        "--- a/x\n+++ b/x\n",
        "just text",
        "@@ -1,2 +1,2 @@\n a\nb\n+c\n",
        "*** Begin Patch\n*** Update File: a\n",
    ] {
        assert_eq!(reason("diff", diff), Some(Reason::MalformedDiff), "{diff:?}");
        assert_eq!(reason("patch", diff), Some(Reason::MalformedDiff), "{diff:?}");
    }
}

#[test]
fn what_the_runtime_says_counts_only_with_what_the_text_says() {
    let run = |input: &str, finish: Option<&str>| {
        let found = recover(&Request { input, schema: None, finish: finish.map(Finish::read) });
        (found.complete, found.value().is_some(), found.repairs.iter().any(|r| r.as_str() == "finish_length"))
    };
    assert_eq!(run("{\"a\":1}", Some("length")), (true, true, true), "the cap was hit after the value");
    assert_eq!(run("{\"a\":1}", Some("stop")), (true, true, false));
    assert_eq!(run("{\"a\":1,", Some("stop")), (false, true, false), "runtimes say stop for cut texts");
    assert_eq!(run("{\"a\":1,", None), (false, true, false));
    assert_eq!(run("12", None), (true, true, false));
    assert_eq!(run("12", Some("length")), (false, false, false), "it may have been 123");
    assert_eq!(run("{\"a\":1}", Some("aborted")), (true, true, false));
}

/// A bracket and the quote before it changed places, or a line break and the quote after it.
#[test]
fn what_took_a_piece_of_the_structure_is_no_body() {
    for input in [
        r#"{"files":[{"path":"a","content":"{\n  \"a\": 1\n}\n}"],"id":1}"#,
        "{\"files\":[\n {\n  \"path\":\"a\",\n  \"content\":\"x\n\"  }\n],\"id\":1}",
    ] {
        let found = recover(&Request { input, schema: None, finish: None });
        assert!(!found.is_safe("/files/0"), "{input} {found:?}");
        assert!(!found.dropped.is_empty(), "{input}");
    }
    // A body of several lines may end so.
    let input = "{\"content\":\"a\nb\n\" , \"id\":1}";
    assert!(recover(&Request { input, schema: None, finish: None }).is_safe("/content"));
}

#[test]
fn a_body_is_quoted_and_nothing_stands_around_it() {
    for body in ["hello", "ls", "hello world", "print(\"hi\")", "rm(\"-rf /\")", "ObjectId(\"x\")", "True"] {
        for field in ["content", "command", "new", "replace"] {
            for colon in [": ", "\"", ""] {
                let input = format!("{{\"path\":\"a\",\"{field}\"{colon}{body}}}");
                let found = recover(&Request { input: &input, schema: None, finish: None });
                let value = found.value().map(|v| v.get().to_serde()).unwrap_or_default();
                assert!(value.get(field).is_none(), "{input}\n{value}");
            }
        }
    }
    for input in [
        "{\"content\"\": {\\\"a\\\": 1}\\n\", \"path\": \"x\"}",
        "{\"content\" `\"``\\ncode\\n```\\n\", \"path\":\"x\"}",
    ] {
        let found = recover(&Request { input, schema: None, finish: None });
        let value = found.value().map(|v| v.get().to_serde()).unwrap_or_default();
        assert!(value.get("content").is_none(), "{input}\n{value}");
    }
    // Cut, or before white space that is the last of the text, a word is not whole.
    for input in ["{\"command\": rm\n", "{\"a\":1,\"note\":nu\n", "{\"operations\": [ /\n", "{\"title\": Buy mi\n```"] {
        let found = recover(&Request { input, schema: None, finish: None });
        let value = found.value().map(|v| v.get().to_string()).unwrap_or_default();
        assert!(!found.complete && (value.is_empty() || value == "{\"a\":1}"), "{input}\n{value}");
    }
}
