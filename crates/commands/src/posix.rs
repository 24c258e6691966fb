//! What only bash understands: texts are judged by bash's grammar, and where there is no bash, what another
//! shell would read differently is not run at all.

use crate::scan::expands_braces;
use crate::tree::grammar;
use tree_sitter::Node;

/// What every shell reads in the same way.
const COMMON: &[&str] = &[
    "arithmetic_expansion",
    "binary_expression",
    "case_item",
    "case_statement",
    "command",
    "command_name",
    "command_substitution",
    "comment",
    "compound_statement",
    "concatenation",
    "declaration_command",
    "do_group",
    "elif_clause",
    "else_clause",
    "expansion",
    "extglob_pattern",
    "file_descriptor",
    "file_redirect",
    "for_statement",
    "function_definition",
    "heredoc_body",
    "heredoc_content",
    "heredoc_end",
    "heredoc_redirect",
    "heredoc_start",
    "if_statement",
    "list",
    "negated_command",
    "number",
    "parenthesized_expression",
    "pipeline",
    "program",
    "raw_string",
    "redirected_statement",
    "simple_expansion",
    "special_variable_name",
    "string",
    "string_content",
    "subshell",
    "test_command",
    "test_operator",
    "unary_expression",
    "unset_command",
    "variable_assignment",
    "variable_assignments",
    "variable_name",
    "while_statement",
    "word",
];
/// Signs and words of bash's own.
const SIGNS: &[&str] = &[
    "[[", "((", "&>", "&>>", "|&", "<(", ">(", "<<<", "function", "select", "declare", "typeset", "local", "+=", ";&",
    ";;&", "$[", "**", "++", "--", "=~",
];
/// What stands between name and value in `${…}` everywhere.
const EXPANDING: &[&str] = &["${", "}", "#", "##", "%", "%%", ":-", "-", ":=", "=", ":?", "?", ":+", "+"];
/// Commands of bash's own.
const COMMANDS: &[&str] = &[
    "bind",
    "builtin",
    "caller",
    "compgen",
    "complete",
    "compopt",
    "coproc",
    "declare",
    "dirs",
    "disown",
    "enable",
    "help",
    "history",
    "let",
    "local",
    "logout",
    "mapfile",
    "popd",
    "pushd",
    "readarray",
    "shopt",
    "source",
    "suspend",
    "time",
    "typeset",
];
/// Variables that only bash gives values.
const VARIABLES: &[&str] = &[
    "RANDOM",
    "SECONDS",
    "PIPESTATUS",
    "FUNCNAME",
    "UID",
    "EUID",
    "HOSTNAME",
    "HOSTTYPE",
    "OSTYPE",
    "MACHTYPE",
    "DIRSTACK",
];

/// The first thing in `text` that only bash reads as it was judged, as it is written; the text itself where
/// it cannot be read for certain.
pub(crate) fn beyond(text: &str) -> Option<&str> {
    let Some(tree) = grammar(text).filter(|tree| !tree.root_node().has_error()) else { return Some(text) };
    let mut nodes = vec![tree.root_node()];
    while let Some(node) = nodes.pop() {
        if bashism(text, node) {
            return Some(slice(text, node));
        }
        let mut cursor = node.walk();
        let below: Vec<Node<'_>> = node.children(&mut cursor).collect();
        nodes.extend(below.into_iter().rev());
    }
    None
}

fn slice<'a>(text: &'a str, node: Node<'_>) -> &'a str {
    text.get(node.byte_range()).unwrap_or("")
}

fn bashism(text: &str, node: Node<'_>) -> bool {
    let written = slice(text, node);
    let within = |kind: &str| std::iter::successors(node.parent(), Node::parent).any(|above| above.kind() == kind);
    if !node.is_named() {
        let expanding = node.parent().is_some_and(|above| above.kind() == "expansion");
        return SIGNS.contains(&node.kind())
            || (expanding && !EXPANDING.contains(&node.kind()))
            || (matches!(node.kind(), "==" | "<" | ">") && within("test_command") && !within("arithmetic_expansion"))
            || (node.kind() == "," && within("arithmetic_expansion"));
    }
    match node.kind() {
        kind if !COMMON.contains(&kind) => true,
        "word" | "concatenation" => expands_braces(written),
        // `$"…"`, which is translated.
        "string" => text.get(..node.start_byte()).is_some_and(|before| before.ends_with('$')),
        "variable_name" => VARIABLES.contains(&written) || written.starts_with("BASH"),
        // `>& file` is both outputs in bash, and an error elsewhere.
        "file_redirect" => written.split_once(">&").is_some_and(|(_, to)| {
            let to = to.trim_start();
            to != "-" && !to.bytes().all(|byte| byte.is_ascii_digit())
        }),
        "command" => extended(text, node),
        "declaration_command" => written.split_whitespace().nth(1).is_some_and(|word| word.starts_with('-')),
        _ => false,
    }
}

/// Whether a command is bash's own, or has words that mean something else to it.
fn extended(text: &str, node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    let words: Vec<String> = node
        .children(&mut cursor)
        .filter(|child| !matches!(child.kind(), "variable_assignment" | "file_redirect" | "heredoc_redirect"))
        .map(|child| crate::scan::word(slice(text, child)).text)
        .collect();
    let Some((name, rest)) = words.split_first() else { return false };
    let first = rest.first().map_or("", String::as_str);
    let any = |words: &[&str]| rest.iter().any(|word| words.contains(&word.as_str()));
    match name.as_str() {
        "echo" => first.starts_with('-') || rest.iter().any(|word| word.contains(['\\', '*'])),
        "printf" => first.starts_with('-') || first.contains("%q") || first.contains('*'),
        "read" => first.starts_with('-') && first != "-r",
        "test" | "[" => any(&["==", "=~", "<", ">", "-v", "-o", "-a"]),
        "trap" => any(&["ERR", "DEBUG", "RETURN"]) || first.starts_with('-'),
        "set" => any(&["pipefail", "posix", "-E", "-T", "-B", "-H"]),
        "exec" | "type" | "wait" | "hash" | "export" | "unset" | "ulimit" | "alias" | "jobs" => first.starts_with('-'),
        name => COMMANDS.contains(&name),
    }
}
