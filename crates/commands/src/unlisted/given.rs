//! The values that options of programs that are not listed are given, however they are written: as the next word
//! (`-v x`), glued (`-vx`, `-v=x`), last of several letters (`-itv x`, `-itvx`), or behind a long name. Options without
//! a value are not known here; a letter that is none of these takes none.

/// Options that take a value, of programs whose options are looked at. `-x?` takes one only where it is glued to it.
const VALUED: &[(&str, &str)] = &[
    ("apptainer singularity", "-B --bind"),
    (
        "docker podman nerdctl buildah finch docker-compose podman-compose",
        "-a -c -e -h -l -m -p -u -v -w --volume --mount --env --env-file --device --cap-add --output",
    ),
    (
        "rg",
        "-A -B -C -d -e -E -f -g -j -m -M -r -t -T --after-context --before-context --color --colors --context \
         --context-separator --encoding --engine --file --glob --hostname-bin --iglob --ignore-file --max-columns \
         --max-count --max-depth --max-filesize --path-separator --pre --pre-glob --regexp --replace --sort --sortr \
         --threads --type --type-add --type-clear --type-not",
    ),
    ("egrep fgrep zgrep", "-A -B -C -d -D -e -f -m --exclude --exclude-from --file --include --max-count --regexp"),
    ("jq gojq jaq", "-f -L --from-file --indent --library-path"),
    ("yq", "-f --from-file"),
    ("sed gsed", "-e -f -i? -l --expression --file --line-length"),
    ("awk gawk mawk nawk", "-e -E -f -F -i -l -v --assign --exec --field-separator --file --include --load --source"),
    (
        "tar gtar bsdtar",
        "-b -C -f -F -g -H -I -K -L -N -T -V -X --directory --exclude --exclude-from --file --files-from --format \
         --info-script --rmt-command --rsh-command --to-command --transform --use-compress-program",
    ),
    ("uniq", "-f -s -w --check-chars --skip-chars --skip-fields"),
    (
        "split",
        "-a -b -C -l -n -t --additional-suffix --bytes --filter --line-bytes --lines --number --separator \
         --suffix-length",
    ),
    ("setfacl", "-m -M -n? -x -X --modify --modify-file --remove --remove-file --set --set-file"),
    ("ssh", "-b -B -c -D -e -E -F -i -I -J -l -L -m -o -O -p -Q -R -S -w -W"),
    ("scp sftp", "-b -B -c -D -F -i -J -l -o -P -R -S -X"),
    (
        "rsync",
        "-B -e -f -M -T --backup-dir --bwlimit --chmod --chown --compare-dest --copy-dest --debug --exclude \
         --exclude-from --files-from --filter --include --include-from --info --link-dest --log-file --max-size \
         --min-size --out-format --partial-dir --password-file --port --rsh --rsync-path --suffix --temp-dir --timeout",
    ),
    ("install", "-g -m -o -S -t --group --mode --owner --suffix --target-directory"),
    ("ln", "-S -t --suffix --target-directory"),
    ("shred", "-n -s --iterations --size"),
    ("sort", "-k -o -S -t -T --compress-program --files0-from --key --output --parallel"),
    ("make gmake", "-C -E -f -I -j? -l? -o -O? -W --directory --file --include-dir --makefile"),
    ("ruby", "-C -e -E -F -I -r --require"),
    ("man", "-C -e -E -L -m -M -P -r -R -s -S --pager"),
    ("curl", "-A -b -c -C -d -D -e -E -F -H -K -m -o -Q -r -t -T -u -U -w -x -X -y -Y -z --output --output-dir"),
    ("wget", "-a -A -B -D -e -i -I -l -o -O -P -Q -R -t -T -U -w -X --directory-prefix --output-document"),
    ("aria2c http https xh", "-d -o --dir --out --output"),
    (
        "ansible",
        "-a -B -c -e -f -i -l -m -M -P -t -T -u --args --become-user --connection --extra-vars --forks --inventory \
         --limit --module-name --private-key --user",
    ),
    ("psql pg_dump pg_dumpall pg_restore", "-c -d -f -h -L -o -p -U -v --command --file --host --output --port"),
];
/// Those that take their first word for letters, with or without a dash.
const BUNDLES: &[&str] = &["tar", "gtar", "bsdtar"];
/// Those that take two, a name and what it stands for.
const TWO: &[(&str, &str)] = &[("jq gojq jaq", "--arg --argjson --slurpfile --rawfile")];
/// Those whose value names a file that is read.
const READ: &[(&str, &str)] = &[
    ("rg egrep fgrep zgrep", "-f --file --ignore-file --exclude-from"),
    ("jq gojq jaq yq", "-f --from-file --slurpfile --rawfile"),
    ("sed gsed awk gawk mawk nawk", "-f --file -i --include -E --exec"),
    ("tar gtar bsdtar", "-T --files-from -X --exclude-from"),
    ("rsync", "--exclude-from --files-from --include-from --password-file"),
    ("ssh scp sftp", "-i -F"),
    ("psql", "-f --file"),
    ("docker podman nerdctl", "--env-file"),
    ("sort", "--files0-from"),
];
/// Those whose value is the program of one whose first operand is one otherwise, or a file with it.
const PROGRAM: &[(&str, &str)] = &[
    ("rg egrep fgrep zgrep", "-e -f --regexp --file"),
    ("jq gojq jaq yq", "-f --from-file"),
    ("sed gsed", "-e -f --expression --file"),
    ("awk gawk mawk nawk", "-e -E -f --exec --file --source"),
];

/// A value that an option is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Given<'a> {
    /// Where the option stands.
    pub(super) at: usize,
    /// Where its value stands: there too, or the next word.
    pub(super) word: usize,
    pub(super) option: &'static str,
    pub(super) value: &'a str,
}

impl Given<'_> {
    pub(super) fn is(&self, options: &str) -> bool {
        options.split(' ').any(|option| option == self.option)
    }

    /// Whether it names a file that is read.
    pub(super) fn reads(&self, name: &str) -> bool {
        of(READ, name).any(|option| option == self.option)
    }

    /// Whether it stands for the program that the first operand is otherwise.
    pub(super) fn is_program(&self, name: &str) -> bool {
        of(PROGRAM, name).any(|option| option == self.option)
    }
}

fn of(table: &'static [(&str, &str)], name: &str) -> impl Iterator<Item = &'static str> {
    let found = table.iter().filter(move |(names, _)| names.split(' ').any(|known| known == name));
    found.flat_map(|(_, options)| options.split_ascii_whitespace())
}

/// All that the options of a program are given, in their order.
pub(super) fn given<'a>(name: &str, argv: &'a [String]) -> Vec<Given<'a>> {
    let mut found = if BUNDLES.contains(&name) { bundled(name, argv) } else { Vec::new() };
    let mut at = found.last().map_or(1, |given| given.word + 1);
    while let Some(word) = argv.get(at).filter(|word| *word != "--") {
        let two = of(TWO, name).find(|option| option == word);
        match spelled(name, word) {
            Some((option, Some(value))) => found.push(Given { at, word: at, option, value }),
            Some((option, None)) => {
                let value = argv.get(at + 1).map_or("", String::as_str);
                found.push(Given { at, word: at + 1, option, value });
                // What looks like an option is looked at as one, too.
                at += usize::from(value == "-" || !value.starts_with('-'));
            }
            None => {
                for (option, word) in two.into_iter().flat_map(|option| [("", at + 1), (option, at + 2)]) {
                    let value = argv.get(word).map_or("", String::as_str);
                    found.push(Given { at, word, option, value });
                }
                at += 2 * usize::from(two.is_some());
            }
        }
        at += 1;
    }
    found
}

/// The first word without a dash, whose letters take the words behind it in their order: `tar cIf zstd a.tar`.
fn bundled<'a>(name: &str, argv: &'a [String]) -> Vec<Given<'a>> {
    let letters = argv.get(1).filter(|word| word.bytes().all(|b| b.is_ascii_alphabetic()));
    let valued = letters.into_iter().flat_map(|letters| letters.bytes()).filter_map(|letter| lettered(name, letter));
    let values = argv.iter().enumerate().skip(2);
    valued.zip(values).map(|(option, (word, value))| Given { at: 1, word, option, value }).collect()
}

/// The option of one letter that takes a value.
fn lettered(name: &str, letter: u8) -> Option<&'static str> {
    of(VALUED, name).find(|option| option.len() < 4 && option.as_bytes().get(1) == Some(&letter))
}

/// Whether the next word is the value of an option in this one.
pub(super) fn takes_next(name: &str, word: &str) -> bool {
    matches!(spelled(name, word), Some((_, None)))
}

/// The option that takes a value in a word, with what is attached to it.
fn spelled<'w>(name: &str, word: &'w str) -> Option<(&'static str, Option<&'w str>)> {
    let letters = word.strip_prefix('-').filter(|letters| !letters.is_empty())?;
    if letters.starts_with('-') {
        let (said, value) = word.split_once('=').map_or((word, None), |(said, value)| (said, Some(value)));
        let exact = of(VALUED, name).find(|option| *option == said);
        let shortened = || of(VALUED, name).find(|option| said.len() > 4 && option.starts_with(said));
        return exact.or_else(shortened).map(|option| (option, value));
    }
    for (i, letter) in letters.char_indices() {
        if !letter.is_ascii_alphanumeric() {
            return None;
        }
        let Some(option) = u8::try_from(letter).ok().and_then(|letter| lettered(name, letter)) else { continue };
        let rest = letters.get(i + 1..).unwrap_or("");
        let value = (!rest.is_empty()).then(|| rest.strip_prefix('=').unwrap_or(rest));
        return match option.strip_suffix('?') {
            Some(_) if value.is_none() => None,
            Some(option) => Some((option, value)),
            None => Some((option, value)),
        };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        let argv: Vec<String> = text.split(' ').map(str::to_owned).collect();
        given(&argv[0], &argv).iter().map(|given| format!("{} {}@{}", given.option, given.value, given.word)).collect()
    }

    #[test]
    fn a_value_is_found_however_its_option_is_written() {
        for text in ["docker run -v /:/h", "docker run -itv /:/h"] {
            assert_eq!(read(text), ["-v /:/h@3"], "{text}");
        }
        for text in ["docker run -v/:/h", "docker run -itv/:/h", "docker run -v=/:/h", "docker run -itv=/:/h"] {
            assert_eq!(read(text), ["-v /:/h@2"], "{text}");
        }
        assert_eq!(read("rg -nf .env --regexp=x -A3 a"), ["-f .env@2", "--regexp x@3", "-A 3@4"]);
        // What comes behind an option that takes a value is that value.
        assert_eq!(read("docker run -eiv=x -p 80:80 a"), ["-e iv=x@2", "-p 80:80@4"]);
        assert_eq!(read("sed -i.bak -ne p a"), ["-i .bak@1", "-e p@3"]);
        assert_eq!(read("jq --arg a b -f x"), [" a@2", "--arg b@3", "-f x@5"]);
        assert_eq!(read("tar cIf ./x a.tar -C b src"), ["-I ./x@2", "-f a.tar@3", "-C b@5"]);
        assert_eq!(read("docker run -it alpine"), Vec::<String>::new());
        assert_eq!(read("rg -- -f x"), Vec::<String>::new());
    }
}
