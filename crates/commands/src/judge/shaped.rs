//! A text that only a shell can run: every command that can be found in it is judged, and what one may be meant
//! to be.

use super::feeding::{carries_code, fetches, handed_on, may_be_shell, prints_code, said};
use super::parameters::{give, parameters};
use super::values::{assigned, bound, emptied, finds_us, handed, held, known, meanings, meant, read, valued};
use super::{LONGEST, conclude, segment};
use crate::case::{Case, Finding};
use crate::meant::Meant;
use crate::place::{Access, clip};
use crate::scan::{Word, scan};
use crate::tree::{self, Found, Gives, Parsed, Part};
use crate::verdict::{Cause, Class, Judgement, Objection, Segment, Verdict};
use crate::written::Drawn;
use crate::{posix, unlisted, written};
use std::rc::Rc;

/// So many texts inside a substitution of a command are looked at.
const NESTED: usize = 4;

/// Everything that is refused in a text that a shell would run.
pub(crate) fn refusals(case: &Case<'_>, text: &str) -> Vec<Objection> {
    if !case.budget.text(text.len()) {
        return Vec::new();
    }
    let parsed = if text.len() <= LONGEST { tree::parse(text) } else { None };
    let mut case = case.clone();
    (case.piped, case.redirected, case.fed, case.before) = (false, false, None, None);
    case.drawn = Drawn::default();
    look(&mut case, text, parsed)
        .into_iter()
        .flat_map(|segment| segment.objections)
        .filter(|objection| objection.verdict == Verdict::Never)
        .collect()
}

pub(super) fn shaped(case: &mut Case<'_>, text: &str, parsed: Option<Parsed>, form: String) -> Judgement {
    let mut segments = look(case, text, parsed);
    if case.setting.no_bash
        && let Some(what) = posix::beyond(text)
    {
        let why = format!("`{}` is read by bash alone, and there is no bash here", clip(what));
        segments.push(refused(Class::Shell, why));
    }
    conclude(None, Vec::new(), segments, Some(form))
}

/// Judges every command that can be found in a text that is not plain. Where a line goes on in the next one, a word may
/// too: then it is judged joined, and as it is written.
fn look(case: &mut Case<'_>, text: &str, parsed: Option<Parsed>) -> Vec<Segment> {
    let Some(joined) = tree::joined(text, true).filter(|joined| case.budget.text(joined.len())) else {
        return looked(case, text, parsed);
    };
    let mut before = case.clone();
    let mut segments = looked(case, &joined, tree_of(&joined));
    let written = looked(&mut before, text, parsed).into_iter();
    segments.extend(written.filter(|segment| segment.verdict == Verdict::Never));
    segments
}

fn tree_of(text: &str) -> Option<Parsed> {
    if text.len() <= LONGEST { tree::parse(text) } else { None }
}

fn looked(case: &mut Case<'_>, text: &str, parsed: Option<Parsed>) -> Vec<Segment> {
    let mut parts = Vec::new();
    if parsed.as_ref().is_none_or(|parsed| parsed.broken) {
        parts = tree::rough(text);
    }
    parts.extend(parsed.into_iter().flat_map(|parsed| parsed.parts));
    let gives: Vec<Vec<Word>> = parameters(&parts);
    let again = (!gives.is_empty()).then(|| (parts.clone(), case.clone()));
    let mut found: Vec<Option<Segment>> = parts.into_iter().map(|part| look_at(case, part)).collect();
    let mut more = Vec::new();
    // By now it is known what may be given, and what the variables in that may hold.
    if let Some((parts, before)) = again {
        let mut inside = Case { values: case.values.clone(), unsure: case.unsure.clone(), ..before };
        more.extend(give(&mut inside, &gives));
        for (first, part) in found.iter_mut().zip(parts) {
            match (first, look_at(&mut inside, part)) {
                (_, Some(given)) if given.verdict == Verdict::Never => more.push(given),
                (Some(first), Some(given)) => first.or(given),
                _ => {}
            }
        }
    }
    let mut segments: Vec<Segment> = found.into_iter().flatten().chain(more).collect();
    // What joins lines may also stand in quotes, which a shell takes away before another one reads the text.
    if let Some(joined) = tree::joined(text, false)
        && case.budget.text(joined.len())
        && let Some(mut inside) = case.deeper()
    {
        let found = looked(&mut inside, &joined, tree_of(&joined));
        segments.extend(found.into_iter().filter(|segment| segment.verdict == Verdict::Never));
    }
    let dense: String = text.chars().filter(|c| !c.is_whitespace()).take(LONGEST).collect();
    if dense.contains(":(){:|:&};:") || dense.contains("(){:|:&}") {
        segments.push(refused(Class::Destructive, "it starts itself without end"));
    }
    segments
}

/// What the commands of a text are handed that this very shell runs: the words of `eval`, the first of `trap`.
fn evaluated(case: &Case<'_>, program: &str, handed: &[Vec<Meant>]) -> Vec<Vec<Meant>> {
    let text = |words: &Vec<Meant>| {
        let words = words.get(1..)?.iter().map(Meant::written).collect::<Option<Vec<&str>>>()?;
        let rest: Vec<&str> = words.into_iter().skip_while(|word| *word == "--").collect();
        match (program, rest.as_slice()) {
            ("eval", rest) => Some(rest.join(" ")),
            ("trap", [text, _, ..]) if !text.starts_with('-') => Some((*text).to_owned()),
            _ => None,
        }
    };
    let texts = handed.iter().filter_map(text).filter(|text| case.budget.text(text.len()));
    let looked = texts.filter_map(|text| Some(look(&mut case.deeper()?, &text, tree_of(&text))));
    looked.flatten().flat_map(|segment| segment.meant).collect()
}

pub(super) fn refused(class: Class, text: impl Into<String>) -> Segment {
    let mut finding = Finding::new(class);
    finding.object(Verdict::Never, class, Cause::Form, None, text);
    Segment {
        argv: Vec::new(),
        verdict: Verdict::Never,
        class,
        objections: finding.objections,
        meant: Vec::new(),
        writes: Vec::new(),
    }
}

fn look_at(case: &mut Case<'_>, part: Part) -> Option<Segment> {
    if !case.budget.command(0) {
        return None;
    }
    let many = match &part {
        Part::Command(found) => found.words.iter().any(|word| word.many),
        Part::Listed { word, .. } => word.many,
        _ => false,
    };
    if many {
        case.budget.exceed();
        return None;
    }
    match part {
        Part::Command(found) => command(case, found),
        Part::Redirect { file, write, told } => {
            let kept = !write || file.text == "/dev/null" || file.text.bytes().all(|b| b.is_ascii_digit());
            let mut finding = Finding::new(if kept { Class::ReadOnly } else { Class::Write });
            let access = if write { Access::Overwrite } else { Access::Read };
            case.path(&mut finding, 0, &file.text, access);
            if let Some(moved) = case.moved.clone() {
                Case { cwd: moved, ..case.clone() }.path(&mut finding, 0, &file.text, access);
            }
            names(case, &mut finding, std::slice::from_ref(&file));
            let files: Vec<String> = meanings(case, &file).into_iter().chain([file.by_name()]).collect();
            for text in files.iter().filter(|_| write) {
                written::into(case, text, told.as_ref());
            }
            let reader = case.before.as_ref().and_then(|argv| argv.first()).filter(|_| !write);
            if let Some(reader) = reader.filter(|reader| unlisted::runs_commands(reader))
                && files.iter().any(|file| written::is_fetched(case, file))
            {
                finding.refuse(Class::Shell, 0, format!("what is fetched is run by `{}`", clip(reader)));
            }
            let writes = if write { handed(case, std::slice::from_ref(&file)).concat() } else { Vec::new() };
            Some(Segment {
                argv: Vec::new(),
                verdict: Verdict::Prompt.max(finding.verdict()),
                class: finding.objections.iter().map(|o| o.class).max().unwrap_or(finding.class).max(finding.class),
                objections: finding.objections,
                meant: Vec::new(),
                writes,
            })
        }
        Part::Assignment { name, value, gives, inner } => {
            let segment = assigned(case, name.clone(), &value, gives);
            held(case, &name, &inner);
            segment
        }
        Part::Listed { name, word, inner } => {
            let segment = valued(case, name.clone(), &word, Gives::Another);
            held(case, &name, &inner);
            segment
        }
        Part::Known(names) => {
            known(case, names.iter());
            None
        }
        Part::Loop { name } => {
            Rc::make_mut(&mut case.values).remove(&name);
            None
        }
        Part::Ticked(text) => {
            let objections = refusals(&case.deeper()?, &text);
            let class = objections.iter().map(|objection| objection.class).max()?;
            Some(Segment {
                argv: Vec::new(),
                verdict: Verdict::Never,
                class,
                objections,
                meant: Vec::new(),
                writes: Vec::new(),
            })
        }
        Part::Deep => Some(refused(Class::Shell, "commands stand in each other too deeply to be looked at")),
        Part::Function(_) => None,
        Part::Fork => Some(refused(Class::Destructive, "it starts itself without end")),
    }
}

fn command(case: &mut Case<'_>, found: Found) -> Option<Segment> {
    if !case.budget.command(found.words.len()) {
        return None;
    }
    let Found { words, piped, redirected, fed, fed_variables, substituted, inner, poured, nested } = found;
    // What stands in a substitution has pipes of its own.
    let outer = case.drawn;
    if nested > 0 {
        case.drawn = case.pipes.get(&nested).copied().unwrap_or_default();
    }
    let piped = piped || fed_variables.iter().any(|name| case.held.contains_key(name));
    let argv: Vec<String> = words.iter().flat_map(spread).collect();
    let program = argv.first()?.clone();
    let given = argv.clone();
    read(case, &argv, piped, fed.as_ref());
    bound(case, &argv, &words);
    case.reopened |= redirected && given == ["exec"];
    let redirected = redirected || case.reopened && !piped && fed.is_none();
    (case.piped, case.redirected, case.fed) = (piped, redirected, fed);
    if !piped {
        case.before = None;
    }
    if !piped || !poured.is_empty() {
        case.drawn = Drawn { fetched: poured.iter().any(|text| fetches(text)), ..Drawn::default() };
    }
    // What `$(echo …)` says is a word as well.
    let said: Vec<String> = inner.iter().filter_map(|text| said(text)).flatten().collect();
    let worse = (!said.is_empty()).then(|| super::words(case, &[argv.clone(), said].concat()));
    let mut worse: Vec<Finding> = worse.into_iter().collect();
    let filled = meant(case, &words, &inner);
    worse.extend(filled.iter().map(|argv| super::words(case, argv)));
    // What has an unknown value is known by its name: `sh "$x"` behind `curl -o "$x"`.
    let by_name: Vec<String> = words.iter().map(Word::by_name).collect();
    let mut run = Finding::new(Class::Shell);
    if words.iter().any(|word| !word.holes.is_empty()) {
        unlisted::run(case, &mut run, &by_name);
    }
    worse.push(run);
    if let Some(emptied) = emptied(case, &words) {
        let mut finding = super::words(case, &emptied.words);
        finding.objections.retain(|objection| objection.class == Class::Destructive);
        let why =
            format!("`{}` without a value is `{}`, which would be lost", clip(&emptied.named), clip(&emptied.left));
        finding.objections.iter_mut().for_each(|objection| objection.text.clone_from(&why));
        worse.push(finding);
    }
    let mut handed = handed(case, &words);
    if matches!(program.as_str(), "eval" | "trap") {
        handed.extend(evaluated(case, &program, &handed));
    }
    let mut segment = Segment { meant: handed, ..segment(case, argv) };
    filled.iter().chain([&by_name]).for_each(|argv| written::by(case, argv));
    let more = worse.into_iter().flat_map(|finding| finding.objections).filter(|o| o.verdict == Verdict::Never);
    segment.objections.extend(more);
    segment.verdict = segment.objections.iter().map(|o| o.verdict).max().unwrap_or(segment.verdict);
    // Of a variable without a value nothing is left, and `cd` alone goes home.
    if let [cd, to] = words.as_slice()
        && matches!(cd.text.as_str(), "cd" | "pushd")
        && !to.quoted
        && !case.bound
        && to.is_empty(&case.values)
    {
        case.moved = Some(case.map.go(&case.cwd, "~"));
    }
    let printed = handed_on(case.before.take(), &given);
    (case.piped, case.redirected, case.fed, case.before) = (false, false, None, Some(printed));
    let holds = words.iter().flat_map(|word| &word.holes).any(|hole| case.held.get(&hole.name) == Some(&true));
    let drawn = case.drawn.with(case, &given);
    let drawn = Drawn { fetched: drawn.fetched || holds, ..drawn };
    case.drawn = filled.iter().fold(drawn, |drawn, argv| drawn.with(case, argv));
    if nested > 0 {
        Rc::make_mut(&mut case.pipes).insert(nested, case.drawn);
        case.drawn = outer;
    }
    let mut finding = Finding::new(segment.class);
    names(case, &mut finding, &words);
    // The grammar finds what stands in `$(…)` by itself, and not what stands in backticks in backticks.
    let ticked = inner.iter().filter(|text| text.contains('`') && case.budget.guess(text.len()));
    for text in ticked.flat_map(|text| scan(text).inner).take(NESTED).filter(|text| case.budget.guess(text.len())) {
        finding.objections.extend(case.deeper().map_or_else(Vec::new, |inside| refusals(&inside, &text)));
    }
    if piped && may_be_shell(&words, &inner) {
        finding.refuse(Class::Shell, 0, format!("something is piped into `{}`, which may be a shell", clip(&program)));
    }
    if let Some(at) = prints_code(&words, &inner, &case.held) {
        finding.refuse(Class::Shell, at, format!("what is read elsewhere is run by `{}`", clip(&program)));
    } else if let Some(at) = carries_code(&words, &inner, &case.held, substituted) {
        finding.refuse(Class::Shell, at, format!("what is fetched is run by `{}`", clip(&program)));
    }
    let runs = unlisted::runs_words(&program) && given.iter().any(|word| unlisted::runs_input(word));
    if unlisted::runs_input(&program) || runs {
        if substituted {
            finding.refuse(Class::Shell, 0, format!("something is piped into `{}`", clip(&program)));
        }
        if inner.iter().any(|text| fetches(text)) {
            finding.refuse(Class::Shell, 0, format!("what is fetched is run by `{}`", clip(&program)));
        }
    } else if given.iter().any(|word| unlisted::runs_commands(word)) && inner.iter().any(|text| fetches(text)) {
        finding.refuse(Class::Shell, 0, format!("what is fetched is run by `{}`", clip(&program)));
    }
    let kills = |word: &String| unlisted::bare(word) == "kill";
    if (kills(&program) || unlisted::wraps(&program) && given.iter().any(kills))
        && inner.iter().any(|text| finds_us(case, text))
    {
        finding.refuse(Class::ControlPlane, 0, "it would end our own server");
    }
    if program == "*" && segment.class == Class::Unknown {
        segment.class = Class::Shell;
    }
    segment.verdict = segment.verdict.max(finding.verdict());
    segment.objections.extend(finding.objections);
    Some(segment)
}

fn names(case: &Case<'_>, finding: &mut Finding, words: &[Word]) {
    for (at, word) in words.iter().enumerate() {
        for name in &word.variables {
            case.variable(finding, at, name);
        }
    }
}

/// The words that braces stand for: `/etc/{shadow,passwd}`. Only the outermost pair, and a few.
/// What `$IFS` separates are words too.
pub(crate) fn spread(word: &Word) -> Vec<String> {
    const MOST: usize = 32;
    let text = word.text.as_str();
    if word.variables.iter().any(|name| name == "IFS") {
        return text.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect();
    }
    let Some((before, rest)) = text.split_once('{') else { return vec![text.to_owned()] };
    let Some((inside, after)) = rest.split_once('}').filter(|(inside, _)| inside.contains(',')) else {
        return vec![text.to_owned()];
    };
    inside
        .split(',')
        .take(MOST)
        .map(|choice| format!("{before}{choice}{after}"))
        .filter(|word| !word.is_empty())
        .collect()
}
