//! Compilers, test runners and interpreters.

use super::{FILLS, LOADS, NO_OPTIONS, OUTPUT, OVERWRITES, Operands, Program, Tier, ask, never};
use crate::options::{Harm, Options, Passes, Syntax, Takes};
use crate::place::Access;
use crate::verdict::Class;

const CARGO_FLAGS: &str = "-q --quiet -v --verbose -vv -r --release --workspace --all --lib --bins --examples --tests \
    --benches --all-targets --all-features --no-default-features --locked --offline --frozen --no-run --no-fail-fast \
    --keep-going --doc --future-incompat-report --ignore-rust-version --check --no-deps -h --help";
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
/// Go takes the next word for these whatever it is: `-ldflags -s`.
const GO_NEXT: &str = "-p -run -skip -count -timeout -bench -benchtime -parallel -cpu -tags -covermode -coverpkg \
    -buildmode -mod -gcflags -ldflags -installsuffix -list -shuffle -vet -fuzztime";
const GO_ATTACHED: &str = "-buildvcs";
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
const GO: Options = Options {
    syntax: Syntax::Words,
    flags: &[GO_FLAGS],
    next: &[GO_NEXT],
    attached: &[GO_ATTACHED],
    harms: &[GO_HARMS],
    ..NO_OPTIONS
};
const PYTHON_HARMS: &[Harm] = &[
    ask("-c", Takes::Next, Class::Interpreter, "runs the code that follows it"),
    ask("-m", Takes::Value, Class::Interpreter, "runs a module"),
    ask("-i", Takes::Nothing, Class::Interpreter, "waits for more code"),
];

pub(super) const PROGRAMS: &[Program] = &[
    Program {
        prefixes: &[&["tsc"], &["tsc", "--noEmit"]],
        class: Class::Project,
        tier: Tier::Sandboxed,
        options: Options {
            syntax: Syntax::Words,
            flags: &["-noEmit -noemit -strict -pretty -skipLibCheck -skiplibcheck -esModuleInterop -allowJs -checkJs \
                -listFiles -listFilesOnly -listEmittedFiles -showConfig -traceResolution -diagnostics -extendedDiagnostics \
                -noErrorTruncation -noEmitOnError -watch -w -version -v -help -h -all -noUnusedLocals -noUnusedParameters \
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
                ask("-outDir -outdir -declarationDir", OVERWRITES, Class::Write, "writes somewhere else"),
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
            next: &["-W -X --check-hash-based-pycs"],
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
