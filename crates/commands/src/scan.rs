//! Splits shell text into words and says whether it is plain: nothing but words, quoted or not, joined
//! by `&& || ; |` (R12). What is not plain is split as well, roughly, so that refusals can look into
//! it. Expands nothing: what only a shell could know stands as `*`.

mod braces;
mod letters;
mod parameter;
mod word;

use crate::redirection::{Opens, is_descriptor};
use crate::verdict::Join;
use braces::Spread;
use letters::{disguised, resembles, unseen};
use parameter::ensures;
pub(crate) use parameter::{APART, Hole};
pub(crate) use word::{ALL_PARAMETERS, LONGEST_VALUE, Word};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Token {
    Word(Word),
    Join(Join),
    /// Ends a command, in a way that is not plain: a new line, `&`, parentheses.
    Break,
    /// The next word is a file that is written or read, or a descriptor.
    Redirect(Opens),
}

/// A text in pieces.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scan {
    pub(crate) tokens: Vec<Token>,
    /// What stands inside substitutions.
    pub(crate) inner: Vec<String>,
    /// The first thing that is not plain, in words.
    pub(crate) odd: Option<&'static str>,
}

const SUBSTITUTION: &str = "a substitution";
const EXPANSION: &str = "an expansion";
const REDIRECTION: &str = "a redirection";

/// Words that a shell reads as syntax where a command begins.
const RESERVED: &[&str] = &[
    "!", "{", "}", "[[", "]]", "case", "coproc", "do", "done", "elif", "else", "esac", "fi", "for", "function", "if",
    "in", "select", "then", "time", "until", "while",
];

/// Splits `text`. Linear in its length.
pub(crate) fn scan(text: &str) -> Scan {
    Scanner { text, at: 0, scan: Scan::default(), word: None, from: 0, commanding: true }.run()
}

/// The words of `text`, taken as one run without operators.
pub(crate) fn word(text: &str) -> Word {
    let mut words = scan(text).tokens.into_iter().filter_map(|token| match token {
        Token::Word(word) => Some(word),
        _ => None,
    });
    let first = words.next().unwrap_or_else(|| Word::bare(text));
    words.fold(first, |first, next| Word {
        text: first.text + &next.text,
        exact: false,
        quoted: first.quoted || next.quoted,
        assigns: first.assigns,
        variables: [first.variables, next.variables].concat(),
        ensures: [first.ensures, next.ensures].concat(),
        substituted: first.substituted || next.substituted,
        many: first.many || next.many,
        cut: first.cut || next.cut,
        template: first.template + &next.template,
        holes: [first.holes, next.holes].concat(),
    })
}

/// The words that one comes to, as it is written: with its braces spread.
pub(crate) fn words(written: &str) -> Vec<Word> {
    match braces::spread(written) {
        Some(Spread { words, cut }) => words.iter().map(|written| Word { cut, ..word(written) }).collect(),
        None => vec![Word { many: true, ..word(written) }],
    }
}

/// Whether the text of a word is an assignment: `A=b`, `A+=b`, `A[1]=b`.
pub(crate) fn assignment(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.split_once('=')?;
    let name = name.strip_suffix('+').unwrap_or(name);
    let bare = name.split_once('[').map_or(name, |(bare, _)| bare);
    let named = bare.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && bare.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    named.then_some((bare, value))
}

/// Whether a word, as it is written, may have a brace expansion. `{}`, `HEAD@{1}`, `{1}..x` and what is
/// quoted have none. Wider than the truth: bash pairs braces in ways of its own.
pub(crate) fn expands_braces(written: &str) -> bool {
    if !(written.contains('{') && written.contains('}')) {
        return false;
    }
    let written = unquoted(written);
    let (Some(from), Some(to)) = (written.find('{'), written.rfind('}')) else { return false };
    from < to && (written.contains(',') || written[from..to].contains(".."))
}

/// A word as it is written, with a letter for each character that is quoted and for each quote.
fn unquoted(written: &str) -> String {
    let (mut quote, mut escaped) = (None, false);
    let mark = |c: char| {
        let plain = !escaped && quote.is_none() && !matches!(c, '\'' | '"' | '\\');
        if escaped {
            escaped = false;
        } else if c == '\\' && quote != Some('\'') {
            escaped = true;
        } else if quote == Some(c) {
            quote = None;
        } else if quote.is_none() && matches!(c, '\'' | '"') {
            quote = Some(c);
        }
        if plain { c } else { 'q' }
    };
    written.chars().map(mark).collect()
}

/// The texts between backticks of a text in which nothing else is read.
pub(crate) fn backticks(text: &str) -> Vec<String> {
    let mut scanner = Scanner { text, at: 0, scan: Scan::default(), word: None, from: 0, commanding: false };
    while let Some(c) = scanner.bump() {
        match c {
            '\\' => _ = scanner.bump(),
            '`' => scanner.backtick(),
            _ => {}
        }
    }
    scanner.scan.inner
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    scan: Scan,
    word: Option<Word>,
    /// Where the word begins.
    from: usize,
    /// Whether the next word is a command's first.
    commanding: bool,
}

impl<'a> Scanner<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn odd(&mut self, what: &'static str) {
        self.scan.odd.get_or_insert(what);
    }

    fn open(&mut self) -> &mut Word {
        self.word.get_or_insert_with(|| Word { exact: true, ..Word::default() })
    }

    fn push(&mut self, c: char) {
        let word = self.open();
        word.text.push(c);
        word.template.push(c);
    }

    /// Part of the word is what only a shell could know.
    fn unknown(&mut self, stand_in: &str) {
        let word = self.open();
        word.exact = false;
        if !(stand_in == "*" && word.text.ends_with('*')) {
            word.text.push_str(stand_in);
            word.template.push_str(stand_in);
        }
    }

    /// Part of the word is what a command prints, the last that was found: of one that names a folder it is known.
    fn substitution(&mut self) {
        let begins = self.open().text.is_empty();
        let known = self.scan.inner.last().and_then(|inner| folder(inner)).filter(|_| begins);
        self.unknown(known.unwrap_or("*"));
        self.open().substituted |= known.is_none();
    }

    fn close(&mut self) {
        let Some(mut word) = self.word.take() else { return };
        if expands_braces(self.text.get(self.from..self.at).unwrap_or("")) {
            self.odd(EXPANSION);
            word.exact = false;
        }
        if !word.quoted && word.text.starts_with(resembles) {
            self.odd("a character that looks like a dash or a quote and is none");
        }
        if disguised(&word.text) {
            self.odd("a letter that looks like another and is none");
        }
        if self.commanding {
            if !word.quoted && RESERVED.contains(&word.text.as_str()) {
                return self.odd("a word of the shell's own syntax");
            }
            word.assigns = self.text.get(self.from..self.at).and_then(assignment).is_some();
            if word.assigns {
                self.odd("an assignment before the command");
                return self.scan.tokens.push(Token::Word(word));
            }
        }
        self.commanding = false;
        self.scan.tokens.push(Token::Word(word));
    }

    fn token(&mut self, token: Token) {
        self.close();
        self.commanding = !matches!(token, Token::Redirect(_));
        self.scan.tokens.push(token);
    }

    fn run(mut self) -> Scan {
        while let Some(c) = self.peek() {
            if unseen(c) {
                self.odd("a character that cannot be seen");
                self.bump();
                if c == '\r' {
                    self.token(Token::Break);
                }
                continue;
            }
            if self.word.is_none() {
                self.from = self.at;
            }
            self.bump();
            match c {
                ' ' | '\t' => self.close(),
                '\n' => {
                    self.odd("a new line");
                    self.token(Token::Break);
                }
                '\'' => self.single(),
                '"' => self.double(),
                '\\' => self.escape(),
                '$' => self.dollar(false),
                '`' => self.backtick(),
                '|' if self.eat("|") => self.token(Token::Join(Join::Or)),
                '|' => {
                    if self.eat("&") {
                        self.odd("`|&`");
                    }
                    self.token(Token::Join(Join::Pipe));
                }
                '&' if self.eat("&") => self.token(Token::Join(Join::And)),
                '&' => {
                    if self.eat(">>") || self.eat(">") {
                        self.odd(REDIRECTION);
                        self.token(Token::Redirect(Opens::new("", "&>")));
                    } else {
                        self.odd("`&`, which runs it in the background");
                        self.token(Token::Break);
                    }
                }
                ';' => self.token(Token::Join(Join::Then)),
                '(' | ')' => {
                    self.odd("a parenthesis");
                    self.token(Token::Break);
                }
                '<' | '>' => self.redirect(c),
                // A comment, to the end of the line: what it says is for people, who read all of it.
                '#' if self.word.is_none() => {
                    let (comment, _) = self.rest().split_once('\n').unwrap_or((self.rest(), ""));
                    if comment.contains(unseen) {
                        self.odd("a character that cannot be seen");
                    }
                    self.at += comment.len();
                }
                '~' => self.tilde(),
                '*' | '?' | '[' => {
                    self.odd("a file name pattern");
                    self.push(c);
                    self.open().exact = false;
                }
                c => self.push(c),
            }
        }
        self.close();
        self.joined();
        self.scan
    }

    /// Every operator stands between two commands; a final `;` may end the text.
    fn joined(&mut self) {
        let mut before = false;
        let mut dangling = false;
        for (i, token) in self.scan.tokens.iter().enumerate() {
            match token {
                Token::Join(join) => {
                    dangling |= !before || (i + 1 == self.scan.tokens.len() && *join != Join::Then);
                    before = false;
                }
                _ => before = true,
            }
        }
        if dangling {
            self.odd("an operator with nothing beside it");
        }
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    fn single(&mut self) {
        self.open().quoted = true;
        let rest = self.rest();
        let end = rest.find('\'').unwrap_or_else(|| {
            self.odd("a quote that is not closed");
            rest.len()
        });
        self.literal(&rest[..end]);
        self.at += end + usize::from(end < rest.len());
    }

    fn literal(&mut self, text: &str) {
        if text.contains('\n') {
            self.odd("a new line");
        }
        if text.contains(unseen) {
            self.odd("a character that cannot be seen");
        }
        let word = self.open();
        word.text.push_str(text);
        word.template.push_str(text);
    }

    fn double(&mut self) {
        self.open().quoted = true;
        loop {
            match self.bump() {
                None => return self.odd("a quote that is not closed"),
                Some('"') => return,
                Some('\\') => match self.peek() {
                    Some(c @ ('"' | '\\' | '$' | '`')) => {
                        self.bump();
                        self.push(c);
                    }
                    Some('\n') => {
                        self.odd("a new line");
                        self.bump();
                    }
                    _ => self.push('\\'),
                },
                Some('$') => self.dollar(true),
                Some('`') => self.backtick(),
                Some(c) => {
                    if c == '\n' {
                        self.odd("a new line");
                    } else if unseen(c) {
                        self.odd("a character that cannot be seen");
                    }
                    self.push(c);
                }
            }
        }
    }

    fn escape(&mut self) {
        match self.bump() {
            Some('\n') => self.odd("a new line"),
            Some(c) => {
                if unseen(c) {
                    self.odd("a character that cannot be seen");
                }
                self.open().quoted = true;
                self.push(c);
            }
            None => {
                self.odd("a backslash at the end");
                self.push('\\');
            }
        }
    }

    fn dollar(&mut self, quoted: bool) {
        match self.peek() {
            Some('(') => {
                self.bump();
                self.odd(SUBSTITUTION);
                self.balanced('(', ')');
                self.substitution();
            }
            Some('{') => {
                self.bump();
                self.odd(EXPANSION);
                let from = self.at;
                self.balanced('{', '}');
                let inside = self.text.get(from..self.at).unwrap_or("");
                let inside = inside.strip_suffix('}').unwrap_or(inside);
                let hole = Hole::read(inside);
                if ensures(inside, &hole.name) {
                    self.open().ensures.push(hole.name.clone());
                }
                self.variable(hole);
            }
            Some('\'') if !quoted => {
                self.bump();
                self.odd(EXPANSION);
                self.ansi();
            }
            Some('"') if !quoted => {
                self.odd(EXPANSION);
                self.open().exact = false;
            }
            Some('[') => {
                self.odd(EXPANSION);
                self.unknown("*");
            }
            Some(c) if c.is_ascii_alphanumeric() || c == '_' => {
                let len = self.rest().find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
                let len = len.unwrap_or(self.rest().len());
                let name = self.rest()[..len].to_owned();
                self.at += len;
                self.odd(EXPANSION);
                self.variable(Hole::plain(&name));
            }
            Some(all @ ('@' | '*')) => {
                self.bump();
                self.odd(EXPANSION);
                self.variable(if all == '*' && quoted { Hole::joined() } else { Hole::plain(ALL_PARAMETERS) });
            }
            Some('#' | '?' | '$' | '!' | '-') => {
                self.bump();
                self.odd(EXPANSION);
                self.unknown("*");
            }
            _ => self.push('$'),
        }
    }

    fn variable(&mut self, hole: Hole) {
        // A path may begin behind an option's name as well: `--output="$HOME/x"`, `type=bind,src=$HOME`.
        let begins = self.open().text.is_empty() || self.open().text.ends_with(['=', ':', ',']);
        self.open().variables.push(hole.name.clone());
        match hole.name.as_str() {
            "HOME" if begins => self.unknown("~"),
            "PWD" if begins => self.unknown("."),
            "OLDPWD" if begins => self.unknown("~-"),
            "IFS" => self.unknown(" "),
            _ => {
                let word = self.open();
                word.exact = false;
                if !word.text.ends_with('*') {
                    word.text.push('*');
                }
                word.template.push('\0');
                word.holes.push(hole);
            }
        }
    }

    /// Passes over what stands between brackets and keeps it as text of its own.
    fn balanced(&mut self, open: char, close: char) {
        let (from, mut depth) = (self.at, 1_usize);
        while let Some(c) = self.bump() {
            if c == '\\' {
                self.bump();
            } else if c == open {
                depth += 1;
            } else if c == close {
                depth -= 1;
                if depth == 0 {
                    break;
                }
            }
        }
        let inside = self.text.get(from..self.at).unwrap_or("");
        self.scan.inner.push(inside.strip_suffix(close).unwrap_or(inside).to_owned());
    }

    fn backtick(&mut self) {
        self.odd(SUBSTITUTION);
        let from = self.at;
        while let Some(c) = self.bump() {
            match c {
                '\\' => {
                    self.bump();
                }
                '`' => break,
                _ => {}
            }
        }
        let inside = self.text.get(from..self.at).unwrap_or("");
        self.scan.inner.push(inside.strip_suffix('`').unwrap_or(inside).replace("\\`", "`"));
        self.substitution();
    }

    /// `$'…'`: decoded, because refusals look at what it means.
    fn ansi(&mut self) {
        self.open().quoted = true;
        self.open().exact = false;
        while let Some(c) = self.bump() {
            match c {
                '\'' => return,
                '\\' => {
                    let decoded = match self.bump() {
                        Some('n') => Some('\n'),
                        Some('t') => Some('\t'),
                        Some('r') => Some('\r'),
                        Some('x') => self.digits(16, 2),
                        Some('u') => self.digits(16, 4),
                        Some('U') => self.digits(16, 8),
                        Some('0'..='7') => {
                            self.at -= 1;
                            self.digits(8, 3)
                        }
                        other => other,
                    };
                    self.push(decoded.unwrap_or('*'));
                }
                c => self.push(c),
            }
        }
    }

    fn digits(&mut self, radix: u32, most: usize) -> Option<char> {
        let len = self.rest().chars().take(most).take_while(|c| c.is_digit(radix)).count();
        let value = u32::from_str_radix(&self.rest()[..len], radix).ok();
        self.at += len;
        value.and_then(char::from_u32)
    }

    /// An expansion at the start of a word and after `=` or `:`; `HEAD~1` is plain.
    fn tilde(&mut self) {
        let expands = self.word.as_ref().is_none_or(|word| word.text.is_empty() || word.text.ends_with(['=', ':']));
        if expands {
            self.odd(EXPANSION);
            self.open().exact = false;
        }
        self.push('~');
    }

    fn redirect(&mut self, c: char) {
        // What stands right before it is the descriptor, not a word.
        let before = self.word.take_if(|word| !word.quoted && is_descriptor(&word.text));
        self.odd(REDIRECTION);
        if self.eat("(") {
            self.odd(SUBSTITUTION);
            self.balanced('(', ')');
            return self.unknown("*");
        }
        let mut operator = String::from(c);
        while let Some(next) = self.peek().filter(|c| matches!(c, '<' | '>' | '&' | '|' | '-')) {
            operator.push(next);
            self.bump();
        }
        let descriptor = before.map_or(String::new(), |word| word.text);
        self.token(Token::Redirect(Opens::new(&descriptor, &operator)));
    }
}

/// The folder that a command prints which names one: `pwd`, `dirname "$PWD"`.
fn folder(text: &str) -> Option<&'static str> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let here = |word: &str| matches!(word.trim_matches('"'), "$PWD" | "${PWD}" | "$(pwd)" | "`pwd`" | ".");
    match words.as_slice() {
        ["pwd"] | ["pwd", "-P" | "-L"] | ["git", "rev-parse", "--show-toplevel"] => Some("."),
        ["realpath" | "readlink", "-f", of] | ["realpath", of] if here(of) => Some("."),
        ["dirname", of] if here(of) => Some(".."),
        ["realpath" | "readlink", "-f", ".."] | ["realpath", ".."] | ["cd", "..", "&&", "pwd"] => Some(".."),
        _ => None,
    }
}
