//! Whether a text feeds a shell or an interpreter with what only a run would tell.

use crate::scan::{Token, Word, scan};
use crate::unlisted;
use crate::verdict::Join;
use std::collections::BTreeMap;

/// Whether a program whose name only a shell knows may be a shell: `$SHELL`, `$(which sh)`, `/bin/s?`.
pub(super) fn may_be_shell(words: &[Word], inner: &[String]) -> bool {
    let Some(first) = words.first() else { return false };
    let named = |word: &Word| word.variables.iter().any(|name| matches!(name.as_str(), "SHELL" | "BASH" | "0"));
    if named(first) || (unlisted::runs_words(&first.text) && words.iter().any(named)) {
        return true;
    }
    let runs = |text: &String| {
        scan(text).tokens.iter().any(|token| matches!(token, Token::Word(word) if unlisted::runs_input(&word.text)))
    };
    (first.substituted && inner.iter().any(runs)) || unlisted::may_run_input(&first.text)
}

/// Where the code of a shell or an interpreter begins with what a file, the network or the like holds:
/// `sh -c "$(cat x)"`. What programs print to be run (`ssh-agent`) is asked about.
///
/// The same of a variable that holds such.
pub(super) fn prints_code(words: &[Word], inner: &[String], held: &BTreeMap<String, bool>) -> Option<usize> {
    let program = &words.first()?.text;
    let prints = inner.iter().any(|text| unlisted::prints_contents(text));
    let holds = |word: &Word| word.holes.iter().any(|hole| held.contains_key(&hole.name));
    if !unlisted::runs_words(program) || !prints && !words.iter().any(holds) {
        return None;
    }
    let json = matches!(unlisted::bare(program).as_str(), "node" | "deno" | "bun" | "python" | "python3");
    if json && !words.iter().any(holds) && inner.iter().all(|text| prints_json(text)) {
        return None;
    }
    let evaluates = words.iter().any(|word| word.text == "eval");
    (1..words.len()).find(|at| {
        let text = words[*at].text.as_str();
        // Of a shell's code any command, of other code only all of it.
        let commands = scan(text).tokens;
        let begins = (words[*at].substituted && prints || holds(&words[*at]))
            && (text.starts_with('*')
                || !unlisted::is_interpreter(program)
                    && commands
                        .split(|token| !matches!(token, Token::Word(_)))
                        .any(|run| matches!(run.first(), Some(Token::Word(word)) if word.text.starts_with('*'))));
        begins && (evaluates || unlisted::gives_code(&words[*at - 1].text))
    })
}

/// Whether a text fetches something, or makes it readable.
pub(super) fn fetches(text: &str) -> bool {
    let is = |name: &str| matches!(name, "curl" | "wget" | "nc" | "base64" | "xxd");
    scan(text).tokens.iter().any(|token| matches!(token, Token::Word(word) if is(&word.text)))
}

/// Where a command that is no shell runs what is fetched, or what a process prints: as its name, as the words of a
/// program that it carries, as code of its own.
pub(super) fn carries_code(
    words: &[Word],
    inner: &[String],
    held: &BTreeMap<String, bool>,
    substituted: bool,
) -> Option<usize> {
    let program = unlisted::bare(&words.first()?.text);
    let fetched = inner.iter().any(|text| fetches(text));
    // All of the word, or its beginning, is what was fetched.
    let begins = |word: &Word| {
        let holds = word.holes.iter().any(|hole| held.get(&hole.name) == Some(&true));
        word.text.starts_with('*') && (word.substituted && fetched || holds)
    };
    if begins(&words[0]) {
        return Some(0);
    }
    let mut rest = (1..words.len()).filter(|at| !words[*at].text.starts_with('-'));
    match program.as_str() {
        "find" | "fd" | "fdfind" => rest.find(|at| {
            let runs = unlisted::runs_input(&words[*at].text);
            runs && (substituted || prints_code(&words[*at..], inner, held).is_some())
        }),
        "watch" | "parallel" => rest.next().filter(|at| {
            words[*at].text.starts_with('*') && {
                words[*at].substituted && inner.iter().any(|text| unlisted::prints_contents(text))
                    || begins(&words[*at])
            }
        }),
        "make" | "gmake" | "psql" if substituted => rest.find(|at| {
            words[*at].text == "*" && matches!(words[*at - 1].text.as_str(), "-f" | "--file")
                || program == "psql" && begins(&words[*at])
        }),
        "awk" | "gawk" | "mawk" | "nawk" | "sed" | "gsed" | "psql" | "mysql" | "sqlite3" => {
            rest.find(|at| begins(&words[*at]))
        }
        _ => None,
    }
}

/// Whether a text prints JSON alone, which runs nothing: `cat x | jq .version`.
fn prints_json(text: &str) -> bool {
    let tokens = scan(text).tokens;
    let mut last = tokens.rsplit(|token| !matches!(token, Token::Word(_))).next().unwrap_or_default().iter();
    let raw = |word: &str| {
        word.starts_with("--")
            || (word.starts_with('-') && word.contains(['r', 'j', 'f', 'L', 'C']))
            || word.contains('*')
    };
    matches!(last.next(), Some(Token::Word(word)) if word.text == "jq")
        && !last.any(|token| matches!(token, Token::Word(word) if raw(&word.text)))
        && !tokens
            .iter()
            .any(|token| matches!(token, Token::Join(join) if *join != Join::Pipe) || *token == Token::Break)
}

/// Programs that hand on what they read, or what is left of it.
const HANDING_ON: &[&str] =
    &["head", "tail", "cat", "tee", "sort", "uniq", "grep", "sed", "tr", "cut", "tac", "shuf", "nl", "sponge", "pv"];

/// The command that printed what is in a pipe behind `given`: one that only prints its words still is it where others
/// hand them on.
pub(super) fn handed_on(before: Option<Vec<String>>, given: &[String]) -> Vec<String> {
    let prints = |argv: &Vec<String>| argv.first().is_some_and(|name| unlisted::prints_words(name));
    let hands_on = HANDING_ON.contains(&unlisted::bare(&given[0]).as_str());
    before.filter(|before| hands_on && prints(before)).unwrap_or_else(|| given.to_vec())
}

/// What a text that only prints its words prints.
pub(super) fn said(text: &str) -> Option<Vec<String>> {
    let mut words = scan(text).tokens.into_iter().filter_map(|token| match token {
        Token::Word(word) => Some(word.text),
        _ => None,
    });
    words.next().filter(|name| matches!(name.as_str(), "echo" | "printf")).map(|_| words.collect())
}

/// The text that `echo` or `printf` prints with these words.
pub(super) fn printed(argv: &[String]) -> Option<String> {
    const MOST: usize = 64;
    let (name, words) = argv.split_first()?;
    if name == "echo" {
        let option = |word: &&String| matches!(word.as_str(), "-n" | "-e" | "-ne" | "-en" | "-E");
        return Some(words.iter().skip_while(option).cloned().collect::<Vec<_>>().join(" "));
    }
    let (format, given) = words.split_first().filter(|_| name == "printf")?;
    let (format, given) = if format == "--" { given.split_first()? } else { (format, given) };
    // An octal number is a letter.
    if format.split("\\0").skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
        return None;
    }
    let lines = format.replace("\\n", "\n").replace("\\0", "\n");
    let holes = lines.matches("%s").count() + lines.matches("%q").count() + lines.matches("%d").count();
    if lines.contains('\\') || lines.matches('%').count() != holes || given.len() > MOST {
        return None;
    }
    let parts: Vec<&str> = lines.split('%').collect();
    let mut text = String::new();
    // As often as there are words for it.
    for given in if holes == 0 || given.is_empty() { vec![given] } else { given.chunks(holes).collect() } {
        text.push_str(parts[0]);
        for (at, part) in parts.iter().enumerate().skip(1) {
            text.push_str(given.get(at - 1).map_or("", String::as_str));
            text.push_str(&part[1..]);
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::printed;

    #[test]
    fn what_is_printed_of_words_is_known() {
        for (argv, text) in [
            (&["echo", "-n", "a", "b"][..], Some("a b")),
            (&["printf", "a.txt"], Some("a.txt")),
            (&["printf", "%s\\n", "a", "b"], Some("a\nb\n")),
            (&["printf", "%s.%s", "a", "txt"], Some("a.txt")),
            (&["printf", "--", "%s", "a"], Some("a")),
            (&["printf", "%5d", "1"], None),
            (&["printf", "\\x61"], None),
            (&["printf", "a\\056txt"], None),
            (&["printf", "a\\0b\\0"], Some("a\nb\n")),
            (&["printf", "%s\\0", "0"], Some("0\n")),
            (&["cat", "a"], None),
        ] {
            let argv: Vec<String> = argv.iter().map(|word| (*word).to_owned()).collect();
            assert_eq!(printed(&argv).as_deref(), text, "{argv:?}");
        }
    }
}
