//! Where the command begins among the words of a program that runs it: the one description of each. Where
//! it stands for certain is only known when every option before it is.

/// Where the command begins that a program runs: behind its options and so many words.
#[derive(Debug)]
pub(super) struct Begins {
    /// What is described, separated by spaces.
    names: &'static str,
    /// Options that take a value: the rest of the word, or the next one.
    valued: &'static str,
    /// Options that take none, or only an attached one.
    flags: &'static str,
    /// Words of its own before the command.
    pub(super) before: usize,
}

/// What an option comes to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Read<'w> {
    /// Its name, and what is attached to it; if that is nothing, its value is the next word.
    Valued(&'static str, Option<&'w str>),
    /// It is all of it.
    Flag,
    /// Nobody knows here whether the next word is its value.
    Unknown,
}

impl Begins {
    /// A description of what is run by other words of a program.
    pub(super) const fn new(valued: &'static str, flags: &'static str, before: usize) -> Self {
        Self { names: "", valued, flags, before }
    }

    /// Reads an option, also among other letters or shortened: `-iu ann`, `--chd x`.
    pub(super) fn read<'w>(&self, word: &'w str) -> Read<'w> {
        let exactly = |list: &'static str, option: &str| list.split_ascii_whitespace().find(|known| *known == option);
        if word.starts_with("--") {
            let (option, attached) = word.split_once('=').map_or((word, None), |(o, value)| (o, Some(value)));
            let shortened = |list: &'static str| list.split_ascii_whitespace().find(|known| known.starts_with(option));
            return match (exactly(self.valued, option), exactly(self.flags, option)) {
                (Some(name), _) => Read::Valued(name, attached),
                (None, Some(_)) => Read::Flag,
                (None, None) => match (shortened(self.valued), shortened(self.flags)) {
                    (Some(name), None) => Read::Valued(name, attached),
                    (None, Some(_)) => Read::Flag,
                    // With a value attached the next word is none.
                    _ if attached.is_some() => Read::Flag,
                    _ => Read::Unknown,
                },
            };
        }
        if exactly(self.flags, word).is_some() {
            return Read::Flag;
        }
        for (at, letter) in word.char_indices().skip(1) {
            let option = format!("-{letter}");
            if let Some(name) = exactly(self.valued, &option) {
                return Read::Valued(name, word.get(at + letter.len_utf8()..).filter(|rest| !rest.is_empty()));
            }
            // `nice -5`
            if exactly(self.flags, &option).is_none() && !letter.is_ascii_digit() {
                return Read::Unknown;
            }
        }
        Read::Flag
    }
}

/// How a program of this name is described, if it runs what its words name.
pub(super) fn find(name: &str) -> Option<&'static Begins> {
    WRAPPERS.iter().find(|begins| begins.names.split(' ').any(|known| known == name))
}

const PLAIN: Begins = Begins { names: "", valued: "", flags: "", before: 0 };

/// Every program that runs another whose words follow its own.
const WRAPPERS: &[Begins] = &[
    Begins {
        names: "sudo",
        valued: "-u -g -h -p -C -r -t -T -U -D -R --user --group --host --prompt --chdir --chroot",
        flags: "-A -B -b -E -e -H -i -K -k -l -n -N -P -S -s -v -V --askpass --background --preserve-env --set-home --login --non-interactive --shell --stdin --list --validate --reset-timestamp --remove-timestamp --edit",
        ..PLAIN
    },
    Begins { names: "doas", valued: "-u -C", flags: "-L -n -s", ..PLAIN },
    Begins {
        names: "env",
        valued: "-u -C -S -a --unset --chdir --split-string --argv0",
        flags: "-i -0 -v - --ignore-environment --null --debug --list-signal-handling --block-signal --default-signal --ignore-signal",
        ..PLAIN
    },
    Begins { names: "nice", valued: "-n --adjustment", ..PLAIN },
    Begins { names: "ionice", valued: "-c -n -p --class --classdata", flags: "-t --ignore", ..PLAIN },
    Begins {
        names: "chrt",
        valued: "-T -P -D",
        flags: "-a -b -d -f -i -m -o -r -R -v --all-tasks --batch --deadline --fifo --idle --max --other --rr --reset-on-fork --verbose",
        before: 1,
    },
    Begins { names: "taskset", flags: "-a -c -p --all-tasks --cpu-list --pid", before: 1, ..PLAIN },
    Begins {
        names: "timeout",
        valued: "-k -s --kill-after --signal",
        flags: "-f -p -v --foreground --preserve-status --verbose",
        before: 1,
    },
    Begins { names: "setsid", flags: "-c -f -w --ctty --fork --wait", ..PLAIN },
    Begins { names: "stdbuf", valued: "-i -o -e --input --output --error", ..PLAIN },
    Begins { names: "unbuffer", flags: "-p", ..PLAIN },
    Begins {
        names: "time",
        valued: "-f -o --format --output",
        flags: "-a -p -v -q --append --portability --verbose --quiet",
        ..PLAIN
    },
    Begins { names: "command", flags: "-p -v -V", ..PLAIN },
    Begins { names: "exec", valued: "-a", flags: "-c -l", ..PLAIN },
    Begins {
        names: "xargs",
        valued: "-a -d -E -I -L -n -P -s --arg-file --delimiter --max-args --max-chars --max-procs",
        flags: "-0 -e -i -l -o -p -r -t -x --null --open-tty --interactive --no-run-if-empty --verbose --exit --eof --max-lines --replace",
        ..PLAIN
    },
    Begins {
        names: "parallel",
        valued: "-j -I -N --jobs --colsep",
        flags: "-k -X -m -q -t -v -0 -u --keep-order --line-buffer --ungroup --dry-run --bar --progress --eta --null --will-cite",
        ..PLAIN
    },
    Begins {
        names: "watch",
        valued: "-n -q --interval",
        flags: "-b -c -d -e -g -p -t -w -x --beep --color --differences --errexit --chgexit --precise --no-title --no-wrap --exec",
        ..PLAIN
    },
    Begins {
        names: "strace",
        valued: "-e -o -p -s -u -a -O -S -P -E -I",
        flags: "-c -C -d -f -F -h -i -k -n -q -r -t -T -v -V -w -x -y -z -Z -D --follow-forks",
        ..PLAIN
    },
    Begins { names: "ltrace", valued: "-e -o -p -s -u -a -n -l", flags: "-c -C -f -h -i -L -r -S -t -T -V", ..PLAIN },
    Begins {
        names: "flock",
        valued: "-w -E --wait",
        flags: "-e -F -n -o -s -u -x --close --exclusive --nb --nonblock --no-fork --shared --unlock --verbose",
        before: 1,
    },
    Begins {
        names: "unshare",
        valued: "-R -w -S -G --root --wd --setuid --setgid --map-user --map-group --map-users --map-groups --propagation --setgroups --monotonic --boottime",
        flags: "-m -u -i -n -p -U -C -T -f -r -c --mount --uts --ipc --net --pid --user --cgroup --time --fork --map-root-user --map-current-user --mount-proc --keep-caps --kill-child",
        ..PLAIN
    },
    Begins {
        names: "nsenter",
        valued: "-t --target -S --setuid -G --setgid -W -N --net-socket --wdns",
        flags: "-m -u -i -n -p -U -C -T -a -F -Z --mount --uts --ipc --net --pid --user --cgroup --time --all --no-fork --root --wd",
        ..PLAIN
    },
    Begins { names: "fakeroot", flags: "-u", ..PLAIN },
    Begins { names: "caffeinate", valued: "-t -w", flags: "-d -i -m -s -u", ..PLAIN },
    Begins { names: "systemd-run", valued: "-p -u --unit --property", ..PLAIN },
    Begins { names: "prlimit", flags: "--raw --noheadings --verbose", ..PLAIN },
    Begins { names: "entr", flags: "-a -c -d -n -p -r -s -x -z", ..PLAIN },
    Begins {
        names: "setpriv",
        valued: "--reuid --regid --groups --inh-caps --ambient-caps --bounding-set --securebits --pdeathsig --ruid --euid --rgid --egid --selinux-label --apparmor-profile",
        flags: "--nnp --no-new-privs --clear-groups --keep-groups --init-groups --reset-env",
        ..PLAIN
    },
    Begins {
        names: "numactl",
        valued: "-N -C -m -i -p -P --cpunodebind --physcpubind --membind --interleave --preferred",
        flags: "-a -b -l --all --balancing --localalloc",
        ..PLAIN
    },
    Begins {
        names: "cpulimit",
        valued: "-l -p -e -P -c --limit --pid --exe --path --cpu",
        flags: "-b -f -i -k -m -q -r -s -v -z",
        ..PLAIN
    },
    Begins { names: "pkexec", valued: "-u --user", ..PLAIN },
    Begins { names: "run0", valued: "-u -g -D --user --group --chdir", ..PLAIN },
    Begins { names: "choom", valued: "-n -p --adjust --pid", ..PLAIN },
    Begins { names: "uclampset", valued: "-m -M -p", flags: "-a -s -R", ..PLAIN },
    Begins { names: "setarch", flags: "-R -F -Z -L -X -B -I -S -T -v -3 --addr-no-randomize --verbose", ..PLAIN },
    Begins { names: "linux32", flags: "-R -v", ..PLAIN },
    Begins { names: "linux64", flags: "-R -v", ..PLAIN },
    Begins { names: "tini", valued: "-p -e", flags: "-g -s -v -w", ..PLAIN },
    Begins { names: "dumb-init", valued: "-r --rewrite", flags: "-c -v --single-child --verbose", ..PLAIN },
    Begins { names: "chpst", valued: "-u -U -b -n -l -L -m -d -o -p -f -c -t -e -C", ..PLAIN },
    Begins { names: "chronic", flags: "-e -v", ..PLAIN },
    Begins { names: "faketime", flags: "-f -m", before: 1, ..PLAIN },
    Begins { names: "rlwrap", valued: "-f -H -D -s -C -q -t -w", flags: "-a -A -c -i -m -n -N -r -R -v", ..PLAIN },
    Begins { names: "proxychains", valued: "-f", flags: "-q", ..PLAIN },
    Begins { names: "proxychains4", valued: "-f", flags: "-q", ..PLAIN },
    Begins { names: "torsocks", valued: "-a -P -u -p", flags: "-i -q -d", ..PLAIN },
    Begins { names: "daemon", valued: "-n -u -D -P -o -l", flags: "-f -i -r -v", ..PLAIN },
    Begins { names: "heaptrack", valued: "-o", ..PLAIN },
    Begins { names: "arch", flags: "-arm64 -x86_64 -i386", ..PLAIN },
    Begins {
        names: LINKER,
        valued: "--library-path --preload --audit --argv0 --inhibit-rpath --glibc-hwcaps-mask",
        ..PLAIN
    },
    Begins { names: "sshpass", valued: "-d -f -p -P", flags: "-e -v -h -V", ..PLAIN },
    Begins {
        names: "cross-env cross-env-shell nohup builtin busybox toybox dbus-run-session firejail bwrap catchsegv i386 x86_64 torify tsocks eatmydata ccache hexec with-contenv { ( then do else if while until coproc !",
        ..PLAIN
    },
    Begins { names: "chroot runcon gosu su-exec setuidgid envdir", before: 1, ..PLAIN },
];

/// Of these the words are joined to one text for a shell.
pub(super) const JOINERS: &[&str] = &["watch", "parallel"];

/// What starts programs for the system, and runs one that it is given: `/lib64/ld-linux-x86-64.so.2 x`.
pub(super) const LINKER: &str = "ld.so";
