//! What commands that move files about would come to, told by looking at the folder alone: whether all of it
//! would be changes of files, as [`Effects`](super::Effects) says of a copy afterwards. Nothing is run, and
//! what cannot be told is told as no.

mod ahead;

use self::ahead::{Ahead, Content, Is, above, is_below, join};
use super::{Copy, MAX_FILE, Most};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Whether such commands, one after the other, would change files and nothing else. `root` is canonical, `cwd`
/// within it.
pub fn whole(root: &Path, cwd: &str, segments: &[Vec<String>], most: Most) -> bool {
    let Some(mut ahead) = Ahead::of(root, cwd, most) else { return false };
    segments.iter().all(|words| ahead.run(words).is_some()) && ahead.of_files() && Copy::fits(root)
}

/// The options of one letter that a program was called with, and its other words; none with one that is not
/// among `known`.
fn words_of<'w>(words: &'w [String], known: &str) -> Option<(String, Vec<&'w str>)> {
    let (mut options, mut others, mut ended) = (String::new(), Vec::new(), false);
    for word in words {
        let letters = match word.as_str() {
            _ if ended => None,
            "--" => {
                ended = true;
                continue;
            }
            "--recursive" => Some("r"),
            "--force" => Some("f"),
            "--verbose" => Some("v"),
            "--parents" => Some("p"),
            long if long.starts_with("--") => return None,
            short => short.strip_prefix('-').filter(|letters| !letters.is_empty()),
        };
        match letters {
            Some(letters) if letters.chars().all(|letter| known.contains(letter)) => options.push_str(letters),
            Some(_) => return None,
            None => others.push(word.as_str()),
        }
    }
    Some((options, others))
}

/// Bits after `chmod`, where its word for them can be told.
fn bits(word: &str, now: u32) -> Option<u32> {
    if word.bytes().all(|b| b.is_ascii_digit()) {
        return u32::from_str_radix(word, 8).ok().filter(|mode| *mode <= 0o777);
    }
    let (who, rest) = word.split_at(word.find(['+', '-'])?);
    let (sign, what) = rest.split_at(1);
    let whose = who.chars().try_fold(0_u32, |all, c| match c {
        'u' => Some(all | 0o700),
        'g' => Some(all | 0o070),
        'o' => Some(all | 0o007),
        'a' => Some(all | 0o777),
        _ => None,
    })?;
    let all = what.chars().try_fold(0_u32, |all, c| match c {
        'r' => Some(all | 0o444),
        // What is said of nobody goes by the umask, which takes the right to write at most.
        'w' if !who.is_empty() => Some(all | 0o222),
        'x' => Some(all | 0o111),
        _ => None,
    })?;
    let meant = all & if who.is_empty() { 0o777 } else { whose };
    Some(if sign == "+" { now | meant } else { now & !meant })
}

impl Ahead<'_> {
    fn run(&mut self, words: &[String]) -> Option<()> {
        let (program, words) = words.split_first()?;
        match program.as_str() {
            "rm" => self.rm(words),
            "unlink" => match words_of(words, "")?.1.as_slice() {
                [one] => self.goes(&self.path(one)?),
                _ => None,
            },
            "cp" => self.carries(words, "rRfv", false),
            "mv" => self.carries(words, "fv", true),
            "mkdir" => self.mkdir(words),
            "touch" => self.touch(words),
            "chmod" => self.chmod(words),
            "truncate" => self.truncate(words),
            _ => None,
        }
    }

    fn rm(&mut self, words: &[String]) -> Option<()> {
        let (options, names) = words_of(words, "rRfv")?;
        for name in names {
            let path = self.path(name)?;
            match self.is(&path)? {
                Is::File(_) => self.goes(&path)?,
                Is::Nothing if options.contains('f') => {}
                Is::Folder if options.contains(['r', 'R']) => self.all_go(&path).map(drop)?,
                Is::Nothing | Is::Folder => return None,
            }
        }
        Some(())
    }

    /// `cp`, or `mv`, after which what was carried is not where it was.
    fn carries(&mut self, words: &[String], known: &str, away: bool) -> Option<()> {
        let (options, mut names) = words_of(words, known)?;
        let last = names.pop().filter(|_| !names.is_empty())?;
        let to = if last == "." { self.cwd.to_owned() } else { self.path(last)? };
        let into = self.is(&to)? == Is::Folder;
        if !into && names.len() > 1 {
            return None;
        }
        for name in names {
            let from = self.path(name)?;
            let to = if into { join(&to, from.rsplit('/').next()?) } else { to.clone() };
            if from == to || is_below(&to, &from) {
                return None;
            }
            match self.is(&from)? {
                Is::File(content) => {
                    if away {
                        self.goes(&from)?;
                    }
                    // What is surely other than in one place need not be in another.
                    let known = matches!(content, Content::Of(_));
                    self.comes(&to, if known { content } else { Content::Other(false) })?;
                }
                Is::Folder if (away || options.contains(['r', 'R'])) && self.is(&to)? == Is::Nothing => {
                    let (files, folders) = if away { self.all_go(&from)? } else { self.tree(&from)? };
                    self.made(&to)?;
                    for folder in folders {
                        self.made(&join(&to, &folder))?;
                    }
                    for file in files {
                        self.comes(&join(&to, &file), Content::Of(join(&from, &file)))?;
                    }
                }
                Is::Folder | Is::Nothing => return None,
            }
        }
        Some(())
    }

    fn mkdir(&mut self, words: &[String]) -> Option<()> {
        let (options, names) = words_of(words, "pv")?;
        for name in names {
            let path = self.path(name)?;
            let mut coming: Vec<&str> = above(&path).collect();
            coming.reverse();
            for folder in coming.into_iter().chain([path.as_str()]) {
                let may = options.contains('p');
                match self.is(folder)? {
                    Is::Folder if may || folder != path => {}
                    Is::Nothing if may || folder == path => self.made(folder)?,
                    _ => return None,
                }
            }
        }
        Some(())
    }

    fn touch(&mut self, words: &[String]) -> Option<()> {
        for name in words_of(words, "")?.1 {
            let path = self.path(name)?;
            if self.is(&path)? == Is::Nothing {
                self.comes(&path, Content::Other(false))?;
            }
        }
        Some(())
    }

    fn chmod(&mut self, words: &[String]) -> Option<()> {
        let (mode, names) = words.split_first()?;
        for name in words_of(names, "v")?.1 {
            let path = self.path(name)?;
            self.leaves(&path)?;
            let other = match self.is(&path)? {
                Is::File(Content::Of(at)) if at == path => {
                    let now = self.copied(&path)?.permissions().mode() & 0o777;
                    bits(mode, now)? != now
                }
                _ => false,
            };
            self.put(&path, Is::File(Content::Other(other)))?;
        }
        Some(())
    }

    fn truncate(&mut self, words: &[String]) -> Option<()> {
        let (size, names) = match words {
            [flag, size, names @ ..] if flag == "-s" => (size, names),
            _ => return None,
        };
        let size = size.parse::<u64>().ok().filter(|size| *size <= MAX_FILE)?;
        for name in words_of(names, "")?.1 {
            let path = self.path(name)?;
            let now = self.copied(&path).map(|found| found.len());
            let known = matches!(self.is(&path)?, Is::File(Content::Of(at)) if at == path);
            self.comes(&path, Content::Other(known && now != Some(size)))?;
        }
        Some(())
    }
}
