//! Reads the options of a listed program against its table: known harmless ones, known harmful ones,
//! and all others, which are asked about. Knows no program by name.

use crate::place::Access;
use crate::verdict::{Class, Verdict};

/// What a program's options look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Syntax {
    /// `-abc`, `-nVALUE`, `--long`, `--long=value`, `--lo`; options may follow operands.
    Getopt,
    /// The same, but the first operand ends the options.
    GetoptFirst,
    /// One or two dashes before a whole name: `-run X`, `--run=X` (go, tsc).
    Words,
    /// The same, but the first operand ends the options.
    WordsFirst,
    /// Any number of dashes before a whole name or its beginning, `--long value`, and letters that are names of their
    /// own: `-ws`, `-sw x` (npm, pnpm).
    Names,
    /// No options at all: every word is an operand (echo).
    None,
}

/// A harmful option.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Harm {
    /// Spellings, separated by spaces.
    pub(crate) names: &'static str,
    /// Whether a value follows.
    pub(crate) takes: Takes,
    pub(crate) verdict: Verdict,
    pub(crate) class: Class,
    /// Completes "`--x` …".
    pub(crate) why: &'static str,
}

/// What follows an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Takes {
    Nothing,
    /// A value. A word of its own that begins with `-` may be one, or what the program reads as its next option: it is
    /// judged as both.
    Value,
    /// A value, for certain: the next word, whatever it begins with.
    Next,
    /// Only when attached: `--color=always`.
    Attached,
    /// A path, used so.
    Path(Access),
}

/// The options of a program. Each list holds spellings separated by spaces.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Options {
    pub(crate) syntax: Syntax,
    /// Harmless, without a value. `-1` stands for any number.
    pub(crate) flags: &'static [&'static str],
    /// Harmless, with a value, though not for certain one that looks like an option.
    pub(crate) values: &'static [&'static str],
    /// Harmless, with a value whatever it looks like.
    pub(crate) next: &'static [&'static str],
    /// Harmless, with a value only when it is attached.
    pub(crate) attached: &'static [&'static str],
    /// Harmless if the file that follows may be read.
    pub(crate) files: &'static [&'static str],
    pub(crate) harms: &'static [&'static [Harm]],
    pub(crate) passes: Passes,
}

/// Which words go on to the program that is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passes {
    Nothing,
    /// Everything after `--` (npm, cargo).
    Divided,
    /// That, and options that are not known once so many operands named what is run (yarn, pnpm): known ones
    /// stay what they are, for other versions take them.
    Unknown {
        after: usize,
    },
}

/// One piece of a command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    Operand {
        word: usize,
        text: String,
    },
    /// A harmless option, and its value.
    Known {
        word: usize,
        name: &'static str,
        value: Option<String>,
    },
    /// The value of an option that is a path.
    File {
        word: usize,
        text: String,
        access: Access,
    },
    /// `word` is the last of it: its value, if that is a word of its own.
    Harmful {
        word: usize,
        verdict: Verdict,
        class: Class,
        name: &'static str,
        why: &'static str,
        value: Option<String>,
    },
    Unknown {
        word: usize,
    },
    /// For the program that is run.
    Passed {
        word: usize,
    },
}

enum Found {
    Harmless(&'static str, Takes),
    Harmful(Harm, &'static str),
}

impl Options {
    fn find(&self, spelled: &str) -> Option<Found> {
        let named = |list: &'static str| list.split_ascii_whitespace().find(|name| *name == spelled);
        let listed = |lists: &'static [&'static str]| lists.iter().find_map(|list| named(list));
        for harm in self.harms.iter().copied().flatten() {
            if let Some(name) = named(harm.names) {
                return Some(Found::Harmful(*harm, name));
            }
        }
        let lists = [
            (self.flags, Takes::Nothing),
            (self.values, Takes::Value),
            (self.next, Takes::Next),
            (self.attached, Takes::Attached),
            (self.files, Takes::Path(Access::Read)),
        ];
        lists.into_iter().find_map(|(list, takes)| listed(list).map(|name| Found::Harmless(name, takes)))
    }

    /// A harmful long option that `spelled` may stand for: programs accept `--dele` for `--delete`.
    fn abbreviated(&self, spelled: &str) -> Option<(Harm, &'static str)> {
        if spelled.len() < 3 || !spelled.starts_with("--") {
            return None;
        }
        self.harms.iter().copied().flatten().find_map(|harm| {
            harm.names.split_ascii_whitespace().find(|name| name.starts_with(spelled)).map(|name| (*harm, name))
        })
    }

    /// Reads `words`, of which the first `from` are the program and its sub-command.
    pub(crate) fn read(&self, words: &[String], from: usize) -> Vec<Piece> {
        let mut reader = Reader { options: self, words, at: from, doubted: None, operands: 0, pieces: Vec::new() };
        reader.run();
        reader.pieces
    }
}

struct Reader<'a> {
    options: &'a Options,
    words: &'a [String],
    at: usize,
    /// The word that may be a value, or an option or operand.
    doubted: Option<usize>,
    operands: usize,
    pieces: Vec<Piece>,
}

impl Reader<'_> {
    fn run(&mut self) {
        let mut ended = self.options.syntax == Syntax::None;
        while let Some(word) = self.words.get(self.at) {
            let at = self.at;
            self.at += 1;
            if ended || word == "-" || !word.starts_with('-') {
                self.operands += 1;
                self.pieces.push(Piece::Operand { word: at, text: word.clone() });
                let first = matches!(self.options.syntax, Syntax::GetoptFirst | Syntax::WordsFirst);
                ended |= first && self.doubted != Some(at);
            } else if word == "--" {
                if self.options.passes != Passes::Nothing {
                    self.pieces.extend((self.at..self.words.len()).map(|word| Piece::Passed { word }));
                    return;
                }
                ended = true;
            } else if matches!(self.options.syntax, Syntax::Words | Syntax::WordsFirst) {
                self.whole(at, word);
            } else if self.options.syntax == Syntax::Names {
                self.name(at, word);
            } else if word.starts_with("--") {
                self.long(at, word);
            } else {
                self.cluster(at, word);
            }
        }
    }

    fn whole(&mut self, at: usize, word: &str) {
        let (name, value) = word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value)));
        let single = format!("-{}", name.trim_start_matches('-'));
        match self.options.find(&single) {
            Some(found) => self.take(at, found, value.map(str::to_owned)),
            None => self.unknown(at),
        }
    }

    fn long(&mut self, at: usize, word: &str) {
        let (name, value) = word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value)));
        let value = value.map(str::to_owned);
        match self.options.find(name) {
            Some(found) => self.take(at, found, value),
            None => match self.options.abbreviated(name) {
                Some((harm, full)) => self.take(at, Found::Harmful(harm, full), value),
                None => self.unknown(at),
            },
        }
    }

    fn name(&mut self, at: usize, word: &str) {
        let (name, value) = word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value)));
        let value = value.map(str::to_owned);
        let bare = name.trim_start_matches('-');
        let long = format!("--{bare}");
        if let Some(found) = self.options.find(&long).or_else(|| self.options.find(&format!("-{bare}"))) {
            return self.take(at, found, value);
        }
        let letters: Option<Vec<Found>> = bare.chars().map(|c| self.options.find(&format!("-{c}"))).collect();
        match letters.filter(|_| value.is_none()) {
            Some(letters) => letters.into_iter().for_each(|found| self.take(at, found, None)),
            None => match self.options.abbreviated(&long) {
                Some((harm, full)) => self.take(at, Found::Harmful(harm, full), value),
                None => self.unknown(at),
            },
        }
    }

    /// `--config.x=y` is pnpm's own wherever it stands.
    fn unknown(&mut self, word: usize) {
        let named = matches!(self.options.passes, Passes::Unknown { after } if self.operands >= after);
        let passed = named && !self.words[word].starts_with("--config");
        self.pieces.push(if passed { Piece::Passed { word } } else { Piece::Unknown { word } });
    }

    fn cluster(&mut self, at: usize, word: &str) {
        // `-20`, and options of one dash that are words of their own.
        if word[1..].bytes().all(|b| b.is_ascii_digit()) {
            match self.options.find("-1") {
                Some(found) => return self.take(at, found, None),
                None => return self.unknown(at),
            }
        }
        let letters = &word[1..];
        for (i, c) in letters.char_indices() {
            let Some(found) = self.options.find(&format!("-{c}")) else {
                return self.unknown(at);
            };
            let rest = &letters[i + c.len_utf8()..];
            let takes = match &found {
                Found::Harmless(_, takes) => *takes,
                Found::Harmful(harm, _) => harm.takes,
            };
            if takes == Takes::Nothing {
                self.take(at, found, None);
            } else {
                return self.take(at, found, (!rest.is_empty()).then(|| rest.to_owned()));
            }
        }
    }

    fn take(&mut self, at: usize, found: Found, attached: Option<String>) {
        let takes = match &found {
            Found::Harmless(_, takes) => *takes,
            Found::Harmful(harm, _) => harm.takes,
        };
        let mut last = at;
        let value = match takes {
            Takes::Nothing if attached.is_some() => return self.unknown(at),
            Takes::Nothing | Takes::Attached => attached,
            Takes::Value | Takes::Next | Takes::Path(_) => attached.or_else(|| {
                let next = self.words.get(self.at).cloned()?;
                last = self.at;
                let option = next.len() > 1 && next.starts_with('-') && next != "--";
                // What follows a word that may be a value itself, may be an option or an operand as well.
                match self.doubted == Some(at) || option && takes != Takes::Next {
                    true => self.doubted = Some(last),
                    false => self.at += 1,
                }
                Some(next)
            }),
        };
        if let (Takes::Path(access), Some(text)) = (takes, &value) {
            self.pieces.push(Piece::File { word: at, text: text.clone(), access });
        }
        self.pieces.push(match found {
            Found::Harmless(name, _) => Piece::Known { word: at, name, value },
            Found::Harmful(harm, name) => {
                Piece::Harmful { word: last, verdict: harm.verdict, class: harm.class, name, why: harm.why, value }
            }
        });
    }
}
