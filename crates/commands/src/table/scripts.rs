//! Scripts and packages of a JavaScript project.

use super::{LOADS, NO_OPTIONS, Operands, Program, Tier, ask, never};
use crate::options::{Harm, Options, Passes, Syntax, Takes};
use crate::place::Access;
use crate::verdict::Class;

const NPM_FLAGS: &str = "-s --silent -q --quiet -d --if-present --ignore-scripts -ws --workspaces \
    --include-workspace-root -iwr --no-color --color --no-fund --no-audit --no-update-notifier --verbose --json \
    --foreground-scripts --no-progress -r --recursive --parallel --no-bail --stream";
/// Puts the folder of the node that runs it first; of old versions.
const NPM_ATTACHED: &str = "--scripts-prepend-node-path";
const NPM_VALUES: &str = "--loglevel";
/// Those of pnpm alone.
const PNPM_VALUES: &str = "--filter -F";
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
const SCRIPTS: Options = Options {
    syntax: Syntax::Names,
    flags: &[NPM_FLAGS],
    values: &[NPM_VALUES],
    attached: &[NPM_ATTACHED],
    files: &[NPM_FOLDERS],
    harms: &[NPM_HARMS],
    passes: Passes::Divided,
    ..NO_OPTIONS
};

pub(super) const PROGRAMS: &[Program] = &[
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
        options: Options { syntax: Syntax::Getopt, passes: Passes::Unknown { after: 0 }, ..SCRIPTS },
        operands: Operands::Task,
    },
    Program {
        prefixes: &[&["pnpm", "run"]],
        class: Class::Project,
        tier: Tier::Sandboxed,
        options: Options {
            values: &[NPM_VALUES, PNPM_VALUES],
            files: &[],
            harms: &[
                NPM_HARMS,
                &[ask("-w --workspace-root", Takes::Nothing, Class::Project, "works in the folder of all packages")],
            ],
            passes: Passes::Unknown { after: 1 },
            ..SCRIPTS
        },
        operands: Operands::Task,
    },
    Program {
        prefixes: &[&["npm", "install"], &["yarn", "install"], &["yarn", "add"], &["pnpm", "install"]],
        class: Class::Network,
        tier: Tier::Asks,
        options: Options {
            syntax: Syntax::Names,
            flags: &[
                NPM_FLAGS,
                "-D -E -S -O -P --dev --save --save-dev --save-exact --save-optional --no-save \
                --save-prod --frozen-lockfile --immutable --production --prefer-offline --offline --exact",
            ],
            values: &[NPM_VALUES, PNPM_VALUES, "--omit --include"],
            attached: &[NPM_ATTACHED],
            files: &[NPM_FOLDERS],
            harms: &[NPM_HARMS],
            ..NO_OPTIONS
        },
        operands: Operands::Web,
    },
];
