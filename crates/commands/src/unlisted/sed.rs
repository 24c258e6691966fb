//! What a script of `sed` reads, writes and runs: `r x`, `w x`, `s/a/b/w x`, `1e x`, `s/a/x/e`. To whoever reads a
//! script a file's name goes on to the end of its line, `;` and `}` included.

use super::inner::refusals;
use super::tools::never;
use crate::case::{Case, Finding};
use crate::place::Access;
use crate::verdict::Class;

/// What one command of a script does beyond changing lines.
#[derive(Debug, PartialEq, Eq)]
enum Does {
    Reads(String),
    Writes(String),
    /// Runs this text; what it was given, where it is empty.
    Runs(String),
}

/// Refuses what a script must never read, write or run.
pub(super) fn judge(case: &Case<'_>, finding: &mut Finding, word: usize, script: &str) {
    // Between brackets a mark ends nothing, to most programs of this name.
    let mut found = does(script, true);
    if script.contains('[') {
        let other: Vec<Does> = does(script, false).into_iter().filter(|does| !found.contains(does)).collect();
        found.extend(other);
    }
    for does in found {
        match does {
            Does::Reads(file) => never(case, finding, word, &file, Access::Read),
            Does::Writes(file) => never(case, finding, word, &file, Access::Overwrite),
            Does::Runs(text) => {
                if case.piped && text.is_empty() {
                    finding.refuse(Class::Shell, word, "what is piped into `sed` is run by its `e`");
                }
                refusals(case, finding, word, &text);
            }
        }
    }
}

/// Whether a script on one line does nothing but change lines.
pub(super) fn only_changes(script: &str) -> bool {
    !script.contains('\n') && does(script, true).is_empty() && does(script, false).is_empty()
}

fn does(script: &str, brackets: bool) -> Vec<Does> {
    let mut reader = Reader { rest: script, brackets };
    let mut found = Vec::new();
    while let Some(c) = reader.command() {
        match c {
            's' => found.extend(reader.substitute()),
            'y' => {
                let mark = reader.next();
                reader.until(mark, false);
                reader.until(mark, false);
            }
            'r' | 'R' => found.push(Does::Reads(reader.line())),
            'w' | 'W' => found.push(Does::Writes(reader.line())),
            'e' => found.push(Does::Runs(reader.line())),
            'a' | 'i' | 'c' => while reader.line().ends_with('\\') {},
            ':' | 'b' | 't' | 'T' | 'q' | 'Q' | 'l' | 'L' | 'v' => reader.skip(|c| !matches!(c, ';' | '\n' | '}')),
            '#' => drop(reader.line()),
            _ => {}
        }
    }
    found
}

struct Reader<'s> {
    rest: &'s str,
    brackets: bool,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    fn skip(&mut self, is: impl Fn(char) -> bool) {
        self.rest = self.rest.trim_start_matches(is);
    }

    /// The letter of the next command, behind its addresses.
    fn command(&mut self) -> Option<char> {
        loop {
            match self.next()? {
                '/' => _ = self.until(Some('/'), true),
                '\\' => {
                    let mark = self.next();
                    self.until(mark, true);
                }
                c if c.is_whitespace() || c.is_ascii_digit() || ";{}$,!~+".contains(c) => continue,
                c => return Some(c),
            }
            // `/x/I`: how an address is compared.
            self.skip(|c| matches!(c, 'I' | 'M'));
        }
    }

    /// What stands before the next mark of this kind that is none of its own; none where it is not closed.
    fn until(&mut self, mark: Option<char>, pattern: bool) -> Option<String> {
        let (mut text, mut inside) = (String::new(), false);
        while let Some(c) = self.next() {
            match c {
                '\\' => {
                    let after = self.next()?;
                    if Some(after) != mark {
                        text.push('\\');
                    }
                    text.push(after);
                    continue;
                }
                '[' if pattern && self.brackets && !inside => {
                    inside = true;
                    // The first of them closes nothing: `[]x]`, `[^]x]`.
                    for first in ['^', ']'] {
                        if let Some(rest) = self.rest.strip_prefix(first) {
                            text.push(first);
                            self.rest = rest;
                        }
                    }
                }
                ']' => inside = false,
                c if Some(c) == mark && !inside => return Some(text),
                _ => {}
            }
            text.push(c);
        }
        None
    }

    /// What stands on the line.
    fn line(&mut self) -> String {
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        line.trim().to_owned()
    }

    fn substitute(&mut self) -> Vec<Does> {
        let mark = self.next();
        let replaced = self.until(mark, true).and_then(|_| self.until(mark, false));
        let Some(replaced) = replaced else { return Vec::new() };
        let mut found = Vec::new();
        while let Some(flag) = self.rest.chars().next().filter(|c| c.is_ascii_alphanumeric()) {
            self.next();
            match flag {
                // What is replaced may be a part of it alone.
                'e' => found.extend([Does::Runs(replaced.clone()), Does::Runs(String::new())]),
                'w' => found.push(Does::Writes(self.line())),
                _ => {}
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(script: &str) -> String {
        let said = does(script, true).into_iter().map(|does| match does {
            Does::Reads(file) => format!("r{file}"),
            Does::Writes(file) => format!("w{file}"),
            Does::Runs(text) => format!("e{text}"),
        });
        said.collect::<Vec<_>>().join("|")
    }

    #[test]
    fn files_and_commands_of_a_script_are_found() {
        for (script, found) in [
            ("s/a/b/w /etc/x", "w/etc/x"),
            ("s#a#b#gw /etc/x", "w/etc/x"),
            ("s/a/b/3w x;p", "wx;p"),
            ("w a}b;c", "wa}b;c"),
            ("/x/,$ w /etc/x", "w/etc/x"),
            ("/a\\/w b/!{s/[/]/w y/;w z", "wz"),
            ("\\,a,w x", "wx"),
            ("1~2r .env\n$W y", "r.env|wy"),
            ("y/abc/w d/;R x", "rx"),
            ("s/a/ls \\/x/e", "els /x|e"),
            ("1e ls", "els"),
            ("e", "e"),
            ("/x/I e ls", "els"),
            (":a;N;$!ba;w x", "wx"),
            ("$!{N;b a\n};r x", "rx"),
            ("a w x\nr y", "ry"),
            ("a\\\nw x\nr y", "ry"),
            ("# w x\nw y", "wy"),
            ("s/w x/r y/;p", ""),
            ("s/[]/]/w x/p", ""),
            ("s/a/b", ""),
            ("s/a/w x/", ""),
            ("/w x/d", ""),
            ("10q;d", ""),
        ] {
            assert_eq!(said(script), found, "{script}");
        }
    }
}
