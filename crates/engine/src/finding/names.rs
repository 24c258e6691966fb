//! Where the words of a command lead: the files that it moves about, and the script that it runs, also where it is
//! run by another command or a shell's text that it is given.

use super::patterns;
use crate::effects::copy::{Called, Given, Word};
use crate::moving::MOVERS;
use countersign_commands::{Changes, Meant, Ran, Segment, Setting, Told, Within, bare, changes, judge, ran, within};
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};

/// A way over more links than this leads nowhere.
const MOST_LINKS: usize = 40;
/// Commands in commands, and texts of shells in texts of shells: so many are looked into.
const MOST_DEEP: usize = 8;

impl Word for Meant {
    fn text(&self) -> Option<&str> {
        self.name()
    }
}

/// Where a command's words lead, by paths within the workspace.
pub(super) struct Names<'a> {
    root: &'a Path,
    cwd: PathBuf,
    paths: Vec<String>,
}

impl<'a> Names<'a> {
    pub(super) fn of(root: &'a Path, cwd: PathBuf) -> Self {
        Self { root, cwd, paths: Vec::new() }
    }

    pub(super) fn paths(mut self) -> Vec<String> {
        self.paths.sort();
        self.paths.dedup();
        self.paths
    }

    /// Where a word leads; `~`, as the home is written in a command, too.
    fn at(&self, word: &str) -> PathBuf {
        match word.strip_prefix("~/").zip(std::env::var_os("HOME")) {
            Some((rest, home)) => {
                let home = PathBuf::from(home);
                home.canonicalize().unwrap_or(home).join(rest)
            }
            None => self.cwd.join(word),
        }
    }

    /// A path within the workspace, by its words alone; none of what is elsewhere, and of the workspace itself.
    fn path(&self, word: &str) -> Option<String> {
        self.within(word).filter(|path| !path.is_empty())
    }

    /// The same, of the workspace itself nothing.
    fn within(&self, word: &str) -> Option<String> {
        let mut plain = PathBuf::new();
        for part in self.at(word).components() {
            match part {
                Component::CurDir => {}
                Component::ParentDir => drop(plain.pop()),
                part => plain.push(part),
            }
        }
        Some(plain.strip_prefix(self.root).ok()?.to_str()?.to_owned())
    }

    fn add(&mut self, word: &str) {
        self.paths.extend(self.path(word));
    }

    fn add_all(&mut self, word: &Meant) {
        self.meant(word).iter().for_each(|name| self.add(name));
    }

    /// A file that is read: where it is a link, with all that it leads to.
    fn read(&mut self, word: &str) {
        let mut at = self.at(word);
        for _ in 0..MOST_LINKS {
            let Some(path) = at.to_str().and_then(|at| self.path(at)) else { return };
            self.paths.push(path);
            let Ok(to) = at.read_link() else { return };
            at.pop();
            at.push(to);
        }
    }

    fn is_folder(&self, word: &str) -> bool {
        self.at(word).is_dir()
    }

    /// What stands in the place of a word. A pattern is noted as well: that nothing else fits it is bound.
    fn meant(&mut self, word: &Meant) -> Vec<String> {
        let pattern = match word {
            Meant::Unknown => return Vec::new(),
            Meant::Name(name) => return vec![name.clone()],
            Meant::Pattern(pattern) => pattern,
        };
        let Some(path) = self.path(pattern) else { return Vec::new() };
        let found = patterns::found(self.root, &path).unwrap_or_default();
        self.paths.push(patterns::key(&path));
        match found.is_empty() {
            // A shell hands it on as it is written.
            true => vec![pattern.clone()],
            false => found.iter().filter_map(|path| self.root.join(path).to_str().map(str::to_owned)).collect(),
        }
    }

    fn read_all(&mut self, word: &Meant) {
        self.meant(word).iter().for_each(|name| self.read(name));
    }

    /// One command as it was judged.
    pub(super) fn segment(&mut self, segment: &Segment) {
        segment.words().iter().for_each(|words| self.command(words, 0));
        segment.writes.iter().for_each(|file| self.add_all(file));
    }

    /// What a command names, and what the commands name that it runs.
    fn command(&mut self, words: &[Meant], deep: usize) {
        let text = |word: &Meant| match word {
            Meant::Name(text) | Meant::Pattern(text) => text.clone(),
            Meant::Unknown => "*".to_owned(),
        };
        let argv: Vec<String> = words.iter().map(text).collect();
        let Some(program) = argv.first().map(|name| bare(name)) else { return };
        if MOVERS.contains(&program.as_str()) {
            return self.moved(&program, &words[1..]);
        }
        changes(&argv).iter().for_each(|change| self.changed(words, change));
        self.run(words, &argv, deep);
        for Within { words: at, folder, certain } in within(&argv).into_iter().filter(|_| deep < MOST_DEEP) {
            let mut inside = Names::of(self.root, folder.map_or(self.cwd.clone(), |to| self.cwd.join(to)));
            // What may begin at any word is looked at just there.
            let deep = if certain { deep + 1 } else { MOST_DEEP };
            match argv[at.start].contains(' ') {
                true => inside.text(&argv[at.start], deep.min(MOST_DEEP - 1)),
                false => inside.command(&words[at], deep),
            }
            self.paths.append(&mut inside.paths);
        }
    }

    /// What another program overwrites or takes away.
    fn changed(&mut self, words: &[Meant], changed: &Changes) {
        let all = |places: &[usize]| places.iter().map(|at| words[*at].clone()).collect::<Vec<Meant>>();
        match changed {
            Changes::Word(at) => self.add_all(&words[*at]),
            Changes::Part(file) => self.add(file),
            Changes::Into { to, from } => {
                let from: Vec<String> = all(from).iter().flat_map(|word| self.meant(word)).collect();
                let to = match to {
                    Told::Word(to) => self.meant(&words[*to]),
                    Told::Part(to) => vec![to.clone()],
                };
                to.iter().for_each(|to| self.put(to, &from));
            }
            Changes::Found { folders, name: None } => all(folders).iter().for_each(|folder| self.add_all(folder)),
            Changes::Found { folders, name: Some(name) } => {
                let Some(name) = words[*name].name().or(words[*name].pattern()) else { return };
                let folders: Vec<String> = all(folders).iter().flat_map(|folder| self.meant(folder)).collect();
                let here = folders.is_empty().then(|| ".".to_owned());
                for folder in folders.iter().chain(&here) {
                    let Some(pattern) = self.within(folder).map(|folder| patterns::below(&folder, name)) else {
                        continue;
                    };
                    self.paths.extend(patterns::found(self.root, &pattern).unwrap_or_default());
                    self.paths.push(patterns::key(&pattern));
                }
            }
        }
    }

    /// The files that a program which moves files about is told of.
    fn moved(&mut self, program: &str, words: &[Meant]) {
        let called = Called::read(program, words);
        // What `parallel` and `find` give them.
        let given = |word: &&Meant| word.name().is_some_and(|text| text.starts_with(":::") || text == "{}");
        let mut names: Vec<Meant> =
            called.others.iter().filter(|word| !given(word)).map(|word| (*word).clone()).collect();
        if program == "chmod" && called.given('\0').is_none() && !names.is_empty() {
            names.remove(0);
        }
        let to = match called.given('t') {
            _ if !["cp", "mv"].contains(&program) => None,
            Some(Given::Word(into)) => Some((*into).clone()),
            Some(Given::Part(into)) => Some(Meant::Name((*into).to_owned())),
            None => names.pop(),
        };
        let names: Vec<String> = names.iter().flat_map(|word| self.meant(word)).collect();
        let to: Vec<String> = to.iter().flat_map(|to| self.meant(to)).collect();
        to.iter().for_each(|to| self.put(to, &names));
        match program {
            "cp" => names.iter().for_each(|name| self.read(name)),
            _ => names.iter().for_each(|name| self.add(name)),
        }
    }

    /// What stands in a place, or comes into the folder that it is.
    fn put(&mut self, to: &str, names: &[String]) {
        if !self.is_folder(to) {
            return self.add(to);
        }
        // What else is in it stays as it is.
        for name in names {
            match name.trim_end_matches('/').rsplit('/').next().unwrap_or_default() {
                // What is in it goes into the folder itself.
                "." | ".." => self.add(to),
                last => self.add(&format!("{to}/{last}")),
            }
        }
    }

    /// The script that a command runs: by its own name, or as the file that an interpreter is told of; also one that is
    /// not there, so that none is put there.
    fn run(&mut self, words: &[Meant], argv: &[String], deep: usize) {
        for (at, word) in argv.iter().enumerate() {
            let name = word.rsplit('/').next().unwrap_or_default();
            // `find . -exec sh x.sh`: the folder is no command.
            let names_program = at == 0 || !matches!(word.as_str(), "." | "source");
            if let Some(ran) = names_program.then(|| ran(&argv[at..])).flatten() {
                return match ran {
                    Ran::Script(file) => self.read_all(&words[at + file]),
                    Ran::Operands(files) => self.operand(files.iter().map(|file| &words[at + file])),
                    Ran::Files(files) => files.into_iter().for_each(|file| match file {
                        Told::Word(file) => self.operand([&words[at + file]].into_iter()),
                        Told::Part(file) => self.operand([&Meant::Name(file)].into_iter()),
                    }),
                    Ran::Text(text) => self.text(&text, deep),
                    Ran::Unknown => {}
                };
            }
            if name == "eval" {
                return self.text(&argv[at + 1..].join(" "), deep);
            }
            match self.at(word).metadata() {
                _ if word.starts_with('-') => {}
                // Whatever it may be made into before it is run.
                _ if at == 0 && word.contains('/') => self.read_all(&words[at]),
                // A folder that is run has a file that it begins with.
                Ok(found) if found.is_file() && found.permissions().mode() & 0o111 != 0 => self.read(word),
                // `env -S 'sh x.sh'`
                Err(_) if word.contains(' ') && at > 0 && argv[at - 1] == "-S" => self.text(word, deep),
                _ => {}
            }
        }
    }

    /// The first of these that is a file, or a test in one.
    fn operand<'w>(&mut self, words: impl Iterator<Item = &'w Meant>) {
        for word in words {
            let files = self.meant(word).into_iter();
            let named = files.filter_map(|name| name.split("::").next().map(str::to_owned));
            let files: Vec<String> = named.filter(|file| self.at(file).is_file()).collect();
            if !files.is_empty() {
                return files.iter().for_each(|file| self.read(file));
            }
        }
    }

    /// What a text of a shell names, as far as its words tell.
    pub(super) fn text(&mut self, text: &str, deep: usize) {
        if deep >= MOST_DEEP {
            return;
        }
        let judged = judge(text, &Setting::default());
        for words in before_going(&judged.segments).flat_map(Segment::words) {
            self.command(&words, deep + 1);
        }
    }
}

/// The commands before the first that goes to another folder: the words of those behind it lead elsewhere.
pub(super) fn before_going(segments: &[Segment]) -> impl Iterator<Item = &Segment> {
    let goes = |name: &String| matches!(name.as_str(), "cd" | "pushd" | "popd");
    segments.iter().take_while(move |segment| !segment.argv.first().is_some_and(goes))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods, reason = "tests make the files that commands name")]

    use super::*;
    use std::fs;

    fn named(root: &Path, argv: &[&str]) -> String {
        let words: Vec<Meant> = argv.iter().map(|word| Meant::Name((*word).to_owned())).collect();
        let mut names = Names::of(root, root.to_owned());
        names.command(&words, 0);
        names.paths().join(" ")
    }

    #[test]
    fn the_words_of_a_command_lead_to_what_it_changes_or_runs() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("d")).unwrap();
        for name in ["a.txt", "x.sh", "y.py", "d/x.mk"] {
            fs::write(root.join(name), "").unwrap();
        }
        std::os::unix::fs::symlink("x.sh", root.join("l.sh")).unwrap();
        fs::set_permissions(root.join("x.sh"), fs::Permissions::from_mode(0o755)).unwrap();
        for (text, paths) in [
            ("rm -rf a.txt d", "a.txt d"),
            ("cp a.txt b.txt", "a.txt b.txt"),
            ("cp a.txt d", "a.txt d/a.txt"),
            ("cp -r ./. d", "d"),
            ("mv -t d a.txt x.sh", "a.txt d/a.txt d/x.sh x.sh"),
            ("mv a.txt --target-directory=d", "a.txt d/a.txt"),
            ("cp -rt d a.txt", "a.txt d/a.txt"),
            ("mv -td a.txt x.sh", "a.txt d/a.txt d/x.sh x.sh"),
            ("cp --target=d a.txt", "a.txt d/a.txt"),
            ("cp -aS .bak a.txt b.txt", "a.txt b.txt"),
            ("touch -r x.sh a.txt", "a.txt"),
            ("truncate --size 0 a.txt", "a.txt"),
            ("rm -- -x", "-x"),
            ("rm ../elsewhere d/../a.txt", "a.txt"),
            ("chmod +x a.txt", "a.txt"),
            ("chmod -x a.txt", "a.txt"),
            ("chmod --reference=x.sh a.txt", "a.txt"),
            ("chmod -R 755 d", "d"),
            ("mkdir -pm 700 e", "e"),
            ("truncate -s 0 a.txt", "a.txt"),
            ("/bin/rm a.txt", "a.txt"),
            ("env -C d rm 1", "d/1"),
            ("npx rm a.txt", "a.txt"),
            ("docker exec c rm a.txt", ""),
            ("echo rm a.txt", ""),
            ("bash x.sh a.txt", "x.sh"),
            ("python3 -u y.py a.txt", "y.py"),
            ("env A=1 sh ./x.sh", "x.sh"),
            ("./x.sh a.txt", "x.sh"),
            ("./a.txt", "a.txt"),
            ("timeout 5 ./x.sh", "x.sh"),
            ("python3 -m http.server", ""),
            ("python3 -m pytest y.py::test_a", "y.py"),
            ("python3 -m json.tool a.txt", ""),
            ("bash none.sh", "none.sh"),
            ("./none.sh a.txt", "none.sh"),
            ("python3 -c print(1)", ""),
            ("sh -e x.sh", "x.sh"),
            ("bash -Eeuo pipefail x.sh a.txt", "x.sh"),
            ("python3 -E y.py a.txt", "y.py"),
            ("go run y.py", "y.py"),
            ("uv run y.py a.txt", "y.py"),
            ("pytest y.py", "y.py"),
            ("go test ./...", ""),
            ("find . -exec sh x.sh ;", "x.sh"),
            ("nice -n 5 ./x.sh", "x.sh"),
            ("eval sh x.sh", "x.sh"),
            ("eval ./x.sh", "x.sh"),
            ("bash l.sh", "l.sh x.sh"),
            ("./l.sh", "l.sh x.sh"),
            ("cp l.sh b", "b l.sh x.sh"),
            ("rm l.sh", "l.sh"),
            ("cargo test", ""),
            ("make -f d/x.mk", "d/x.mk"),
            ("make -fd/x.mk", "d/x.mk"),
            ("make -skfd/x.mk all", "d/x.mk"),
            ("make -Cd -fx.mk", "d/x.mk"),
            ("make -C d --file=x.mk", "d/x.mk"),
            ("make -C d a.txt", ""),
            ("sed -fy.py a.txt", "y.py"),
            ("sed -i.bak s/a/b/ a.txt", "a.txt"),
            ("sed -i -e s/a/b/ a.txt", "a.txt"),
            ("sed -ni.bak p a.txt", "a.txt"),
            ("git -C d rm x.mk", "d/x.mk"),
            ("tar -Cd -cfa.txt x.mk", "a.txt"),
            ("tar -cf a.txt d", "a.txt"),
            ("tar -czfa.txt d", "a.txt"),
            ("install -td a.txt", "d/a.txt"),
            ("env -Cd rm 1", "d/1"),
            ("sort -oa.txt y.py", "a.txt"),
            ("gcc -oa.txt y.c", "a.txt"),
            ("curl -oa.txt http://x.org", "a.txt"),
            ("curl -sLoa.txt http://x.org", "a.txt"),
        ] {
            let argv: Vec<&str> = text.split(' ').collect();
            assert_eq!(named(&root, &argv), paths, "{text}");
        }
        for text in ["./x.sh", "sh x.sh", "ls; sh -e x.sh a.txt", "bash -c 'sh x.sh'", "(cat a.txt | sh x.sh)"] {
            assert_eq!(named(&root, &["sh", "-c", text]), "x.sh", "{text}");
            assert!(named(&root, &["env", "-S", text]).contains("x.sh"), "{text}");
        }
        assert_eq!(named(&root, &["sh", "-c", "echo hi"]), "");
        assert_eq!(named(&root, &["sh", "-c", "rm *.txt"]), "./*.txt a.txt");
        assert_eq!(named(&root, &["sh", "-c", "cd d && rm a.txt"]), "");
        assert_eq!(named(&root, &["sh", "-c", "rm a.txt; cd d; rm x.sh"]), "a.txt");
    }
}
