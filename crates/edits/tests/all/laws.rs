//! Laws over random texts and edits: written in any form, an edit gives exactly the new text or is
//! refused; one place applies, two refuse; a cut edit never applies; line ends stay.

use crate::written::{Script, forms, script};
use countersign_edits::{Format, Proposal, Reason, diff, propose, select};
use proptest::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

fn put(old: &str, edit: &str, format: Format) -> Result<String, Reason> {
    let proposal = Proposal { edit, format, finish: None, base: None, path: None };
    let applied = propose(old.as_bytes(), &proposal).map_err(|refusal| refusal.reason)?;
    Ok(String::from_utf8(applied.text).unwrap())
}

/// Lines of which most are unlike each other.
fn plain_line() -> BoxedStrategy<String> {
    prop_oneof![
        6 => "[a-z]{3,8} = [0-9]{1,4};",
        2 => "(  |\t|    ){0,3}[a-z]{2,6}\\([a-z]{0,3}\\)",
        1 => Just(String::new()),
        1 => Just("}".to_owned()),
    ]
    .boxed()
}

/// Lines that look like parts of an edit.
fn hostile_line() -> BoxedStrategy<String> {
    let lines = [
        "",
        " ",
        "a",
        " a",
        "\ta",
        "b",
        "-- a",
        "++ a",
        "- a",
        "+ a",
        "--- a",
        "+++ b",
        "@@",
        "@@ -1 +1 @@",
        "=======",
        "=====",
        "<<<<<<< SEARCH",
        ">>>>>>> REPLACE",
        "```",
        "*** End Patch",
        "*** Begin Patch",
        "*** Update File: x",
        "\\ No newline",
        "-",
        "+",
        "diff --git a/x b/x",
        "...",
        "// ...",
        "a-b",
        "a+b",
        "{\"search\":\"a\",\"replace\":\"b\"}",
        "-a",
        "+a",
    ];
    prop_oneof![3 => proptest::sample::select(lines.to_vec()).prop_map(str::to_owned), 1 => plain_line()].boxed()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_form_gives_the_new_text_or_is_refused(script in script(plain_line(), 1..40), context in 0_usize..4) {
        let (old, new) = (script.old(), script.new_text());
        for form in forms(&script, context) {
            match put(&old, &form.edit, form.format) {
                // A block has no way to say that only a line end changes; the file's stays.
                Ok(found) if form.keeps_line_ends => prop_assert_eq!(found.replace("\r\n", "\n"), new.replace("\r\n", "\n"), "{}", form.edit),
                Ok(found) => prop_assert_eq!(&found, &new, "{} {:?}", form.edit, form.format),
                Err(reason) => prop_assert!(!form.must_apply, "{:?}: {} {:?}", reason, form.edit, form.format),
            }
        }
    }

    #[test]
    fn lines_that_look_like_markers_are_never_misread(script in script(hostile_line(), 1..14), context in 0_usize..3) {
        let (old, new) = (script.old(), script.new_text());
        for form in forms(&script, context) {
            if let Ok(found) = put(&old, &form.edit, form.format) {
                let plain = |text: &str| if form.keeps_line_ends { text.replace("\r\n", "\n") } else { text.to_owned() };
                prop_assert_eq!(plain(&found), plain(&new), "{} {:?}", form.edit, form.format);
            }
        }
    }

    #[test]
    fn a_second_place_is_always_refused(script in script(plain_line(), 2..20), context in 0_usize..4) {
        // The whole text twice: whatever the edit speaks of is there twice.
        let script = script.terminated().without_mark();
        let old = script.old();
        let twice = [old.as_str(), "between\n", old.as_str()].concat();
        for form in forms(&script, context).into_iter().filter(|form| form.by_content) {
            let found = put(&twice, &form.edit, form.format);
            prop_assert!(found.is_err() || found.as_ref() == Ok(&twice), "{}", form.edit);
        }
    }

    #[test]
    fn line_ends_of_the_file_win_over_those_of_the_edit(script in script(plain_line(), 1..30), context in 1_usize..4) {
        prop_assume!(script.old().contains('\n'));
        let lf = script.with_eol("\n");
        let crlf = script.with_eol("\r\n");
        for (edit, file) in [(&lf, &crlf), (&crlf, &lf)] {
            for form in forms(edit, context) {
                match put(&file.old(), &form.edit, form.format) {
                    Ok(found) => prop_assert_eq!(found, file.new_text(), "{}", form.edit),
                    Err(reason) => prop_assert!(!form.must_apply, "{:?} {}", reason, form.edit),
                }
            }
        }
    }

    #[test]
    fn a_uniform_indent_is_put_back(script in script(plain_line(), 1..20), context in 1_usize..4) {
        let flat = script.with_eol("\n");
        let deep = flat.indented("    ");
        for form in forms(&flat, context).into_iter().filter(|form| form.by_lines) {
            if let Ok(found) = put(&deep.old(), &form.edit, form.format) {
                prop_assert_eq!(found, deep.new_text(), "{}", form.edit);
            }
        }
    }

    #[test]
    fn selecting_hunks_adds_up(old in script(plain_line(), 0..60), picked in any::<u64>()) {
        let (old, new) = (old.old(), old.new_text());
        let shown = diff(&old, &new);
        let all: Vec<usize> = shown.hunks.iter().map(|hunk| hunk.number).collect();
        let some: Vec<usize> = all.iter().copied().filter(|number| picked >> (number % 64) & 1 == 1).collect();
        prop_assert_eq!(select(&old, &new, &[]), old.clone());
        prop_assert_eq!(select(&old, &new, &all), new.clone());
        let half = select(&old, &new, &some);
        let rest: Vec<usize> = diff(&half, &new).hunks.iter().map(|hunk| hunk.number).collect();
        prop_assert_eq!(select(&half, &new, &rest), new.clone());
        prop_assert_eq!(shown.added as i64 - shown.removed as i64,
            new.split_inclusive('\n').count() as i64 - old.split_inclusive('\n').count() as i64);
        prop_assert!(shown.hunks.iter().map(|hunk| hunk.rows.len()).sum::<usize>() <= 400);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_cut_edit_never_applies(script in script(plain_line(), 1..16), context in 0_usize..4) {
        let script = script.with_eol("\n").terminated();
        let (old, new) = (script.old(), script.new_text());
        for form in forms(&script, context).into_iter().filter(|form| form.closed) {
            for cut in (0..form.edit.len()).filter(|cut| form.edit.is_char_boundary(*cut)) {
                let found = put(&old, &form.edit[..cut], form.format);
                // Between two parts nothing is open: only the finish reason can tell.
                let between = form.boundaries.iter().any(|range| range.contains(&cut));
                prop_assert!(found.is_err() || found.as_ref() == Ok(&new) || between,
                    "cut at {cut}: {:?}\nold {:?}\nfound {:?}\nnew {:?}", &form.edit[..cut], old, found, new);
            }
        }
    }
}

/// At least 90 of 100 edits of ordinary text with three lines of context apply, in each form.
#[test]
fn most_edits_apply() {
    static TRIED: AtomicUsize = AtomicUsize::new(0);
    static APPLIED: AtomicUsize = AtomicUsize::new(0);
    proptest!(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() }, |(script in script(plain_line(), 8..60))| {
        prop_assume!(script.changes());
        for form in forms(&script, 3) {
            TRIED.fetch_add(1, Ordering::Relaxed);
            APPLIED.fetch_add(usize::from(put(&script.old(), &form.edit, form.format).is_ok()), Ordering::Relaxed);
        }
    });
    let (tried, applied) = (TRIED.load(Ordering::Relaxed), APPLIED.load(Ordering::Relaxed));
    println!("{applied} of {tried} applied");
    assert!(applied * 10 >= tried * 9, "{applied} of {tried}");
}

#[test]
fn scripts_are_not_all_the_same() {
    let plain = Script::from_lines(&[("a", true), ("b", false)], &[(0, "x")]);
    assert_eq!((plain.old(), plain.new_text()), ("a\nb\n".to_owned(), "a\nx\n".to_owned()));
}
