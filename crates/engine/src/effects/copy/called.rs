//! How programs that move files about are called: their options, as far as what they do can be told by looking, and
//! all others that take a value.

/// What an option takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    Nothing,
    Value,
    /// A value; what it then does is not told by looking.
    Untold,
}
use Takes::{Nothing, Untold, Value};

/// An option with its letter (`\0`: it has none), its long name, and what it takes.
type Known = (char, &'static str, Takes);

const RM: &[Known] = &[
    ('r', "recursive", Nothing),
    ('R', "", Nothing),
    ('f', "force", Nothing),
    ('v', "verbose", Nothing),
    ('d', "dir", Nothing),
    ('\0', "one-file-system", Nothing),
    ('\0', "preserve-root", Nothing),
];
/// Of `mv`, and of `cp`, which takes folders with it only where it is told to.
const CARRY: &[Known] = &[
    ('f', "force", Nothing),
    ('v', "verbose", Nothing),
    ('n', "no-clobber", Nothing),
    ('u', "update", Nothing),
    ('b', "backup", Nothing),
    ('t', "target-directory", Value),
    ('S', "suffix", Untold),
    ('T', "no-target-directory", Nothing),
];
const FOLDERS: &[Known] = &[('r', "recursive", Nothing), ('R', "", Nothing)];
const MKDIR: &[Known] = &[('p', "parents", Nothing), ('v', "verbose", Nothing), ('m', "mode", Value)];
const RMDIR: &[Known] = &[('v', "verbose", Nothing)];
const TOUCH: &[Known] = &[
    ('c', "no-create", Nothing),
    ('d', "date", Untold),
    ('t', "", Untold),
    ('r', "reference", Untold),
    ('\0', "time", Untold),
];
const CHMOD: &[Known] = &[
    ('R', "recursive", Nothing),
    ('v', "verbose", Nothing),
    ('c', "changes", Nothing),
    ('f', "silent", Nothing),
    ('f', "quiet", Nothing),
    ('\0', "reference", Value),
];
const TRUNCATE: &[Known] = &[('s', "size", Value), ('c', "no-create", Nothing), ('r', "reference", Untold)];

/// A word of a call.
pub(crate) trait Word {
    /// Its text, where that is certain.
    fn text(&self) -> Option<&str>;
}

impl Word for String {
    fn text(&self) -> Option<&str> {
        Some(self)
    }
}

/// What an option was given.
pub(crate) enum Given<'w, W> {
    /// The word behind it.
    Word(&'w W),
    /// The rest of its own: `-td`, `--target-directory=d`.
    Part(&'w str),
}

/// What a program was called with.
pub(crate) struct Called<'w, W> {
    /// Its options without a value, by their letters.
    options: String,
    /// Those with one.
    values: Vec<(char, Given<'w, W>)>,
    /// All else; of `chmod` the mode, too.
    pub(crate) others: Vec<&'w W>,
    /// Whether all its options are known, and what they do is told by looking.
    pub(super) told: bool,
}

impl<'w, W: Word> Called<'w, W> {
    /// The words behind the program's name.
    pub(crate) fn read(program: &str, words: &'w [W]) -> Self {
        let known: &[&[Known]] = match program {
            "rm" => &[RM],
            "mv" => &[CARRY],
            "cp" => &[FOLDERS, CARRY],
            "mkdir" => &[MKDIR],
            "rmdir" => &[RMDIR],
            "touch" => &[TOUCH],
            "chmod" => &[CHMOD],
            "truncate" => &[TRUNCATE],
            _ => &[],
        };
        let known = known.concat();
        let mut called = Self { options: String::new(), values: Vec::new(), others: Vec::new(), told: true };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let text = word.text().unwrap_or_default();
            // The mode of `chmod -x`.
            let mode = program == "chmod" && called.others.is_empty();
            match text.strip_prefix('-').unwrap_or_default() {
                "-" => called.others.extend(words.by_ref()),
                "" => called.others.push(word),
                letters if mode && letters.chars().all(|c| "rwxXst".contains(c)) => called.others.push(word),
                letters => match letters.strip_prefix('-') {
                    Some(long) => called.long(&known, long, &mut words),
                    None => called.letters(&known, letters, &mut words),
                },
            }
        }
        called
    }

    fn long(&mut self, known: &[Known], long: &'w str, words: &mut std::slice::Iter<'w, W>) {
        let (name, given) = long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value)));
        // A beginning that only one has is that one.
        let mut begun = known.iter().filter(|(_, long, _)| long.starts_with(name));
        let exact = known.iter().find(|(_, long, _)| *long == name);
        match exact.or_else(|| begun.next().filter(|_| begun.next().is_none())) {
            None => self.told = false,
            Some((letter, _, Nothing)) => match given {
                Some(_) => self.told = false,
                None => self.options.push(*letter),
            },
            Some((letter, _, takes)) => self.value_of(*letter, *takes, given, words),
        }
    }

    fn letters(&mut self, known: &[Known], letters: &'w str, words: &mut std::slice::Iter<'w, W>) {
        for (at, letter) in letters.char_indices() {
            match known.iter().find(|(known, ..)| *known == letter) {
                None => self.told = false,
                Some((_, _, Nothing)) => self.options.push(letter),
                Some((_, _, takes)) => {
                    let rest = letters.get(at + letter.len_utf8()..).filter(|rest| !rest.is_empty());
                    return self.value_of(letter, *takes, rest, words);
                }
            }
        }
    }

    fn value_of(&mut self, letter: char, takes: Takes, part: Option<&'w str>, words: &mut std::slice::Iter<'w, W>) {
        self.told &= takes == Value;
        match part.map(Given::Part).or_else(|| words.next().map(Given::Word)) {
            Some(given) => self.values.push((letter, given)),
            None => self.told = false,
        }
    }

    pub(super) fn has(&self, letters: &[char]) -> bool {
        self.options.contains(letters)
    }

    /// What an option was given last; `\0` is the long one of `chmod`.
    pub(crate) fn given(&self, letter: char) -> Option<&Given<'w, W>> {
        self.values.iter().rev().find(|(known, _)| *known == letter).map(|(_, given)| given)
    }

    /// The text of that.
    pub(super) fn value(&self, letter: char) -> Option<&'w str> {
        match self.given(letter)? {
            Given::Word(word) => word.text(),
            Given::Part(text) => Some(text),
        }
    }
}
