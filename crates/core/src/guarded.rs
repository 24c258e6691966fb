//! Which files want a second look before they change (C24): by them something is installed, built, run or
//! obeyed without anybody opening them. One table for each class. Opens nothing.

use std::collections::BTreeMap;
use std::sync::LazyLock;

// What they do (completes "`Makefile` …").
const LOCKS: &str = "is a lock file: what gets installed depends on it";
const BUILDS: &str = "decides what gets built, installed or run";
const TESTS: &str = "is run when the project is built or tested";
const RUNS: &str = "runs by itself in CI, in hooks or in an editor";
const AGENTS: &str = "tells agents what to do";
const TOOLS: &str = "configures tools that run by themselves";

/// Names of a class, apart by spaces, in lower case: a name; one with a `*` in it; `folder/` for all that is
/// below a folder of that name; `folder/name` for the end of a path.
const CLASSES: &[(&str, &str)] = &[
    (
        LOCKS,
        "*.lock *.lockb *.lockfile *-lock.json *-lock.yaml *-lock.yml *.lock.json *.lock.hcl npm-shrinkwrap.json \
        go.sum go.work.sum gems.locked cartfile.resolved package.resolved cabal.project.freeze stack.yaml.lock \
        dub.selections.json pylock*.toml aqua-checksums.json",
    ),
    // JavaScript
    (
        BUILDS,
        "package.json package.json5 package.yaml pnpm-workspace.yaml .pnpmfile.cjs pnpmfile.js .yarnrc .yarnrc.yml \
        .yarn/ bunfig.toml deno.json deno.jsonc bower.json .bowerrc nx.json turbo.json lerna.json rush.json \
        angular.json workspace.json",
    ),
    // Python
    (
        BUILDS,
        "pyproject.toml setup.py setup.cfg pipfile requirements*.txt requirements*.in requirements/*.txt \
        constraints*.txt environment.yml environment.yaml pixi.toml hatch.toml poetry.toml uv.toml pdm.toml \
        conanfile.py conanfile.txt buildout.cfg tasks.py mkdocs.yml mkdocs.yaml",
    ),
    // Ruby, PHP, Elixir, Erlang
    (
        BUILDS,
        "gemfile gems.rb .bundle/ *.gemspec rakefile *.rake composer.json mix.exs rebar.config rebar.config.script",
    ),
    // Rust, Go, Zig, Swift, Dart
    (
        BUILDS,
        "cargo.toml build.rs .cargo/ cross.toml rust-toolchain rust-toolchain.toml go.mod go.work magefile.go \
        build.zig build.zig.zon package.swift podfile cartfile project.pbxproj *.xcconfig *.xcscheme pubspec.yaml",
    ),
    // Java and its neighbours
    (
        BUILDS,
        "pom.xml mvnw mvnw.cmd .mvn/ *.gradle *.gradle.kts gradle.properties gradlew gradlew.bat gradle/wrapper/ \
        gradle/libs.versions.toml buildsrc/ build.xml ivy.xml *.sbt project/build.properties build.sc build.mill \
        project.clj deps.edn bb.edn shadow-cljs.edn",
    ),
    // .NET
    (
        BUILDS,
        "*.csproj *.fsproj *.vbproj *.vcxproj *.proj *.props *.targets *.sln *.slnx nuget.config global.json \
        dotnet-tools.json packages.config paket.dependencies",
    ),
    // C, C++ and anything
    (
        BUILDS,
        "makefile gnumakefile bsdmakefile makefile.am makefile.in makefile.inc makefile.win makefile.toml *.mk *.mak \
        kbuild cmakelists.txt *.cmake cmakepresets.json cmakeuserpresets.json meson.build meson_options.txt \
        meson.options *.wrap configure configure.ac configure.in *.m4 autogen.sh wscript waf sconstruct sconscript \
        build.ninja premake5.lua xmake.lua vcpkg.json justfile .justfile *.just taskfile.yml taskfile.yaml \
        taskfile.dist.yml taskfile.dist.yaml build build.bazel workspace workspace.bazel module.bazel *.bzl .bazelrc \
        .bazelversion buck .buckconfig earthfile tiltfile",
    ),
    // Haskell, OCaml, others
    (
        BUILDS,
        "*.cabal cabal.project stack.yaml setup.hs dune dune-project *.opam shard.yml dub.json dub.sdl elm.json \
        project.toml pkgbuild debian/rules",
    ),
    // Containers, machines, hosting
    (
        BUILDS,
        "dockerfile dockerfile.* *.dockerfile containerfile containerfile.* docker-compose*.yml docker-compose*.yaml \
        compose.yml compose.yaml compose.*.yml compose.*.yaml docker-bake.hcl docker-bake.json vagrantfile *.pkr.hcl \
        procfile procfile.* heroku.yml netlify.toml vercel.json fly.toml render.yaml railway.toml railway.json \
        wrangler.toml wrangler.json wrangler.jsonc serverless.yml skaffold.yaml brewfile aptfile",
    ),
    // Which tools there are
    (
        BUILDS,
        "*.nix devbox.json devenv.yaml .tool-versions mise.toml .mise.toml mise.*.toml .mise.*.toml .nvmrc \
        .node-version .python-version .ruby-version .java-version .sdkmanrc",
    ),
    (
        TESTS,
        "conftest.py tox.ini noxfile.py pytest.ini .coveragerc mypy.ini .pylintrc pylintrc .flake8 sitecustomize.py \
        usercustomize.py *.pth fabfile.py dodo.py ipython_config.py jupyter_*_config.py *.config.js *.config.cjs \
        *.config.mjs *.config.ts *.config.cts *.config.mts *.setup.js *.setup.ts *.setup.cjs *.setup.mjs .*rc.js \
        .*rc.cjs .*rc.mjs .*rc.ts .eslintrc .eslintrc.* .babelrc .babelrc.* .mocharc.* .swcrc .lintstagedrc \
        .lintstagedrc.* .commitlintrc* .nycrc* babel.config.json gulpfile.* gruntfile.* plopfile.* knexfile.* \
        gatsby-node.* gatsby-config.* ember-cli-build.js karma.conf.* wdio.conf.* protractor.conf.* .storybook/ \
        phpunit.xml phpunit.xml.dist phpstan.neon phpstan.neon.dist behat.yml .rspec .rubocop.yml .simplecov \
        tsconfig.json tsconfig.*.json conf.py guardfile capfile thorfile dangerfile config.ru .golangci.yml \
        .golangci.yaml",
    ),
    // CI
    (
        RUNS,
        ".github/workflows/ .github/actions/ action.yml action.yaml dependabot.yml dependabot.yaml renovate.json \
        renovate.json5 .renovaterc .renovaterc.* codeowners .mergify.yml .gitlab-ci* .gitlab/ .circleci/ \
        azure-pipelines* .azure-pipelines/ .azuredevops/ .travis.yml .drone.* bitbucket-pipelines.yml appveyor.yml \
        .appveyor.yml .buildkite/ .woodpecker.* .woodpecker/ .forgejo/ .gitea/ cloudbuild.yaml cloudbuild.yml \
        cloudbuild.json buildspec*.yml .cirrus.* .semaphore/ codefresh.yml .teamcity/ wercker.yml jenkinsfile \
        jenkinsfile.* *.jenkinsfile .builds/ .build.yml .tekton/ screwdriver.yaml .readthedocs.yaml \
        .readthedocs.yml",
    ),
    // Hooks of version control
    (
        RUNS,
        ".husky/ .huskyrc* .githooks/ githooks/ lefthook*.yml lefthook*.yaml lefthook*.toml lefthook*.json .lefthook* \
        .pre-commit-config.yaml .pre-commit-hooks.yaml .overcommit.yml pre-commit prepare-commit-msg commit-msg \
        post-commit pre-push pre-rebase post-checkout post-merge post-rewrite pre-receive post-receive post-update \
        applypatch-msg pre-applypatch pre-merge-commit push-to-checkout fsmonitor-watchman .hg/ .hgrc hgrc .svn/ \
        .jj/ .bzr/ _darcs/",
    ),
    // Editors and what they open folders with
    (
        RUNS,
        ".vscode/ .idea/ .zed/ .fleet/ .vs/ .devcontainer/ .devcontainer.json devcontainer.json *.code-workspace \
        *.sublime-project *.sublime-build .theia/ .nova/ .dir-locals.el .dir-locals-2.el .emacs .emacs.d/ .vimrc \
        _vimrc .gvimrc .nvimrc .exrc _exrc .nvim.lua .lvimrc .vim/ .nvim/ .helix/ .gitpod.* .idx/ .replit \
        .codesandbox/ .stackblitzrc .project .classpath",
    ),
    (
        AGENTS,
        "agents.md agent.md agents.override.md claude.md claude.local.md gemini.md qwen.md .mcp.json mcp.json \
        .claude/ .cursor/ .cursorrules .windsurf/ .windsurfrules .codeium/ .clinerules .clinerules/ .cline/ .roo/ \
        .roomodes .roorules .kilocode/ .kilocodemodes .continue/ .continuerules .aider* .codex/ .gemini/ .goose/ \
        .goosehints .opencode/ opencode.json opencode.jsonc .amazonq/ .kiro/ .junie/ .augment/ .augment-guidelines \
        .qwen/ .trae/ .rules copilot-instructions.md .github/instructions/ .github/prompts/ .github/agents/ \
        .github/chatmodes/",
    ),
    // Version control
    (TOOLS, ".gitattributes .gitmodules .gitignore .gitconfig .hgsub .hgignore"),
    // Shells and sessions
    (
        TOOLS,
        ".bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin \
        .zlogout .kshrc .mkshrc .cshrc .tcshrc .login .logout .inputrc config.fish conf.d/*.fish .xprofile .xinitrc \
        .xsession .xsessionrc .pam_environment .tmux.conf .screenrc .direnv/ .direnvrc .autoenv.zsh .flaskenv \
        crontab *.desktop *.service *.timer autostart/ launchagents/ launchdaemons/ autorun.inf profile.ps1",
    ),
    // Interpreters and debuggers
    (
        TOOLS,
        ".gdbinit .lldbinit .irbrc .pryrc .pythonrc .pythonrc.py .pdbrc .pdbrc.py .rprofile .ghci .sqliterc .psqlrc \
        .octaverc ansible.cfg",
    ),
    // Servers
    (TOOLS, ".htaccess .user.ini web.config"),
];

/// The classes as they are looked up: most of their patterns are a bare name, which is found at once.
struct Table {
    /// Bare names, each with the first of its classes.
    names: BTreeMap<&'static str, usize>,
    /// The others, in the order of their classes.
    others: Vec<(usize, Pattern)>,
}

/// A pattern that is more than a name.
enum Pattern {
    /// All that is below a folder of this name.
    Below(Vec<&'static str>),
    /// The end of a path.
    Ends(Vec<&'static str>),
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table { names: BTreeMap::new(), others: Vec::new() };
    for (class, (_, patterns)) in CLASSES.iter().enumerate() {
        for pattern in patterns.split_ascii_whitespace() {
            match pattern.strip_suffix('/') {
                Some(folder) => table.others.push((class, Pattern::Below(folder.split('/').collect()))),
                None if pattern.contains(['*', '/']) => {
                    table.others.push((class, Pattern::Ends(pattern.split('/').collect())));
                }
                None => _ = table.names.entry(pattern).or_insert(class),
            }
        }
    }
    table
});

/// What the file does by itself, if it does; `parts` is its path, folded.
pub(crate) fn why(parts: &[String]) -> Option<&'static str> {
    let named = parts.last().and_then(|name| TABLE.names.get(name.as_str())).copied();
    let mut before = TABLE.others.iter().take_while(|(class, _)| named.is_none_or(|named| *class < named));
    let class = before.find(|(_, pattern)| pattern.fits(parts)).map(|(class, _)| *class).or(named)?;
    CLASSES.get(class).map(|(why, _)| *why)
}

impl Pattern {
    fn fits(&self, parts: &[String]) -> bool {
        match self {
            Self::Below(folder) => {
                let inside = parts.get(..parts.len().saturating_sub(1)).unwrap_or_default();
                inside.windows(folder.len()).any(|at| at.iter().zip(folder).all(|(part, name)| part == name))
            }
            Self::Ends(names) => {
                let end = parts.len().checked_sub(names.len()).and_then(|from| parts.get(from..));
                end.is_some_and(|end| end.iter().zip(names).all(|(part, name)| is_named(name, part)))
            }
        }
    }
}

fn is_named(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((begin, end)) => name.len() >= begin.len() + end.len() && name.starts_with(begin) && name.ends_with(end),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guarded(path: &str) -> bool {
        why(&path.to_lowercase().split('/').map(str::to_owned).collect::<Vec<_>>()).is_some()
    }

    #[test]
    fn what_runs_by_itself_is_guarded_at_any_depth_and_in_any_case() {
        for path in "composer.lock Pipfile.lock deno.lock bun.lockb bun.lock mix.lock Cargo.lock yarn.lock pnpm-lock.yaml package-lock.json \
            poetry.lock uv.lock Gemfile.lock go.sum flake.lock .terraform.lock.hcl composer.json deno.json requirements.txt \
            requirements-dev.txt Pipfile x.gemspec build.sbt mix.exs x.csproj Directory.Build.props nuget.config azure-pipelines.yml \
            .travis.yml .drone.yml bitbucket-pipelines.yml appveyor.yml .buildkite/pipeline.yml .woodpecker.yml \
            .forgejo/workflows/a.yml .gitea/workflows/a.yml cloudbuild.yaml .github/actions/x/action.yml .github/workflows/x.yml \
            GNUmakefile Makefile x.mk Makefile.am compose.yaml docker-compose.override.yml docker-compose.yml Containerfile Dockerfile \
            Dockerfile.prod settings.gradle.kts build.gradle gradlew gradle/wrapper/gradle-wrapper.properties mvnw \
            .mvn/extensions.xml CMakeLists.txt x.cmake meson.build configure Rakefile Taskfile.yml lefthook.yml hooks/pre-commit \
            .githooks/pre-push .yarnrc.yml bunfig.toml .mcp.json .claude/settings.json .cursor/mcp.json \
            .devcontainer/devcontainer.json .zed/tasks.json x.code-workspace .vscode/tasks.json .idea/x.xml .hg/hgrc .zshrc .zshenv \
            .bash_profile .gitconfig .bashrc .profile .gdbinit .vimrc .exrc sitecustomize.py usercustomize.py x.pth .pth \
            rust-toolchain.toml flake.nix shell.nix Vagrantfile jest.config.js vite.config.ts vitest.config.mts webpack.config.js \
            next.config.js babel.config.js .eslintrc.js .eslintrc.json .mocharc.js .babelrc package.json .husky/pre-commit build.rs \
            setup.py conftest.py .cargo/config.toml .pre-commit-config.yaml justfile pyproject.toml AGENTS.md CLAUDE.md \
            .gitlab-ci.yml Jenkinsfile .circleci/config.yml tox.ini noxfile.py pom.xml go.mod WORKSPACE BUILD.bazel Package.swift \
            .tool-versions .gitmodules .gitattributes .gitignore .cursorrules .github/copilot-instructions.md .flaskenv \
            foo.desktop pytest.ini Gemfile .rspec phpunit.xml gulpfile.js stack.yaml dune turbo.json wrangler.toml \
            tsconfig.json tsconfig.build.json conf.py tasks.py mkdocs.yml .bundle/config PKGBUILD debian/rules \
            .readthedocs.yaml"
            .split_whitespace()
        {
            for path in [path.to_owned(), format!("a/b c/{path}"), path.to_uppercase()] {
                assert!(guarded(&path), "{path}");
            }
        }
    }

    #[test]
    fn ordinary_files_are_free() {
        for path in "README.md readme src/main.rs index.js src/index.ts a.test.js a.spec.ts src/hooks/useThing.ts hooks/mod.rs \
            lib/build/mod.rs src/build.ts docs/makefile.md gradle.md src/lock.rs block.json clock.yaml config.js config.ts \
            src/config/index.js app/models/user.rb requirements.md docs/requirements.md workspace/src/a.go src/agents/mod.rs \
            github/workflows.md project/src/a.py action.ts style.css x.json x.yml x.toml Cargo.rs tests/a.rs src/configure.ts \
            dune.md environment.ts main.tf chart.yaml .editorconfig .prettierrc LICENSE CHANGELOG.md notes.txt data.csv \
            src/profile.ts services/api.ts src/rules.rs compose.rs profile"
            .split_whitespace()
        {
            assert!(!guarded(path), "{path}");
        }
    }

    #[test]
    fn of_several_classes_the_first_is_told() {
        let why = |path: &str| why(&path.split('/').map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(why(".github/workflows/package.json"), Some(BUILDS));
        assert_eq!(why(".github/workflows/a.txt"), Some(RUNS));
        assert_eq!(why(".vscode/agents.md"), Some(RUNS));
        assert_eq!(why("a/agents.md"), Some(AGENTS));
        assert_eq!(why(".github/workflows"), None);
    }

    #[test]
    fn the_tables_are_as_names_are_compared() {
        for (_, names) in CLASSES {
            for pattern in names.split_ascii_whitespace() {
                assert_eq!(pattern, pattern.to_lowercase());
                assert!(pattern.matches('*').count() < 2 && !pattern.is_empty(), "{pattern}");
            }
        }
    }
}
