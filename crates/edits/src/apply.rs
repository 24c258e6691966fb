//! Where an edit belongs in the old text, and the text it leaves behind.

use crate::edit::{Change, Eol, FileEdit, Format, Hunk, HunkLine, LineKind};
use crate::indent::{Shift, indent_of, unindented};
use crate::locate::{Anchors, Blind, Index};
use crate::refusal::{Reason, Refusal};
use crate::strings::{NAMED, Plain};
use crate::text::{FinalNewline, Splice, Text, splice};
use crate::{elision, near, operations, parse, spoken, whole};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// How closely an edit's lines are those of the file: its fuzz.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Match {
    /// Byte for byte.
    Exact,
    /// But for line ends.
    Eol,
    /// But for line ends and one uniform shift of indentation.
    Indent,
}

/// Where one hunk, block or operation belongs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// 1-based line of the old text where it begins, context included.
    pub line: usize,
    /// How closely it fits.
    #[serde(rename = "match")]
    pub kind: Match,
}

/// An edit put into a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Applied {
    /// The whole new text; empty if the file is deleted.
    pub text: Vec<u8>,
    /// One for each hunk, block or operation, in the order of the edit.
    pub places: Vec<Place>,
    /// Whether anything changes; a well-formed edit without effect is skipped (S1-26).
    pub changed: bool,
    /// The file goes.
    pub deleted: bool,
    /// Its new name; of a copy the other file's.
    pub move_to: Option<String>,
    /// The text is another file's, and this one stays.
    pub copied: bool,
    /// The permission bits that git gives it.
    pub mode: Option<u32>,
    /// The file that the edit names, as it is written there.
    #[serde(skip)]
    pub named: Option<String>,
}

/// An edit of one file whose old text is known.
#[derive(Debug, Clone, Copy)]
pub struct Proposal<'p> {
    /// The edit as the model wrote it.
    pub edit: &'p str,
    /// Its form.
    pub format: Format,
    /// Why the model stopped; None decides nothing (RECOVERY.md).
    pub finish: Option<&'p str>,
    /// BLAKE3 of the old text that the model saw, in hex.
    pub base: Option<&'p str>,
    /// The file; chooses among the files of one edit.
    pub path: Option<&'p str>,
}

/// Whether a reply that stopped for this reason is all there. A reason that nobody knows is none.
pub fn finish_is_whole(finish: &str) -> bool {
    const WHOLE: [&str; 14] = [
        "",
        "stop",
        "end_turn",
        "stop_sequence",
        "eos",
        "eos_token",
        "tool_calls",
        "tool_use",
        "function_call",
        "complete",
        "completed",
        "done",
        "finished",
        "end",
    ];
    WHOLE.contains(&finish.to_ascii_lowercase().as_str())
}

/// Reads an edit and puts it into the old text.
///
/// # Errors
/// Every [`Reason`]; nothing of a refused edit is applied.
pub fn propose(old: &[u8], proposal: &Proposal<'_>) -> Result<Applied, Refusal> {
    if let Some(finish) = proposal.finish.filter(|finish| !finish_is_whole(finish)) {
        return Err(Refusal::truncated(format!("the reply was cut ({finish}), and so may be the edit; ask again")));
    }
    let edit = spoken::edit_of(old, proposal.edit)?;
    let mut edits = parse(&edit, proposal.format)?;
    if let Some(path) = proposal.path.filter(|_| edits.len() > 1) {
        edits = about(path, edits);
    }
    let edit = match edits.as_slice() {
        [edit] => edit,
        [] => return Err(Refusal::not_found("the edit names other files")),
        _ => return Err(Refusal::ambiguous("the edit changes several files; say which of them this is")),
    };
    if proposal.finish.is_none() && edit.change.unended() {
        return Err(Refusal::truncated(
            "the edit ends with a removed line, and nothing says that what replaces it does not follow; \
             add the lines after it, or counts to its @@ line",
        ));
    }
    if let Some(base) = proposal.base {
        let hash = blake3::hash(old).to_hex();
        if !base.trim_start_matches("blake3:").eq_ignore_ascii_case(&hash) {
            return Err(Refusal::new(Reason::Hash, "the file has changed since it was read; read it again"));
        }
    }
    apply_checked(old, edit, proposal.base.is_some())
}

/// Whether `named`, as an edit writes it, can be the file `path`.
pub fn same_file(path: &str, named: &str) -> bool {
    let (path, named) = (path.trim_start_matches("./"), named.trim_start_matches("./"));
    path.strip_suffix(named).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}

/// Puts one edit into the old text. Checking the base hash is the caller's ([`propose`] does).
///
/// # Errors
/// Every [`Reason`] but [`Reason::Hash`].
pub fn apply(old: &[u8], edit: &FileEdit) -> Result<Applied, Refusal> {
    apply_checked(old, edit, false)
}

/// `verified`: the base hash has been compared, so line numbers are those of this text.
fn apply_checked(old: &[u8], edit: &FileEdit, verified: bool) -> Result<Applied, Refusal> {
    let text = if edit.change.names_mark() { Text::with_mark(old) } else { Text::new(old) };
    let mut applied = match &edit.change {
        Change::Create { text: new } => create(&text, new, edit)?,
        Change::Update { hunks, move_to } => Applied { move_to: move_to.clone(), ..update(&text, hunks, edit)? },
        Change::Copy { hunks, to } => {
            Applied { move_to: Some(to.clone()), copied: true, ..update(&text, hunks, edit)? }
        }
        Change::Delete { hunks } => delete(&text, hunks, edit)?,
        Change::Strings { replacements } => {
            elision::check(&text, replacements.iter().flat_map(|r| r.replace.lines()))?;
            replacements.iter().try_for_each(|r| spoken::check_numbers(&text, r.replace.lines()))?;
            strings(&text, replacements)?
        }
        Change::Lines { operations } => {
            elision::check(&text, operations.iter().filter_map(|o| o.new_content.as_deref()).flat_map(str::lines))?;
            let located = operations::locate(&text, operations, verified)?;
            finished(&text, located, FinalNewline::Kept)?
        }
        Change::Whole { text: new, unfenced, guessed } => whole::apply(&text, new, unfenced.as_deref(), *guessed)?,
    };
    if std::str::from_utf8(old).is_err() && !added_is_ascii(old, &applied.text) {
        return Err(Refusal::malformed("the file is not UTF-8, and the edit adds text that is not ASCII"));
    }
    applied.changed = applied.deleted || applied.text != old;
    applied.mode = edit.mode;
    applied.named.clone_from(&edit.path);
    Ok(applied)
}

/// The edits that can be of the file `path`: those that name it just so, else those that may mean it.
/// A copy of it is about another file, wherever this one is changed too.
fn about(path: &str, mut edits: Vec<FileEdit>) -> Vec<FileEdit> {
    let named = |edit: &FileEdit| edit.path.as_deref().map(|named| named.trim_start_matches("./").to_owned());
    let exact = |edit: &FileEdit| named(edit).as_deref() == Some(path.trim_start_matches("./"));
    match edits.iter().any(exact) {
        true => edits.retain(exact),
        false => edits.retain(|edit| named(edit).is_some_and(|named| same_file(path, &named))),
    }
    let copy = |edit: &FileEdit| matches!(edit.change, Change::Copy { .. });
    if !edits.iter().all(copy) {
        edits.retain(|edit| !copy(edit));
    }
    edits
}

/// In a text of unknown encoding only ASCII can be added: no byte above 127 may become more frequent.
fn added_is_ascii(old: &[u8], new: &[u8]) -> bool {
    let count = |bytes: &[u8]| {
        bytes.iter().fold([0_usize; 256], |mut counts, byte| {
            counts[*byte as usize] += 1;
            counts
        })
    };
    let (before, after) = (count(old), count(new));
    (128..256).all(|byte| after[byte] <= before[byte])
}

fn create(text: &Text<'_>, new: &str, edit: &FileEdit) -> Result<Applied, Refusal> {
    if !text.is_empty() && text.bytes != new.as_bytes() {
        return Err(Refusal::not_found("the edit creates a file that is there already, with other content"));
    }
    if !edit.makes(new.as_bytes()) {
        elision::check(text, new.lines())?;
    }
    Ok(of_whole(new.as_bytes().to_vec()))
}

/// What replaces the text as a whole.
pub(crate) fn of_whole(text: Vec<u8>) -> Applied {
    let places = vec![Place { line: 1, kind: Match::Exact }];
    Applied { text, places, changed: false, deleted: false, move_to: None, copied: false, mode: None, named: None }
}

fn delete(text: &Text<'_>, hunks: &[Hunk], edit: &FileEdit) -> Result<Applied, Refusal> {
    let rest = if hunks.is_empty() { of_whole(Vec::new()) } else { update(text, hunks, edit)? };
    if !Text::new(&rest.text).is_empty() {
        return Err(Refusal::not_found("the edit deletes the file and does not name all its lines"));
    }
    Ok(Applied { text: Vec::new(), deleted: true, ..rest })
}

/// One part of an edit at its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Located {
    pub(crate) place: Place,
    /// The bytes it speaks of; no other part may speak of them.
    pub(crate) span: Range<usize>,
    /// What becomes of them.
    pub(crate) splices: Vec<Splice>,
}

/// Puts all parts in, which must not touch the same bytes or the same point between them.
pub(crate) fn finished(text: &Text<'_>, located: Vec<Located>, newline: FinalNewline) -> Result<Applied, Refusal> {
    let places = located.iter().map(|part| part.place.clone()).collect();
    let mut order: Vec<&Located> = located.iter().collect();
    order.sort_by_key(|part| (part.span.start, part.span.end));
    for (at, a) in order.iter().enumerate() {
        let near = order.iter().skip(at + 1).take_while(|b| b.span.start < a.span.end || b.span == a.span);
        if let Some(b) = near.into_iter().find(|b| !shares_context(a, b)) {
            let (a, b) = (a.place.line, b.place.line);
            return Err(Refusal::ambiguous(format!("two parts of the edit overlap, at lines {a} and {b} of the file")));
        }
    }
    let splices: Vec<Splice> = order.into_iter().flat_map(|part| part.splices.iter().cloned()).collect();
    let result = splice(text, &splices, newline);
    Ok(Applied { places, ..of_whole(result) })
}

/// Whether what two parts both speak of is context to both, as where one block ends with the line that begins
/// the next: the first changes only what is before it, the second only what is after. Put in one after the
/// other or both at once, they make the same text.
fn shares_context(a: &Located, b: &Located) -> bool {
    let shared = b.span.start..a.span.end.min(b.span.end);
    !shared.is_empty()
        && a.splices.iter().all(|splice| splice.range.end <= shared.start)
        && b.splices.iter().all(|splice| splice.range.start >= shared.end)
}

fn strings(text: &Text<'_>, replacements: &[crate::StringReplacement]) -> Result<Applied, Refusal> {
    if text.is_empty() {
        return match replacements {
            [only] if only.search.is_empty() => Ok(of_whole([text.bytes, only.replace.as_bytes()].concat())),
            _ => Err(Refusal::not_found("the file is empty")),
        };
    }
    let plain = Plain::new(text);
    let parts = replacements.iter().map(|replacement| {
        if let Some(found) = plain.locate(replacement)? {
            return Ok(found);
        }
        let hunk = parse::block_of(&replacement.search, &replacement.replace);
        let indented = Index::new(text, std::slice::from_ref(&hunk), Blind::Indent);
        let ends = |side: &str| side.is_empty() || side.ends_with('\n');
        let whole_lines =
            replacement.search.ends_with('\n') == replacement.replace.ends_with('\n') || ends(&replacement.replace);
        let places = if whole_lines { indented.places(&hunk) } else { Vec::new() };
        let found = one_place(text, &hunk, places, Blind::Indent);
        found.map_err(|refusal| if whole_lines { already(text, std::slice::from_ref(&hunk), refusal) } else { refusal })
    });
    let located = parts.collect::<Result<Vec<_>, Refusal>>()?;
    finished(text, located, FinalNewline::AsSpliced)
}

/// What leaves text out is refused, but for what git vouches for: its name of what was made is that of what it had.
fn update(text: &Text<'_>, hunks: &[Hunk], edit: &FileEdit) -> Result<Applied, Refusal> {
    let added = hunks.iter().flat_map(|hunk| &hunk.lines).filter(|line| line.kind == LineKind::Add);
    if let Err(refusal) = elision::check(text, added.map(|line| line.text.as_str())) {
        return match settled(text, hunks, edit) {
            Ok(made) if edit.makes(&made.text) => Ok(made),
            _ => Err(refusal),
        };
    }
    for hunk in hunks {
        let added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
        spoken::check_numbers(text, added.map(|line| line.text.as_str()))?;
    }
    settled(text, hunks, edit).map_err(|refusal| already(text, hunks, refusal))
}

/// Hunks at their one place each. Where their lines alone do not say it, their numbers do, if what they make of the
/// text is to the byte what git had: `git diff -U0`.
fn settled(text: &Text<'_>, hunks: &[Hunk], edit: &FileEdit) -> Result<Applied, Refusal> {
    placed(text, hunks).or_else(|refusal| match numbered(text, hunks) {
        Some(made) if edit.makes(&made.text) => Ok(made),
        _ => Err(refusal),
    })
}

/// Hunks where their numbers say; none where one has none, or other lines are there.
fn numbered(text: &Text<'_>, hunks: &[Hunk]) -> Option<Applied> {
    let mut newline = FinalNewline::Kept;
    let located = hunks.iter().map(|hunk| {
        let at = hunk.line.filter(|at| at + hunk.before().count() <= text.len())?;
        let same = |(k, line): (usize, &HunkLine)| text.line(at + k) == line.text.as_bytes();
        if let Some(wanted) = final_newline(text, hunk).ok()? {
            newline = wanted;
        }
        hunk.before().enumerate().all(same).then(|| part(text, hunk, at, Match::Exact, None))?
    });
    let located = located.collect::<Option<Vec<_>>>()?;
    finished(text, located, newline).ok()
}

/// Why hunks are not applied that have been already: turned around, each has its one place.
fn already(text: &Text<'_>, hunks: &[Hunk], refusal: Refusal) -> Refusal {
    let turned = || hunks.iter().map(turned).collect::<Option<Vec<_>>>();
    let found = refusal.reason == Reason::NotFound
        && turned().is_some_and(|back| placed(text, &back).is_ok_and(|back| back.text != text.bytes));
    match found {
        true => {
            let near = refusal.near;
            Refusal { near, ..Refusal::new(Reason::Already, "what the edit would make is in the file already") }
        }
        false => refusal,
    }
}

/// The hunk that takes this one back; none where what it leaves behind says too little to be known by.
fn turned(hunk: &Hunk) -> Option<Hunk> {
    let at = |kind| hunk.lines.iter().position(|line| line.kind == kind && !line.text.trim().is_empty());
    let context = |lines: &[HunkLine]| lines.iter().any(|line| line.kind == LineKind::Context);
    let known = at(LineKind::Add).is_some()
        || at(LineKind::Remove)
            .and_then(|at| hunk.lines.split_at_checked(at))
            .is_some_and(|(a, b)| context(a) && context(b));
    let mut back = hunk.clone();
    for line in &mut back.lines {
        line.kind = match line.kind {
            LineKind::Context => LineKind::Context,
            LineKind::Add => LineKind::Remove,
            LineKind::Remove => LineKind::Add,
        };
    }
    known.then_some(back)
}

/// Hunks that leave nothing out, each at its one place.
pub(crate) fn placed<'t>(text: &'t Text<'t>, hunks: &[Hunk]) -> Result<Applied, Refusal> {
    let exact = Index::new(text, hunks, Blind::Eol);
    let mut indented = None;
    let mut anchors = None;
    let mut located = Vec::with_capacity(hunks.len());
    let mut newline = FinalNewline::Kept;
    for hunk in hunks {
        let part = if hunk.before().next().is_none() {
            insertion(text, hunk)?
        } else {
            let places = exact.places(hunk);
            if places.is_empty() {
                let index = indented.get_or_insert_with(|| Index::new(text, hunks, Blind::Indent));
                checked(text, hunk, index, &mut anchors)?
            } else {
                checked(text, hunk, &exact, &mut anchors)?
            }
        };
        if let Some(wanted) = final_newline(text, hunk)? {
            newline = wanted;
        }
        located.push(part);
    }
    finished(text, located, newline)
}

/// The place of a hunk that names no old line: an empty text, or the end if it says so.
fn insertion(text: &Text<'_>, hunk: &Hunk) -> Result<Located, Refusal> {
    if !(text.is_empty() || hunk.at_end && hunk.anchors.is_empty()) {
        return Err(Refusal::ambiguous(
            "a part of the edit only adds lines and names none around them, so it could be anywhere",
        ));
    }
    let exact = |line| Place { line, kind: Match::Exact };
    Ok(match part(text, hunk, text.len(), Match::Eol, None) {
        // Nothing of the file is named that could say how its lines end.
        Some(found) if !text.is_empty() => Located { place: exact(found.place.line), ..found },
        _ => part(text, hunk, text.len(), Match::Exact, None).unwrap_or_else(|| Located {
            place: exact(1),
            span: 0..0,
            splices: Vec::new(),
        }),
    })
}

fn checked<'t>(
    text: &'t Text<'t>,
    hunk: &Hunk,
    index: &Index<'_>,
    anchors: &mut Option<Anchors<'t>>,
) -> Result<Located, Refusal> {
    let mut places = index.places(hunk);
    if hunk.open && index.open_places(hunk, text) > 1 {
        return Err(Refusal::truncated(
            "the last line of the edit has no line end; if it is cut, other places fit too",
        ));
    }
    if !hunk.anchors.is_empty() && !places.is_empty() {
        let anchors = anchors.get_or_insert_with(|| Anchors::new(text));
        places = anchors.leave(&hunk.anchors, &places).ok_or_else(|| {
            Refusal::not_found(format!(
                "the lines that a part of the edit builds on do not come after \"{}\"",
                hunk.anchors.join("\" and \"")
            ))
        })?;
    }
    let located = one_place(text, hunk, places, index.blind());
    match located {
        Err(refusal) if refusal.reason == Reason::NotFound => Err(missing(text, hunk, index).unwrap_or(refusal)),
        Ok(found) => match fused_at_end(text, hunk, &found) {
            Some(refusal) => Err(refusal),
            None => Ok(found),
        },
        other => other,
    }
}

/// What is wrong with a hunk that is nowhere, if it can be told.
fn missing(text: &Text<'_>, hunk: &Hunk, index: &Index<'_>) -> Option<Refusal> {
    let unknown: Vec<&HunkLine> =
        hunk.before().filter(|line| index.occurrences(line.text.as_bytes()).is_empty()).collect();
    if let Some(line) = unknown.iter().find(|line| elision::elides(&line.text, "")) {
        let message =
            format!("\"{}\" is not in the file: an edit has to hold every line that it builds on", line.text.trim());
        return Some(Refusal::new(Reason::Elided, message));
    }
    // "-old+new" on one line: what stands before the sign is a line of the file.
    let known = |wanted: &str| {
        !wanted.trim().is_empty() && text.lines().any(|line| line.trim_ascii() == wanted.trim().as_bytes())
    };
    let removed = unknown.iter().filter(|line| line.kind == LineKind::Remove).take(8);
    let fused = removed.flat_map(|line| splits(&line.text, &['+', '-']).map(|(head, _)| head).take(16)).any(known);
    let added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add).take(8);
    let fused = fused || added.flat_map(|line| splits(&line.text, &['-']).map(|(_, tail)| tail).take(16)).any(known);
    fused.then(|| Refusal::malformed("removed and added text stand on one line"))
}

/// An added line that goes on with the line the hunk would have removed next.
fn fused_at_end(text: &Text<'_>, hunk: &Hunk, found: &Located) -> Option<Refusal> {
    let last = hunk.lines.last().filter(|line| line.kind == LineKind::Add)?;
    let next = found.place.line - 1 + hunk.before().count();
    let next = (next < text.len()).then(|| text.line(next)).filter(|line| !line.trim_ascii().is_empty())?;
    let fused = splits(&last.text, &['-']).any(|(_, tail)| tail.as_bytes() == next);
    fused.then(|| Refusal::malformed("added and removed text stand on one line"))
}

fn splits<'s>(line: &'s str, signs: &'static [char]) -> impl Iterator<Item = (&'s str, &'s str)> {
    line.char_indices().filter(|(at, c)| *at > 0 && signs.contains(c)).map(|(at, _)| (&line[..at], &line[at + 1..]))
}

/// The part at its only place.
fn one_place(text: &Text<'_>, hunk: &Hunk, places: Vec<usize>, blind: Blind) -> Result<Located, Refusal> {
    match places.as_slice() {
        [at] => {
            let (kind, shift) = fit(text, hunk, *at, blind);
            if hunk.signed && shift.as_ref().is_some_and(Shift::is_a_sign) {
                return Err(Refusal::malformed(
                    "the lines around the change are one space short: in a diff each begins with a space, + or -",
                ));
            }
            let found = part(text, hunk, *at, kind, shift.as_ref());
            found.filter(|_| kind != Match::Indent || shift.is_some()).ok_or_else(|| {
                let mut refusal =
                    Refusal::not_found("the lines are there, indented in a way that no uniform shift explains");
                refusal.near = near::nearest(text, hunk);
                refusal
            })
        }
        [] => {
            let mut refusal = Refusal::not_found("the lines that the edit builds on are not in the file");
            refusal.near = near::nearest(text, hunk);
            Err(refusal)
        }
        several => {
            let message = format!(
                "the lines that the edit builds on stand in {} places; give more of what surrounds them",
                several.len()
            );
            let places = several.iter().take(NAMED);
            let place = |at: &usize| Place { line: at + 1, kind: fit(text, hunk, *at, blind).0 };
            Err(Refusal { places: places.map(place).collect(), ..Refusal::ambiguous(message) })
        }
    }
}

/// How closely a hunk fits at line `at`, and the shift of its indentation if it has one.
fn fit(text: &Text<'_>, hunk: &Hunk, at: usize, blind: Blind) -> (Match, Option<Shift>) {
    let pairs = || hunk.before().enumerate().map(|(k, line)| (line, at + k));
    match blind {
        Blind::Eol => {
            let same = |(line, at): (&HunkLine, usize)| {
                line.eol == text.eol(at) || line.eol == Eol::None || text.eol(at) == Eol::None
            };
            (if pairs().all(same) { Match::Exact } else { Match::Eol }, None)
        }
        Blind::Indent => {
            let lines: Vec<(&[u8], &[u8])> = pairs().map(|(line, at)| (line.text.as_bytes(), text.line(at))).collect();
            let indents = lines.iter().filter(|(edit, _)| !unindented(edit).is_empty());
            let indents: Vec<_> = indents.map(|(edit, file)| (indent_of(edit), indent_of(file))).collect();
            (Match::Indent, Shift::infer(&indents))
        }
    }
}

/// Whether how a hunk's lines end, which fits at line `at`, is how they are to end: a line that it shares with the file
/// ends so. The last one of a file may end with none.
fn says_line_ends(text: &Text<'_>, hunk: &Hunk, at: usize) -> bool {
    let mut shared = hunk.before().enumerate().map(|(k, line)| (line.eol, text.eol(at + k))).peekable();
    shared.peek().is_none() || text.is_without_ends() || shared.any(|(said, is)| said == is && is != Eol::None)
}

/// What a hunk does at line `at`. None if its shift does not say what an added line becomes.
pub(crate) fn part(text: &Text<'_>, hunk: &Hunk, at: usize, kind: Match, shift: Option<&Shift>) -> Option<Located> {
    let mut splices = Vec::new();
    let mut line = at;
    let mut rest = hunk.lines.as_slice();
    let told = kind == Match::Exact && says_line_ends(text, hunk, at);
    while !rest.is_empty() {
        let context = rest.iter().take_while(|l| l.kind == LineKind::Context).count();
        line += context;
        let group;
        (group, rest) =
            rest[context..].split_at(rest[context..].iter().take_while(|l| l.kind != LineKind::Context).count());
        let removed = group.iter().filter(|l| l.kind == LineKind::Remove).count();
        let added = group.iter().filter(|l| l.kind == LineKind::Add).enumerate().map(|(k, l)| {
            let content = l.text.as_bytes();
            let content = shift.map_or_else(|| Some(content.to_vec()), |shift| shift.shifted(content))?;
            // A new line ends as the one it replaces, else as the one before it.
            let model =
                if removed > 0 { line + k.min(removed - 1) } else { line.saturating_sub(usize::from(line > at)) };
            let eol = if told && l.eol != Eol::None { l.eol } else { text.style_at(model) };
            Some((content, eol))
        });
        let added = added.collect::<Option<Vec<_>>>()?;
        if !group.is_empty() {
            let added = added.iter().map(|(content, eol)| (content.as_slice(), *eol));
            splices.push(Splice::lines(text, line..line + removed, added));
        }
        line += removed;
    }
    Some(Located { place: Place { line: at + 1, kind }, span: text.start(at)..text.start(line), splices })
}

/// What `\ No newline at end of file` asks for; None if the hunk does not say it.
fn final_newline(text: &Text<'_>, hunk: &Hunk) -> Result<Option<FinalNewline>, Refusal> {
    let old = hunk.before().next_back().is_some_and(|line| line.no_newline);
    let new = hunk.after().next_back().is_some_and(|line| line.no_newline);
    match (old, new) {
        (true, _) if text.terminated() => {
            Err(Refusal::not_found("the edit says that the file ends without a line end, and it has one"))
        }
        (_, true) => Ok(Some(FinalNewline::Absent)),
        (true, false) if hunk.after().next().is_some() => Ok(Some(FinalNewline::Present)),
        // It only takes the last line away: the one before it keeps its own line end.
        (true, false) => Ok(Some(FinalNewline::AsSpliced)),
        _ => Ok(None),
    }
}
