//! Which environment variables, and which settings of a program, make it load code or reach us
//! ("loads code by environment or flag"). Reads no environment.

use crate::case::Case;
use crate::place::Access;
use crate::verdict::Verdict;

/// Whether it is the name of an environment: `make deploy ENV=staging`. Only a shell that somebody talks to takes it for
/// a file.
pub(crate) fn is_environment(name: &str, value: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
    name == "ENV" && !value.is_empty() && value.bytes().all(plain)
}

/// Whether setting `name` to `value` must never be done.
pub(crate) fn loads_code(case: &Case<'_>, name: &str, value: &str) -> bool {
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
        "GIT_ATTR_SOURCE",
        "GIT_NAMESPACE",
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
        "TERMINFO_DIRS",
        "TAR_OPTIONS",
        "GLIBC_TUNABLES",
        "LOCPATH",
        "LIBPATH",
        "SHLIB_PATH",
        "CVS_RSH",
        "RSYNC_RSH",
        "RSYNC_CONNECT_PROG",
        "SVN_SSH",
        "HGRCPATH",
        "BASH_LOADABLES_PATH",
        "FPATH",
        "PYTHONPLATLIBDIR",
        "NODE_REPL_EXTERNAL_MODULE",
        "ERL_LIBS",
        "GUILE_LOAD_PATH",
        "EMACSLOADPATH",
        "TCLLIBPATH",
        "GTK_MODULES",
        "GTK_PATH",
        "GIO_EXTRA_MODULES",
        "GIO_MODULE_DIR",
        "GST_PLUGIN_PATH",
        "QT_PLUGIN_PATH",
        "QT_QPA_PLATFORM_PLUGIN_PATH",
        "VK_LAYER_PATH",
        "SASL_PATH",
        "DOTNET_STARTUP_HOOKS",
        "CORECLR_PROFILER",
        "CORECLR_PROFILER_PATH",
        "COR_PROFILER_PATH",
        "R_PROFILE_USER",
        "R_ENVIRON_USER",
        "CURL_HOME",
        "WGETRC",
        "SYSTEM_WGETRC",
        "PSQLRC",
        "MAILCAPS",
        "SSH_SK_PROVIDER",
        "SSH_SK_HELPER",
        "SSH_PKCS11_HELPER",
        "NPM_CONFIG_PYTHON",
        "NPM_CONFIG_NODE_GYP",
        "NPM_CONFIG_SHELL",
        "YARN_YARN_PATH",
        "VIMRUNTIME",
        "MYVIMRC",
    ];
    // Nothing in them is a place too: the current folder.
    const EMPTY: &[&str] = &["PATH", "CLASSPATH", "GCC_EXEC_PREFIX", "COMPILER_PATH"];
    // Their value is a place, of which those in the workspace are the project's own.
    const PLACES: &[&str] = &["GIT_WORK_TREE", "CMAKE_TOOLCHAIN_FILE", "BUNDLE_GEMFILE"];
    // Their value is a command line.
    const COMMANDS: &[&str] = &[
        "PAGER",
        "GIT_PAGER",
        "MANPAGER",
        "SYSTEMD_PAGER",
        "AWS_PAGER",
        "BAT_PAGER",
        "DELTA_PAGER",
        "PSQL_PAGER",
        "GH_PAGER",
        "SUDO_EDITOR",
        "SYSTEMD_EDITOR",
        "KUBE_EDITOR",
        "FCEDIT",
        "GH_BROWSER",
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
        "PKG_CONFIG",
    ];
    const HARMLESS: &[&str] = &[
        "cat",
        "less",
        "more",
        "true",
        "false",
        ":",
        "echo",
        "gcc",
        "clang",
        "cc",
        "g++",
        "clang++",
        "c++",
        "lld",
        "mold",
        "ar",
        "vi",
        "vim",
        "nano",
        "pkg-config",
        "pkgconf",
    ];
    let upper = name.to_ascii_uppercase();
    let name = upper.as_str();
    if matches!(value, "" | "/dev/null") && !EMPTY.contains(&name) && !name.starts_with("COUNTERSIGN") {
        return false;
    }
    if name == "GIT_INDEX_FILE" || PLACES.contains(&name) {
        return [Some(&case.cwd), case.moved.as_ref()].into_iter().flatten().any(|cwd| {
            let place = case.map.go(cwd, value);
            let refused = matches!(case.map.objection(&place, Access::Overwrite, value), Some((Verdict::Never, ..)));
            refused || (name != "GIT_INDEX_FILE" && !place.is_inside())
        });
    }
    if name.starts_with("LD_") || name.starts_with("DYLD_") || name.starts_with("GIT_CONFIG") {
        return true;
    }
    if name.starts_with("BASH_FUNC_") || name.starts_with("COUNTERSIGN") || ALWAYS.contains(&name) {
        return true;
    }
    if COMMANDS.contains(&name) {
        return !installed(value).is_some_and(|program| HARMLESS.contains(&program));
    }
    // Commands of the pager that begin with `+`, `!x` among them.
    if name == "LESS" {
        return value.contains('!');
    }
    if name == "PYTHONWARNINGS" {
        return imports_category(value);
    }
    if name.starts_with("LUA_INIT") {
        return true;
    }
    if name.starts_with("CMAKE_") && name.ends_with("_COMPILER") {
        return !installed(value).is_some_and(|program| HARMLESS.contains(&program));
    }
    if name.starts_with("CMAKE_") && name.ends_with("_COMPILER_LAUNCHER") {
        return !matches!(installed(value), Some("ccache" | "sccache" | "distcc"));
    }
    if matches!(name, "JAVA_OPTS" | "JVM_OPTS" | "ANT_OPTS" | "SBT_OPTS") {
        return loads_java(value);
    }
    if name.starts_with("ERL_") || name == "ELIXIR_ERL_OPTIONS" {
        let loads = |option: &str| matches!(option, "-eval" | "-s" | "-run" | "-pa" | "-pz" | "-config" | "-boot");
        return value.split_whitespace().any(loads);
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

/// The name of a program of the system: without a folder, or in one of its own.
fn installed(value: &str) -> Option<&str> {
    let Some((folder, name)) = value.rsplit_once('/') else { return Some(value) };
    let system = matches!(folder, "/bin" | "/usr/bin" | "/usr/local/bin" | "/usr/lib/ccache" | "/opt/homebrew/bin");
    system.then_some(name)
}

/// Whether options of a Java machine load code. Starting scripts hand them to a shell once more.
fn loads_java(value: &str) -> bool {
    let bare = value.replace(['"', '\'', '\\'], "");
    bare.contains(['`', ';', '|', '&'])
        || bare.contains("$(")
        || bare.split_whitespace().any(|option| {
            option.starts_with('@')
                || option.starts_with("-cp")
                || [
                    "-javaagent",
                    "-agent",
                    "-classpath",
                    "--class-path",
                    "-Xbootclasspath",
                    ":On",
                    ":Flags",
                    ":VMOptions",
                ]
                .iter()
                .any(|part| option.contains(part))
        })
}

/// Whether a filter of warnings names a category in a module, which Python imports: `ignore::x.Y`.
pub(crate) fn imports_category(filters: &str) -> bool {
    filters.split(',').any(|filter| filter.split(':').nth(2).is_some_and(|category| category.contains('.')))
}

/// Whether a variable's name says that it holds a secret: `$GITHUB_TOKEN`, not `$TOKEN`.
pub(crate) fn is_secret(name: &str) -> bool {
    name.starts_with("COUNTERSIGN")
        || ["_TOKEN", "_SECRET", "_PASSWORD", "_API_KEY", "_SECRET_KEY", "_ACCESS_KEY", "_PRIVATE_KEY", "_CREDENTIALS"]
            .iter()
            .any(|end| name.ends_with(end) && name.len() > end.len())
}

/// Whether a program that is named to be run is nobody's own and runs no other by itself.
pub(crate) fn is_inert(program: &str) -> bool {
    const INERT: &[&str] = &["", "cat", "true", "false", ":", "gzip", "pigz", "bzip2", "xz", "zstd", "lz4", "ssh"];
    installed(program).is_some_and(|program| INERT.contains(&program))
}

/// What git keeps passwords by that is its own, or its system's.
const HELPERS: &[&str] =
    &["", "cache", "store", "osxkeychain", "manager", "manager-core", "wincred", "libsecret", "gnome-keyring"];

/// Whether a command line is that of an editor, told nothing but to wait and to open a window.
fn is_editor(line: &str) -> bool {
    const EDITORS: &[&str] = &[
        "vi", "vim", "nvim", "nano", "micro", "helix", "hx", "kak", "joe", "ne", "pico", "code", "codium", "cursor",
        "zed", "subl", "gedit", "kate", "mate", "emacs", "ed", "notepad",
    ];
    let mut words = line.split_whitespace();
    let waits = |word: &str| matches!(word, "--wait" | "-w" | "-n" | "--new-window" | "-nw" | "-f" | "--nofork");
    words.next().is_some_and(|name| EDITORS.contains(&name)) && words.all(waits)
}

/// Whether a setting given to git by `-c key=value` makes it run or load something.
pub(crate) fn is_git_code(setting: &str) -> bool {
    let key = setting.split('=').next().unwrap_or(setting).to_ascii_lowercase();
    let last = key.rsplit('.').next().unwrap_or(&key);
    let section = key.split('.').next().unwrap_or(&key);
    let runs = section == "pager" || matches!(last, "pager" | "editor" | "sshcommand");
    let value = setting.split_once('=').map(|(_, value)| value);
    if runs && value.is_some_and(is_inert) || last == "editor" && value.is_some_and(is_editor) {
        return false;
    }
    if key == "credential.helper" && value.is_some_and(|value| HELPERS.contains(&value)) {
        return false;
    }
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
