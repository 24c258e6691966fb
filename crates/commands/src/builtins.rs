//! Commands of the shell itself: no program does what they do, so a chain with one of them needs a shell.

/// What bash knows by itself, without those that programs of the same name do as well: `echo`, `false`, `kill`,
/// `printf`, `pwd`, `test`, `true` and `[`.
const OWN: &[&str] = &[
    ".",
    ":",
    "alias",
    "bg",
    "bind",
    "break",
    "builtin",
    "caller",
    "command",
    "compgen",
    "complete",
    "compopt",
    "continue",
    "coproc",
    "declare",
    "dirs",
    "disown",
    "enable",
    "eval",
    "exec",
    "exit",
    "export",
    "fc",
    "fg",
    "getopts",
    "hash",
    "help",
    "history",
    "jobs",
    "let",
    "local",
    "logout",
    "mapfile",
    "popd",
    "pushd",
    "read",
    "readarray",
    "readonly",
    "return",
    "set",
    "shift",
    "shopt",
    "source",
    "suspend",
    "times",
    "trap",
    "type",
    "typeset",
    "ulimit",
    "umask",
    "unalias",
    "unset",
    "wait",
];

/// Why a command can only be run by a shell, if so. Of `cd` only the plain form, which leads into one named
/// folder and stands in no pipe, is done without one.
pub(crate) fn needs_shell(argv: &[String], in_pipe: bool) -> Option<String> {
    match argv {
        [cd, to] if cd == "cd" && !in_pipe && !to.is_empty() && !to.starts_with('-') => None,
        [cd, ..] if cd == "cd" => Some("`cd` in a pipe, with an option or without a folder needs a shell".to_owned()),
        // Into a variable, or as it is quoted: programs of these names do not.
        [printf, option, ..] if printf == "printf" && option.starts_with("-v") => {
            Some("`printf -v` needs a shell".to_owned())
        }
        [name, ..] if OWN.contains(&name.as_str()) => Some(format!("`{name}` is one of a shell's own commands")),
        _ => None,
    }
}
