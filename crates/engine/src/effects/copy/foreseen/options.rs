//! The options of programs that move files about, as far as what they do can be told by looking.

/// An option with its letter (`\0`: it has none), its long name, and whether it takes a value.
type Known = (char, &'static str, bool);

const RM: &[Known] = &[
    ('r', "recursive", false),
    ('R', "", false),
    ('f', "force", false),
    ('v', "verbose", false),
    ('d', "dir", false),
    ('\0', "one-file-system", false),
    ('\0', "preserve-root", false),
];
const MV: &[Known] = &[
    ('f', "force", false),
    ('v', "verbose", false),
    ('n', "no-clobber", false),
    ('u', "update", false),
    ('b', "backup", false),
    ('t', "target-directory", true),
    ('T', "no-target-directory", false),
];
const CP: &[Known] = &[
    ('r', "recursive", false),
    ('R', "", false),
    ('f', "force", false),
    ('v', "verbose", false),
    ('n', "no-clobber", false),
    ('u', "update", false),
    ('b', "backup", false),
    ('t', "target-directory", true),
    ('T', "no-target-directory", false),
];
const MKDIR: &[Known] = &[('p', "parents", false), ('v', "verbose", false), ('m', "mode", true)];
const RMDIR: &[Known] = &[('v', "verbose", false)];
const TOUCH: &[Known] = &[('c', "no-create", false)];
const CHMOD: &[Known] = &[
    ('R', "recursive", false),
    ('v', "verbose", false),
    ('c', "changes", false),
    ('f', "silent", false),
    ('f', "quiet", false),
    ('\0', "reference", true),
];
const TRUNCATE: &[Known] = &[('s', "size", true), ('c', "no-create", false)];

/// What a program was called with.
#[derive(Default)]
pub(super) struct Called<'w> {
    /// Its options without a value, by their letters.
    pub(super) options: String,
    /// Those with one.
    values: Vec<(char, &'w str)>,
    /// All else.
    pub(super) others: Vec<&'w str>,
}

impl<'w> Called<'w> {
    /// None with an option that is not known.
    pub(super) fn read(program: &str, words: &'w [String]) -> Option<Self> {
        let known = match program {
            "rm" => RM,
            "mv" => MV,
            "cp" => CP,
            "mkdir" => MKDIR,
            "rmdir" => RMDIR,
            "touch" => TOUCH,
            "chmod" => CHMOD,
            "truncate" => TRUNCATE,
            _ => &[],
        };
        let (mut called, mut words) = (Self::default(), words.iter().map(String::as_str));
        while let Some(word) = words.next() {
            if word == "--" {
                called.others.extend(words.by_ref());
            } else if let Some(long) = word.strip_prefix("--") {
                let (name, given) = long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value)));
                let (letter, _, valued) = known.iter().find(|(_, long, _)| *long == name)?;
                match (valued, given) {
                    (true, Some(value)) => called.values.push((*letter, value)),
                    (true, None) => called.values.push((*letter, words.next()?)),
                    (false, None) => called.options.push(*letter),
                    (false, Some(_)) => return None,
                }
            } else if let Some(letters) = word.strip_prefix('-').filter(|letters| !letters.is_empty()) {
                // The mode of `chmod -x`.
                if program == "chmod" && called.others.is_empty() && letters.chars().all(|c| "rwxXst".contains(c)) {
                    called.others.push(word);
                    continue;
                }
                for (at, letter) in letters.char_indices() {
                    let (_, _, valued) = known.iter().find(|(known, ..)| *known == letter)?;
                    if !valued {
                        called.options.push(letter);
                        continue;
                    }
                    let rest = letters.get(at + letter.len_utf8()..).filter(|rest| !rest.is_empty());
                    called.values.push((letter, rest.or_else(|| words.next())?));
                    break;
                }
            } else {
                called.others.push(word);
            }
        }
        Some(called)
    }

    pub(super) fn has(&self, letters: &[char]) -> bool {
        self.options.contains(letters)
    }

    /// The last value given to an option.
    pub(super) fn value(&self, letter: char) -> Option<&'w str> {
        self.values.iter().rev().find(|(known, _)| *known == letter).map(|(_, value)| *value)
    }
}
