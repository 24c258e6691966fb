//! From a text to its judgement: parse, judge every command, take the strictest.

mod feeding;
mod parameters;
mod shaped;
mod values;

pub(crate) use shaped::{refusals, spread};

use crate::budget::Budget;
use crate::case::{Case, Finding};
use crate::place::{Access, Map, Place, clip};
use crate::scan::{Scan, Token, scan};
use crate::tree::{self, Parsed, Part};
use crate::verdict::{Cause, Class, Join, Judgement, Objection, Segment, Setting, Verdict};
use crate::{builtins, programs, repository, spared, table, unlisted, written};
use feeding::handed_on;
use shaped::shaped;
use std::rc::Rc;
use written::Drawn;

/// Longer texts are not parsed: nobody reads them before signing either. Bytes.
const LONGEST: usize = 16 * 1024;

/// Judges a text as the commands of a shell would be written. Pure: runs nothing, opens nothing.
///
/// Linear in the length of the text, and what is guessed beyond it is bounded, as is all that is done: what asks for
/// more is refused. Never fails: what cannot be read is asked about.
#[must_use]
pub fn judge(text: &str, setting: &Setting) -> Judgement {
    within(text, setting, &Rc::new(Budget::new()))
}

pub(crate) fn within(text: &str, setting: &Setting, budget: &Rc<Budget>) -> Judgement {
    let map = Map::new(setting, budget);
    let mut case = Case {
        setting,
        map: &map,
        cwd: map.workspace(),
        moved: None,
        piped: false,
        redirected: false,
        fed: None,
        before: None,
        drawn: Drawn::default(),
        pipes: Rc::default(),
        values: Rc::default(),
        unsure: Rc::default(),
        held: Rc::default(),
        bound: false,
        written: Rc::default(),
        reopened: false,
        budget: budget.clone(),
        depth: 0,
        guesses: 0,
    };
    case.cwd = map.go(&case.cwd, &setting.cwd);
    let scanned = scan(text);
    let parsed = if text.len() <= LONGEST { tree::parse(text) } else { None };
    let agreed = parsed.as_ref().is_some_and(|parsed| agrees(&scanned, parsed));
    let form = match scanned.odd {
        _ if text.len() > LONGEST => Some(format!("it is longer than {LONGEST} bytes")),
        Some(odd) => Some(format!("it is not plain words: there is {odd}")),
        None if scanned.tokens.is_empty() => Some("there is no command".to_owned()),
        None => None,
    };
    // The grammar has kinds of its own for some of a shell's commands.
    let readable = agreed || parsed.as_ref().is_some_and(|parsed| !parsed.broken);
    let own = if form.is_none() && readable { own(&scanned) } else { None };
    let judged = match (form, own) {
        (None, None) if agreed => plain(&mut case, scanned),
        (None, None) => shaped(&mut case, text, parsed, "it cannot be read for certain".to_owned()),
        (None, Some(form)) => {
            let words = Some(segmented(&scanned));
            Judgement { words, ..shaped(&mut case, text, parsed, form) }
        }
        (Some(form), _) => shaped(&mut case, text, parsed, form),
    };
    if budget.is_over() { unjudged(judged) } else { judged }
}

/// A text of which not all was judged.
fn unjudged(mut judged: Judgement) -> Judgement {
    let why = "there is more in it than can be judged";
    let segment = shaped::refused(judged.class.max(Class::Shell), why);
    judged.segments.push(segment);
    Judgement {
        verdict: Verdict::Never,
        class: judged.class.max(Class::Shell),
        argv: None,
        words: None,
        joins: Vec::new(),
        reason: format!("{why}."),
        segments: judged.segments,
    }
}

/// The words of each command of a plain text.
fn segmented(scanned: &Scan) -> Vec<Vec<String>> {
    let word = |token: &Token| if let Token::Word(word) = token { Some(word.text.clone()) } else { None };
    let runs = scanned.tokens.split(|token| matches!(token, Token::Join(_)));
    runs.filter(|run| !run.is_empty()).map(|run| run.iter().filter_map(word).collect()).collect()
}

/// Whether the grammar finds the same words in the same commands.
fn agrees(scanned: &Scan, parsed: &Parsed) -> bool {
    if !parsed.simple {
        return false;
    }
    let mut found = parsed.parts.iter().filter_map(|part| match part {
        Part::Command(found) => Some(&found.words),
        _ => None,
    });
    let same = scanned.tokens.split(|token| matches!(token, Token::Join(_))).filter(|run| !run.is_empty()).all(|run| {
        let words = run.iter().map(|token| if let Token::Word(word) = token { Some(&word.text) } else { None });
        found.next().is_some_and(|other| words.eq(other.iter().map(|word| Some(&word.text))))
    });
    same && found.next().is_none()
}

/// Why one of the commands of a plain text is done by a shell alone, if so. Run without one, the others
/// would go on as if it had failed, and mean something else.
fn own(scanned: &Scan) -> Option<String> {
    let mut before = None;
    scanned.tokens.split_inclusive(|token| matches!(token, Token::Join(_))).find_map(|run| {
        let word = |token: &Token| if let Token::Word(word) = token { Some(word.text.clone()) } else { None };
        let argv: Vec<String> = run.iter().filter_map(word).collect();
        let after = run.last().and_then(|token| if let Token::Join(join) = token { Some(*join) } else { None });
        let piped = std::mem::replace(&mut before, after) == Some(Join::Pipe) || after == Some(Join::Pipe);
        builtins::needs_shell(&argv, piped)
    })
}

fn plain(case: &mut Case<'_>, scanned: Scan) -> Judgement {
    let (mut segments, mut joins, mut argv) = (Vec::new(), Vec::new(), Vec::new());
    for token in scanned.tokens.into_iter().chain([Token::Join(Join::Then)]) {
        if case.budget.is_over() {
            break;
        }
        match token {
            Token::Word(word) => argv.push(word.text),
            Token::Join(join) if !argv.is_empty() => {
                let given = argv.clone();
                segments.push(segment(case, std::mem::take(&mut argv)));
                joins.push(join);
                case.piped = join == Join::Pipe;
                case.drawn = if case.piped { case.drawn.with(case, &given) } else { Drawn::default() };
                let printed = handed_on(case.before.take(), &given);
                case.before = case.piped.then_some(printed);
            }
            Token::Join(_) | Token::Break | Token::Redirect(_) => {}
        }
    }
    // The one that was added to end the last segment.
    joins.pop();
    let argv = Some(segments.iter().map(|segment| segment.argv.clone()).collect());
    let form = case.budget.is_spent().then(|| "there is more in it than was looked at".to_owned());
    conclude(argv, joins, segments, form)
}

fn segment(case: &mut Case<'_>, argv: Vec<String>) -> Segment {
    let mut finding = words(case, &argv);
    if case.budget.is_over() {
        let (verdict, class, objections) = (finding.verdict(), finding.class, finding.objections);
        return Segment { argv, verdict, class, objections, meant: Vec::new(), writes: Vec::new() };
    }
    place(case, &mut finding);
    linked(case, &mut finding, &argv);
    if let Some(moved) = case.moved.clone() {
        let there = Case { cwd: moved, ..case.clone() };
        let mut second = words(&there, &argv);
        place(&there, &mut second);
        linked(&there, &mut second, &argv);
        second.objections.retain(|objection| !finding.objections.contains(objection));
        finding.objections.extend(second.objections);
    }
    moved(case, &argv);
    written::by(case, &argv);
    let worst = finding.objections.iter().max_by_key(|objection| (objection.verdict, objection.class));
    let class = worst.map_or(finding.class, |objection| objection.class.max(finding.class));
    Segment {
        argv,
        verdict: finding.verdict(),
        class,
        objections: finding.objections,
        meant: Vec::new(),
        writes: Vec::new(),
    }
}

/// Objects to words that lead elsewhere over links, whatever the program makes of them: the word itself, or
/// what follows `=` or `-x` in it. No rule lifts that: a link may lead elsewhere tomorrow.
fn linked(case: &Case<'_>, finding: &mut Finding, argv: &[String]) {
    for (at, word) in argv.iter().enumerate().skip(1) {
        let behind = word.split_once('=').map(|(_, value)| value);
        let glued = word.strip_prefix('-').and_then(|rest| rest.get(rest.chars().next()?.len_utf8()..));
        let parts = [Some(word.as_str()), behind, glued].into_iter().flatten().filter(|part| !part.is_empty());
        let found = parts.filter_map(|part| case.map.linked(&case.map.go(&case.cwd, part), Access::Read, word));
        if let Some((verdict, class, text)) = found.max_by_key(|(verdict, ..)| *verdict) {
            finding.object(verdict, class.max(finding.class).max(Class::Unknown), Cause::Form, Some(at), text);
        }
    }
}

/// The folder that a command runs in is reached by it.
fn place(case: &Case<'_>, finding: &mut Finding) {
    if let Some((verdict, class, _)) = case.map.objection(&case.cwd, Access::List, "") {
        let text = "it would run outside the workspace, or where nothing is reached";
        finding.object(verdict, class.max(finding.class), Cause::Argument, None, text);
    }
}

/// After `cd`, paths may be meant from there; or from where it all began, because without a shell, in a
/// pipe or in parentheses `cd` moves nobody else.
fn moved(case: &mut Case<'_>, argv: &[String]) {
    // `command cd /`, `builtin cd /`, `eval 'cd /'`
    let words = argv.iter().flat_map(|word| match argv[0] == "eval" {
        true => word.split_whitespace().collect(),
        false => vec![word.as_str()],
    });
    let argv: Vec<&str> =
        words.skip_while(|word| matches!(*word, "command" | "builtin" | "eval" | "-p" | "--")).collect();
    if matches!(argv.first(), Some(&("cd" | "pushd"))) {
        let to = argv.iter().skip(1).find(|word| !word.starts_with('-')).map_or("~", |to| to.trim_matches(['"', '\'']));
        case.moved = Some(case.map.go(case.moved.as_ref().unwrap_or(&case.cwd), to));
    }
}

/// Judges the words of one command.
pub(crate) fn words(case: &Case<'_>, argv: &[String]) -> Finding {
    if !case.budget.command(argv.len()) {
        return Finding::new(Class::Unknown);
    }
    if argv[0] == "git" {
        let mut globals = Finding::new(Class::ReadOnly);
        let (sub, cwd) = programs::git_globals(case, &mut globals, argv);
        let inner: Vec<String> = argv[..1].iter().chain(argv.get(sub..).unwrap_or_default()).cloned().collect();
        let mut finding = named(&Case { cwd, ..case.clone() }, &inner);
        for objection in &mut finding.objections {
            objection.word = objection.word.map(|word| if word > 0 { word + sub - 1 } else { 0 });
        }
        finding.objections.extend(globals.objections);
        if let Some(sub) =
            repository::writing(argv).filter(|_| case.setting.sandbox && finding.verdict() > Verdict::Allow)
        {
            let text = format!("`git {}` writes to `.git`, which can only be read in the sandbox", clip(sub));
            let objection =
                Objection { verdict: Verdict::Prompt, class: finding.class, cause: Cause::Class, word: None, text };
            // Said before anything else that is asked about.
            finding.objections.insert(0, objection);
        }
        if let Some((word, why)) = spared::by_object(argv) {
            // No path says what it is of, and no rule lifts that.
            let text = format!("`{}` {why}", clip(&argv[word]));
            finding.object(Verdict::Prompt, Class::ReadOnly, Cause::Form, Some(word), text);
        }
        if let Some((word, why)) = spared::unguarded(argv) {
            finding.ask(Class::ReadOnly, word, format!("`{}` {why}", clip(&argv[word])));
        }
        return finding;
    }
    named(case, argv)
}

/// What `cd` alone does with a folder of the workspace that its words name downwards and over no link: it goes there,
/// and what comes behind it is judged there as well. Of a second one nobody knows where it begins.
fn entered(case: &Case<'_>, argv: &[String]) -> Option<Finding> {
    let [cd, to] = argv else { return None };
    let place = case.map.go(&case.cwd, to);
    let plain = cd == "cd" && !to.starts_with(['-', '~']) && to.split('/').all(|part| part != "..");
    if !plain || case.moved.is_some() || !place.is_inside() || case.map.crosses_link(&place) {
        return None;
    }
    let mut finding = Finding::new(Class::ReadOnly);
    case.path(&mut finding, 1, to, Access::List);
    Some(finding)
}

fn named(case: &Case<'_>, argv: &[String]) -> Finding {
    if let Some(finding) = entered(case, argv) {
        return finding;
    }
    let (given, argv) = (argv, &*table::unabridged(argv));
    let mut finding = match table::find(argv) {
        Some((program, named)) => programs::judge(case, program, named, argv),
        None if !case.budget.unlisted(argv) => Finding::new(Class::Unknown),
        None => {
            let mut finding = unlisted::judge(case, argv);
            let text = match argv.get(1) {
                Some(sub) if table::knows(&argv[0]) => format!("`{} {}` is not on the list", argv[0], clip(sub)),
                _ => format!("`{}` is not on the list", clip(&argv[0])),
            };
            finding.object(Verdict::Prompt, finding.class, Cause::NotListed, None, text);
            if !case.setting.sandbox && finding.class != Class::ReadOnly {
                let text = format!("`{}` may run code or write, and there is no working sandbox", clip(&argv[0]));
                finding.object(Verdict::Prompt, finding.class, Cause::NoSandbox, None, text);
            }
            finding
        }
    };
    programs::refused_anywhere(&mut finding, argv);
    programs::handed_on(case, &mut finding, given);
    unlisted::run(case, &mut finding, argv);
    unlisted::installed(case, &mut finding, argv);
    // A link in the workspace may be a shell by another name.
    let place = argv[0].contains('/').then(|| case.map.go(&case.cwd, &argv[0])).filter(Place::is_inside);
    if let Some(program) = place.and_then(|place| case.map.leads(&place)) {
        let led: Vec<String> = [program].into_iter().chain(argv.iter().skip(1).cloned()).collect();
        let refused = unlisted::judge(case, &led).objections.into_iter();
        finding.objections.extend(refused.filter(|objection| objection.verdict == Verdict::Never));
    }
    finding
}

fn conclude(
    argv: Option<Vec<Vec<String>>>,
    joins: Vec<Join>,
    segments: Vec<Segment>,
    form: Option<String>,
) -> Judgement {
    // The first of the strictest, by what it does.
    let worst = segments.iter().rev().max_by_key(|segment| (segment.verdict, segment.class));
    let verdict = worst.map_or(Verdict::Allow, |segment| segment.verdict);
    let class = worst.map_or(Class::Unknown, |segment| segment.class);
    let said = worst.and_then(|segment| {
        segment.objections.iter().rev().max_by_key(|objection| (objection.verdict, objection.class))
    });
    let sentence = |text: &str| text.to_owned() + ".";
    match form {
        Some(form) if verdict < Verdict::Never => {
            let class = if class == Class::ReadOnly || class == Class::Unknown { Class::Shell } else { class };
            Judgement {
                verdict: Verdict::Prompt,
                class,
                words: argv.clone(),
                argv,
                joins,
                reason: sentence(&form),
                segments,
            }
        }
        _ => {
            let reason = said.map_or_else(
                || match class {
                    Class::ReadOnly => "it only reads, inside the workspace".to_owned(),
                    _ => "it runs in the sandbox".to_owned(),
                },
                |objection| objection.text.clone(),
            );
            Judgement { verdict, class, words: argv.clone(), argv, joins, reason: sentence(&reason), segments }
        }
    }
}
