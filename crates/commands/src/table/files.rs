//! Programs that look at files, or make, copy and move them.

use super::{NO_OPTIONS, OVERWRITES, Operands, Program, Tier, ask};
use crate::options::{Options, Syntax};
use crate::place::Access;
use crate::verdict::Class;

const TRANSFER: Options = Options {
    flags: &["-a -b -f -i -n -p -r -R -u -v -T -P -L -d -x --archive --backup --force --interactive --no-clobber \
        --recursive --update --verbose --no-target-directory --no-dereference --dereference --one-file-system"],
    next: &["-S --suffix"],
    attached: &["--preserve --no-preserve --reflink --sparse"],
    harms: &[&[ask("-t --target-directory", OVERWRITES, Class::Write, "names where to")]],
    ..NO_OPTIONS
};

pub(super) const PROGRAMS: &[Program] = &[
    Program {
        prefixes: &[&["ls"]],
        class: Class::ReadOnly,
        tier: Tier::Reads,
        options: Options {
            flags: &[
                "-a -A -b -B -c -C -d -f -F -g -G -h -H -i -k -l -L -m -n -N -o -p -q -Q -r -R -s -S -t -u -U -v -x \
                -X -Z -1 --all --almost-all --author --escape --ignore-backups --directory --dired --no-group \
                --human-readable --si --file-type --dereference --dereference-command-line --inode --kibibytes \
                --numeric-uid-gid --literal --hide-control-chars --show-control-chars --quote-name --reverse \
                --recursive --size --context --zero --full-time --group-directories-first --help --version",
            ],
            next: &["-I -T -w --block-size --format --hide --indicator-style --ignore --quoting-style --sort --time \
                --time-style --tabsize --width"],
            attached: &["--color --classify --hyperlink"],
            ..NO_OPTIONS
        },
        operands: Operands::Paths(Access::List),
    },
    Program {
        prefixes: &[&["pwd"]],
        class: Class::ReadOnly,
        tier: Tier::Reads,
        options: Options { flags: &["-L -P --logical --physical --help --version"], ..NO_OPTIONS },
        operands: Operands::None,
    },
    Program {
        prefixes: &[&["cat"]],
        class: Class::ReadOnly,
        tier: Tier::Reads,
        options: Options {
            flags: &[
                "-A -b -e -E -n -s -t -T -u -v --show-all --number-nonblank --show-ends --number --squeeze-blank \
                --show-tabs --show-nonprinting --help --version",
            ],
            ..NO_OPTIONS
        },
        operands: Operands::Paths(Access::Read),
    },
    Program {
        prefixes: &[&["head"], &["tail"]],
        class: Class::ReadOnly,
        tier: Tier::Reads,
        options: Options {
            flags: &["-q -v -z -f -F -1 --quiet --silent --verbose --zero-terminated --retry --help --version"],
            next: &["-n -c -s --lines --bytes --sleep-interval --max-unchanged-stats --pid"],
            attached: &["--follow"],
            ..NO_OPTIONS
        },
        operands: Operands::Paths(Access::Read),
    },
    Program {
        prefixes: &[&["grep"]],
        class: Class::ReadOnly,
        tier: Tier::Reads,
        options: Options {
            flags: &["-E -F -G -P -i -y -v -w -x -c -L -l -q -s -b -H -h -n -T -Z -a -I -r -R -U -z -o -1 \
                --extended-regexp --fixed-strings --basic-regexp --perl-regexp --ignore-case --no-ignore-case \
                --invert-match --word-regexp --line-regexp --count --files-without-match --files-with-matches \
                --only-matching --no-group-separator --quiet --silent --no-messages --byte-offset --with-filename --no-filename \
                --line-number --initial-tab --null --text --recursive --dereference-recursive --binary --null-data \
                --line-buffered --help --version -V"],
            next: &["-e -m -A -B -C -d -D --regexp --max-count --label --after-context --before-context --context \
                --binary-files --group-separator --directories --devices --exclude --exclude-dir --include"],
            attached: &["--color --colour"],
            files: &["-f --file --exclude-from"],
            ..NO_OPTIONS
        },
        operands: Operands::Search,
    },
    Program {
        prefixes: &[&["find"]],
        class: Class::ReadOnly,
        tier: Tier::Reads,
        options: Options { syntax: Syntax::None, ..NO_OPTIONS },
        operands: Operands::Find,
    },
    Program {
        prefixes: &[&["echo"]],
        class: Class::ReadOnly,
        tier: Tier::Reads,
        options: Options { syntax: Syntax::None, ..NO_OPTIONS },
        operands: Operands::Text,
    },
    Program {
        prefixes: &[&["mkdir"]],
        class: Class::Write,
        tier: Tier::Sandboxed,
        options: Options { flags: &["-p -v --parents --verbose --help --version"], next: &["-m --mode"], ..NO_OPTIONS },
        operands: Operands::Paths(Access::Create),
    },
    Program {
        prefixes: &[&["touch"]],
        class: Class::Write,
        tier: Tier::Sandboxed,
        options: Options {
            flags: &["-a -c -f -m -h --no-create --no-dereference --help --version"],
            next: &["-d -t --date --time"],
            files: &["-r --reference"],
            ..NO_OPTIONS
        },
        operands: Operands::Paths(Access::Create),
    },
    Program {
        prefixes: &[&["cp"]],
        class: Class::Write,
        tier: Tier::Asks,
        options: TRANSFER,
        operands: Operands::Transfer { source: Access::Sweep },
    },
    Program {
        prefixes: &[&["mv"]],
        class: Class::Write,
        tier: Tier::Asks,
        options: TRANSFER,
        operands: Operands::Transfer { source: Access::Remove },
    },
];
