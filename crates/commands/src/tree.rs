//! What tree-sitter's shell grammar finds in a text: every command, redirection and assignment, also
//! those inside substitutions, functions and loops. Judges nothing.

use crate::redirection::{Opens, is_descriptor};
use crate::scan::{Scan, Token, Word, assignment, backticks, scan, word, words};
use crate::verdict::Join;
use tree_sitter::{Node, Parser, Tree};

mod lines;
mod told;

pub(crate) use lines::joined;

/// One thing found.
#[derive(Debug, Clone)]
pub(crate) enum Part {
    Command(Found),
    /// A file that a redirection reads or writes.
    Redirect {
        file: Word,
        write: bool,
        /// The text that is written into it, where the line says all of it: `cat > x <<E`.
        told: Option<String>,
    },
    Assignment {
        name: String,
        value: Word,
        gives: Gives,
        /// The texts of the substitutions in the value.
        inner: Vec<String>,
    },
    /// Variables that have a value from here on, or that are looked at before they are used: `[ -n "$x" ]`.
    Known(Vec<String>),
    /// A loop gives its variable other values than it had.
    Loop {
        name: String,
    },
    /// A word that a loop's variable takes.
    Listed {
        name: String,
        word: Word,
        /// The texts of the substitutions in it.
        inner: Vec<String>,
    },
    /// A command in backticks that the grammar does not look into.
    Ticked(String),
    /// The name of a function: the commands in it come next.
    Function(String),
    /// A function that starts itself in the background or in a pipe.
    Fork,
    /// Texts stand in each other more deeply than they are looked into.
    Deep,
}

/// What an assignment does to the values that the variable had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gives {
    /// It has this value from now on: outside of loops, branches and processes of their own.
    Only,
    /// It may have this value.
    Another,
    /// This is added to what it has: `A+=b`.
    More,
}

/// A command, as far as it can be known.
#[derive(Debug, Clone, Default)]
pub(crate) struct Found {
    pub(crate) words: Vec<Word>,
    /// Whether another command's output is piped into it.
    pub(crate) piped: bool,
    /// Whether it reads a file as its input.
    pub(crate) redirected: bool,
    /// The text it reads from a here-document or here-string.
    pub(crate) fed: Option<String>,
    /// The variables in the here-string that it reads.
    pub(crate) fed_variables: Vec<String>,
    /// Whether one of its words is the output of a process: `bash <(…)`.
    pub(crate) substituted: bool,
    /// The texts of the substitutions among its words.
    pub(crate) inner: Vec<String>,
    /// Those of what it is given to read: `< <(x)`, `<<< "$(x)"`.
    pub(crate) poured: Vec<String>,
    /// In how many substitutions it stands.
    pub(crate) nested: usize,
}

/// What the grammar made of a text.
pub(crate) struct Parsed {
    pub(crate) parts: Vec<Part>,
    /// Whether it is nothing but commands joined by operators, without an error.
    pub(crate) simple: bool,
    /// Whether there may be more in it than was found: it cannot be read for certain, or words stand
    /// behind a redirection.
    pub(crate) broken: bool,
    /// How many more bytes may be looked at: texts inside texts are looked at once for each level.
    left: usize,
}

#[derive(Clone)]
struct Visit<'t> {
    node: Node<'t>,
    piped: bool,
    redirected: bool,
    fed: Option<String>,
    /// What the process runs whose output it reads: `< <(x)`.
    poured: Option<String>,
    /// In how many substitutions it stands.
    nested: usize,
    /// The text that the statement copies, where the line says all of it.
    told: Option<String>,
    /// Whether it always runs, and in the shell itself.
    certain: bool,
}

/// How often the grammar reads a byte, on average, before it is not used: it looks ahead, and again.
const READS: usize = 24;
/// So much of a text it is given at once.
const READ: usize = 512;
/// How often a byte is looked at, on average, before the rest is left to [`rough`].
const LOOKS: usize = 24;

/// The grammar's tree of `text`, with the same places; none when it cannot be used.
pub(crate) fn grammar(text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_bash::LANGUAGE.into()).ok()?;
    // Its scanner asks C's `isdigit` about every character, which is only there for 256 of them: `{` before
    // one from beyond ends the process. To a shell they are all letters of a word.
    let known = |c: char| u32::from(c) <= 0xff;
    let misread = misread(text);
    if misread.is_empty() && text.chars().all(known) {
        return bounded(&mut parser, text);
    }
    let dotted = |(at, c): (usize, char)| match c {
        '-' | '$' | '\\' if misread.binary_search(&at).is_ok() => ".".to_owned(),
        c if known(c) => c.to_string(),
        c => ".".repeat(c.len_utf8()),
    };
    bounded(&mut parser, &text.char_indices().map(dotted).collect::<String>())
}

/// The tree of a text; none where the grammar would read it over and over.
fn bounded(parser: &mut Parser, text: &str) -> Option<Tree> {
    let mut left = READS * (text.len() + 8 * READ);
    let mut over = false;
    let mut read = |at: usize, _| {
        let piece = text.as_bytes().get(at..text.len().min(at + READ)).unwrap_or_default();
        match left.checked_sub(piece.len()) {
            Some(rest) => left = rest,
            None => over = true,
        }
        if over { &[] } else { piece }
    };
    let tree = parser.parse_with_options(&mut read, None, None);
    tree.filter(|_| !over)
}

/// What the grammar would not take for a part of a word. Of words right before a redirection it loses the dash
/// (`x - <<E`) or takes it for the descriptor's (`x -2>&1`); of `$"x"` it makes two; and a backslash that begins a line
/// takes the new line before it into its word, which is then no word of a command of its own.
fn misread(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let begins = |at: &usize| bytes[*at] == b'-' && at.checked_sub(1).is_some_and(|at| bytes[at].is_ascii_whitespace());
    let redirects = |at: &usize| {
        let after = text[at + 1..].trim_start_matches([' ', '\t']).trim_start_matches(|c: char| c.is_ascii_digit());
        after.starts_with(['<', '>']) || after.starts_with("&>")
    };
    let translated = |at: &usize| bytes[*at..].starts_with(b"$\"");
    let quotes = |at: &usize| {
        let letter = |b: &u8| b.is_ascii_alphanumeric() || !b.is_ascii() || b"_./-+%@,:=".contains(b);
        bytes[*at] == b'\\' && *at > 0 && bytes[at - 1] == b'\n' && bytes.get(at + 1).is_some_and(letter)
    };
    (0..bytes.len()).filter(|at| translated(at) || begins(at) && redirects(at) || quotes(at)).collect()
}

/// Parses `text`; none when the grammar cannot be used at all.
pub(crate) fn parse(text: &str) -> Option<Parsed> {
    let tree = grammar(text)?;
    let root = tree.root_node();
    let mut parsed =
        Parsed { parts: Vec::new(), simple: !root.has_error(), broken: root.has_error(), left: LOOKS * text.len() };
    let mut visits = vec![Visit {
        node: root,
        piped: false,
        redirected: false,
        fed: None,
        poured: None,
        nested: 0,
        told: None,
        certain: true,
    }];
    while let Some(visit) = visits.pop() {
        parsed.visit(text, visit, &mut visits);
    }
    // What cannot be written may keep its value, and what cannot be read says nothing about it.
    if parsed.broken || ["readonly", "declare", "typeset", "local"].iter().any(|word| text.contains(word)) {
        parsed.parts.retain_mut(|part| {
            if let Part::Assignment { gives, .. } = part
                && *gives == Gives::Only
            {
                *gives = Gives::Another;
            }
            !matches!(part, Part::Loop { .. })
        });
    }
    Some(parsed)
}

impl Parsed {
    fn visit<'t>(&mut self, text: &str, visit: Visit<'t>, visits: &mut Vec<Visit<'t>>) {
        let Visit { node, piped, redirected, fed, poured, nested, told, certain } = visit;
        self.simple &= !node.is_missing()
            && (!node.is_named()
                || matches!(
                    node.kind(),
                    "program"
                        | "list"
                        | "pipeline"
                        | "command"
                        | "command_name"
                        | "comment"
                        | "word"
                        | "number"
                        | "string"
                        | "string_content"
                        | "raw_string"
                        | "concatenation"
                ));
        let part = matches!(
            node.kind(),
            "command"
                | "declaration_command"
                | "unset_command"
                | "file_redirect"
                | "variable_assignment"
                | "function_definition"
                | "redirected_statement"
        );
        if part {
            let Some(left) = self.left.checked_sub(node.byte_range().len()) else {
                (self.simple, self.broken) = (false, true);
                return;
            };
            self.left = left;
        }
        self.broken |= passed_over(text, node);
        match node.kind() {
            "command" => {
                let poured = poured.iter().cloned().collect();
                let found = Found { piped, redirected, fed: fed.clone(), poured, nested, ..Found::default() };
                self.parts.push(Part::Command(command(text, node, found)));
            }
            "declaration_command" | "unset_command" => {
                self.parts.push(Part::Command(command(text, node, Found { piped, nested, ..Found::default() })));
            }
            "file_redirect" => {
                let opens = opens(text, node);
                let mut cursor = node.walk();
                self.broken |= node.children_by_field_name("destination", &mut cursor).count() > 1;
                let file = node.child_by_field_name("destination").map(|file| slice(text, file));
                if let Some(file) = file.filter(|file| !opens.names_descriptor(file)) {
                    self.parts.push(Part::Redirect { file: word(file), write: opens.write, told: told.clone() });
                }
            }
            "variable_assignment" => {
                let written = slice(text, node);
                let array = node.child_by_field_name("value").filter(|value| value.kind() == "array");
                if let Some((array, (name, _))) = array.zip(assignment(written)) {
                    self.parts.extend(elements(text, array, name));
                } else if let Some((name, value)) = assignment(written) {
                    let left = written.split('=').next().unwrap_or("");
                    let gives = if left.ends_with('+') {
                        Gives::More
                    } else if certain && !left.contains('[') {
                        Gives::Only
                    } else {
                        Gives::Another
                    };
                    let inner = scan(value).inner;
                    self.parts.push(Part::Assignment { name: name.to_owned(), value: word(value), gives, inner });
                }
            }
            "for_statement" => {
                let mut cursor = node.walk();
                let name = node.child_by_field_name("variable").map_or("", |name| slice(text, name));
                self.parts.push(Part::Known(vec![name.to_owned()]));
                let values = node.children_by_field_name("value", &mut cursor);
                let values: Vec<(Word, Vec<String>)> = values
                    .map(|value| slice(text, value))
                    .flat_map(|value| words(value).into_iter().map(|word| (word, scan(value).inner)))
                    .collect();
                // Over nothing it does not run, and the variable keeps what it had.
                if certain && values.iter().any(|(value, _)| value.exact) {
                    self.parts.push(Part::Loop { name: name.to_owned() });
                }
                let listed = values.into_iter();
                self.parts.extend(listed.map(|(word, inner)| Part::Listed { name: name.to_owned(), word, inner }));
            }
            "test_command" => self.parts.push(Part::Known(word(slice(text, node)).variables)),
            "heredoc_redirect" => self.parts.extend(ticked(text, node).into_iter().map(Part::Ticked)),
            "function_definition" => {
                self.parts.extend(forks(text, node).then_some(Part::Fork));
                let name = node.child_by_field_name("name").map(|name| slice(text, name).to_owned());
                self.parts.extend(name.map(Part::Function));
            }
            _ => {}
        }
        let heredoc = match node.kind() {
            "redirected_statement" => heredoc(text, node),
            _ => None,
        };
        let own = match node.kind() {
            "redirected_statement" if told::copies(text, node) => heredoc.clone(),
            _ => None,
        };
        let body = node.child_by_field_name("body").filter(|_| own.is_some());
        let inside = matches!(node.kind(), "command_substitution" | "process_substitution");
        let fed_by_process = node.kind() == "redirected_statement" && reads_process(text, node);
        let out_of_a_process = node.kind() == "process_substitution" && slice(text, node).starts_with('>');
        let fed_by_file = node.kind() == "redirected_statement" && reads_file(text, node);
        let process = if fed_by_process { process(text, node) } else { None };
        let fed_by_heredoc = node.kind() == "heredoc_redirect";
        let mut cursor = node.walk();
        let mut before = false;
        let whole = match node.kind() {
            "program" | "variable_assignments" => certain,
            "declaration_command" => certain && slice(text, node).starts_with("export"),
            _ => false,
        };
        let nodes: Vec<Node<'t>> = node.children(&mut cursor).collect();
        // `A=b &` is a process of its own.
        let ends = |next: Option<&Node<'t>>| {
            node.kind() != "program" || next.is_none_or(|next| matches!(next.kind(), ";" | "\n") || next.is_named())
        };
        let children: Vec<Visit<'t>> = nodes
            .iter()
            .enumerate()
            .map(|(at, child)| {
                let child = *child;
                let after_pipe = node.kind() == "pipeline" && before;
                before |= child.is_named();
                Visit {
                    node: child,
                    piped: after_pipe
                        || fed_by_process
                        || out_of_a_process
                        || (piped && !inside)
                        || (fed_by_heredoc && child.kind() == "pipeline"),
                    redirected: fed_by_file || (redirected && !inside),
                    fed: if inside { None } else { heredoc.clone().or_else(|| fed.clone()) },
                    poured: if inside { None } else { process.clone().or_else(|| poured.clone()) },
                    nested: nested + usize::from(inside),
                    // What stands behind `<<E` on its line is a part of it, and what the body itself redirects is not.
                    told: own
                        .as_ref()
                        .filter(|_| body != Some(child))
                        .or(told.as_ref().filter(|_| fed_by_heredoc))
                        .cloned(),
                    certain: whole && ends(nodes.get(at + 1)),
                }
            })
            .collect();
        visits.extend(children.into_iter().rev());
    }
}

/// What the process runs that a statement reads.
fn process(text: &str, node: Node<'_>) -> Option<String> {
    let mut cursor = node.walk();
    node.children(&mut cursor).find_map(|child| poured(slice(text, child)))
}

/// The same of one redirection.
fn poured(redirect: &str) -> Option<String> {
    redirect.trim().strip_prefix("< <(").and_then(|rest| rest.strip_suffix(')')).map(str::to_owned)
}

fn slice<'a>(text: &'a str, node: Node<'_>) -> &'a str {
    text.get(node.byte_range()).unwrap_or("")
}

/// Whether the grammar passed over a part of a statement: in `x - 2>&1` it loses the `-`, and in `x -2>&1` it
/// takes it for the descriptor's.
fn passed_over(text: &str, node: Node<'_>) -> bool {
    match node.kind() {
        "file_descriptor" => !slice(text, node).bytes().all(|byte| byte.is_ascii_digit()),
        "program" | "redirected_statement" | "command" | "list" | "pipeline" => {
            let mut cursor = node.walk();
            let mut at = node.start_byte();
            node.children(&mut cursor).any(|child| {
                let gap = text.get(at..child.start_byte()).unwrap_or_default();
                at = at.max(child.end_byte());
                gap.replace("\\\n", "").contains(|c: char| !c.is_whitespace())
            })
        }
        _ => false,
    }
}

fn command(text: &str, node: Node<'_>, mut found: Found) -> Found {
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        match child.kind() {
            "variable_assignment" if node.kind() == "command" => {}
            "file_redirect" => {
                let raw = slice(text, child).trim_start();
                found.piped |= raw.starts_with("< <(");
                found.poured.extend(poured(raw));
                found.redirected |= is_file(text, child);
            }
            "heredoc_redirect" => {}
            _ if describes(text, child) => {}
            "herestring_redirect" => {
                let inner = scan(slice(text, child)).inner;
                found.piped |= !inner.is_empty();
                found.poured.extend(inner);
                let fed = child.named_child(0).map(|text_node| word(slice(text, text_node)));
                found.fed_variables = fed.iter().flat_map(|word| word.variables.clone()).collect();
                found.fed = fed.map(|word| word.text);
            }
            _ => {
                let raw = slice(text, child);
                found.substituted |= raw.contains("<(") && contains(child, "process_substitution");
                // What a process prints is no word, and the grammar finds it by itself.
                if !raw.starts_with("<(") || raw.contains('`') {
                    found.inner.extend(scan(raw).inner);
                }
                found.words.extend(words(raw));
            }
        }
    }
    found
}

fn contains(node: Node<'_>, kind: &str) -> bool {
    let mut nodes = vec![node];
    while let Some(node) = nodes.pop() {
        if node.kind() == kind {
            return true;
        }
        let mut cursor = node.walk();
        nodes.extend(node.children(&mut cursor));
    }
    false
}

/// Whether a statement reads what a process prints: `sh < <(…)`, `sh <<< "$(…)"`.
fn reads_process(text: &str, node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).any(|child| match child.kind() {
        "file_redirect" => slice(text, child).starts_with('<') && contains(child, "process_substitution"),
        "herestring_redirect" => contains(child, "command_substitution"),
        _ => false,
    })
}

/// Whether a statement reads a file, or what is open already: `sh < x`, `sh 0< x`, `sh <&5`.
fn reads_file(text: &str, node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).any(|child| is_file(text, child))
}

fn is_file(text: &str, node: Node<'_>) -> bool {
    node.kind() == "file_redirect" && !contains(node, "process_substitution") && {
        let from = node.child_by_field_name("destination").map_or("", |file| slice(text, file));
        opens(text, node).feeds(from)
    }
}

/// What a redirection opens. The descriptor may be a word of the command's to the grammar: `sh 0< x`, `exec {x}< y`.
fn opens(text: &str, node: Node<'_>) -> Opens {
    let written = slice(text, node);
    let (own, rest) = written.split_at(written.find(['<', '>', '&']).unwrap_or(0));
    let before = text.get(..node.start_byte()).unwrap_or("");
    let attached = before.rsplit(char::is_whitespace).next().unwrap_or("");
    let descriptor = if own.is_empty() && is_descriptor(attached) { attached } else { own.trim_end() };
    let operator = rest.find(|c| !matches!(c, '<' | '>' | '&' | '|')).map_or(rest, |end| &rest[..end]);
    Opens::new(descriptor, operator)
}

/// Whether a word of a command is the descriptor of a redirection that stands right behind it.
fn describes(text: &str, node: Node<'_>) -> bool {
    is_descriptor(slice(text, node)) && text.get(node.end_byte()..).is_some_and(|rest| rest.starts_with(['<', '>']))
}

fn heredoc(text: &str, node: Node<'_>) -> Option<String> {
    let mut cursor = node.walk();
    let mut of = |kind: &str| node.children(&mut cursor).find(|child| child.kind() == kind);
    // `while read x; do …; done <<< a`
    if let Some(given) = of("herestring_redirect").and_then(|redirect| redirect.named_child(0)) {
        return Some(word(slice(text, given))).filter(|word| word.exact).map(|word| word.text);
    }
    let redirect = of("heredoc_redirect")?;
    let mut inner = redirect.walk();
    let body = redirect.children(&mut inner).find(|child| child.kind() == "heredoc_body")?;
    Some(slice(text, body).to_owned())
}

/// What stands in backticks of a here-document that is expanded.
fn ticked(text: &str, redirect: Node<'_>) -> Vec<String> {
    let mut cursor = redirect.walk();
    let of = |kind: &str, child: &Node<'_>| child.kind() == kind;
    let parts: Vec<Node<'_>> = redirect.children(&mut cursor).collect();
    let quoted = parts
        .iter()
        .find(|part| of("heredoc_start", part))
        .is_none_or(|start| slice(text, *start).contains(['\'', '"', '\\']));
    let body = parts.iter().find(|part| of("heredoc_body", part)).filter(|_| !quoted);
    body.map(|body| backticks(slice(text, *body))).unwrap_or_default()
}

/// The words of an array: values of its variable, and the words of a command if it is run: `"${a[@]}"`.
fn elements(text: &str, array: Node<'_>, name: &str) -> Vec<Part> {
    let mut cursor = array.walk();
    let written: Vec<&str> = array.named_children(&mut cursor).map(|element| slice(text, element)).collect();
    let listed = written.iter().flat_map(|element| {
        let of = |word| Part::Listed { name: name.to_owned(), word, inner: scan(element).inner };
        words(element).into_iter().map(of)
    });
    let mut parts: Vec<Part> = listed.collect();
    let words = written.iter().flat_map(|element| words(element)).collect();
    parts.push(Part::Command(Found { words, ..Found::default() }));
    parts
}

/// Whether the body of a function runs the function itself through a pipe or in the background.
fn forks(text: &str, node: Node<'_>) -> bool {
    let (Some(name), Some(body)) = (node.child_by_field_name("name"), node.child_by_field_name("body")) else {
        return false;
    };
    let (name, body_text) = (slice(text, name), slice(text, body));
    let itself = body_text
        .split(|c: char| c.is_whitespace() || matches!(c, '{' | '}' | '|' | '&' | ';' | '(' | ')'))
        .any(|word| word == name);
    itself && body_text.replace("&&", "").contains('&')
}

/// The parts of a text that the grammar cannot read, split by its operators alone.
pub(crate) fn rough(text: &str) -> Vec<Part> {
    const DEEPEST: usize = 8;
    let mut parts = Vec::new();
    let mut level = vec![text.to_owned()];
    for _ in 0..DEEPEST {
        let mut next = Vec::new();
        for text in level {
            let scan = scan(&text);
            next.extend(scan.inner.iter().cloned());
            split(scan, &mut parts);
        }
        level = next;
    }
    parts.extend((!level.is_empty()).then_some(Part::Deep));
    parts
}

fn split(scan: Scan, parts: &mut Vec<Part>) {
    let mut found = Found::default();
    let mut redirect: Option<Opens> = None;
    for token in scan.tokens {
        match token {
            Token::Word(file) if redirect.is_some() => {
                found.redirected |= redirect.is_some_and(|opens| opens.feeds(&file.text));
                if let Some(opens) = redirect.take().filter(|opens| !opens.names_descriptor(&file.text)) {
                    parts.push(Part::Redirect { file, write: opens.write, told: None });
                }
            }
            Token::Word(word) => match assignment(&word.text) {
                Some((name, value)) if found.words.is_empty() && word.assigns => {
                    let (name, value) = (name.to_owned(), Word::bare(value));
                    parts.push(Part::Assignment { name, value, gives: Gives::Another, inner: Vec::new() });
                }
                _ => found.words.push(word),
            },
            Token::Redirect(opens) => redirect = Some(opens),
            Token::Join(_) | Token::Break => {
                redirect = None;
                let piped = token == Token::Join(Join::Pipe);
                let done = std::mem::replace(&mut found, Found { piped, ..Found::default() });
                if !done.words.is_empty() {
                    parts.push(Part::Command(done));
                }
            }
        }
    }
    if !found.words.is_empty() {
        parts.push(Part::Command(found));
    }
}
