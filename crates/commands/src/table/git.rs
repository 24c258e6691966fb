//! What of git only looks.

use super::{LOADS, NO_OPTIONS, OUTPUT, OVERWRITES, Operands, Program, Tier, ask, never};
use crate::options::{Harm, Options, Takes};
use crate::place::Access;
use crate::verdict::Class;

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
    --ignore-submodules --ws-error-highlight -U --unified";
const DIFF_VALUES: &str = "--diff-filter --diff-algorithm -l --inter-hunk-context --output-indicator-new \
    --output-indicator-old --output-indicator-context --find-object --stat-width --stat-name-width \
    --stat-graph-width --stat-count --skip-to --rotate-to";
/// Texts, also those that begin with `-`.
const DIFF_NEXT: &str = "-S -G -I --anchored --src-prefix --dst-prefix --line-prefix --word-diff-regex \
    --ignore-matching-lines";
const LOG_FLAGS: &str = "--oneline --graph --all --follow --no-merges --merges --reverse --date-order \
    --author-date-order --topo-order --no-decorate --first-parent --left-right --cherry-pick --cherry-mark --cherry \
    --left-only --right-only --boundary --source --full-diff --log-size --abbrev-commit --no-abbrev-commit \
    --relative-date --parents --children -g --walk-reflogs --simplify-by-decoration --full-history --dense --sparse \
    --ancestry-path --all-match --invert-grep -i --regexp-ignore-case -E --extended-regexp -F \
    --fixed-strings -P --perl-regexp --basic-regexp --no-notes --mailmap --use-mailmap --no-mailmap --clear-decorations --reflog \
    --ignore-missing --bisect -m --no-diff-merges --dd --remove-empty --show-pulls --simplify-merges --no-expand-tabs \
    --no-show-signature --no-graph --date-local -q --not";
const LOG_VALUES: &str = "-n --max-count --skip --date -L";
const LOG_NEXT: &str = "--since --after --until --before --author --committer --grep --grep-reflog --glob --exclude \
    --decorate-refs --decorate-refs-exclude --since-as-filter --encoding";
const LOG_ATTACHED: &str = "--pretty --decorate --branches --tags --remotes --notes --show-notes --expand-tabs \
    --diff-merges --no-walk --show-linear-break --format --min-parents --max-parents";

pub(super) const PROGRAMS: &[Program] = &[
    Program {
        prefixes: &[&["git", "status"]],
        class: Class::ReadOnly,
        tier: Tier::Reads,
        options: Options {
            flags: &["-s --short -b --branch --show-stash --long -z --no-column --ahead-behind \
                --no-ahead-behind --renames --no-renames"],
            attached: &["-u --untracked-files --ignore-submodules --ignored --column -M --find-renames --porcelain"],
            harms: &[&[ask("-v --verbose", Takes::Nothing, Class::ReadOnly, "shows what is staged, secrets included")]],
            ..NO_OPTIONS
        },
        operands: Operands::Paths(Access::List),
    },
    Program {
        prefixes: &[&["git", "diff"]],
        class: Class::ReadOnly,
        tier: Tier::Reads,
        options: Options {
            flags: &[DIFF_FLAGS],
            values: &[DIFF_VALUES],
            next: &[DIFF_NEXT],
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
            next: &[DIFF_NEXT, LOG_NEXT],
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
            values: &["--sort --points-at"],
            next: &["--format"],
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
];
