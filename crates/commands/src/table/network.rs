//! What fetches from elsewhere.

use super::{LOADS, NO_OPTIONS, OUTPUT, OVERWRITES, Operands, Program, Tier, ask, never};
use crate::options::{Options, Takes};
use crate::place::Access;
use crate::verdict::Class;

const PASSWORDS: &str = "reads stored passwords";

pub(super) const PROGRAMS: &[Program] = &[
    Program {
        prefixes: &[&["pip", "install"], &["pip3", "install"]],
        class: Class::Network,
        tier: Tier::Asks,
        options: Options {
            flags: &["-q --quiet -U --upgrade --no-deps --user --pre --no-cache-dir --no-input --require-hashes"],
            values: &["--timeout --retries --only-binary"],
            files: &["-r --requirement -c --constraint"],
            ..NO_OPTIONS
        },
        operands: Operands::Web,
    },
    Program {
        prefixes: &[&["curl"]],
        class: Class::Network,
        tier: Tier::Asks,
        options: Options {
            flags: &[
                "-s -S -f -L -i -I -v -4 -6 -g -j --silent --show-error --fail --fail-with-body --location --head \
                --include --verbose --compressed --http1.1 --http2 --ipv4 --ipv6 --no-progress-meter --globoff",
            ],
            next: &["-H -A -m -w -e -r --header --user-agent --max-time --connect-timeout --retry --retry-delay \
                --write-out --referer --range --url --max-redirs"],
            harms: &[&[
                ask(
                    "-o --output -D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --etag-save --output-dir",
                    OVERWRITES,
                    Class::Write,
                    OUTPUT,
                ),
                ask("-O --remote-name --remote-name-all -J --remote-header-name", Takes::Nothing, Class::Write, OUTPUT),
                ask("-T --upload-file", Takes::Path(Access::Read), Class::Network, "sends a file"),
                ask("-K --config", Takes::Path(Access::Read), Class::Network, "takes options from a file"),
                ask(
                    "-d --data --data-raw --data-ascii --data-binary --data-urlencode --json -F --form --form-string \
                    -X --request -u --user -b --cookie",
                    Takes::Next,
                    Class::Network,
                    "sends something",
                ),
                never("--engine --egd-file", Takes::Value, LOADS),
                never("-n --netrc --netrc-optional", Takes::Nothing, PASSWORDS),
                never("--netrc-file", Takes::Value, PASSWORDS),
            ]],
            ..NO_OPTIONS
        },
        operands: Operands::Web,
    },
    Program {
        prefixes: &[&["wget"]],
        class: Class::Network,
        tier: Tier::Asks,
        options: Options {
            flags: &["-q -nv -S --quiet --no-verbose --spider --server-response -4 -6"],
            next: &["-T -t --timeout --tries --header --user-agent -U"],
            harms: &[&[
                ask(
                    "-O --output-document -o --output-file -a --append-output -P --directory-prefix --save-cookies",
                    OVERWRITES,
                    Class::Write,
                    OUTPUT,
                ),
                ask(
                    "--post-file --body-file -i --input-file",
                    Takes::Path(Access::Read),
                    Class::Network,
                    "reads a file",
                ),
                never("--use-askpass", Takes::Value, LOADS),
            ]],
            ..NO_OPTIONS
        },
        operands: Operands::Web,
    },
];
