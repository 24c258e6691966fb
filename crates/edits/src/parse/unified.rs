//! Unified diffs, as tools write them and as models do: without headers, with wrong or no line
//! numbers, without the space of a blank context line. Line numbers never place a hunk; the counts
//! only tell whether the last hunk is all there.

use super::apply_patch::anchor;
use super::partial::OTHER_ENCODING;
use super::{Line, fence, git, merged, own_end};
use crate::edit::{Change, Eol, FileEdit, Hunk, HunkLine, LineKind};
use crate::refusal::Refusal;

/// Whether `line` begins a diff; `next` is the line below it.
pub(super) fn is_header(line: &str, next: &str) -> bool {
    line.starts_with("@@") || line.starts_with("diff --git ") || (line.starts_with("--- ") && next.starts_with("+++ "))
}

/// What the headers said of the file whose hunks are being read.
#[derive(Default)]
struct Section {
    /// It begins with a `diff --git` line.
    git: bool,
    old: Option<String>,
    new: Option<String>,
    /// What stands before the names on each side, by the `diff --git` line.
    prefixes: Option<(String, String)>,
    creates: bool,
    deletes: bool,
    /// New name or mode: a section without hunks is not an error.
    about_file: bool,
    renames: bool,
    copies: bool,
    mode: Option<u32>,
    /// Git's name of the new content.
    made: Option<String>,
    hunks: Vec<Hunk>,
}

impl Section {
    fn started(&self) -> bool {
        self.git || self.old.is_some() || self.new.is_some() || self.about_file || !self.hunks.is_empty()
    }

    /// The file, for who is told that it cannot be changed so.
    fn name(&self) -> String {
        self.new.as_ref().or(self.old.as_ref()).map_or_else(|| "a file".to_owned(), |name| format!("\"{name}\""))
    }

    fn finished(self, end: &impl Fn(Eol) -> &'static str) -> Result<FileEdit, Refusal> {
        if self.hunks.is_empty() && !self.about_file {
            return Err(Refusal::malformed("the diff has headers and changes nothing"));
        }
        let path = if self.creates { self.new.clone().or(self.old) } else { self.old.or(self.new.clone()) };
        let change = if self.creates {
            if self.hunks.iter().any(|hunk| hunk.before().next().is_some()) {
                return Err(Refusal::malformed("a new file has no old lines"));
            }
            let lines = self.hunks.iter().flat_map(|hunk| &hunk.lines);
            let text =
                lines.flat_map(|line| [line.text.as_str(), if line.no_newline { "" } else { end(line.eol) }]).collect();
            Change::Create { text }
        } else if self.deletes {
            Change::Delete { hunks: self.hunks }
        } else if let Some(to) = self.new.clone().filter(|_| self.copies) {
            Change::Copy { hunks: self.hunks, to }
        } else {
            Change::Update { hunks: self.hunks, move_to: self.new.filter(|_| self.renames) }
        };
        Ok(FileEdit { path, change, mode: self.mode, made: self.made })
    }
}

/// Reads all sections; prose before, between fences and after is passed over.
pub(super) fn parse(lines: &[Line<'_>]) -> Result<Vec<FileEdit>, Refusal> {
    let end = own_end(lines);
    let mut edits = Vec::new();
    let mut section = Section::default();
    let mut fenced = None;
    let mut at = 0;
    while let Some((line, _)) = lines.get(at) {
        let next = lines.get(at + 1).map_or("", |(line, _)| line);
        if line.starts_with("@@@") && !line.starts_with("@@@@") {
            return Err(Refusal::malformed("a combined diff has several old texts"));
        }
        if line.starts_with("@@") {
            let (hunk, end) = hunk(lines, at, fenced)?;
            section.hunks.push(hunk);
            at = end;
            continue;
        }
        if let Some(mark) = fence(line) {
            fenced = if fenced.is_some() { None } else { Some(mark) };
        } else if line.starts_with("diff --git ") || (line.starts_with("--- ") && next.starts_with("+++ ")) {
            let git = line.starts_with("diff --git ");
            if section.started() && (git || !section.hunks.is_empty()) {
                edits.push(std::mem::take(&mut section).finished(&end)?);
            }
            section.git |= git;
            if git {
                if let Some(named) = git::names(line) {
                    (section.old, section.new) = (Some(named.old), Some(named.new));
                    section.prefixes = named.prefixes;
                }
            } else {
                section.creates |= is_null(line);
                section.deletes |= is_null(next);
                // A rename or a copy has said both names without anything before them.
                if !(section.renames || section.copies) {
                    let (before, after) = section.prefixes.clone().unzip();
                    section.old = path(line, before.as_deref()).or(section.old.filter(|_| section.creates));
                    section.new = path(next, after.as_deref()).or(section.new.filter(|_| section.deletes));
                }
                at += 1;
            }
        } else if section.started() && section.hunks.is_empty() {
            about(line, &mut section)?;
        } else if !section.hunks.is_empty() && fenced.is_some() && line.starts_with(['+', '-']) {
            return Err(Refusal::malformed(format!("line {} of the edit stands before the first @@ line", at + 1)));
        } else if at + 1 == lines.len() && section.started() && cut_header(lines[at]) {
            return Err(Refusal::truncated("the edit ends inside a header"));
        }
        at += 1;
    }
    if fenced.is_some() {
        return Err(Refusal::truncated("a code fence is not closed"));
    }
    if section.started() {
        edits.push(section.finished(&end)?);
    }
    if edits.is_empty() {
        return Err(Refusal::malformed(
            "there is nothing to change in it: a unified diff has lines that begin with @@",
        ));
    }
    Ok(merged(edits))
}

/// A header line between `diff --git` and the first hunk.
fn about(line: &str, section: &mut Section) -> Result<(), Refusal> {
    if line.starts_with("GIT binary patch") || line.starts_with("Binary files ") {
        let name = section.name();
        return Err(Refusal::malformed(format!("{name} is binary: a binary patch cannot be reviewed as text")));
    }
    if line.starts_with(OTHER_ENCODING) {
        let name = section.name();
        return Err(Refusal::malformed(format!("{name} is not in UTF-8 in this patch: it cannot be reviewed as text")));
    }
    let after = |start: &str| line.strip_prefix(start);
    if let Some(mode) = ["old mode ", "new mode ", "new file mode ", "deleted file mode "].iter().find_map(|s| after(s))
    {
        let mode = git::mode(mode).map_err(|what| Refusal::malformed(format!("{} is {what}", section.name())))?;
        section.creates |= line.starts_with("new file mode");
        section.deletes |= line.starts_with("deleted file mode");
        section.about_file = true;
        if line.starts_with("new") {
            section.mode = mode;
        }
    } else if let Some(name) = after("rename from ").or(after("copy from ")) {
        section.old = Some(git::unquoted(name));
    } else if let Some(name) = after("rename to ").or(after("copy to ")) {
        section.new = Some(git::unquoted(name));
        section.renames |= line.starts_with("rename");
        section.copies |= line.starts_with("copy");
        section.about_file = true;
    } else if let Some(names) = after("index ") {
        let (names, mode) = names.split_once(' ').map_or((names, None), |(names, mode)| (names, Some(mode)));
        section.made = git::made(names);
        // Links and submodules have no lines that could be changed here.
        if let Some(mode) = mode {
            git::mode(mode).map_err(|what| Refusal::malformed(format!("{} is {what}", section.name())))?;
        }
    } else if line.starts_with(['+', '-']) {
        return Err(Refusal::malformed("lines with + and - stand before the first @@"));
    }
    Ok(())
}

/// Whether the text ended inside what may become a header of the next file or hunk.
fn cut_header((line, eol): Line<'_>) -> bool {
    eol == Eol::None
        && !line.is_empty()
        && ["@@ ", "diff --git ", "--- ", "Index: "]
            .iter()
            .any(|start| start.starts_with(line) || line.starts_with(start))
}

fn is_null(line: &str) -> bool {
    line[4..].split('\t').next().is_some_and(|name| name.trim() == "/dev/null")
}

/// The name in a `---` or `+++` line, without its time stamp and what git sets before it: `prefix`, where
/// that is known, else `a/` or `b/`.
fn path(line: &str, prefix: Option<&str>) -> Option<String> {
    let name = git::unquoted(line[4..].split('\t').next().unwrap_or_default().trim());
    let name = match prefix {
        Some(prefix) => name.strip_prefix(prefix).unwrap_or(&name),
        None => name.strip_prefix("a/").or(name.strip_prefix("b/")).unwrap_or(&name),
    };
    (!name.is_empty() && name != "/dev/null").then(|| name.to_owned())
}

/// How many old and new lines the header promises; None where it gives no numbers.
fn counts(line: &str) -> Result<Option<(usize, usize)>, Refusal> {
    let Some((inner, heading)) = line[2..].split_once("@@") else { return Ok(None) };
    if heading.starts_with(['+', '-']) {
        return Err(Refusal::malformed("the first line after an @@ line is fused to it"));
    }
    let mut words = inner.split_whitespace();
    let mut side = |sign| {
        let word = words.next()?.strip_prefix(sign)?;
        let (start, count) = word.split_once(',').unwrap_or((word, "1"));
        start.parse::<usize>().ok().and(count.parse::<usize>().ok())
    };
    Ok(side('-').zip(side('+')))
}

/// The line of the old text, from 0, that a header with numbers says its hunk begins at: of one without old lines
/// the number is of the line before.
fn begins(line: &str) -> Option<usize> {
    let word = line.trim_start_matches('@').split_whitespace().next()?.strip_prefix('-')?;
    match word.split_once(',') {
        Some((start, "0")) => start.parse().ok(),
        Some((start, _)) => start.parse::<usize>().ok()?.checked_sub(1),
        None => word.parse::<usize>().ok()?.checked_sub(1),
    }
}

/// Reads the hunk whose header is at `from`; returns it and where it ends.
fn hunk(lines: &[Line<'_>], from: usize, fenced: Option<&str>) -> Result<(Hunk, usize), Refusal> {
    let header = lines[from].0;
    let counts = counts(header)?;
    if from + 1 == lines.len() {
        return Err(Refusal::truncated("the edit ends right after an @@ line"));
    }
    let mut hunk = Hunk {
        anchors: anchor(header).filter(|_| counts.is_none()).into_iter().collect(),
        signed: true,
        line: begins(header).filter(|_| counts.is_some()),
        ..Hunk::default()
    };
    let (mut old, mut new, mut at) = (0, 0, from + 1);
    // Bare blank lines are context if more of the hunk follows or its counts want them.
    let mut blanks = 0;
    let mut unprefixed = 0;
    while let Some(&(line, eol)) = lines.get(at) {
        let (next, after) = (peek(lines, at + 1), peek(lines, at + 2));
        let complete = counts.is_some_and(|(a, b)| old >= a && new >= b);
        let header_here = line.starts_with("@@")
            || line.starts_with("diff --git ")
            || (line.starts_with("--- ")
                && next.starts_with("+++ ")
                && (complete || counts.is_none() && after.starts_with("@@")));
        let closing = fenced.is_some_and(|mark| line.trim_end() == mark);
        let signature = complete && (line == "-- " || line == "--");
        if header_here || closing || signature {
            break;
        }
        if complete && eol == Eol::None && cut_header((line, eol)) {
            return Err(Refusal::truncated("the edit ends inside a header"));
        }
        let (kind, text) = match line.as_bytes().first() {
            None if complete => break,
            None => {
                blanks += 1;
                at += 1;
                continue;
            }
            Some(b'\\') => {
                if let Some(last) = hunk.lines.last_mut() {
                    last.no_newline = true;
                }
                at += 1;
                continue;
            }
            Some(b'+') => (LineKind::Add, &line[1..]),
            Some(b'-') => (LineKind::Remove, &line[1..]),
            Some(b' ') => (LineKind::Context, &line[1..]),
            // Nothing of the hunk can follow: this is what the author says about it.
            Some(_) if complete || counts.is_none() && prose_from(lines, at, fenced) => break,
            Some(_) => {
                unprefixed += 1;
                (LineKind::Context, line)
            }
        };
        for _ in 0..std::mem::take(&mut blanks) {
            hunk.lines.push(HunkLine { kind: LineKind::Context, text: String::new(), eol, no_newline: false });
            (old, new) = (old + 1, new + 1);
        }
        // A lone space at the end may be any context line that is cut.
        if at + 1 == lines.len() && eol == Eol::None && line == " " {
            at += 1;
            break;
        }
        hunk.open = at + 1 == lines.len() && eol == Eol::None;
        old += usize::from(kind != LineKind::Add);
        new += usize::from(kind != LineKind::Remove);
        hunk.lines.push(HunkLine { kind, text: text.to_owned(), eol, no_newline: false });
        at += 1;
    }
    if let Some((a, b)) = counts {
        while blanks > 0 && old < a && new < b {
            let eol = hunk.lines.last().map_or(Eol::Lf, |line| line.eol);
            hunk.lines.push(HunkLine { kind: LineKind::Context, text: String::new(), eol, no_newline: false });
            (old, new, blanks) = (old + 1, new + 1, blanks - 1);
        }
        // A cut hunk is short on one side at least, and long on neither.
        if at == lines.len() && fenced.is_none() && old <= a && new <= b && (old, new) != (a, b) {
            if fused(&hunk, a - old, b - new) {
                return Err(Refusal::malformed("removed and added text stand on one line"));
            }
            return Err(Refusal::truncated(format!(
                "after the last @@ line there are {old} old and {new} new lines, and it promises {a} and {b}"
            )));
        }
        if unprefixed > 0 && (old, new) != (a, b) {
            return Err(Refusal::malformed("lines of the diff begin with none of space, + and -"));
        }
    }
    // What replaces a removed line comes after it; only the counts say that nothing does.
    let confirmed = counts == Some((old, new));
    let removes = hunk.lines.last().is_some_and(|line| line.kind == LineKind::Remove && !line.no_newline);
    if removes && !confirmed && (hunk.open || (counts.is_some() && at == lines.len())) {
        return Err(Refusal::truncated("the edit ends with a removed line, and nothing says that no other follows"));
    }
    hunk.unended = removes && !confirmed && at == lines.len();
    if hunk.open && hunk.lines.last().is_some_and(|line| line.kind == LineKind::Add && !line.no_newline) {
        return Err(Refusal::truncated("the edit ends inside an added line: its line end is missing"));
    }
    if hunk.lines.is_empty() {
        return Err(Refusal::malformed(format!("nothing follows the @@ line, line {} of the edit", from + 1)));
    }
    hunk.open &= !hunk.lines.last().is_some_and(|line| line.no_newline);
    hunk.at_end = hunk.lines.iter().any(|line| line.no_newline);
    Ok((hunk, at))
}

/// Whether lines like `-old+new` account for just the lines of one side that are missing.
fn fused(hunk: &Hunk, missing_old: usize, missing_new: usize) -> bool {
    let count = |kind, sign| {
        let lines = hunk.lines.iter().filter(|line| line.kind == kind);
        lines.filter(|line| line.text.chars().skip(1).any(|c| c == sign)).count()
    };
    match (missing_old, missing_new) {
        (0, new) => count(LineKind::Remove, '+') >= new,
        (old, 0) => count(LineKind::Add, '-') >= old,
        _ => false,
    }
}

fn peek<'e>(lines: &[Line<'e>], at: usize) -> &'e str {
    lines.get(at).map_or("", |(line, _)| line)
}

/// Whether an unmarked line follows a blank one and no line of a hunk follows it.
fn prose_from(lines: &[Line<'_>], at: usize, fenced: Option<&str>) -> bool {
    let mut rest = lines[at..].iter().take_while(|(line, _)| {
        !line.starts_with("@@") && !line.starts_with("diff --git ") && fenced.is_none_or(|mark| line.trim_end() != mark)
    });
    peek(lines, at - 1).is_empty() && !rest.any(|(line, _)| line.starts_with(['+', '-', ' ']))
}
