//! The files that a program overwrites or takes away, as its words tell: for whoever looks at what is there. It is asked
//! of the same lists that judge it.

use super::given::given;
use super::names::{self, WRITERS, WRITTEN};
use super::options::named;
use super::sources::Told;
use super::{special, transfers, unread};
use crate::written;
use std::collections::BTreeSet;

/// What a command says that it changes; words by their places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Changes {
    /// What a word names.
    Word(usize),
    /// What a part of a word names: `of=a`, `--output=a`.
    Part(String),
    /// What is put into a folder, or in the place of a file, out of these.
    Into {
        /// Where to.
        to: Told,
        /// What.
        from: Vec<usize>,
    },
    /// What of this name is found in these folders, however deep; all that is in them where no name is said.
    Found {
        /// The folders.
        folders: Vec<usize>,
        /// A pattern.
        name: Option<usize>,
    },
}

/// Sub-commands of programs that take away or overwrite what the rest of their words name.
const SUBS: &[(&str, &str)] = &[("gio", "trash remove"), ("git", "rm restore"), ("shx", "rm")];
/// Those that move or copy into the last of their words, and the first of what they take away by it.
const MOVING: &[(&str, &str)] = &[("git", "mv"), ("shx", "mv cp")];
/// Programs that put another file in the place of each of theirs, and what its name ends with; `-c`: they print it.
const PACKING: &[(&str, &str)] = &[
    ("gzip gunzip pigz unpigz", ".gz"),
    ("xz unxz", ".xz"),
    ("bzip2 bunzip2 pbzip2", ".bz2"),
    ("zstd unzstd", ".zst"),
    ("lz4 unlz4", ".lz4"),
    ("compress uncompress", ".Z"),
];

fn of(table: &'static [(&str, &str)], name: &str) -> Option<&'static str> {
    table.iter().find(|(names, _)| names.split(' ').any(|known| known == name)).map(|(_, of)| *of)
}

/// What a command overwrites or takes away.
#[must_use]
pub fn changes(argv: &[String]) -> Vec<Changes> {
    let Some(name) = argv.first().map(|word| names::program(word)) else { return Vec::new() };
    let name = name.as_str();
    let (begins, folder) = if name == "git" { git_begins(argv) } else { (1, None) };
    if begins > 1 {
        let inner: Vec<String> = argv[..1].iter().chain(argv.get(begins..).unwrap_or_default()).cloned().collect();
        return changes(&inner)
            .into_iter()
            .flat_map(|changes| behind(changes, &inner, begins - 1, folder.as_deref()))
            .collect();
    }
    let mut found: Vec<Changes> = Vec::new();
    let sub = argv.get(1).map_or("", String::as_str);
    let has = |table, word: &str| of(table, name).is_some_and(|subs| subs.split(' ').any(|known| known == word));
    let words = operands(name, argv);
    let all = |words: &[usize]| words.iter().copied().map(Changes::Word).collect::<Vec<_>>();
    let into = |words: &[usize]| {
        words.split_last().map(|(to, from)| Changes::Into { to: Told::Word(*to), from: from.to_vec() })
    };
    let option = |options: &[&str]| argv.iter().any(|word| options.contains(&word.as_str()));
    if name == "find" {
        found.extend(sought(argv));
    } else if has(SUBS, sub) || has(MOVING, sub) {
        let words: Vec<usize> = words.into_iter().filter(|at| *at > 1).collect();
        found.extend(all(&words));
        found.extend(into(&words).filter(|_| has(MOVING, sub)));
    } else if name == "git" && sub == "checkout" {
        let paths = argv.iter().position(|word| word == "--").map_or(argv.len(), |at| at + 1);
        found.extend((paths..argv.len()).map(Changes::Word));
    } else if matches!(name, "ln" | "install" | "link" | "symlink" | "scp" | "rsync") {
        let here: Vec<usize> = words.iter().copied().filter(|at| !transfers::is_elsewhere(&argv[*at])).collect();
        let takes = option(&["-d", "--directory", "--remove-source-files", "--del", "--delete"]);
        found.extend(if takes && name != "ln" { all(&here) } else { Vec::new() });
        let into_folder = given(name, argv).into_iter().find(|given| given.is("-t --target-directory"));
        let to = into_folder.filter(|given| given.word < argv.len());
        match (to, words.last()) {
            (Some(to), _) => {
                found.push(Changes::Into { to: Told::of(argv, to.word, to.value), from: words.clone() });
            }
            (None, last) if last != here.last() => {}
            // What is in a folder that is named so comes into the other one itself.
            (None, Some(to))
                if name == "rsync"
                    && words.len() > 1
                    && words.iter().any(|at| at != to && argv[*at].ends_with('/')) =>
            {
                found.extend((!takes).then_some(Changes::Word(*to)));
            }
            _ if words.len() > 1 => found.extend(into(&words)),
            _ => {}
        }
    } else if let Some(ending) = of(PACKING, name).filter(|_| !option(&["-c", "--stdout", "--to-stdout", "-t", "-l"])) {
        for at in &words {
            let other = argv[*at].strip_suffix(ending).map_or_else(|| format!("{}{ending}", argv[*at]), str::to_owned);
            found.extend([Changes::Word(*at), Changes::Part(other)]);
        }
    } else if names::destroys(name).is_some() || names::takes_away(name, argv) || WRITERS.contains(&name) {
        let owner = usize::from(
            matches!(name, "chown" | "chgrp" | "chattr") && !argv.iter().any(|word| word.starts_with("--ref")),
        );
        found.extend(all(words.get(owner..).unwrap_or_default()));
    } else if names::in_place(name, argv) {
        let told = given(name, argv).iter().any(|given| given.is_program(name))
            || !matches!(name, "sed" | "gsed" | "yq" | "awk" | "gawk");
        found.extend(all(words.get(usize::from(!told)..).unwrap_or_default()));
    } else if name == "dd" {
        found
            .extend(argv.iter().filter_map(|word| word.strip_prefix("of=")).map(|file| Changes::Part(file.to_owned())));
    } else if matches!(name, "tar" | "gtar" | "bsdtar") && special::packs(argv) {
        found.extend(special::archives(argv).next().map(|(at, file)| match Told::of(argv, at, file) {
            Told::Word(at) => Changes::Word(at),
            Told::Part(file) => Changes::Part(file),
        }));
    } else if matches!(name, "zip" | "7z" | "7za" | "7zz") {
        found.extend(names::packed_into(name, argv).map(Changes::Word));
    }
    for table in [WRITTEN, names::OUTPUTS, written::INTO] {
        for given in named(table, name, argv).into_iter().filter(|given| !matches!(given.value, "" | "-")) {
            let told = match given.at == given.word {
                true => Changes::Part(given.value.to_owned()),
                false => Changes::Word(given.word),
            };
            if !found.contains(&told) {
                found.push(told);
            }
        }
    }
    found
}

/// Where the sub-command of git stands, and the folder that it is told to work in.
fn git_begins(argv: &[String]) -> (usize, Option<String>) {
    let (mut at, mut folder) = (1, None::<String>);
    while let Some(word) = argv.get(at).filter(|word| word.starts_with('-')) {
        let (option, attached) =
            word.split_once('=').map_or((word.as_str(), None), |(name, value)| (name, Some(value)));
        let valued = matches!(
            option,
            "-C" | "-c"
                | "--git-dir"
                | "--work-tree"
                | "--namespace"
                | "--super-prefix"
                | "--config-env"
                | "--attr-source"
        );
        let value = attached.or_else(|| argv.get(at + 1).map(String::as_str));
        if let Some(to) = value.filter(|to| matches!(option, "-C" | "--work-tree") && !to.is_empty()) {
            folder = Some(folder.map_or_else(|| to.to_owned(), |folder| joined(&folder, to)));
        }
        at += 1 + usize::from(valued && attached.is_none());
    }
    (at, folder.filter(|folder| !matches!(folder.as_str(), "." | "./")))
}

/// A path from a folder on.
fn joined(folder: &str, path: &str) -> String {
    if path.starts_with(['/', '~']) { path.to_owned() } else { format!("{}/{path}", folder.trim_end_matches('/')) }
}

/// What git changes, by the words of the whole command, of which so many stand before these; in another folder by what
/// they lead to from there.
fn behind(changes: Changes, inner: &[String], more: usize, folder: Option<&str>) -> Vec<Changes> {
    let word = |at: usize| folder.map_or(Changes::Word(at + more), |folder| Changes::Part(joined(folder, &inner[at])));
    match changes {
        Changes::Word(at) => vec![word(at)],
        Changes::Part(file) => vec![Changes::Part(folder.map_or(file.clone(), |folder| joined(folder, &file)))],
        Changes::Into { to: Told::Word(to), .. } if folder.is_some() => vec![word(to)],
        Changes::Into { to, from } => {
            let to = if let Told::Word(at) = to { Told::Word(at + more) } else { to };
            vec![Changes::Into { to, from: from.into_iter().map(|at| at + more).collect() }]
        }
        found @ Changes::Found { .. } => vec![found],
    }
}

/// The words that are no options, no values of such, and named to be left out.
fn operands(name: &str, argv: &[String]) -> Vec<usize> {
    let given = given(name, argv);
    let valued: BTreeSet<usize> = given.iter().filter(|given| given.at < given.word).map(|given| given.word).collect();
    let unread = unread::words(name, argv);
    let ends = argv.iter().position(|word| word == "--").unwrap_or(argv.len());
    let is = |at: &usize| *at > ends || !(argv[*at].starts_with('-') && argv[*at].len() > 1) && *at != ends;
    (1..argv.len()).filter(|at| is(at) && !valued.contains(at) && !unread.contains(at)).collect()
}

/// What `find` takes away of what it finds, or hands to what does.
fn sought(argv: &[String]) -> Vec<Changes> {
    let begins = |word: &String| word.starts_with(['-', '(', '!']);
    let runs = |at: usize| {
        let name = argv.get(at + 1).map(|word| names::program(word)).unwrap_or_default();
        names::destroys(&name).is_some() || name == "mv" || names::in_place(&name, &argv[at + 1..])
    };
    let takes = |at: usize| match argv[at].as_str() {
        "-delete" => true,
        "-exec" | "-execdir" | "-ok" => runs(at),
        _ => false,
    };
    if !(1..argv.len()).any(takes) {
        return Vec::new();
    }
    // Options of its own stand before the folders.
    let mut from = 1;
    while let Some(word) = argv.get(from) {
        from += match word.as_str() {
            "-H" | "-L" | "-P" => 1,
            "-D" => 2,
            word if word.starts_with("-O") => 1,
            _ => break,
        };
    }
    let folders: Vec<usize> = (from..argv.len()).take_while(|at| !begins(&argv[*at])).collect();
    let places: Vec<usize> = (from..argv.len()).collect();
    // Each way that leads to a file goes through one of these parts.
    let parts = places.split(|at| matches!(argv[*at].as_str(), "-o" | "-or" | ","));
    let named = parts.map(|part| part.windows(2).filter(|pair| argv[pair[0]] == "-name").map(|pair| pair[1]).collect());
    let named: Vec<Vec<usize>> = named.collect();
    let turned = argv.iter().any(|word| matches!(word.as_str(), "!" | "-not"));
    if turned || named.iter().any(Vec::is_empty) {
        return vec![Changes::Found { folders, name: None }];
    }
    let found = |name| Changes::Found { folders: folders.clone(), name: Some(name) };
    named.into_iter().flatten().map(found).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_changes_is_told_by_its_words() {
        for (text, is) in [
            ("shred -u a b", "a b"),
            ("rimraf a", "a"),
            ("trash a", "a"),
            ("gio trash a", "a"),
            ("chown -R me a", "a"),
            ("tee -a a", "a"),
            ("sed -i s/x/y/ a", "a"),
            ("sed -i -e s/x/y/ a b", "a b"),
            ("sed s/x/y/ a", ""),
            ("sort -o a b", "a"),
            ("sort -oa b", "=a"),
            ("sort --output=a b", "=a"),
            ("sort b", ""),
            ("dd if=b of=a", "=a"),
            ("install -m 644 b a", "b>a"),
            ("install b c -t d", "b,c>d"),
            ("install -td b c", "b,c>=d"),
            ("install -Dtd b", "b>=d"),
            ("install --target-directory=d b", "b>=d"),
            ("ln -std b", "b>=d"),
            ("ln -sft d b", "b>d"),
            ("ln -sf b a", "b>a"),
            ("ln b", ""),
            ("ln -s b -t", ""),
            ("install b -t", ""),
            ("sort b -o", ""),
            ("find . -name", ""),
            ("find -delete -name", ":"),
            ("git", ""),
            ("git mv", ""),
            ("gzip", ""),
            ("rsync -a b a", "b>a"),
            ("rsync -a --remove-source-files b a", "b a b>a"),
            ("rsync -a b/ a", "a"),
            ("rsync -a b/ c a", "a"),
            ("rsync -a b a/", "b>a/"),
            ("rsync -a --delete b/ a", "b/ a"),
            ("rsync -a b/ host:a", ""),
            ("rsync -a b host:a", ""),
            ("rsync -a host:b a", "host:b>a"),
            ("git rm -f a", "a"),
            ("git mv a b", "a b a>b"),
            ("git -C . rm -f a", "a"),
            ("git -C d -c x.y=z rm a", "=d/a"),
            ("git -C d -C e mv a b", "=d/e/a =d/e/b =d/e/b"),
            ("git --work-tree=d/ restore a /b", "=d/a =/b"),
            ("git --no-pager -c x.y=z rm a b", "a b"),
            ("git --no-pager mv a b", "a b a>b"),
            ("git -c rm status a", ""),
            ("git -C", ""),
            ("git -C d rm --cached a", ""),
            ("git checkout main -- a", "a"),
            ("git checkout main", ""),
            ("git restore a", "a"),
            ("git rm --cached a", ""),
            ("gzip -9 a", "a =a.gz"),
            ("gunzip a.gz", "a.gz =a"),
            ("gzip -c a", ""),
            ("zip -m q.zip a", "q.zip a"),
            ("zip -r q.zip a", "q.zip"),
            ("tar czf q.tgz a", "q.tgz"),
            ("tar -czfq.tgz a", "=q.tgz"),
            ("tar -Cd -cfq.tgz a", "=q.tgz"),
            ("tar -C d -cf q.tgz a", "q.tgz"),
            ("tar cfz q.tgz a", "q.tgz"),
            ("tar --create --file=q.tgz a", "=q.tgz"),
            ("tar -xzfq.tgz", ""),
            ("tar xzf q.tgz", ""),
            ("curl -o a https://x.y/z", "a"),
            ("gcc -o a b.c", "a"),
            ("find . -name *.log -delete", ".:*.log"),
            ("find a b -type f -exec rm {} +", "a,b:"),
            ("find . -name a -o -name b -delete", ".:a .:b"),
            ("find . ( -name a -o -name b ) -type f -delete", ".:a .:b"),
            ("find . -type f -name a -name b -delete", ".:a .:b"),
            ("find . -name a -o -type f -delete", ".:"),
            ("find . -name a ! -name b -delete", ".:"),
            ("find . -name a , -delete", ".:"),
            ("find -L d -delete", "d:"),
            ("find -P -O3 -D tree d e -name a -delete", "d,e:a"),
            ("find -L -name a -delete", ":a"),
            ("find -L d -name a", ""),
            ("find -L", ""),
            ("find . -name a -exec cat {} ;", ""),
            ("cat a", ""),
            ("echo rm a", ""),
            ("grep -r rm a", ""),
        ] {
            let argv: Vec<String> = text.split(' ').map(str::to_owned).collect();
            let names = |words: &[usize]| words.iter().map(|at| argv[*at].clone()).collect::<Vec<_>>().join(",");
            let told = changes(&argv).into_iter().map(|changes| match changes {
                Changes::Word(at) => argv[at].clone(),
                Changes::Part(file) => format!("={file}"),
                Changes::Into { to: Told::Word(to), from } => format!("{}>{}", names(&from), argv[to]),
                Changes::Into { to: Told::Part(to), from } => format!("{}>={to}", names(&from)),
                Changes::Found { folders, name } => {
                    format!("{}:{}", names(&folders), name.map_or("", |at| argv[at].as_str()))
                }
            });
            assert_eq!(told.collect::<Vec<_>>().join(" "), is, "{text}");
        }
    }
}
