//! Which programs are of which kind. Data, and nothing else is decided here.

use crate::verdict::Class;

/// Programs that take shell text.
pub(super) const SHELLS: &[&str] = &[
    "sh",
    "bash",
    "dash",
    "zsh",
    "ksh",
    "mksh",
    "fish",
    "csh",
    "tcsh",
    "ash",
    "rbash",
    "elvish",
    "nu",
    "xonsh",
    "pwsh",
    "powershell",
    "cmd",
    "yash",
    "oksh",
    "loksh",
    "osh",
    "ysh",
    "posh",
    "rc",
    "es",
    "ion",
    "murex",
];
/// Programs that take code of another kind.
pub(super) const INTERPRETERS: &[&str] = &[
    "node",
    "nodejs",
    "deno",
    "bun",
    "perl",
    "ruby",
    "irb",
    "php",
    "lua",
    "luajit",
    "tclsh",
    "wish",
    "expect",
    "rscript",
    "r",
    "julia",
    "osascript",
    "ipython",
    "pypy",
    "pypy3",
    "jshell",
    "groovy",
    "groovysh",
    "scala",
    "ghci",
    "runghc",
    "guile",
    "racket",
    "ts-node",
    "tsx",
    "erl",
    "elixir",
    "iex",
    "swift",
    "python2",
    "pythonw",
    "gdb",
    "ocaml",
    "utop",
    "janet",
    "qjs",
    "quickjs",
    "d8",
    "jjs",
    "clojure",
    "clj",
    "bb",
    "octave",
    "gnuplot",
    "raku",
    "crystal",
    "kotlin",
    "fennel",
    "gosh",
    "csi",
    "sbcl",
    "clisp",
    "emacsclient",
    "maxima",
    "sage",
    "bpython",
    "ptpython",
    "micropython",
];
pub(super) const DESTROYERS: &[&str] =
    &["rm", "rmdir", "unlink", "shred", "truncate", "srm", "trash", "chmod", "chown", "chgrp", "chattr", "setfacl"];
pub(super) const WRITERS: &[&str] =
    &["tee", "ln", "install", "patch", "sponge", "rsync", "rename", "mkfifo", "mknod", "link", "symlink"];
pub(super) const ENDERS: &[&str] = &[
    "mkfs",
    "mke2fs",
    "mkswap",
    "wipefs",
    "fdisk",
    "sfdisk",
    "cfdisk",
    "gdisk",
    "parted",
    "shutdown",
    "reboot",
    "halt",
    "poweroff",
    "killall5",
    "insmod",
    "rmmod",
    "modprobe",
    "kexec",
    "hdparm",
    "blkdiscard",
    "swapoff",
    "pivot_root",
    "losetup",
    "cryptsetup",
    "vgremove",
    "lvremove",
    "pvremove",
    "telinit",
    "diskutil",
];
pub(super) const NETWORK: &[&str] = &[
    "ssh",
    "scp",
    "sftp",
    "rsync",
    "nc",
    "ncat",
    "netcat",
    "telnet",
    "socat",
    "ftp",
    "tftp",
    "http",
    "https",
    "xh",
    "httpie",
    "aria2c",
    "wget2",
    "lynx",
    "w3m",
    "links",
    "elinks",
    "websocat",
    "grpcurl",
    "ab",
    "wrk",
    "hey",
    "brew",
    "apt",
    "apt-get",
    "dnf",
    "yum",
    "apk",
    "pacman",
    "zypper",
    "gem",
    "composer",
    "npx",
    "pipx",
    "uvx",
    "uv",
    "bunx",
    "ping",
    "dig",
    "nslookup",
    "host",
    "whois",
    "traceroute",
    "nmap",
    "gh",
    "aws",
    "gcloud",
    "az",
    "kubectl",
    "helm",
    "terraform",
    "curlie",
    "openssl",
    "psql",
    "mysql",
    "mongo",
    "mongosh",
    "redis-cli",
    "mail",
    "sendmail",
    "git-remote-ext",
];
pub(super) const PROJECT: &[&str] = &[
    "make",
    "gmake",
    "cmake",
    "ninja",
    "meson",
    "gradle",
    "gradlew",
    "mvn",
    "ant",
    "pytest",
    "tox",
    "nox",
    "jest",
    "vitest",
    "mocha",
    "eslint",
    "prettier",
    "rustc",
    "gcc",
    "g++",
    "clang",
    "cc",
    "c++",
    "javac",
    "java",
    "rake",
    "bundle",
    "just",
    "bazel",
    "webpack",
    "vite",
    "next",
    "ruff",
    "mypy",
    "black",
    "dotnet",
    "mix",
    "sbt",
    "cabal",
    "stack",
    "dune",
    "zig",
    "flutter",
    "dart",
    "rustfmt",
    "gofmt",
    "golangci-lint",
    "npm",
    "yarn",
    "pnpm",
    "cargo",
    "go",
];
pub(super) const READERS: &[&str] = &[
    "wc",
    "sort",
    "uniq",
    "cut",
    "tr",
    "diff",
    "cmp",
    "comm",
    "stat",
    "file",
    "du",
    "df",
    "which",
    "whoami",
    "id",
    "date",
    "uname",
    "tree",
    "less",
    "more",
    "rg",
    "ag",
    "ack",
    "egrep",
    "fgrep",
    "zgrep",
    "jq",
    "yq",
    "hostname",
    "ps",
    "top",
    "free",
    "uptime",
    "basename",
    "dirname",
    "realpath",
    "readlink",
    "sleep",
    "true",
    "false",
    "test",
    "seq",
    "column",
    "fold",
    "nl",
    "tac",
    "rev",
    "od",
    "xxd",
    "hexdump",
    "strings",
    "md5sum",
    "sha256sum",
    "sha1sum",
    "cksum",
    "printf",
    "type",
    "man",
    "bat",
    "fd",
    "lsof",
    "zcat",
    "base64",
    "printenv",
];

/// Wrappers: the options that take a value, and how many words come before the command.
pub(super) const WRAPPERS: &[(&str, &str, usize)] = &[
    ("sudo", "-u -g -h -p -C -r -t -T -U -D -R --user --group --host --prompt --chdir --chroot", 0),
    ("doas", "-u -C", 0),
    ("env", "-u -C -S --unset --chdir --split-string", 0),
    ("nice", "-n --adjustment", 0),
    ("ionice", "-c -n -p --class --classdata", 0),
    ("chrt", "-T -P -D", 1),
    ("taskset", "", 1),
    ("timeout", "-k -s --kill-after --signal", 1),
    ("nohup", "", 0),
    ("setsid", "", 0),
    ("stdbuf", "-i -o -e --input --output --error", 0),
    ("unbuffer", "", 0),
    ("time", "-f -o --format --output", 0),
    ("command", "", 0),
    ("builtin", "", 0),
    ("exec", "-a", 0),
    ("busybox", "", 0),
    ("toybox", "", 0),
    ("xargs", "-a -d -E -I -L -n -P -s --arg-file --delimiter --max-args --max-procs --max-lines --replace", 0),
    ("parallel", "-j -I -N --jobs --colsep", 0),
    ("watch", "-n -q --interval", 0),
    ("strace", "-e -o -p -s -u -a -O -S -P -E -I", 0),
    ("ltrace", "-e -o -p -s -u -a -n -l", 0),
    ("flock", "-w -E --wait", 1),
    ("chroot", "", 1),
    ("unshare", "", 0),
    ("nsenter", "-t", 0),
    ("fakeroot", "", 0),
    ("caffeinate", "-t -w", 0),
    ("systemd-run", "-p -u --unit --property", 0),
    ("dbus-run-session", "", 0),
    ("firejail", "", 0),
    ("bwrap", "", 0),
    ("prlimit", "", 0),
    ("entr", "", 0),
    ("runcon", "", 1),
    ("catchsegv", "", 0),
    (
        "setpriv",
        "--reuid --regid --groups --inh-caps --ambient-caps --bounding-set --securebits --pdeathsig --ruid --euid --rgid --egid --selinux-label --apparmor-profile",
        0,
    ),
    ("numactl", "-N -C -m -i -p -P --cpunodebind --physcpubind --membind --interleave --preferred", 0),
    ("cpulimit", "-l -p -e -P -c --limit --pid --exe --path --cpu", 0),
    ("pkexec", "-u --user", 0),
    ("run0", "-u -g -D --user --group --chdir", 0),
    ("choom", "-n -p --adjust --pid", 0),
    ("uclampset", "-m -M -p", 0),
    ("setarch", "", 0),
    ("linux32", "", 0),
    ("linux64", "", 0),
    ("i386", "", 0),
    ("x86_64", "", 0),
    ("tini", "-p -e", 0),
    ("dumb-init", "-r --rewrite", 0),
    ("gosu", "", 1),
    ("su-exec", "", 1),
    ("setuidgid", "", 1),
    ("envdir", "", 1),
    ("chpst", "-u -U -b -n -l -L -m -d -o -p -f -c -t -e -C", 0),
    ("chronic", "", 0),
    ("faketime", "-f", 1),
    ("rlwrap", "-f -H -D -s -C -q", 0),
    ("proxychains", "-f", 0),
    ("proxychains4", "-f", 0),
    ("torsocks", "-a -P -u -p", 0),
    ("torify", "", 0),
    ("tsocks", "", 0),
    ("daemon", "-n -u -D -P -o -l", 0),
    ("eatmydata", "", 0),
    ("ccache", "", 0),
    ("heaptrack", "-o", 0),
    ("hexec", "", 0),
    ("with-contenv", "", 0),
    ("{", "", 0),
    ("(", "", 0),
    ("then", "", 0),
    ("do", "", 0),
    ("else", "", 0),
    ("if", "", 0),
    ("while", "", 0),
    ("until", "", 0),
    ("arch", "", 0),
    ("coproc", "", 0),
    ("!", "", 0),
    (LINKER, "--library-path --preload --audit --argv0 --inhibit-rpath --glibc-hwcaps-mask", 0),
];

/// Of these the words are joined to one text for a shell.
pub(super) const JOINERS: &[&str] = &["watch", "parallel"];

/// What starts programs for the system, and runs one that it is given: `/lib64/ld-linux-x86-64.so.2 x`.
const LINKER: &str = "ld.so";

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
    ("nc netcat ncat", "-e -c --exec --sh-exec --lua-exec"),
    ("gawk awk", "-l --load"),
    (LINKER, "--preload --audit"),
];

/// Options with which a program that otherwise looks writes a file or sets something.
const OUTPUTS: &[(&str, &str)] = &[
    ("sort", "-o --output"),
    ("tree", "-o"),
    ("less", "-o -O --log-file --LOG-FILE"),
    ("date", "-s --set"),
    ("hostname", "-F --file -b --boot"),
    ("file", "-C --compile"),
    ("yq", "-i --inplace --in-place"),
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
}

/// Whether `name` (a program's, perhaps with its folder) takes what is piped into it as code.
pub(crate) fn runs_input(name: &str) -> bool {
    let name = base(name);
    is_shell(&name) || is_interpreter(&name) || matches!(name.as_str(), "at" | "batch" | "source" | "." | "eval")
}

/// Whether its words are commands themselves.
pub(crate) fn runs_words(name: &str) -> bool {
    runs_input(name) || wraps(name)
}

/// Whether it runs the program that its words name: `env`, `sudo`, `timeout`.
pub(crate) fn wraps(name: &str) -> bool {
    let name = program(name);
    WRAPPERS.iter().any(|(wrapper, ..)| *wrapper == name)
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

/// Whether it deletes or makes useless what its operands name.
pub(crate) fn destroys(name: &str) -> bool {
    DESTROYERS.contains(&base(name).as_str())
}

pub(crate) fn base(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or(name).to_lowercase();
    last.strip_suffix(".exe").map_or(last.clone(), str::to_owned)
}

/// The name by which a program is known here.
pub(super) fn program(name: &str) -> String {
    let base = base(name);
    let linker = ["ld-linux", "ld-musl", "ld64.so", "ld.so"].iter().any(|known| base.starts_with(known));
    if linker { LINKER.to_owned() } else { base }
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
    } else if known(DESTROYERS) || known(ENDERS) || matches!(name, "dd" | "kill" | "killall" | "pkill") {
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
