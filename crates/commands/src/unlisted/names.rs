//! What the name of a program tells, with its words: its kind, whether it writes, ends or runs something.

mod kinds;

use super::{special, transfers, wrappers};
use crate::place::Access;
use crate::verdict::Class;
use kinds::{DESTROYERS, PROJECT, REACHING, READERS};
pub(super) use kinds::{ENDERS, INTERPRETERS, NETWORK, SETTERS, SHELLS, STOPPERS, WRITERS};

/// Options of unlisted programs that load or run code.
pub(super) const LOADERS: &[(&str, &str)] = &[
    ("node nodejs ts-node tsx", "-r --require --import --loader --experimental-loader"),
    ("deno bun", "--preload -r --require --import-map"),
    ("java", "-javaagent -agentpath -agentlib"),
    (
        "tar gtar bsdtar",
        "--checkpoint-action --use-compress-program -I --to-command --rmt-command --rsh-command --info-script -F --new-volume-script",
    ),
    ("rsync", "-e --rsh --rsync-path"),
    ("sort", "--compress-program"),
    ("scp sftp", "-S -D -F"),
    ("ssh", "-F -I"),
    ("ssh-keygen", "-D"),
    ("ag bat delta", "--pager"),
    ("ruby", "-r"),
    ("zip", "-TT --unzip-command"),
    ("man", "-P --pager -H --html"),
    ("pytest", "-p"),
    ("php", "-z"),
    ("gcc g++ cc c++ clang", "-fplugin -fpass-plugin -wrapper -specs -B -load"),
    ("less", "--lesskey-src --lesskey-file"),
    ("rg", "--pre --hostname-bin"),
    ("openssl", "-engine -provider-path"),
    ("enable", "-f"),
    ("hash", "-p"),
    ("mapfile readarray compgen complete", "-C"),
    ("ssh-add", "-s"),
    ("just", "--shell --chooser"),
    ("svn", "--diff-cmd --diff3-cmd --editor-cmd"),
    ("pandoc", "--filter -F --lua-filter -L"),
    ("asciidoctor", "-r --require"),
    ("helm", "--post-renderer"),
    ("kustomize", "--enable-exec"),
    ("protoc", "--plugin"),
    ("pacman", "--hookdir"),
    ("yt-dlp youtube-dl", "--plugin-dirs"),
    (
        "aria2c",
        "--on-bt-download-complete --on-download-complete --on-download-error --on-download-pause --on-download-start --on-download-stop",
    ),
    ("nc netcat ncat", "-e -c --exec --sh-exec --lua-exec"),
    ("gawk awk", "-l --load"),
    ("make gmake", "-E --eval"),
    ("gradle gradlew", "-I --init-script"),
    (wrappers::LINKER, "--preload --audit"),
];

/// Options with which a program that otherwise looks writes a file or sets something.
pub(super) const OUTPUTS: &[(&str, &str)] = &[
    ("sort", "-o --output"),
    ("tree", "-o"),
    ("less", "-o -O --log-file --LOG-FILE"),
    ("date", "-s --set"),
    ("hostname", "-F --file -b --boot"),
    ("file", "-C --compile"),
    ("yq", "-i --inplace --in-place"),
];

/// Options before a file that other programs write.
pub(super) const WRITTEN: &[(&str, &str)] = &[
    ("gcc g++ cc c++ clang ld rustc javac protoc pandoc dot gs esbuild openssl xmllint xsltproc", "-o --output -out"),
    ("pg_dump pg_dumpall pg_restore", "-f --file"),
    ("psql sort tree", "-o --output"),
    ("csplit", "-f --prefix"),
    ("strace ltrace time script", "-o --output"),
    ("npm pnpm yarn", "--pack-destination"),
];

/// Whether a program that otherwise looks writes with these words: `sort -uo b a`, `uniq a b`.
pub(super) fn writes(name: &str, words: &[String]) -> bool {
    let options = OUTPUTS.iter().filter(|(program, _)| *program == name).flat_map(|(_, options)| options.split(' '));
    let named = |word: &String, option: &str| match option.strip_prefix("--") {
        Some(long) => word.strip_prefix("--").is_some_and(|said| {
            let said = said.split('=').next().unwrap_or(said);
            !said.is_empty() && long.starts_with(said)
        }),
        // Among other letters too; one that takes a value may have it behind it.
        None => {
            word.starts_with(option)
                || (name != "date" && !word.starts_with("--") && word.starts_with('-') && {
                    let letters = word.trim_start_matches('-').chars().take_while(char::is_ascii_alphabetic);
                    letters.into_iter().any(|letter| option.ends_with(letter))
                })
        }
    };
    let operands = words.iter().filter(|word| !word.starts_with('-') || *word == "-").count();
    options.into_iter().any(|option| words.iter().any(|word| named(word, option)))
        || (matches!(name, "uniq" | "xxd") && operands > 1)
        || (name == "hostname" && operands > 0)
}

/// Whether a pager or a reader runs a command among these words: `less +!x`, `man -P x` apart.
pub(super) fn pages(name: &str, words: &[String]) -> bool {
    let runs = |word: &String| word.strip_prefix('+').is_some_and(|text| text.contains(['!', '|']));
    matches!(name, "less" | "more" | "most" | "view" | "bat") && words.iter().any(runs)
}

/// Whether it writes what it changes into the files themselves that its operands name.
pub(super) fn in_place(name: &str, argv: &[String]) -> bool {
    // Letters that have the rest of the word for their value.
    let valued = match name {
        "sed" | "gsed" => "efl",
        "perl" => "CDEFIMVeimx0",
        "ruby" => "CEFIKTWer0x",
        "yq" => "opPI",
        "gawk" | "awk" => {
            let includes = |two: &[String]| matches!(two[0].as_str(), "-i" | "--include") && two[1] == "inplace";
            let glued = |word: &String| matches!(word.as_str(), "-iinplace" | "--include=inplace");
            return argv.windows(2).any(includes) || argv.iter().any(glued);
        }
        _ => return false,
    };
    argv.iter().skip(1).filter_map(|word| word.strip_prefix('-').filter(|word| !word.is_empty())).any(|word| {
        let before = |end: char| word.chars().take_while(|c| !valued.contains(*c)).any(|c| c == end);
        match word.strip_prefix('-') {
            Some(long) => long.starts_with("in-place") || long.starts_with("inplace"),
            None => before('i') || word.chars().find(|c| valued.contains(*c)) == Some('i'),
        }
    })
}

/// Words of programs with which something that runs ends, or goes for all.
const ENDING: &[(&str, &str)] = &[
    ("systemctl", "stop disable mask kill isolate revert"),
    ("service", "stop"),
    ("rc-service", "stop"),
    ("launchctl", "unload bootout remove kill disable stop"),
    ("docker podman nerdctl docker-compose podman-compose", "rm rmi kill stop prune down"),
    ("kubectl oc", "delete drain cordon scale replace"),
    ("helm", "uninstall delete rollback"),
    ("terraform tofu", "destroy"),
    (
        "iptables ip6tables ebtables arptables",
        "-F -X -D -P -Z -I -A -R -N -E --flush --delete --delete-chain --policy --insert --append --replace",
    ),
    ("nft", "flush delete add insert replace destroy -f"),
    ("ufw", "disable enable reset delete deny allow reject"),
    ("firewall-cmd", "--reload --panic-on --remove-service --remove-port"),
    ("ip", "set del delete flush add replace change append"),
    ("ifconfig", "down up"),
    ("nmcli", "down off delete modify"),
    ("virsh", "destroy undefine shutdown reset"),
    ("vagrant", "destroy halt"),
    ("tmux", "kill-server kill-session"),
];

/// Words of programs with which file systems or volumes are destroyed.
const RUINING: &[(&str, &str)] = &[
    ("zpool zfs", "destroy labelclear"),
    ("btrfs", "delete"),
    ("dmsetup", "remove remove_all wipe_table"),
    ("efibootmgr", "-B -b --delete-bootnum"),
];

/// Whether it destroys them with these words.
pub(super) fn ruins(name: &str, words: &[String]) -> bool {
    let of = RUINING.iter().find(|(names, _)| names.split(' ').any(|known| known == name));
    of.is_some_and(|(_, ruining)| words.iter().any(|word| ruining.split(' ').any(|known| known == word)))
}

/// Whether it ends or takes away what runs or holds for the whole machine.
pub(super) fn ends(name: &str, words: &[String]) -> bool {
    let of = ENDING.iter().find(|(names, _)| names.split(' ').any(|known| known == name));
    of.is_some_and(|(_, ending)| words.iter().any(|word| ending.split(' ').any(|known| known == word)))
}

/// Whether `name` (a program's, perhaps with its folder) takes what is piped into it as code.
pub fn runs_input(name: &str) -> bool {
    let name = base(name);
    is_shell(&name)
        || is_interpreter(&name)
        || matches!(name.as_str(), "at" | "batch" | "source" | "." | "eval" | "invoke-expression")
}

/// Sub-commands that do nothing without the network, by program. What installs may have all it needs already.
const REMOTE: &[(&str, &str)] = &[
    ("git", "push fetch pull clone ls-remote send-email"),
    ("git remote", "update prune show"),
    ("git submodule", "update add"),
    ("cargo", "publish login search yank owner"),
    ("npm", "publish unpublish login logout adduser whoami ping view search deprecate owner"),
    ("pnpm", "publish"),
    ("yarn", "publish"),
    ("yarn npm", "publish login whoami"),
    ("gem", "push yank signin owner"),
    ("poetry", "publish"),
    ("uv", "publish"),
    ("flit", "publish"),
    ("hatch", "publish"),
    ("twine", "upload register"),
    ("mvn", "deploy"),
];

/// Whether it does nothing without the network, or without somebody outside who listens.
pub(crate) fn needs_network(argv: &[String]) -> bool {
    let Some(program) = argv.first().map(|name| base(name)) else { return false };
    let mut words = argv.iter().skip(1).filter(|word| !word.starts_with('-')).map(String::as_str);
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let below = format!("{program} {first}");
    let remote =
        |of: &str, word: &str| REMOTE.iter().any(|(name, all)| *name == of && all.split(' ').any(|sub| sub == word));
    REACHING.contains(&program.as_str())
        || remote(&program, first)
        || remote(&below, second)
        || transfers::between_machines(&program, argv)
}

/// Whether its words are commands themselves.
pub(crate) fn runs_words(name: &str) -> bool {
    runs_input(name) || wraps(name)
}

/// Whether it runs the program that its words name: `env`, `sudo`, `timeout`.
pub(crate) fn wraps(name: &str) -> bool {
    wrappers::find(&program(name)).is_some()
}

/// Whether a program only says what it is, whatever it does otherwise.
pub(super) fn tells_itself(argv: &[String]) -> bool {
    matches!(argv, [_, word] if matches!(word.as_str(), "--help" | "--version"))
}

pub(super) fn is_shell(name: &str) -> bool {
    SHELLS.contains(&unversioned(name))
}

pub(crate) fn is_interpreter(name: &str) -> bool {
    let bare = unversioned(name);
    INTERPRETERS.contains(&bare) || INTERPRETERS.contains(&name) || matches!(bare, "python" | "python3")
}

/// `python3.12` is python.
pub(super) fn unversioned(name: &str) -> &str {
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-');
    if bare.is_empty() { name } else { bare }
}

/// How it deletes or makes useless what its operands name, if it does.
pub(crate) fn destroys(name: &str) -> Option<Access> {
    let name = base(name);
    match name.as_str() {
        "rm" | "rmdir" | "unlink" | "trash" | "trash-put" | "rimraf" | "del-cli" | "del" | "erase" | "rd"
        | "remove-item" | "remove_directory" => Some(Access::Remove),
        name if sets_rights(name) => Some(Access::Rights),
        name => DESTROYERS.contains(&name).then_some(Access::Destroy),
    }
}

/// Options with which a program that packs files takes them away.
const TAKING: &[(&str, &str)] = &[("tar gtar bsdtar", "--remove-files"), ("zip", "-m --move"), ("7z 7za 7zz", "-sdel")];

/// Whether it does with these words.
pub(super) fn takes_away(name: &str, argv: &[String]) -> bool {
    let known = TAKING.iter().filter(|(names, _)| names.split(' ').any(|known| known == name));
    known.flat_map(|(_, options)| options.split(' ')).any(|option| {
        let letter = option.strip_prefix('-').filter(|rest| rest.len() == 1);
        argv.iter().skip(1).any(|word| {
            let letters = word.strip_prefix('-').filter(|rest| !rest.starts_with('-'));
            word == option || letters.zip(letter).is_some_and(|(letters, letter)| letters.contains(letter))
        })
    })
}

/// Which of its words names the file that it packs into: that is written, and not taken away.
pub(super) fn packed_into(name: &str, argv: &[String]) -> Option<usize> {
    let operands = || (1..argv.len()).filter(|at| !argv[*at].starts_with('-'));
    match name {
        "zip" => operands().next(),
        "7z" | "7za" | "7zz" => operands().nth(1),
        _ => special::archives(argv).map(|(at, _)| at).next(),
    }
}

/// Whether it says who may use a file, and takes nothing of it away.
pub(crate) fn sets_rights(name: &str) -> bool {
    matches!(base(name).as_str(), "chmod" | "chown" | "chgrp" | "chattr" | "setfacl")
}

/// The name of a program without its folder.
#[must_use]
pub fn base(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or(name).to_lowercase();
    last.strip_suffix(".exe").map_or(last.clone(), str::to_owned)
}

/// Programs that have a `g` before their name where others of the same name are there too.
const GNU: &[&str] = &[
    "cat", "chmod", "chown", "chgrp", "cp", "dd", "env", "find", "install", "ln", "mkdir", "mv", "nice", "nohup", "rm",
    "rmdir", "shred", "sort", "split", "stdbuf", "tee", "timeout", "touch", "truncate", "unlink", "xargs",
];

/// The name by which a program is known here.
pub(super) fn program(name: &str) -> String {
    let base = base(name);
    let linker = ["ld-linux", "ld-musl", "ld64.so", "ld.so"].iter().any(|known| base.starts_with(known));
    match base.strip_prefix('g').filter(|plain| GNU.contains(plain)) {
        _ if linker => wrappers::LINKER.to_owned(),
        Some(plain) => plain.to_owned(),
        None => base,
    }
}

pub(super) fn class(name: &str) -> Class {
    let known = |list: &[&str]| list.contains(&name);
    if is_shell(name)
        || matches!(
            name,
            "source"
                | "."
                | "eval"
                | "cd"
                | "set"
                | "export"
                | "alias"
                | "trap"
                | "pushd"
                | "popd"
                | "let"
                | "shopt"
                | "ulimit"
                | "umask"
                | "fg"
                | "bg"
                | "jobs"
                | "wait"
                | "read"
                | "mapfile"
                | "readarray"
                | "unset"
                | "unalias"
                | "shift"
                | "hash"
                | "bind"
                | "enable"
                | "declare"
                | "typeset"
                | "local"
                | "readonly"
                | "exit"
                | "return"
                | "history"
        )
    {
        Class::Shell
    } else if is_interpreter(name)
        || matches!(
            name,
            "awk" | "gawk" | "mawk" | "nawk" | "sqlite3" | "bc" | "dc" | "m4" | "vim" | "vi" | "emacs" | "ed" | "ex"
        )
    {
        Class::Interpreter
    } else if known(DESTROYERS)
        || known(ENDERS)
        || known(STOPPERS)
        || matches!(name, "dd" | "kill" | "killall" | "pkill" | "umount")
    {
        if matches!(name, "chmod" | "chown" | "chgrp" | "chattr" | "setfacl") {
            Class::Write
        } else {
            Class::Destructive
        }
    } else if known(NETWORK) {
        Class::Network
    } else if known(WRITERS) || matches!(name, "sed" | "tar" | "unzip" | "zip" | "gzip" | "gunzip" | "crontab" | "nano")
    {
        Class::Write
    } else if known(PROJECT) {
        Class::Project
    } else if known(READERS) {
        Class::ReadOnly
    } else {
        Class::Unknown
    }
}

/// Sub-commands of package managers that reach the network.
pub(super) fn fetches(sub: &str) -> bool {
    matches!(
        sub,
        "i" | "in"
            | "ci"
            | "install"
            | "add"
            | "exec"
            | "x"
            | "dlx"
            | "create"
            | "init"
            | "publish"
            | "update"
            | "up"
            | "upgrade"
            | "get"
            | "audit"
            | "outdated"
            | "login"
            | "view"
            | "info"
            | "search"
            | "link"
            | "download"
            | "fetch"
            | "global"
            | "mod"
            | "owner"
            | "yank"
            | "uninstall"
            | "remove"
            | "rm"
            | "un"
    )
}

pub(super) fn is_reader(name: &str) -> bool {
    READERS.contains(&name)
}
