//! What the variables of a text may hold, and what its words come to with them.

use super::feeding::{fetches, printed, said};
use super::shaped::{refused, spread};
use crate::case::{Case, Finding};
use crate::environment;
use crate::meant::{self, Meant};
use crate::place::{Access, clip};
use crate::scan::{ALL_PARAMETERS, APART, Hole, LONGEST_VALUE, Token, Word, scan};
use crate::tree::Gives;
use crate::unlisted;
use crate::verdict::{Class, Segment, Verdict};
use crate::written;
use std::rc::Rc;

/// So many values of a variable are looked at.
const VALUES: usize = 16;

pub(super) fn assigned(case: &mut Case<'_>, name: String, value: &Word, gives: Gives) -> Option<Segment> {
    // Who runs it may have given a value to what has none here.
    let written = [value.text.clone()];
    if meanings(case, value).iter().chain(&written).any(|text| environment::loads_code(case, &name, text)) {
        return Some(refused(Class::ControlPlane, format!("`{}=` loads code", clip(&name))));
    }
    if let Some((class, why)) = meanings(case, value).iter().find_map(|text| unlisted::placed(case, &name, text)) {
        return Some(refused(class, why));
    }
    valued(case, name, value, gives)
}

/// What a value may be, with the values of its variables.
pub(super) fn meanings(case: &Case<'_>, value: &Word) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for text in (0..VALUES).filter_map(|n| value.fill(&case.values, n)) {
        if !all.contains(&text) && case.budget.guess(text.len()) {
            all.push(text);
        }
    }
    if all.is_empty() { vec![value.text.clone()] } else { all }
}

pub(super) fn valued(case: &mut Case<'_>, name: String, value: &Word, gives: Gives) -> Option<Segment> {
    let mut texts = meanings(case, value);
    let had = case.values.get(&name).cloned().unwrap_or_default();
    if gives == Gives::More {
        texts.extend(had.iter().map(|had| format!("{had}{}", value.text)).collect::<Vec<_>>());
    }
    // A loop takes each word of a value that is several, and a variable all of them.
    let texts: Vec<String> = match gives {
        Gives::Another => texts.iter().flat_map(|text| text.split(APART)).map(str::to_owned).collect(),
        _ => texts.iter().map(|text| text.replace(APART, " ")).collect(),
    };
    let found = texts.iter().find_map(|text| reached(case, &name, text));
    sure(case, &name, value, gives);
    Rc::make_mut(&mut case.values).insert(name.clone(), if gives == Gives::Only { Vec::new() } else { had });
    for text in texts.into_iter().filter(|_| !value.substituted) {
        let_in(case, &name, text);
    }
    found
}

/// From here on a variable may have this value as well. Where it has too many the oldest goes that is no place, else
/// the oldest that may be taken away.
fn let_in(case: &mut Case<'_>, name: &str, text: String) {
    let had = case.values.get(name).map_or(&[][..], Vec::as_slice);
    if text.len() > LONGEST_VALUE || had.contains(&text) {
        return;
    }
    let gone = (had.len() >= VALUES).then(|| least(case, had));
    let values = Rc::make_mut(&mut case.values).entry(name.to_owned()).or_default();
    gone.map(|at| values.remove(at));
    values.push(text);
}

/// Which of several values is missed the least.
fn least(case: &Case<'_>, values: &[String]) -> usize {
    let ours = |text: &String| text == written::US;
    let word = |text: &String| !ours(text) && !text.contains(['/', '~', '.', ' ']);
    let harmless = |text: &String| {
        let mut finding = Finding::new(Class::Write);
        case.path(&mut finding, 0, text, Access::Destroy);
        !ours(text) && finding.verdict() < Verdict::Never
    };
    values.iter().position(word).or_else(|| values.iter().position(harmless)).unwrap_or(0)
}

/// Keeps in mind whether the values of a variable are known for certain.
fn sure(case: &mut Case<'_>, name: &str, value: &Word, gives: Gives) {
    let known = is_sure(case, value);
    if known && gives == Gives::Only && case.unsure.contains(name) {
        Rc::make_mut(&mut case.unsure).remove(name);
    } else if !known {
        Rc::make_mut(&mut case.unsure).insert(name.to_owned());
    }
}

/// Whether it is known what a word comes to with the values of its variables.
fn is_sure(case: &Case<'_>, word: &Word) -> bool {
    let known = |hole: &Hole| {
        let has = hole.default.is_some() || case.values.get(&hole.name).is_some_and(|values| !values.is_empty());
        has && hole.is_known() && !case.unsure.contains(&hole.name)
    };
    !word.substituted && !word.cut && word.holes.iter().all(known)
}

/// Gives all that a function is given, as one value.
pub(super) fn all_given(case: &mut Case<'_>, words: &[Word]) {
    let mut all: Vec<String> = Vec::new();
    for n in 0..most(case, words) {
        if !case.budget.guess(words.iter().map(|word| word.longest(&case.values, n)).sum()) {
            break;
        }
        let filled = words.iter().map(|word| word.fill(&case.values, n).unwrap_or_else(|| word.text.clone()));
        let text = filled.collect::<Vec<_>>().join(&APART.to_string());
        all.push(text);
    }
    if !words.iter().all(|word| is_sure(case, word)) {
        Rc::make_mut(&mut case.unsure).insert(ALL_PARAMETERS.to_owned());
    }
    Rc::make_mut(&mut case.values).entry(ALL_PARAMETERS.to_owned()).or_default();
    all.into_iter().for_each(|text| let_in(case, ALL_PARAMETERS, text));
}

/// A value that a variable takes is reached by whatever uses the variable.
fn reached(case: &Case<'_>, name: &str, value: &str) -> Option<Segment> {
    // An address is judged where it is used, unless nobody has to name it there.
    let unnamed = name.to_ascii_lowercase().ends_with("proxy");
    let mut finding = Finding::new(if unnamed { Class::Network } else { Class::Project });
    case.loose(&mut finding, 0, value);
    let worst = finding.objections.iter().find(|objection| objection.verdict == Verdict::Never)?;
    Some(refused(worst.class, worst.text.clone()))
}

/// The variable that a name is of: `x[0]` is in `x`.
fn of_list(name: &str) -> String {
    name.split('[').next().unwrap_or(name).to_owned()
}

/// The variables that `read` and `mapfile` fill.
struct Filled {
    /// Each a part of a line, the last one what is left of it. Where none is told, the one that stands for it.
    names: Vec<String>,
    /// Each holds all parts of a line: `read -a x`.
    lists: Vec<String>,
}

fn filled(argv: &[String]) -> Filled {
    let read = argv[0] == "read";
    let (valued, untold) = if read { ("adinNptu", "REPLY") } else { ("CcdnOsu", "MAPFILE") };
    let (mut names, mut lists) = (Vec::new(), Vec::new());
    let mut words = argv.iter().skip(1);
    while let Some(word) = words.next() {
        let Some(letters) = word.strip_prefix('-') else {
            names.push(of_list(word));
            continue;
        };
        // The last of several letters may take a value: glued to it, or the next word.
        let Some((at, letter)) = letters.char_indices().find(|(_, letter)| valued.contains(*letter)) else { continue };
        let glued = letters.get(at + 1..).filter(|rest| !rest.is_empty()).map(str::to_owned);
        let value = glued.or_else(|| words.next().cloned());
        lists.extend(value.filter(|_| read && letter == 'a'));
    }
    if names.is_empty() && lists.is_empty() {
        names.push(untold.to_owned());
    }
    Filled { names, lists }
}

/// Gives the variables of `read` what it is fed: lines of a here-document or a here-string, or what is printed before
/// it.
pub(super) fn read(case: &mut Case<'_>, argv: &[String], piped: bool, fed: Option<&String>) {
    if !matches!(argv.first().map(String::as_str), Some("read" | "mapfile" | "readarray")) {
        return;
    }
    let printed = case.before.as_deref().filter(|_| piped).and_then(printed);
    let text = fed.cloned().or(printed).filter(|text| text.len() <= LONGEST_VALUE);
    let Filled { names, lists } = filled(argv);
    known(case, names.iter().chain(&lists));
    if piped && text.is_none() {
        let held = Rc::make_mut(&mut case.held);
        names.iter().chain(&lists).for_each(|name| _ = held.entry(name.clone()).or_default());
    }
    let Some(text) = text else { return };
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    // The text may be split where nobody knows, and where it is not, all lines are one value.
    let whole = Some(text.as_str()).filter(|_| !(1..=VALUES).contains(&lines.len()));
    for line in lines.into_iter().chain(whole) {
        if !case.budget.guess(line.len() + names.len()) {
            return;
        }
        for list in &lists {
            line.split_whitespace().for_each(|part| let_in(case, list, part.to_owned()));
        }
        let mut rest = line;
        for (at, name) in names.iter().enumerate() {
            // The last one takes what is left of a line.
            let last = at + 1 == names.len();
            let (value, behind) = rest.split_once(char::is_whitespace).filter(|_| !last).unwrap_or((rest, ""));
            rest = behind.trim_start();
            let_in(case, name, value.to_owned());
        }
    }
}

/// Whether a text asks for our own server, also with the values of its variables: `lsof -ti:$P`.
pub(super) fn finds_us(case: &Case<'_>, text: &str) -> bool {
    if written::finds_us(case, text) {
        return true;
    }
    let tokens = scan(text).tokens.into_iter();
    let words: Vec<Word> =
        tokens.filter_map(|token| if let Token::Word(word) = token { Some(word) } else { None }).collect();
    if !words.iter().any(|word| word.is_known(&case.values)) {
        return false;
    }
    (0..most(case, &words)).any(|n| {
        let filled = words.iter().map(|word| word.fill(&case.values, n).unwrap_or_else(|| word.text.clone()));
        let paid = case.budget.guess(words.iter().map(|word| word.longest(&case.values, n)).sum());
        paid && written::finds_us(case, &filled.collect::<Vec<_>>().join(" "))
    })
}

/// Keeps in mind that a variable holds what a substitution prints of a file, the network or the like, or of our own
/// server: `p=$(pgrep countersign)`. It is then known by that name.
pub(super) fn held(case: &mut Case<'_>, name: &str, inner: &[String]) {
    if inner.iter().any(|text| finds_us(case, text)) {
        let_in(case, name, written::US.to_owned());
    }
    if inner.iter().any(|text| unlisted::prints_contents(text)) {
        let fetched = inner.iter().any(|text| fetches(text));
        *Rc::make_mut(&mut case.held).entry(name.to_owned()).or_default() |= fetched;
    }
}

/// From here on these variables have a value, which may not be known.
pub(super) fn known<'n>(case: &mut Case<'_>, names: impl Iterator<Item = &'n String>) {
    for name in names {
        Rc::make_mut(&mut case.values).entry(name.clone()).or_default();
    }
}

/// Notes which variables a command gives a value, or asks for.
pub(super) fn bound(case: &mut Case<'_>, argv: &[String], words: &[Word]) {
    known(case, words.iter().flat_map(|word| &word.ensures));
    match argv.first().map(String::as_str) {
        Some("test" | "[") => known(case, words.iter().flat_map(|word| &word.variables)),
        Some("printf") if argv.get(1).is_some_and(|word| word.starts_with("-v")) => {
            let glued = argv[1][2..].to_owned();
            let (name, from) = if glued.is_empty() { (argv.get(2).cloned(), 3) } else { (Some(glued), 2) };
            let Some(name) = name.as_deref().map(of_list) else { return };
            known(case, std::iter::once(&name));
            let given = words.iter().skip(from).all(|word| word.exact).then(|| argv.get(from..).unwrap_or_default());
            // It may not come to that: what it held before stays.
            if let Some(text) = given.and_then(|given| printed(&[&argv[..1], given].concat())) {
                let_in(case, &name, text);
            }
        }
        Some("getopts") => known(case, argv.iter().skip(2).take(1)),
        Some("." | "source" | "eval") => case.bound = true,
        Some("set") => {
            let letters = |word: &String| word.starts_with('-') && !word.starts_with("--") && word.contains('u');
            case.bound |= argv.iter().any(|word| letters(word) || word == "nounset");
        }
        _ => {}
    }
}

/// A command that destroys, with a word that comes to the root without its variables: `rm -rf "$x"/*`.
pub(super) struct Emptied {
    pub(super) words: Vec<String>,
    /// That word, and what is left of it.
    pub(super) named: String,
    pub(super) left: String,
}

/// The words of such a command, of which no variable has a value.
pub(super) fn emptied(case: &Case<'_>, words: &[Word]) -> Option<Emptied> {
    let root = |word: &&Word| word.emptied(&case.values).filter(|text| case.map.go(&case.cwd, text).is_root());
    let destroys = |word: &Word| unlisted::destroys(&word.text).is_some() || word.text == "-delete";
    let (named, left) = words.iter().find_map(|word| Some((word.by_name(), root(&word)?)))?;
    (!case.bound && words.iter().any(destroys)).then(|| Emptied {
        words: words.iter().flat_map(|word| root(&word).map_or_else(|| spread(word), |text| vec![text])).collect(),
        named,
        left,
    })
}

/// The words of a command as they may be handed on, as often as its variables have values.
pub(super) fn handed(case: &Case<'_>, words: &[Word]) -> Vec<Vec<Meant>> {
    let mut all: Vec<Vec<Meant>> = Vec::new();
    let mut left = LONGEST_VALUE;
    for n in 0..most(case, words) {
        let longest = words.iter().map(|word| word.longest(&case.values, n)).sum();
        match left.checked_sub(longest) {
            Some(rest) => left = rest,
            None if n > 0 => break,
            None => {}
        }
        // For what braces come to without end stands one word that nobody knows.
        let again = |at: usize| words[at].cut && at > 0 && words[at - 1].cut;
        let told = words.iter().enumerate().filter(|(at, _)| !again(*at));
        let handed = told.flat_map(|(_, word)| meant::words(case, word, n)).collect();
        if !all.contains(&handed) {
            all.push(handed);
        }
    }
    all
}

/// How often the words of a command come to something else with the values of its variables.
fn most(case: &Case<'_>, words: &[Word]) -> usize {
    let values = words.iter().flat_map(|word| &word.holes).filter_map(|hole| case.values.get(&hole.name));
    values.map(Vec::len).max().unwrap_or(1).clamp(1, VALUES)
}

/// The words of a command as they may be meant: with the values of its variables, and with a program
/// that is printed or has a variable without a value in its name.
pub(super) fn meant(case: &Case<'_>, words: &[Word], inner: &[String]) -> Vec<Vec<String>> {
    let mut all: Vec<Vec<String>> = Vec::new();
    if words.iter().any(|word| word.is_known(&case.values)) {
        for n in 0..most(case, words) {
            if !case.budget.guess(words.iter().map(|word| word.longest(&case.values, n)).sum()) {
                break;
            }
            let filled = words.iter().flat_map(|word| match word.fill(&case.values, n) {
                Some(text) => word.apart(&text),
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
