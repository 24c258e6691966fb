//! Which environment variables, and which settings of a program, make it load code or reach us
//! ("loads code by environment or flag"). Reads no environment.

/// What setting `name` to `value` does, if it must never be done.
pub(crate) fn loads_code(name: &str, value: &str) -> bool {
    const ALWAYS: &[&str] = &[
        "PATH",
        "ENV",
        "BASH_ENV",
        "SHELLOPTS",
        "BASHOPTS",
        "PROMPT_COMMAND",
        "PS4",
        "IFS",
        "HOME",
        "ZDOTDIR",
        "CDPATH",
        "XDG_CONFIG_HOME",
        "XDG_CONFIG_DIRS",
        "GCONV_PATH",
        "NLSPATH",
        "HOSTALIASES",
        "PYTHONPATH",
        "PYTHONHOME",
        "PYTHONSTARTUP",
        "PYTHONBREAKPOINT",
        "PYTHONUSERBASE",
        "PYTHONEXECUTABLE",
        "PYTHONINSPECT",
        "PERL5LIB",
        "PERL5OPT",
        "PERL5DB",
        "PERLLIB",
        "RUBYOPT",
        "RUBYLIB",
        "GEM_PATH",
        "GEM_HOME",
        "BUNDLE_GEMFILE",
        "NODE_PATH",
        "NODE_EXTRA_CA_CERTS",
        "LUA_PATH",
        "LUA_CPATH",
        "LUA_INIT",
        "PHPRC",
        "PHP_INI_SCAN_DIR",
        "CLASSPATH",
        "JAVA_TOOL_OPTIONS",
        "_JAVA_OPTIONS",
        "JDK_JAVA_OPTIONS",
        "MAVEN_OPTS",
        "GRADLE_OPTS",
        "JULIA_LOAD_PATH",
        "R_PROFILE",
        "R_ENVIRON",
        "GIT_EXTERNAL_DIFF",
        "GIT_EXEC_PATH",
        "GIT_TEMPLATE_DIR",
        "GIT_DIR",
        "GIT_COMMON_DIR",
        "GIT_OBJECT_DIRECTORY",
        "GIT_ALTERNATE_OBJECT_DIRECTORIES",
        "GIT_PROXY_COMMAND",
        "GIT_SSH",
        "GIT_SSH_COMMAND",
        "GIT_ASKPASS",
        "SSH_ASKPASS",
        "SUDO_ASKPASS",
        "GIT_ALLOW_PROTOCOL",
        "LESSOPEN",
        "LESSCLOSE",
        "LESSKEY",
        "CARGO_HOME",
        "RUSTUP_HOME",
        "RUSTUP_TOOLCHAIN",
        "RUSTC",
        "RUSTDOC",
        "RUSTC_WRAPPER",
        "RUSTC_WORKSPACE_WRAPPER",
        "RUSTC_LINKER",
        "RUSTFMT",
        "GOTOOLCHAIN",
        "GOROOT",
        "GOENV",
        "GCC_EXEC_PREFIX",
        "COMPILER_PATH",
        "MAKEFILES",
        "NPM_CONFIG_SCRIPT_SHELL",
        "NPM_CONFIG_NODE_OPTIONS",
        "NPM_CONFIG_PREFIX",
        "NPM_CONFIG_USERCONFIG",
        "NPM_CONFIG_GLOBALCONFIG",
        "NPM_CONFIG_GIT",
        "YARN_RC_FILENAME",
        "YARN_PLUGINS",
        "PIP_CONFIG_FILE",
        "PYTEST_PLUGINS",
        "OPENSSL_CONF",
        "OPENSSL_MODULES",
        "OPENSSL_ENGINES",
        "VIMINIT",
        "EXINIT",
        "INPUTRC",
        "TERMINFO",
    ];
    // Their value is a command line.
    const COMMANDS: &[&str] = &[
        "PAGER",
        "GIT_PAGER",
        "MANPAGER",
        "EDITOR",
        "VISUAL",
        "GIT_EDITOR",
        "GIT_SEQUENCE_EDITOR",
        "BROWSER",
        "SHELL",
        "CC",
        "CXX",
        "LD",
        "AR",
        "AS",
        "CPP",
        "FC",
        "MAKE",
        "LINKER",
        "STRIP",
        "NPM_CONFIG_EDITOR",
        "NPM_CONFIG_VIEWER",
    ];
    const HARMLESS: &[&str] = &[
        "", "cat", "less", "more", "true", "false", ":", "echo", "gcc", "clang", "cc", "g++", "clang++", "c++", "lld",
        "mold", "ar", "vi", "vim", "nano",
    ];
    let upper = name.to_ascii_uppercase();
    let name = upper.as_str();
    if name.starts_with("LD_") || name.starts_with("DYLD_") || name.starts_with("GIT_CONFIG") {
        return true;
    }
    if name.starts_with("BASH_FUNC_") || name.starts_with("COUNTERSIGN") || ALWAYS.contains(&name) {
        return true;
    }
    if COMMANDS.contains(&name) {
        return !HARMLESS.contains(&value);
    }
    if name == "NODE_OPTIONS" {
        const KNOWN: &[&str] = &[
            "--max-old-space-size",
            "--max_old_space_size",
            "--max-semi-space-size",
            "--no-warnings",
            "--no-deprecation",
            "--trace-warnings",
            "--trace-deprecation",
            "--stack-trace-limit",
            "--unhandled-rejections",
            "--enable-source-maps",
            "--openssl-legacy-provider",
            "--experimental-vm-modules",
        ];
        return !value.split_whitespace().all(|option| {
            KNOWN.contains(&option.split('=').next().unwrap_or(option)) || option.bytes().all(|b| b.is_ascii_digit())
        });
    }
    if matches!(name, "RUSTFLAGS" | "RUSTDOCFLAGS" | "CARGO_ENCODED_RUSTFLAGS" | "CARGO_BUILD_RUSTFLAGS") {
        return ["linker", "link-arg", "codegen-backend", "plugin", "sysroot", "extern", "load"]
            .iter()
            .any(|part| value.contains(part));
    }
    if name == "GOFLAGS" || name == "MAKEFLAGS" {
        return ["exec", "vettool", "overlay", "modfile", "eval", "SHELL", "-f", "-I"]
            .iter()
            .any(|part| value.contains(part));
    }
    if name.starts_with("CGO_") || matches!(name, "CFLAGS" | "CXXFLAGS" | "LDFLAGS") {
        return value.contains("plugin") || value.contains("-B") || value.contains("@") || value.contains("wrapper");
    }
    name.starts_with("CARGO_")
        && ["_RUNNER", "_LINKER", "_RUSTFLAGS", "RUSTC", "WRAPPER", "RUSTDOC", "CREDENTIAL_PROVIDER"]
            .iter()
            .any(|part| name.contains(part))
}

/// Whether a variable's name says that it holds a secret: `$GITHUB_TOKEN`, not `$TOKEN`.
pub(crate) fn is_secret(name: &str) -> bool {
    name.starts_with("COUNTERSIGN")
        || ["_TOKEN", "_SECRET", "_PASSWORD", "_API_KEY", "_SECRET_KEY", "_ACCESS_KEY", "_PRIVATE_KEY", "_CREDENTIALS"]
            .iter()
            .any(|end| name.ends_with(end) && name.len() > end.len())
}

/// Whether a setting given to git by `-c key=value` makes it run or load something.
pub(crate) fn is_git_code(setting: &str) -> bool {
    let key = setting.split('=').next().unwrap_or(setting).to_ascii_lowercase();
    let last = key.rsplit('.').next().unwrap_or(&key);
    let section = key.split('.').next().unwrap_or(&key);
    matches!(
        section,
        "alias"
            | "pager"
            | "filter"
            | "include"
            | "includeif"
            | "credential"
            | "url"
            | "protocol"
            | "extensions"
            | "safe"
            | "browser"
            | "man"
            | "sendemail"
            | "instaweb"
            | "hook"
            | "guitool"
            | "difftool"
            | "mergetool"
            | "submodule"
            | "trailer"
            | "uploadpack"
            | "receive"
            | "ssh"
    ) || matches!(
        last,
        "pager"
            | "editor"
            | "fsmonitor"
            | "sshcommand"
            | "hookspath"
            | "askpass"
            | "gitproxy"
            | "alternaterefscommand"
            | "worktree"
            | "external"
            | "command"
            | "textconv"
            | "driver"
            | "program"
            | "helper"
            | "uploadpack"
            | "receivepack"
            | "vcs"
            | "templatedir"
            | "cmd"
            | "path"
            | "difffilter"
            | "proxy"
            | "attributesfile"
            | "excludesfile"
            | "clean"
            | "smudge"
            | "process"
            | "sslcert"
            | "sslkey"
            | "cookiefile"
            | "defaultcommand"
    )
}

/// Whether a setting given to cargo by `--config` may make it run or load something: all but a few may.
pub(crate) fn is_cargo_code(setting: &str) -> bool {
    let Some((key, _)) = setting.split_once('=') else { return true };
    let key = key.trim().trim_matches('"').to_ascii_lowercase();
    !(["net.", "term.", "http.", "profile.", "cache."].iter().any(|section| key.starts_with(section))
        || matches!(
            key.as_str(),
            "build.jobs" | "build.target" | "build.incremental" | "future-incompat-report.frequency"
        ))
        || key.contains("credential")
        || key.starts_with("net.ssh")
}
