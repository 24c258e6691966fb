//! From a text to its judgement: parse, judge every command, take the strictest.

use crate::budget::Budget;
use crate::builtins;
use crate::case::{Case, Finding};
use crate::environment;
use crate::place::{Access, Map, clip};
use crate::posix;
use crate::programs;
use crate::repository;
use crate::scan::{LONGEST_VALUE, Scan, Token, Word, scan};
use crate::spared;
use crate::table;
use crate::tree::{self, Found, Gives, Parsed, Part};
use crate::unlisted;
use crate::verdict::{Cause, Class, Join, Judgement, Objection, Segment, Setting, Verdict};
use std::rc::Rc;

/// Longer texts are not parsed: nobody reads them before signing either. Bytes.
const LONGEST: usize = 16 * 1024;
/// So many values of a variable are looked at.
const VALUES: usize = 16;
/// So many texts inside a substitution of a command are looked at.
const NESTED: usize = 4;

/// Judges a text as the commands of a shell would be written. Pure: runs nothing, opens nothing.
///
/// Linear in the length of the text, and what is guessed beyond it is bounded. Never fails: what cannot be
/// read is asked about.
#[must_use]
pub fn judge(text: &str, setting: &Setting) -> Judgement {
    within(text, setting, &Rc::new(Budget::new()))
}

pub(crate) fn within(text: &str, setting: &Setting, budget: &Rc<Budget>) -> Judgement {
    let map = Map::new(setting);
    let mut case = Case {
        setting,
        map: &map,
        cwd: map.workspace(),
        moved: None,
        piped: false,
        redirected: false,
        fed: None,
        before: None,
        values: Rc::default(),
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
    match (form, own) {
        (None, None) if agreed => plain(&mut case, scanned),
        (None, None) => shaped(&mut case, text, parsed, "it cannot be read for certain".to_owned()),
        (None, Some(form)) => {
            let words = Some(segmented(&scanned));
            Judgement { words, ..shaped(&mut case, text, parsed, form) }
        }
        (Some(form), _) => shaped(&mut case, text, parsed, form),
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
        match token {
            Token::Word(word) => argv.push(word.text),
            Token::Join(join) if !argv.is_empty() => {
                let given = argv.clone();
                segments.push(segment(case, std::mem::take(&mut argv)));
                joins.push(join);
                case.piped = join == Join::Pipe;
                case.before = case.piped.then_some(given);
            }
            Token::Join(_) | Token::Break | Token::Redirect { .. } => {}
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
    let worst = finding.objections.iter().max_by_key(|objection| (objection.verdict, objection.class));
    let class = worst.map_or(finding.class, |objection| objection.class.max(finding.class));
    Segment { argv, verdict: finding.verdict(), class, objections: finding.objections }
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
    if let Some((verdict, class, _)) = case.map.objection(&case.cwd, Access::Read, "") {
        let text = "it would run outside the workspace, or where nothing is reached";
        finding.object(verdict, class.max(finding.class), Cause::Argument, None, text);
    }
}

/// After `cd`, paths may be meant from there; or from where it all began, because without a shell, in a
/// pipe or in parentheses `cd` moves nobody else.
fn moved(case: &mut Case<'_>, argv: &[String]) {
    if matches!(argv.first().map(String::as_str), Some("cd" | "pushd")) {
        let to = argv.iter().skip(1).find(|word| !word.starts_with('-')).map_or("~", String::as_str);
        case.moved = Some(case.map.go(case.moved.as_ref().unwrap_or(&case.cwd), to));
    }
}

/// Judges the words of one command.
pub(crate) fn words(case: &Case<'_>, argv: &[String]) -> Finding {
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
        if let Some((word, why)) = spared::unguarded(argv) {
            finding.ask(Class::ReadOnly, word, format!("`{}` {why}", clip(&argv[word])));
        }
        return finding;
    }
    named(case, argv)
}

fn named(case: &Case<'_>, argv: &[String]) -> Finding {
    let mut finding = match table::find(argv) {
        Some((program, named)) => programs::judge(case, program, named, argv),
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
    finding
}

/// Everything that is refused in a text that a shell would run.
pub(crate) fn refusals(case: &Case<'_>, text: &str) -> Vec<Objection> {
    if !case.budget.text(text.len()) {
        return Vec::new();
    }
    let parsed = if text.len() <= LONGEST { tree::parse(text) } else { None };
    let mut case = case.clone();
    (case.piped, case.redirected, case.fed, case.before) = (false, false, None, None);
    look(&mut case, text, parsed)
        .into_iter()
        .flat_map(|segment| segment.objections)
        .filter(|objection| objection.verdict == Verdict::Never)
        .collect()
}

fn shaped(case: &mut Case<'_>, text: &str, parsed: Option<Parsed>, form: String) -> Judgement {
    let mut segments = look(case, text, parsed);
    if case.setting.no_bash
        && let Some(what) = posix::beyond(text)
    {
        let why = format!("`{}` is read by bash alone, and there is no bash here", clip(what));
        segments.push(refused(Class::Shell, why));
    }
    conclude(None, Vec::new(), segments, Some(form))
}

/// Judges every command that can be found in a text that is not plain.
fn look(case: &mut Case<'_>, text: &str, parsed: Option<Parsed>) -> Vec<Segment> {
    let mut parts = Vec::new();
    if parsed.as_ref().is_none_or(|parsed| parsed.broken) {
        parts = tree::rough(text);
    }
    parts.extend(parsed.into_iter().flat_map(|parsed| parsed.parts));
    let mut segments: Vec<Segment> = parts.into_iter().filter_map(|part| look_at(case, part)).collect();
    let dense: String = text.chars().filter(|c| !c.is_whitespace()).take(LONGEST).collect();
    if dense.contains(":(){:|:&};:") || dense.contains("(){:|:&}") {
        segments.push(refused(Class::Destructive, "it starts itself without end"));
    }
    segments
}

fn refused(class: Class, text: impl Into<String>) -> Segment {
    let mut finding = Finding::new(class);
    finding.object(Verdict::Never, class, Cause::Form, None, text);
    Segment { argv: Vec::new(), verdict: Verdict::Never, class, objections: finding.objections }
}

fn look_at(case: &mut Case<'_>, part: Part) -> Option<Segment> {
    match part {
        Part::Command(found) => command(case, found),
        Part::Redirect { file, write } => {
            let kept = !write || file.text == "/dev/null" || file.text.bytes().all(|b| b.is_ascii_digit());
            let mut finding = Finding::new(if kept { Class::ReadOnly } else { Class::Write });
            let access = if write { Access::Overwrite } else { Access::Read };
            case.path(&mut finding, 0, &file.text, access);
            if let Some(moved) = case.moved.clone() {
                Case { cwd: moved, ..case.clone() }.path(&mut finding, 0, &file.text, access);
            }
            names(case, &mut finding, std::slice::from_ref(&file));
            Some(Segment {
                argv: Vec::new(),
                verdict: Verdict::Prompt.max(finding.verdict()),
                class: finding.objections.iter().map(|o| o.class).max().unwrap_or(finding.class).max(finding.class),
                objections: finding.objections,
            })
        }
        Part::Assignment { name, value, gives } => assigned(case, name, &value, gives),
        Part::Listed { name, word } => valued(case, name, &word, Gives::Another),
        Part::Loop { name } => {
            Rc::make_mut(&mut case.values).remove(&name);
            None
        }
        Part::Ticked(text) => {
            let objections = refusals(&case.deeper()?, &text);
            let class = objections.iter().map(|objection| objection.class).max()?;
            Some(Segment { argv: Vec::new(), verdict: Verdict::Never, class, objections })
        }
        Part::Fork => Some(refused(Class::Destructive, "it starts itself without end")),
    }
}

fn assigned(case: &mut Case<'_>, name: String, value: &Word, gives: Gives) -> Option<Segment> {
    // Who runs it may have given a value to what has none here.
    let written = [value.text.clone()];
    if meanings(case, value).iter().chain(&written).any(|text| environment::loads_code(case, &name, text)) {
        return Some(refused(Class::ControlPlane, format!("`{}=` loads code", clip(&name))));
    }
    valued(case, name, value, gives)
}

/// What a value may be, with the values of its variables.
fn meanings(case: &Case<'_>, value: &Word) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for text in (0..VALUES).filter_map(|n| value.fill(&case.values, n)) {
        if !all.contains(&text) && case.budget.guess(text.len()) {
            all.push(text);
        }
    }
    if all.is_empty() { vec![value.text.clone()] } else { all }
}

fn valued(case: &mut Case<'_>, name: String, value: &Word, gives: Gives) -> Option<Segment> {
    let mut texts = meanings(case, value);
    let had = case.values.get(&name).cloned().unwrap_or_default();
    if gives == Gives::More {
        texts.extend(had.iter().map(|had| format!("{had}{}", value.text)).collect::<Vec<_>>());
    }
    let found = texts.iter().find_map(|text| reached(case, text));
    let mut values = if gives == Gives::Only { Vec::new() } else { had };
    for text in texts.into_iter().filter(|text| text.len() <= LONGEST_VALUE && !value.substituted) {
        if values.contains(&text) {
            continue;
        }
        if values.len() >= VALUES {
            // The oldest, and what may be a place only when there is nothing else.
            let name = values.iter().position(|text| !text.contains(['/', '~', '.', ' ']));
            values.remove(name.unwrap_or(0));
        }
        values.push(text);
    }
    Rc::make_mut(&mut case.values).insert(name, values);
    found
}

/// A value that a variable takes is reached by whatever uses the variable.
fn reached(case: &Case<'_>, value: &str) -> Option<Segment> {
    let mut finding = Finding::new(Class::Unknown);
    case.loose(&mut finding, 0, value);
    let worst = finding.objections.iter().find(|objection| objection.verdict == Verdict::Never)?;
    Some(refused(worst.class, worst.text.clone()))
}

/// Gives the variables of `read` what it is fed: a here-string, or what is printed before it.
fn read(case: &mut Case<'_>, argv: &[String], piped: bool, fed: Option<&String>) {
    if !matches!(argv.first().map(String::as_str), Some("read" | "mapfile" | "readarray")) {
        return;
    }
    let printed = case.before.as_deref().filter(|_| piped).and_then(|before| match before.split_first() {
        Some((name, words)) if matches!(name.as_str(), "echo" | "printf") => Some(words.join(" ")),
        _ => None,
    });
    let text = fed.cloned().or(printed).filter(|text| text.len() <= LONGEST_VALUE);
    let names = argv.iter().skip(1).filter(|word| !word.starts_with('-'));
    for (name, text) in names.zip(text.iter().cycle()) {
        let values = Rc::make_mut(&mut case.values).entry(name.clone()).or_default();
        if values.len() < VALUES && !values.contains(text) {
            values.push(text.clone());
        }
    }
}

fn command(case: &mut Case<'_>, found: Found) -> Option<Segment> {
    let Found { words, piped, redirected, fed, substituted, inner } = found;
    let argv: Vec<String> = words.iter().flat_map(spread).collect();
    let program = argv.first()?.clone();
    let given = argv.clone();
    read(case, &argv, piped, fed.as_ref());
    (case.piped, case.redirected, case.fed) = (piped, redirected, fed);
    if !piped {
        case.before = None;
    }
    // What `$(echo …)` says is a word as well.
    let said: Vec<String> = inner.iter().filter_map(|text| said(text)).flatten().collect();
    let worse = (!said.is_empty()).then(|| crate::judge::words(case, &[argv.clone(), said].concat()));
    let mut worse: Vec<Finding> = worse.into_iter().collect();
    worse.extend(meant(case, &words, &inner).iter().map(|argv| crate::judge::words(case, argv)));
    let mut segment = segment(case, argv);
    let more = worse.into_iter().flat_map(|finding| finding.objections).filter(|o| o.verdict == Verdict::Never);
    segment.objections.extend(more);
    segment.verdict = segment.objections.iter().map(|o| o.verdict).max().unwrap_or(segment.verdict);
    (case.piped, case.redirected, case.fed, case.before) = (false, false, None, Some(given.clone()));
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
    if let Some(at) = prints_code(&words, &inner) {
        finding.refuse(Class::Shell, at, format!("what is read elsewhere is run by `{}`", clip(&program)));
    }
    let runs = unlisted::runs_words(&program) && given.iter().any(|word| unlisted::runs_input(word));
    if unlisted::runs_input(&program) || runs {
        if substituted {
            finding.refuse(Class::Shell, 0, format!("something is piped into `{}`", clip(&program)));
        }
        let fetches = |text: &String| {
            scan(text).tokens.iter().any(
                |token| matches!(token, Token::Word(word) if matches!(word.text.as_str(), "curl" | "wget" | "nc" | "base64" | "xxd")),
            )
        };
        if inner.iter().any(fetches) {
            finding.refuse(Class::Shell, 0, format!("what is fetched is run by `{}`", clip(&program)));
        }
    }
    if program == "*" && segment.class == Class::Unknown {
        segment.class = Class::Shell;
    }
    segment.verdict = segment.verdict.max(finding.verdict());
    segment.objections.extend(finding.objections);
    Some(segment)
}

/// The words of a command as they may be meant: with the values of its variables, and with a program
/// that is printed or has a variable without a value in its name.
fn meant(case: &Case<'_>, words: &[Word], inner: &[String]) -> Vec<Vec<String>> {
    let mut all: Vec<Vec<String>> = Vec::new();
    if words.iter().any(|word| word.is_known(&case.values)) {
        let most =
            words.iter().flat_map(|word| &word.holes).filter_map(|(name, _)| case.values.get(name)).map(Vec::len);
        for n in 0..most.max().unwrap_or(1).clamp(1, VALUES) {
            if !case.budget.guess(words.iter().map(|word| word.longest(&case.values, n)).sum()) {
                break;
            }
            let filled = words.iter().flat_map(|word| match word.fill(&case.values, n) {
                Some(text) if word.quoted => vec![text],
                Some(text) => text.split_whitespace().map(str::to_owned).collect(),
                None => spread(word),
            });
            let filled: Vec<String> = filled.collect();
            if !filled.is_empty() && !all.contains(&filled) {
                all.push(filled);
            }
        }
    }
    let rest = || words.iter().skip(1).flat_map(spread);
    all.extend(words.first().and_then(Word::unfilled).map(|program| [program].into_iter().chain(rest()).collect()));
    if words.first().is_some_and(|word| word.text == "*" && word.substituted) {
        let printed = inner.first().and_then(|text| said(text)).filter(|words| !words.is_empty());
        all.extend(printed.map(|printed| printed.into_iter().chain(rest()).collect()));
    }
    all
}

/// Whether a program whose name only a shell knows may be a shell: `$SHELL`, `$(which sh)`, `/bin/s?`.
fn may_be_shell(words: &[Word], inner: &[String]) -> bool {
    let Some(first) = words.first() else { return false };
    let named = |word: &Word| word.variables.iter().any(|name| matches!(name.as_str(), "SHELL" | "BASH" | "0"));
    if named(first) || (unlisted::runs_words(&first.text) && words.iter().any(named)) {
        return true;
    }
    let runs = |text: &String| {
        scan(text).tokens.iter().any(|token| matches!(token, Token::Word(word) if unlisted::runs_input(&word.text)))
    };
    (first.substituted && inner.iter().any(runs)) || unlisted::may_run_input(&first.text)
}

/// Where the code of a shell or an interpreter begins with what a file, the network or the like holds:
/// `sh -c "$(cat x)"`. What programs print to be run (`ssh-agent`) is asked about.
fn prints_code(words: &[Word], inner: &[String]) -> Option<usize> {
    let program = &words.first()?.text;
    if !unlisted::runs_words(program) || !inner.iter().any(|text| unlisted::prints_contents(text)) {
        return None;
    }
    let json = matches!(unlisted::bare(program).as_str(), "node" | "deno" | "bun" | "python" | "python3");
    if json && inner.iter().all(|text| prints_json(text)) {
        return None;
    }
    let evaluates = words.iter().any(|word| word.text == "eval");
    (1..words.len()).find(|at| {
        let text = words[*at].text.as_str();
        // Of a shell's code any command, of other code only all of it.
        let commands = scan(text).tokens;
        let begins = words[*at].substituted
            && (text.starts_with('*')
                || !unlisted::is_interpreter(program)
                    && commands
                        .split(|token| !matches!(token, Token::Word(_)))
                        .any(|run| matches!(run.first(), Some(Token::Word(word)) if word.text.starts_with('*'))));
        begins && (evaluates || unlisted::gives_code(&words[*at - 1].text))
    })
}

/// Whether a text prints JSON alone, which runs nothing: `cat x | jq .version`.
fn prints_json(text: &str) -> bool {
    let tokens = scan(text).tokens;
    let mut last = tokens.rsplit(|token| !matches!(token, Token::Word(_))).next().unwrap_or_default().iter();
    let raw = |word: &str| {
        word.starts_with("--")
            || (word.starts_with('-') && word.contains(['r', 'j', 'f', 'L', 'C']))
            || word.contains('*')
    };
    matches!(last.next(), Some(Token::Word(word)) if word.text == "jq")
        && !last.any(|token| matches!(token, Token::Word(word) if raw(&word.text)))
        && !tokens
            .iter()
            .any(|token| matches!(token, Token::Join(join) if *join != Join::Pipe) || *token == Token::Break)
}

/// What a text that only prints its words prints.
fn said(text: &str) -> Option<Vec<String>> {
    let mut words = scan(text).tokens.into_iter().filter_map(|token| match token {
        Token::Word(word) => Some(word.text),
        _ => None,
    });
    words.next().filter(|name| matches!(name.as_str(), "echo" | "printf")).map(|_| words.collect())
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
fn spread(word: &Word) -> Vec<String> {
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
