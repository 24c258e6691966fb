//! Whether a unified diff is whole: each hunk has its header, and as many lines as the header says
//! (S1-26). Whether it *applies* is the business of whoever has the file.

/// Lines that stand outside hunks in the diffs that git and diff write.
const OUTSIDE: &[&str] = &[
    "diff ",
    "index ",
    "--- ",
    "+++ ",
    "new file mode",
    "deleted file mode",
    "old mode",
    "new mode",
    "rename ",
    "copy ",
    "similarity ",
    "dissimilarity ",
    "Binary files",
    "GIT binary patch",
    "Index: ",
    "====",
];

/// Whether the text is no complete unified diff. An empty one is none, and not malformed.
pub(super) fn is_malformed(text: &str) -> bool {
    if text.trim().is_empty() {
        return false;
    }
    let text = text.strip_suffix('\n').unwrap_or(text);
    if text.trim_start().starts_with("*** Begin Patch") {
        return !text.trim_end().ends_with("*** End Patch");
    }
    let mut lines = text.split('\n').map(|l| l.strip_suffix('\r').unwrap_or(l));
    let mut hunks = 0;
    let mut no_text = false;
    while let Some(line) = lines.next() {
        if line.starts_with("@@") {
            let Some((old, new)) = counts(line) else { return true };
            let (mut removed, mut added) = (0, 0);
            while removed < old || added < new {
                let Some(body) = lines.next() else { return true };
                match body.as_bytes().first() {
                    Some(b'-') => removed += 1,
                    Some(b'+') => added += 1,
                    Some(b' ') | None => {
                        removed += 1;
                        added += 1;
                    }
                    Some(b'\\') => {}
                    Some(_) => return true,
                }
            }
            if removed > old || added > new {
                return true;
            }
            hunks += 1;
        } else if hunks > 0 {
            let signature = line == "-- " || line == "--";
            if signature {
                break;
            }
            let header = line.is_empty() || line.starts_with('\\') || OUTSIDE.iter().any(|o| line.starts_with(o));
            if !header {
                return true;
            }
        } else {
            no_text |= [
                "rename ",
                "old mode",
                "new mode",
                "Binary files",
                "GIT binary patch",
                "new file mode",
                "deleted file mode",
            ]
            .iter()
            .any(|o| line.starts_with(o));
        }
    }
    hunks == 0 && !no_text
}

/// The line counts of a hunk header: `@@ -1,7 +1,6 @@`. A count left out is 1.
fn counts(header: &str) -> Option<(usize, usize)> {
    let ranges = header.strip_prefix("@@ -")?;
    let (ranges, _) = ranges.split_once(" @@")?;
    let (old, new) = ranges.split_once(" +")?;
    let count = |range: &str| match range.split_once(',') {
        Some((start, count)) => start.parse::<usize>().ok().and(count.parse().ok()),
        None => range.parse::<usize>().ok().map(|_| 1),
    };
    Some((count(old)?, count(new)?))
}
