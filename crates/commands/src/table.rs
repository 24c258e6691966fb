//! The listed programs (S1-16) as data: class, options that are known to be harmless, options that are
//! known not to be, and what the other words mean. Rules that need more than data are in `programs`.

use crate::options::{Harm, Options, Passes, Syntax, Takes};
use crate::place::Access;
use crate::verdict::{Class, Verdict};

/// When a listed program may run unasked (COMMANDS-AND-FILES "Commands").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tier {
    /// 1: its words decide.
    Reads,
    /// 2: only in a working sandbox.
    Sandboxed,
    /// 3: always asks.
    Asks,
}

/// What the words that are no options mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operands {
    /// Nothing we look at.
    Text,
    /// There should be none.
    None,
    Paths(Access),
    /// A pattern, unless `-e` or `-f` gave it, then paths.
    Search,
    /// Expressions of `find`.
    Find,
    /// Revisions or paths of git.
    Revisions,
    /// Names of branches, or patterns of them.
    Branches,
    /// A script, then its arguments.
    Script,
    /// The name of a script of `package.json`, then its arguments.
    Task,
    /// Packages of go; for `go run` one, then its arguments.
    Packages {
        run: bool,
    },
    /// Arguments of the program that cargo runs or filters tests by.
    Filters,
    /// Sources and a destination.
    Transfer {
        source: Access,
    },
    /// Addresses and files that are sent or written.
    Web,
}

/// A listed program.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Program {
    /// The listed prefixes that it is found by.
    pub(crate) prefixes: &'static [&'static [&'static str]],
    pub(crate) class: Class,
    pub(crate) tier: Tier,
    pub(crate) options: Options,
    pub(crate) operands: Operands,
}

const NO_OPTIONS: Options = Options {
    syntax: Syntax::Getopt,
    flags: &[],
    values: &[],
    attached: &[],
    files: &[],
    harms: &[],
    passes: Passes::Nothing,
};

const fn ask(names: &'static str, takes: Takes, class: Class, why: &'static str) -> Harm {
    Harm { names, takes, verdict: Verdict::Prompt, class, why }
}

const fn never(names: &'static str, takes: Takes, why: &'static str) -> Harm {
    Harm { names, takes, verdict: Verdict::Never, class: Class::ControlPlane, why }
}

const OUTPUT: &str = "writes a file";
const LOADS: &str = "loads code";
const PASSWORDS: &str = "reads stored passwords";
/// A folder that is filled.
const FILLS: Takes = Takes::Path(Access::Create);
const OVERWRITES: Takes = Takes::Path(Access::Overwrite);

/// What git diff and git log share. `--output` and the rest of the harmful ones are understood by both.
const DIFF_HARMS: &[Harm] = &[
    ask("--output", OVERWRITES, Class::Write, OUTPUT),
    ask("--output-directory", OVERWRITES, Class::Write, OUTPUT),
    ask("-O", Takes::Path(Access::Read), Class::ReadOnly, "reads an order file"),
    ask("--no-index", Takes::Nothing, Class::ReadOnly, "compares files that are not git's"),
    ask("--show-signature", Takes::Nothing, Class::Project, "runs the program that the settings name"),
    never("--ext-diff", Takes::Nothing, LOADS),
    never("--textconv", Takes::Nothing, LOADS),
];
const DIFF_FLAGS: &str = "-p -u -s --patch --no-patch --raw --patch-with-raw --patch-with-stat --minimal --patience \
    --histogram --numstat --shortstat --summary --compact-summary --name-only --name-status --no-color \
    --no-color-moved --no-renames --check --full-index --binary -R -a --text --ignore-cr-at-eol \
    --ignore-space-at-eol -b --ignore-space-change -w --ignore-all-space --ignore-blank-lines -W \
    --function-context --exit-code --quiet --no-ext-diff --no-textconv --no-prefix --default-prefix --pickaxe-all \
    --pickaxe-regex -z --cached --staged --merge-base --no-relative --indent-heuristic --no-indent-heuristic \
    --find-copies-harder --no-rename-empty --rename-empty -c --cc --combined-all-paths --ours --theirs -1 -r -t \
    --ita-invisible-in-index --ita-visible-in-index --irreversible-delete -D --no-abbrev";
const DIFF_ATTACHED: &str = "--stat --color --color-moved --color-moved-ws --word-diff --color-words --submodule \
    --abbrev -B --break-rewrites -M --find-renames -C --find-copies --relative --dirstat --dirstat-by-file -X --cumulative \
    --ignore-submodules --ws-error-highlight";
const DIFF_VALUES: &str = "-U --unified -S -G -I --diff-filter --diff-algorithm --anchored -l --src-prefix \
    --dst-prefix --line-prefix --inter-hunk-context --word-diff-regex --output-indicator-new --output-indicator-old \
    --output-indicator-context --find-object \
    --stat-width --stat-name-width --stat-graph-width --stat-count --ignore-matching-lines --skip-to --rotate-to";
const LOG_FLAGS: &str = "--oneline --graph --all --follow --no-merges --merges --reverse --date-order \
    --author-date-order --topo-order --no-decorate --first-parent --left-right --cherry-pick --cherry-mark --cherry \
    --left-only --right-only --boundary --source --full-diff --log-size --abbrev-commit --no-abbrev-commit \
    --relative-date --parents --children -g --walk-reflogs --simplify-by-decoration --full-history --dense --sparse \
    --ancestry-path --all-match --invert-grep -i --regexp-ignore-case -E --extended-regexp -F \
    --fixed-strings -P --perl-regexp --basic-regexp --no-notes --mailmap --use-mailmap --no-mailmap --clear-decorations --reflog \
    --ignore-missing --bisect -m --no-diff-merges --dd --remove-empty --show-pulls --simplify-merges --no-expand-tabs \
    --no-show-signature --no-graph --date-local -q";
const LOG_VALUES: &str = "-n --max-count --skip --since --after --until --before --author --committer --grep \
    --grep-reflog --min-parents --max-parents --format --date --glob --exclude --decorate-refs \
    --decorate-refs-exclude --since-as-filter -L --encoding";
const LOG_ATTACHED: &str = "--pretty --decorate --branches --tags --remotes --notes --show-notes --expand-tabs \
    --diff-merges --no-walk --show-linear-break";

const NPM_FLAGS: &str = "-s --silent -q --quiet -d --if-present --ignore-scripts -ws --workspaces \
    --include-workspace-root -iwr --no-color --color --no-fund --no-audit --no-update-notifier --verbose --json \
    --foreground-scripts --no-progress -r --recursive --parallel --no-bail --stream";
/// Puts the folder of the node that runs it first; of old versions.
const NPM_ATTACHED: &str = "--scripts-prepend-node-path";
const NPM_VALUES: &str = "--loglevel --filter -F";
/// Folders of the workspace.
const NPM_FOLDERS: &str = "-w --workspace";
const NPM_HARMS: &[Harm] = &[
    never("--script-shell --shell", Takes::Value, LOADS),
    never("--node-options --nodeOptions", Takes::Value, LOADS),
    never("--use-yarnrc --init-module --require --pnpmfile --global-pnpmfile", Takes::Value, LOADS),
    ask(
        "--prefix -C --dir --cwd --into --globalconfig --userconfig --cache --store-dir --modules-dir",
        Takes::Path(Access::Read),
        Class::Project,
        "works somewhere else, or with other settings",
    ),
    ask("-g --global", Takes::Nothing, Class::Project, "works outside the workspace"),
];

const CARGO_FLAGS: &str = "-q --quiet -v --verbose -vv -r --release --workspace --all --lib --bins --examples --tests \
    --benches --all-targets --all-features --no-default-features --locked --offline --frozen --no-run --no-fail-fast \
    --keep-going --doc --future-incompat-report --ignore-rust-version -h --help";
const CARGO_VALUES: &str = "-p --package --exclude -F --features -j --jobs --bin --example --test --bench --profile \
    --target --message-format --color";
const CARGO_HARMS: &[Harm] = &[
    ask("--config", Takes::Value, Class::Project, "changes the build's settings"),
    ask("-C --target-dir --artifact-dir --out-dir --build-dir", FILLS, Class::Write, "writes somewhere else"),
    ask("--lockfile-path", OVERWRITES, Class::Write, OUTPUT),
    ask("-Z --unit-graph --build-plan", Takes::Value, Class::Project, "is not settled yet"),
];

const GO_FLAGS: &str = "-v -x -n -a -race -msan -asan -trimpath -work -json -cover -short -failfast -benchmem -linkshared \
    -modcacherw -i -fullpath";
const GO_VALUES: &str = "-p -run -skip -count -timeout -bench -benchtime -parallel -cpu -tags -covermode -coverpkg \
    -buildmode -buildvcs -mod -gcflags -ldflags -installsuffix -list -shuffle -vet -fuzztime";
const GO_HARMS: &[Harm] = &[
    never("-exec -toolexec -vettool", Takes::Value, LOADS),
    ask("-o", OVERWRITES, Class::Write, OUTPUT),
    ask(
        "-coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace -outputdir -pkgdir -C",
        OVERWRITES,
        Class::Write,
        OUTPUT,
    ),
    ask("-overlay -modfile -pgo -compiler", Takes::Path(Access::Read), Class::Project, "changes what is built"),
    ask("-c -fuzz -gccgoflags -args", Takes::Nothing, Class::Project, "does more than build"),
];

const PYTHON_HARMS: &[Harm] = &[
    ask("-c", Takes::Value, Class::Interpreter, "runs the code that follows it"),
    ask("-m", Takes::Value, Class::Interpreter, "runs a module"),
    ask("-i", Takes::Nothing, Class::Interpreter, "waits for more code"),
];

/// Every listed program.
pub(crate) const TABLE: &[Program] = &[
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
            values: &[
                "-I -T -w --block-size --format --hide --indicator-style --ignore --quoting-style --sort --time \
                --time-style --tabsize --width",
            ],
            attached: &["--color --classify --hyperlink"],
            ..NO_OPTIONS
        },
        operands: Operands::Paths(Access::Read),
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
            values: &["-n -c -s --lines --bytes --sleep-interval --max-unchanged-stats --pid"],
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
            values: &["-e -m -A -B -C -d -D --regexp --max-count --label --after-context --before-context --context \
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
        prefixes: &[&["git", "status"]],
        class: Class::ReadOnly,
        tier: Tier::Reads,
        options: Options {
            flags: &["-s --short -b --branch --show-stash --long -z --no-column --ahead-behind \
                --no-ahead-behind --renames --no-renames"],
            attached: &["-u --untracked-files --ignore-submodules --ignored --column -M --find-renames --porcelain"],
            ..NO_OPTIONS
        },
        operands: Operands::Paths(Access::Read),
    },
    Program {
        prefixes: &[&["git", "diff"]],
        class: Class::ReadOnly,
        tier: Tier::Reads,
        options: Options {
            flags: &[DIFF_FLAGS],
            values: &[DIFF_VALUES],
            attached: &[DIFF_ATTACHED],
            harms: &[DIFF_HARMS],
            ..NO_OPTIONS
        },
        operands: Operands::Revisions,
    },
    Program {
        prefixes: &[&["git", "log"]],
        class: Class::ReadOnly,
        tier: Tier::Reads,
        options: Options {
            flags: &[DIFF_FLAGS, LOG_FLAGS],
            values: &[DIFF_VALUES, LOG_VALUES],
            attached: &[DIFF_ATTACHED, LOG_ATTACHED],
            harms: &[DIFF_HARMS],
            ..NO_OPTIONS
        },
        operands: Operands::Revisions,
    },
    Program {
        prefixes: &[&["git", "branch"]],
        class: Class::ReadOnly,
        tier: Tier::Reads,
        options: Options {
            flags: &["-a -r -v -vv -l -i -q --all --remotes --verbose --list --show-current --ignore-case --quiet \
                --no-color --no-column --no-abbrev --omit-empty"],
            values: &["--sort --format --points-at"],
            attached: &["--color --column --abbrev --contains --no-contains --merged --no-merged"],
            harms: &[&[
                ask("-d -D --delete", Takes::Nothing, Class::Destructive, "deletes branches"),
                ask("-m -M --move -f --force", Takes::Nothing, Class::Destructive, "moves branches"),
                ask(
                    "-c -C --copy --create-reflog --unset-upstream --edit-description --recurse-submodules",
                    Takes::Nothing,
                    Class::Write,
                    "changes branches",
                ),
                ask("-u --set-upstream-to", Takes::Value, Class::Write, "changes branches"),
                ask("-t --track", Takes::Attached, Class::Write, "changes branches"),
                ask("--output", OVERWRITES, Class::Write, OUTPUT),
            ]],
            ..NO_OPTIONS
        },
        operands: Operands::Branches,
    },
    Program {
        prefixes: &[&["mkdir"]],
        class: Class::Write,
        tier: Tier::Sandboxed,
        options: Options {
            flags: &["-p -v --parents --verbose --help --version"],
            values: &["-m --mode"],
            ..NO_OPTIONS
        },
        operands: Operands::Paths(Access::Create),
    },
    Program {
        prefixes: &[&["touch"]],
        class: Class::Write,
        tier: Tier::Sandboxed,
        options: Options {
            flags: &["-a -c -f -m -h --no-create --no-dereference --help --version"],
            values: &["-d -t --date --time"],
            files: &["-r --reference"],
            ..NO_OPTIONS
        },
        operands: Operands::Paths(Access::Create),
    },
    Program {
        prefixes: &[&["npm", "run"], &["npm", "test"]],
        class: Class::Project,
        tier: Tier::Sandboxed,
        options: SCRIPTS,
        operands: Operands::Task,
    },
    Program {
        prefixes: &[&["yarn", "test"], &["yarn", "build"]],
        class: Class::Project,
        tier: Tier::Sandboxed,
        options: Options { passes: Passes::Unknown { after: 0 }, ..SCRIPTS },
        operands: Operands::Task,
    },
    Program {
        prefixes: &[&["pnpm", "run"]],
        class: Class::Project,
        tier: Tier::Sandboxed,
        options: Options { passes: Passes::Unknown { after: 1 }, ..SCRIPTS },
        operands: Operands::Task,
    },
    Program {
        prefixes: &[&["npm", "install"], &["yarn", "install"], &["yarn", "add"], &["pnpm", "install"]],
        class: Class::Network,
        tier: Tier::Asks,
        options: Options {
            flags: &[
                NPM_FLAGS,
                "-D -E -S -O -P --dev --save --save-dev --save-exact --save-optional --no-save \
                --save-prod --frozen-lockfile --immutable --production --prefer-offline --offline --exact",
            ],
            values: &[NPM_VALUES, "--omit --include"],
            attached: &[NPM_ATTACHED],
            files: &[NPM_FOLDERS],
            harms: &[NPM_HARMS],
            ..NO_OPTIONS
        },
        operands: Operands::Web,
    },
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
            values: &["-H -A -m -w -e -r --header --user-agent --max-time --connect-timeout --retry --retry-delay \
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
                    Takes::Value,
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
            values: &["-T -t --timeout --tries --header --user-agent -U"],
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
    Program {
        prefixes: &[&["tsc"], &["tsc", "--noEmit"]],
        class: Class::Project,
        tier: Tier::Sandboxed,
        options: Options {
            syntax: Syntax::Words,
            flags: &["-noEmit -noemit -strict -pretty -skipLibCheck -skiplibcheck -esModuleInterop -allowJs -checkJs \
                -listFiles -listFilesOnly -listEmittedFiles -showConfig -traceResolution -diagnostics -extendedDiagnostics \
                -noErrorTruncation -noEmitOnError -version -v -help -h -all -noUnusedLocals -noUnusedParameters \
                -noImplicitAny -noImplicitReturns -strictNullChecks -resolveJsonModule -isolatedModules \
                -allowSyntheticDefaultImports -preserveWatchOutput -explainFiles -declaration -d -sourceMap \
                -removeComments -incremental -build -b -verbose -force -f -dry -alwaysStrict -noImplicitThis \
                -strictFunctionTypes -strictBindCallApply -strictPropertyInitialization -useUnknownInCatchVariables \
                -noFallthroughCasesInSwitch -noImplicitOverride -noUncheckedIndexedAccess \
                -exactOptionalPropertyTypes -noPropertyAccessFromIndexSignature -allowUnreachableCode \
                -allowUnusedLabels -allowImportingTsExtensions -forceConsistentCasingInFileNames \
                -verbatimModuleSyntax -isolatedDeclarations -experimentalDecorators -emitDecoratorMetadata \
                -emitDeclarationOnly -declarationMap -downlevelIteration -importHelpers -inlineSourceMap \
                -inlineSources -composite -skipDefaultLibCheck -stripInternal -preserveConstEnums -noLib \
                -noResolve -useDefineForClassFields"],
            values: &[
                "-target -t -module -m -lib -jsx -moduleResolution -types -locale -maxNodeModuleJsDepth -newLine",
            ],
            files: &["-project -p"],
            harms: &[&[
                ask(
                    "-outFile -outfile -out -tsBuildInfoFile -generateTrace \
                    -generateCpuProfile -mapRoot -sourceRoot",
                    OVERWRITES,
                    Class::Write,
                    OUTPUT,
                ),
                ask("-outDir -outdir -declarationDir", FILLS, Class::Write, "writes somewhere else"),
                ask("-init", Takes::Nothing, Class::Write, OUTPUT),
                ask("-clean", Takes::Nothing, Class::Destructive, "deletes what was built"),
                never("-plugins", Takes::Value, LOADS),
            ]],
            ..NO_OPTIONS
        },
        operands: Operands::Paths(Access::Read),
    },
    Program {
        prefixes: &[&["python"], &["python3"]],
        class: Class::Project,
        tier: Tier::Sandboxed,
        options: Options {
            syntax: Syntax::GetoptFirst,
            flags: &["-u -B -O -E -I -s -S -v -q -b -d -P -R -V -h --version --help"],
            values: &["-W -X --check-hash-based-pycs"],
            harms: &[PYTHON_HARMS],
            ..NO_OPTIONS
        },
        operands: Operands::Script,
    },
    Program {
        prefixes: &[&["cargo", "build"], &["cargo", "run"], &["cargo", "test"], &["cargo", "check"]],
        class: Class::Project,
        tier: Tier::Sandboxed,
        options: Options {
            flags: &[CARGO_FLAGS],
            values: &[CARGO_VALUES],
            attached: &["--timings"],
            files: &["--manifest-path"],
            harms: &[CARGO_HARMS],
            passes: Passes::Divided,
            ..NO_OPTIONS
        },
        operands: Operands::Filters,
    },
    Program {
        prefixes: &[&["go", "build"], &["go", "test"]],
        class: Class::Project,
        tier: Tier::Sandboxed,
        options: GO,
        operands: Operands::Packages { run: false },
    },
    Program {
        prefixes: &[&["go", "run"]],
        class: Class::Project,
        tier: Tier::Sandboxed,
        options: Options { syntax: Syntax::WordsFirst, ..GO },
        operands: Operands::Packages { run: true },
    },
];

const SCRIPTS: Options = Options {
    flags: &[NPM_FLAGS],
    values: &[NPM_VALUES],
    attached: &[NPM_ATTACHED],
    files: &[NPM_FOLDERS],
    harms: &[NPM_HARMS],
    passes: Passes::Divided,
    ..NO_OPTIONS
};

const TRANSFER: Options = Options {
    flags: &["-a -b -f -i -n -p -r -R -u -v -T -P -L -d -x --archive --backup --force --interactive --no-clobber \
        --recursive --update --verbose --no-target-directory --no-dereference --dereference --one-file-system"],
    values: &["-S --suffix"],
    attached: &["--preserve --no-preserve --reflink --sparse"],
    harms: &[&[ask("-t --target-directory", OVERWRITES, Class::Write, "names where to")]],
    ..NO_OPTIONS
};

const GO: Options =
    Options { syntax: Syntax::Words, flags: &[GO_FLAGS], values: &[GO_VALUES], harms: &[GO_HARMS], ..NO_OPTIONS };

/// The program that `argv` runs, and how many of its words name it. A path is no name.
pub(crate) fn find(argv: &[String]) -> Option<(&'static Program, usize)> {
    TABLE.iter().find_map(|program| {
        let prefix = program.prefixes.iter().find(|prefix| {
            argv.len() >= prefix.len() && argv.iter().zip(prefix.iter()).all(|(word, token)| word == token)
        })?;
        Some((program, prefix.len()))
    })
}

/// Whether some listed command runs this program: then it is its sub-command that is not listed.
pub(crate) fn knows(name: &str) -> bool {
    TABLE.iter().flat_map(|program| program.prefixes).any(|prefix| prefix.first().is_some_and(|first| *first == name))
}

/// Whether it is listed only together with a sub-command: its name alone says nothing.
pub(crate) fn has_subcommands(name: &str) -> bool {
    let mut named = TABLE.iter().flat_map(|program| program.prefixes).filter(|p| p.first().is_some_and(|f| *f == name));
    knows(name) && named.all(|prefix| prefix.len() > 1)
}
