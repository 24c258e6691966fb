//! Whether a statement writes into the file that it is redirected to what the line says, and nothing else.

use super::{is_file, slice};
use crate::scan::word;
use tree_sitter::Node;

/// Whether it does nothing but copy its only input, a here-document: `cat > x <<E`. Of a list it is the last command
/// that is redirected, though the grammar has it around all of them.
pub(super) fn copies(text: &str, node: Node<'_>) -> bool {
    let mut body = node.child_by_field_name("body");
    while let Some(list) = body.filter(|body| body.kind() == "list") {
        let mut cursor = list.walk();
        body = list.named_children(&mut cursor).last();
    }
    let words = body.and_then(|body| words(text, body)).unwrap_or_default();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    matches!(words[..], ["cat"] | ["cat", "-"]) && inputs(text, node) == (1, 0)
}

/// The words of a plain command; none where only a shell knows one of them.
fn words(text: &str, node: Node<'_>) -> Option<Vec<String>> {
    if node.kind() != "command" {
        return None;
    }
    let mut cursor = node.walk();
    let given = node.children(&mut cursor).filter(|child| child.kind() != "variable_assignment");
    given
        .map(|child| {
            let known =
                matches!(child.kind(), "command_name" | "word" | "number" | "string" | "raw_string" | "concatenation");
            let word = word(slice(text, child));
            (known && word.exact).then_some(word.text)
        })
        .collect()
}

/// How many here-documents and files a statement has for its input: the last of them is read.
fn inputs(text: &str, node: Node<'_>) -> (usize, usize) {
    let (mut heredocs, mut files) = (0, 0);
    let mut nodes = vec![node];
    while let Some(node) = nodes.pop() {
        heredocs += usize::from(node.kind() == "heredoc_redirect");
        files += usize::from(is_file(text, node) || node.kind() == "herestring_redirect");
        let mut cursor = node.walk();
        let inside =
            |child: &Node<'_>| matches!(child.kind(), "heredoc_redirect" | "file_redirect" | "herestring_redirect");
        nodes.extend(node.children(&mut cursor).filter(inside));
    }
    (heredocs, files)
}
