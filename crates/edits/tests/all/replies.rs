//! Whole files, and what a reply is refused for whatever its form.

use crate::tables::{ABC, TWO, check, put};
use countersign_edits::Format::{Auto, Lines, Whole};
use countersign_edits::Reason::{self, Ambiguous, Elided, Malformed, NotFound, Truncated};
use countersign_edits::{Proposal, propose};

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

#[test]
fn an_edit_of_another_form_is_no_whole_file_unless_the_file_is_one_too() {
    let block = "<<<<<<< SEARCH\nbeta\n=======\nB\n>>>>>>> REPLACE\n";
    let diff = "--- a/x\n+++ b/x\n@@ -2 +2 @@\n-beta\n+B\n";
    let patch = "*** Begin Patch\n*** Update File: x\n@@\n-beta\n+B\n*** End Patch\n";
    for edit in [block, diff, patch, "@@ -2 +2 @@\n-beta\n+B\n", "\ndiff --git a/x b/x\n"] {
        assert_eq!(put(ABC, edit, Whole).map_err(|r| r.reason), Err(Malformed), "{edit:?}");
        assert_eq!(put(ABC, &format!("```\n{edit}```\n"), Whole).map_err(|r| r.reason), Err(Malformed), "{edit:?}");
        assert_eq!(put(diff, edit, Whole).unwrap().text, edit.as_bytes(), "{edit:?}");
        assert_eq!(put("", edit, Whole).unwrap().text, edit.as_bytes(), "{edit:?}");
    }
    for edit in ["@@count = 0\n", "--- x\n", "alpha\n<<<<<<< SEARCH\n"] {
        assert_eq!(put(ABC, edit, Whole).unwrap().text, edit.as_bytes(), "{edit:?}");
    }
}

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
    // A few words within a longer line.
    let old = "def greet(name):\n    print(\"hello\", name)\n    return name\n";
    let near = |search: &str| {
        let edit = serde_json::json!({ "search": search, "replace": "x" }).to_string();
        put(old, &edit, Auto).unwrap_err().near.first().map(|near| near.line)
    };
    assert_eq!(["hallo", "retrun name", "zzzz qqq"].map(near), [Some(2), Some(3), None]);
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

/// What stands before the fence is the file's own beginning, and so may be the fence.
#[test]
fn a_fence_after_what_the_file_begins_with_is_refused() {
    for (old, edit) in [
        ("\u{feff}\na\n", "\u{feff}\n```\na\n```\n"),
        ("\u{feff}a\n", "\u{feff}```\na\n```\n"),
        ("\na\n", "\n```\na\n```\n"),
    ] {
        assert_eq!(put(old, edit, Whole).map_err(|r| r.reason), Err(Malformed), "{edit:?}");
    }
    for (old, edit) in
        [("a\n", "\n```\na\nb\n```\n"), ("\na\n", "```\na\nb\n```\n"), ("a\n", "\u{feff}```\na\nb\n```\n")]
    {
        assert_eq!(put(old, edit, Whole).unwrap().text, b"a\nb\n", "{edit:?}");
    }
}

#[test]
fn what_is_said_around_a_file_is_no_part_of_it() {
    for (old, edit, expected) in [
        (ABC, "alpha\nBETA\ngamma\n<|im_end|>", Ok("alpha\nBETA\ngamma\n")),
        (ABC, "alpha\nBETA\ngamma<|im_end|>\n", Ok("alpha\nBETA\ngamma\n")),
        (ABC, "<think>hm</think>\nalpha\nBETA\n", Ok("alpha\nBETA\n")),
        (ABC, "<think>hm\nalpha\nBETA\n", Err(Truncated)),
        ("<think>\na\n", "<think>\nb\n", Ok("<think>\nb\n")),
        (ABC, "a.py\n```\nalpha\nBETA\n```\n", Err(Malformed)),
        (ABC, "```\nalpha\n```\nor\n```\nBETA\n```\n", Err(Malformed)),
        (ABC, "1|alpha\n2|BETA\n3|gamma\n", Err(Malformed)),
        (ABC, "1: alpha\n2: BETA\n3: gamma\n", Err(Malformed)),
        (ABC, "     1\talpha\n     2\tBETA\n", Err(Malformed)),
        ("1: a\n2: b\n", "1: a\n2: c\n", Ok("1: a\n2: c\n")),
        (ABC, "1: one\n2: two\n", Ok("1: one\n2: two\n")),
    ] {
        let found = put(old, edit, Whole).map(|a| String::from_utf8(a.text).unwrap()).map_err(|r| r.reason);
        assert_eq!(found, expected.map(str::to_owned), "{edit:?}");
    }
    let block = "<<<<<<< SEARCH\nbeta\n=======\nB\n>>>>>>> REPLACE\n";
    let other = block.replace("beta", "gamma");
    assert_eq!(put(ABC, &format!("<think>{other}</think>\n{block}"), Auto).unwrap().text, b"alpha\nB\ngamma\ndelta\n");
    assert_eq!(put(ABC, &format!("<think>{block}"), Auto).map_err(|r| r.reason), Err(Truncated));
    let numbered = block.replace("\nB\n", "\n2|B\n");
    assert_eq!(put(ABC, &numbered, Auto).map_err(|r| r.reason), Err(Malformed));
}
