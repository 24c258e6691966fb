//! Which parts a request has, by its own words: what it lists, what it says is to come after one
//! another, the files it names (S1-45). No model is asked, and none is needed.

use crate::machine::excerpt;

/// Files that a text names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Named {
    /// Files that are there, with their lengths in bytes.
    pub read: Vec<(String, u64)>,
    /// Files that are to be written, whether they are there or not.
    pub put: Vec<String>,
    /// It says which files are written and wants nothing else: a small model needs no tools for it.
    pub firm: bool,
}

/// A part of a request.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Part {
    /// What is to be done.
    pub instruction: String,
    /// Files that it looks at.
    pub read: Vec<String>,
    /// Files that it writes.
    pub put: Vec<String>,
    /// Nothing but these files is wanted.
    pub firm: bool,
    /// What holds for it and the others.
    pub constraints: Vec<String>,
    /// Parts that come first, by their places.
    pub after: Vec<usize>,
    /// Tokens that it is answered with, about.
    pub tokens: u64,
}

/// Most parts that a request is split into; what is beyond them belongs to the last one.
const MOST: usize = 40;
/// Tokens of an answer beside the files in it.
const ANSWER: u64 = 200;
/// Bytes of a text that are a token, about.
const BYTES: u64 = 4;
/// Files to be read from which on they are read one by one.
const SEVERAL: usize = 3;

/// "And then", in five languages: what follows comes after what was said before.
const THEN: [&str; 24] = [
    "first",
    "then",
    "next",
    "afterwards",
    "after that",
    "finally",
    "lastly",
    "zuerst",
    "dann",
    "danach",
    "anschließend",
    "schließlich",
    "primero",
    "luego",
    "después",
    "finalmente",
    "d'abord",
    "puis",
    "ensuite",
    "enfin",
    "mai întâi",
    "apoi",
    "după aceea",
    "în final",
];

/// The parts of a request; fewer than two = it has none that its words tell. `named` finds the files of a text.
pub fn parts(message: &str, named: &dyn Fn(&str) -> Named) -> Vec<Part> {
    let listed = listed(message);
    if listed.items.len() >= 2 {
        let all = listed.items.iter().map(|item| part(item, named, &listed.around)).collect();
        return ordered(all);
    }
    let whole = per_file(message, &named(message));
    let followed = followed(&chained(message), message, named);
    // Two that follow one another are one agent's work, unless several files are written.
    if followed.len() >= 3 || (followed.len() == 2 && whole.len() >= 2) {
        return followed;
    }
    whole
}

/// What is said to come after one another: each waits for all of the one before it, and one that is about
/// several files is done for each apart.
fn followed(clauses: &[String], message: &str, named: &dyn Fn(&str) -> Named) -> Vec<Part> {
    if clauses.len() < 2 {
        return Vec::new();
    }
    let mut all: Vec<Part> = Vec::new();
    let mut before = 0..0;
    for text in clauses {
        let mut own = per_file(text, &named(text));
        if own.len() < 2 {
            own = vec![part(text, named, &[])];
        }
        let base = all.len();
        for part in &mut own {
            part.after.iter_mut().for_each(|at| *at += base);
            part.after.extend(before.clone());
            if base > 0 {
                // "All of it" is told only by the rest of the request, and has to be looked for.
                part.constraints.push(format!("It is a part of this request: {}", excerpt(message, 600)));
                part.firm &= !part.read.is_empty();
            }
        }
        before = base..base + own.len();
        all.append(&mut own);
    }
    all
}

fn part(text: &str, named: &dyn Fn(&str) -> Named, constraints: &[String]) -> Part {
    let found = named(text);
    let read: Vec<String> = found.read.iter().map(|(path, _)| path.clone()).collect();
    let size = |path: &String| found.read.iter().find(|(known, _)| known == path).map_or(0, |(_, bytes)| *bytes);
    let written: u64 = found.put.iter().map(size).sum();
    Part {
        instruction: text.to_owned(),
        tokens: ANSWER + written / BYTES,
        read,
        put: found.put,
        firm: found.firm,
        constraints: constraints.to_vec(),
        after: Vec::new(),
    }
}

/// The items of a list, and what stands around it.
struct Listed {
    items: Vec<String>,
    around: Vec<String>,
}

fn listed(message: &str) -> Listed {
    let mut found = Listed { items: Vec::new(), around: Vec::new() };
    let mut fenced = false;
    // Some item begins at the edge, so that indented ones are beneath others.
    let edged = message.lines().any(|line| !line.starts_with([' ', '\t']) && item(line).is_some());
    for line in message.lines() {
        let text = line.trim();
        let fence = text.starts_with("```");
        fenced ^= fence;
        let indented = line.starts_with([' ', '\t']);
        let beneath = indented && edged || found.items.len() >= MOST;
        match (item(text).filter(|_| !fenced), found.items.last_mut()) {
            (Some(text), Some(last)) if beneath => {
                last.push_str("\n- ");
                last.push_str(text);
            }
            (Some(text), _) => found.items.push(text.to_owned()),
            // What is indented under an item is about it.
            (None, Some(last)) if (indented || fenced || fence) && !text.is_empty() => {
                last.push('\n');
                last.push_str(line);
            }
            (None, _) if text.is_empty() => {}
            (None, _) => found.around.push(text.to_owned()),
        }
    }
    found
}

/// The text of a line that is an item: `- x`, `* x`, `1. x`, `2) x`, `- [ ] x`.
fn item(line: &str) -> Option<&str> {
    let numbered = || {
        let (number, rest) = line.split_once(['.', ')'])?;
        let is_number = (1..=3).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit());
        rest.strip_prefix(' ').filter(|_| is_number)
    };
    let rest = ["- ", "* ", "• ", "+ "].iter().find_map(|mark| line.strip_prefix(mark)).or_else(numbered)?;
    let rest = rest.trim();
    let rest = rest.strip_prefix("[ ]").map_or(rest, str::trim_start);
    rest.chars().any(char::is_alphanumeric).then_some(rest)
}

/// A request in one line that says what comes after what; each in its own words.
fn chained(message: &str) -> Vec<String> {
    const AND: [&str; 5] = ["and", "und", "y", "et", "și"];
    if message.contains('\n') {
        return Vec::new();
    }
    // Where what comes next begins, after this word for it.
    let next = |start: usize| {
        let rest = message.get(start..).unwrap_or_default().trim_start();
        let bare = AND.iter().find_map(|word| strip_word(rest, word)).unwrap_or(rest);
        let text = THEN.iter().find_map(|word| strip_word(bare, word))?;
        Some(message.len() - text.trim_start_matches([',', ' ']).len())
    };
    let mut all = Vec::new();
    let mut begun = next(0).unwrap_or(0);
    for (end, start) in pauses(message) {
        let Some(at) = next(start).filter(|_| all.len() + 1 < MOST) else { continue };
        all.push(message.get(begun..end).unwrap_or_default());
        begun = at;
    }
    all.push(message.get(begun..).unwrap_or_default());
    all.retain(|text| text.chars().any(char::is_alphanumeric));
    all.into_iter().map(|text| text.trim().to_owned()).collect()
}

/// Where a text pauses outside of quotation marks: its mark, and what follows. A full stop inside a name is
/// followed by no space.
fn pauses(message: &str) -> Vec<(usize, usize)> {
    let mut quote = None;
    let mut all = Vec::new();
    for (at, c) in message.char_indices() {
        match (quote, c) {
            (Some(close), c) if c == close => quote = None,
            (Some(_), _) => {}
            (None, '"' | '`') => quote = Some(c),
            (None, '“') => quote = Some('”'),
            (None, '„') => quote = Some('“'),
            (None, '«') => quote = Some('»'),
            (None, ',' | ';' | '.') if message.get(at + 1..).is_some_and(|rest| rest.starts_with(' ')) => {
                all.push((at, at + 2));
            }
            (None, _) => {}
        }
    }
    all
}

/// The rest of a text that begins with this word, whatever its case.
fn strip_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let head = text.get(..word.len())?;
    let rest = text.get(word.len()..)?;
    (head.to_lowercase() == word && rest.starts_with([' ', ','])).then(|| rest.trim_start())
}

/// Items in their order: one waits for those that write what it reads or writes, or read what it writes;
/// for all before it where it names no file; and for those before it where it says so.
fn ordered(mut all: Vec<Part>) -> Vec<Part> {
    let afters: Vec<Vec<usize>> = all
        .iter()
        .enumerate()
        .map(|(at, part)| {
            let said = THEN.iter().skip(1).any(|word| strip_word(&part.instruction, word).is_some());
            let before = all.iter().enumerate().take(at);
            before.filter(|(_, earlier)| said || clash(earlier, part)).map(|(n, _)| n).collect()
        })
        .collect();
    for (part, after) in all.iter_mut().zip(afters) {
        part.after = after;
    }
    all
}

/// Whether one of two parts could see or undo what the other does. What names no file that it writes
/// could write any.
fn clash(earlier: &Part, later: &Part) -> bool {
    let touches = |part: &Part, path: &String| part.put.contains(path) || part.read.contains(path);
    let (some, other) = (earlier.put.is_empty(), later.put.is_empty());
    some || other
        || later.put.iter().any(|path| touches(earlier, path))
        || earlier.put.iter().any(|path| touches(later, path))
}

/// One request for several files: each by itself, and then what is made of all of them (map, reduce).
fn per_file(message: &str, found: &Named) -> Vec<Part> {
    let size = |path: &String| found.read.iter().find(|(known, _)| known == path).map_or(0, |(_, bytes)| *bytes);
    let sources: Vec<&String> =
        found.read.iter().map(|(path, _)| path).filter(|path| !found.put.contains(path)).collect();
    if found.put.len() >= 2 {
        return found
            .put
            .iter()
            .map(|path| Part {
                instruction: message.to_owned(),
                read: sources
                    .iter()
                    .copied()
                    .chain(found.read.iter().map(|(p, _)| p).filter(|p| *p == path))
                    .cloned()
                    .collect(),
                put: vec![path.clone()],
                firm: found.firm,
                constraints: vec![format!("Do this for {path} alone: the other files are done apart.")],
                after: Vec::new(),
                tokens: ANSWER + size(path) / BYTES,
            })
            .collect();
    }
    let Some(target) = found.put.first().filter(|_| sources.len() >= SEVERAL) else { return Vec::new() };
    let mut all: Vec<Part> = sources
        .iter()
        .map(|path| Part {
            instruction: format!("Read {path} and tell what of it is needed for this request: {message}"),
            read: vec![(*path).clone()],
            put: Vec::new(),
            firm: false,
            constraints: vec!["Look only at this file, and write none: complete with what you found.".to_owned()],
            after: Vec::new(),
            tokens: ANSWER,
        })
        .collect();
    all.push(Part {
        instruction: message.to_owned(),
        read: found.read.iter().map(|(path, _)| path).filter(|path| *path == target).cloned().collect(),
        put: vec![target.clone()],
        firm: found.firm,
        constraints: vec!["The files were read already: use what the earlier sub-tasks found.".to_owned()],
        after: (0..sources.len()).collect(),
        tokens: ANSWER + 2 * ANSWER,
    });
    all
}
