//! What a value looks like: a secret, or a reference, a sample, code, words, a sum.

use crate::names::{is_plain, is_plain_key, is_seen, is_sure, words};
use regex::Regex;
use std::sync::LazyLock;

/// So many bytes of a value tell what it is.
const HEAD: usize = 256;

/// What a value can be by where it stands.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Form {
    /// Of a variable of an environment: as it is, never the name of another.
    Literal,
    /// In quotation marks, or between the marks of an element: all of it, with its spaces.
    Quoted,
    /// The last of its line: code goes on after a name more often than not.
    Alone,
    /// Among other words or code.
    Within,
}

/// Whether what such a name is given is a secret.
pub(crate) fn is_secret(key: &str, value: &str, form: Form) -> bool {
    let value = value.get(..value.floor_char_boundary(HEAD)).unwrap_or(value).trim();
    let sure = is_sure(key);
    if is_seen(key) || value.len() < if sure { 6 } else { 8 } || is_reference(value) {
        return false;
    }
    if is_plain_key(key) && !strong(value) {
        let table = key.chars().any(|c| c.is_ascii_lowercase()) || value.contains(['/', ':']);
        if table || value.len() < 16 {
            return false;
        }
    }
    if value.contains('\n') {
        // A key that is broken into lines; what has words in its lines is a text.
        let one: String = value.lines().map(str::trim).collect();
        let text = one.contains([' ', '\t']) || value.lines().any(|line| line.contains([':', '=']) && is_plain(line));
        return !text && is_secret(key, &one, form);
    }
    // Signs alone make no secret of what brackets are in.
    let code = value.contains(['(', '[', '{', '<']) && !value.bytes().any(|b| b.is_ascii_digit());
    if code && matches!(form, Form::Alone | Form::Within) {
        return false;
    }
    if value.contains([' ', '\t']) {
        let begun = value.split_whitespace().next().is_some_and(is_reference);
        return match form {
            Form::Literal => !begun && (looks_random(value) || is_phrase(value, form)),
            Form::Quoted => sure && is_pass_phrase(value),
            Form::Alone => sure && are_disordered(value),
            Form::Within => false,
        };
    }
    let number = value.bytes().all(|b| b.is_ascii_digit()) && (form != Form::Within || value.len() >= 8);
    looks_random(value) || (sure && number) || is_phrase(value, form)
}

/// So long and so mixed that it is no name of anything.
fn strong(value: &str) -> bool {
    let has = |what: fn(&u8) -> bool| value.bytes().any(|b| what(&b));
    value.len() >= 20
        && has(u8::is_ascii_uppercase)
        && has(u8::is_ascii_lowercase)
        && has(u8::is_ascii_digit)
        && !value.contains([' ', '.'])
        && entropy(value) >= 3.5
        && !is_plain(value)
}

/// What is said of a password, and is none.
const SAID: &[&str] = &[
    "pass",
    "pwd",
    "secret",
    "token",
    "key",
    "string",
    "example",
    "default",
    "required",
    "optional",
    "disabled",
    "enabled",
    "credential",
    "field",
    "input",
    "value",
    "null",
    "none",
    "undefined",
    "hidden",
    "kennwort",
    "wachtwoord",
    "contrase",
    "parol",
    "senha",
    "unknown",
    "missing",
    "invalid",
    "incorrect",
];

/// Letters alone are a secret where nothing else can stand, or where they are more than a word of code is.
fn is_phrase(value: &str, form: Form) -> bool {
    let lower = value.to_lowercase();
    if SAID.iter().any(|word| lower.contains(word)) {
        return false;
    }
    match form {
        Form::Literal => !matches!(lower.as_str(), "false" | "true"),
        Form::Quoted | Form::Alone => {
            value.len() >= 12 && value.bytes().all(|b| b.is_ascii_lowercase()) && entropy(value) >= 2.3
        }
        Form::Within => false,
    }
}

/// Words of sentences in five languages that a phrase of words drawn by lot has none of.
const OF_SENTENCES: &[&str] = &[
    "an",
    "the",
    "is",
    "are",
    "be",
    "must",
    "should",
    "may",
    "can",
    "have",
    "has",
    "had",
    "not",
    "no",
    "and",
    "or",
    "of",
    "to",
    "for",
    "from",
    "in",
    "on",
    "at",
    "by",
    "with",
    "your",
    "you",
    "my",
    "this",
    "that",
    "it",
    "its",
    "if",
    "as",
    "was",
    "were",
    "will",
    "do",
    "does",
    "did",
    "than",
    "what",
    "when",
    "which",
    "how",
    "please",
    "enter",
    "choose",
    "least",
    "characters",
    "letters",
    "digits",
    "change",
    "see",
    "use",
    "used",
    "new",
    "old",
    "get",
    "der",
    "die",
    "das",
    "den",
    "dem",
    "ein",
    "eine",
    "ist",
    "sind",
    "muss",
    "nicht",
    "kein",
    "und",
    "oder",
    "von",
    "zu",
    "für",
    "mit",
    "bitte",
    "ihr",
    "dein",
    "zeichen",
    "el",
    "la",
    "los",
    "las",
    "un",
    "una",
    "es",
    "son",
    "debe",
    "tener",
    "de",
    "con",
    "para",
    "su",
    "tu",
    "caracteres",
    "le",
    "les",
    "des",
    "du",
    "une",
    "est",
    "doit",
    "avoir",
    "et",
    "ou",
    "pour",
    "avec",
    "votre",
    "caractères",
    "este",
    "trebuie",
    "să",
    "și",
    "sau",
    "cu",
    "pentru",
    "caractere",
];

/// Whether this is a part of a sentence.
fn is_sentence(text: &str) -> bool {
    let lower = text.to_lowercase();
    let word = |word: &str| OF_SENTENCES.contains(&word.trim_matches(|c: char| !c.is_alphanumeric()));
    SAID.iter().any(|said| lower.contains(said)) || lower.split_whitespace().any(word)
}

/// Several words in quotation marks that somebody could have as a password: none of a sentence.
fn is_pass_phrase(value: &str) -> bool {
    let words = value.split_whitespace().count();
    let letters = value.chars().all(|c| c.is_lowercase() || c.is_whitespace() || c == '-');
    !is_sentence(value) && (value.chars().any(|c| c.is_ascii_digit()) || (words >= 4 && letters))
}

/// Several words at the end of a line of which none is a word.
fn are_disordered(value: &str) -> bool {
    let mixed = |word: &str| word.bytes().any(|b| b.is_ascii_digit()) && word.bytes().any(|b| b.is_ascii_alphabetic());
    let is_sign = |word: &str| word.contains(['=', '+', '|', '>', '?', ':']) && !word.contains(char::is_alphanumeric);
    let is_word = |word: &str| {
        let rest = word.trim_matches(|c: char| c.is_ascii_punctuation()).get(1..).unwrap_or_default();
        rest.len() >= 2 && rest.bytes().all(|b| b.is_ascii_lowercase())
    };
    !value.contains(['(', '[', '{', '<', '"', '\'', '`'])
        && value.split_whitespace().any(mixed)
        && !value.split_whitespace().any(|word| is_word(word) || is_sign(word))
        && !is_sentence(value)
}

/// A secret is no word: letters with digits or signs, or many letters in a disorder.
fn looks_random(value: &str) -> bool {
    let letters = value.chars().filter(|c| c.is_alphabetic()).count();
    let digits = value.chars().filter(char::is_ascii_digit).count();
    let inner: String = value.chars().skip(1).take(value.chars().count().saturating_sub(2)).collect();
    let signs = inner.contains(['!', '@', '#', '$', '%', '^', '*', '?']);
    let upper = value.chars().filter(char::is_ascii_uppercase).count();
    let scattered = value.len() >= 16 && upper * 4 >= letters && upper * 4 <= letters * 3;
    letters > 0 && (digits > 0 || signs || scattered) && entropy(value) >= if value.len() < 8 { 1.8 } else { 2.3 }
}

/// Letters and digits in a disorder.
pub(crate) fn varied(value: &str) -> bool {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    !is_reference(value) && digits >= 2 && value.bytes().any(|b| b.is_ascii_alphabetic()) && entropy(value) >= 2.5
}

/// Whole forms that stand for something else; what is in the group must be words.
static FORMS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"\$\{([^{}]*)\}|\$\$?\{\{([^{}]*)\}\}|\{\{([^{}]*)\}\}|\$\(([^()]*)\)|#\{([^{}]*)\}|\$\[([^\[\]]*)\]",
        r"|%\(([^()]*)\)[sd]|%([A-Za-z_][A-Za-z0-9_]*)%|<%([^%<>]*)%>|^\$([A-Za-z_][A-Za-z0-9_]*)",
        r"|^<([^<>]*)>$|^\{([^{}]*)\}$|^\[([^\[\]]*)\]$|^[*&]([A-Za-z_][A-Za-z0-9_-]*)$|^@@?([A-Za-z_][A-Za-z0-9_]*)@@?$|^%([sdvqx])$|^!([A-Za-z]+)$",
    ))
    .ok()
});

/// A beginning that says where the value is kept, or that it is enciphered or a sum.
static ELSEWHERE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)^(?:enc\[.*\]|enc\(.*\)|(?:vault|ssm|env|file|arn|awssm|secretsmanager|gcpsm|keyvault|azurekv):\S",
        r"|env\.[a-z_]|(?:op|bws|pass|sm|ref\+[a-z]+|gsm|kms)://|@microsoft\.keyvault\(|projects/[^/]+/secrets/",
        r"|(?:sha(?:1|256|384|512)|md5)[-:][a-z0-9+/=]+$|#(?:[0-9a-f]{6}|[0-9a-f]{8})$)",
    ))
    .ok()
});

/// The value of a variable, as programs ask for it.
const ASKED: &[&str] = &[
    "process.env",
    "import.meta.env",
    "os.environ",
    "os.getenv",
    "system.getenv",
    "environ[",
    "environ.get",
    "getenv(",
    "env(",
    "env[",
    "env!(",
    "env.",
    "$env:",
    "$_env",
    "std::env",
    "secrets.",
    "vars.",
    "var.",
    "local.",
    "data.",
    "module.",
    "config.",
    "config(",
    "settings.",
    "self.",
    "this.",
];

/// What fills a place until somebody puts a value there.
const SAMPLES: &[&str] = &[
    "your",
    "placeholder",
    "redacted",
    "changeme",
    "changeit",
    "replaceme",
    "dummy",
    "todo",
    "tbd",
    "insert",
    "xxx",
    "xxxx",
];

/// Whether a value stands for another: a variable, a template, a sample, a path, a mask, a pattern.
pub(crate) fn is_reference(value: &str) -> bool {
    let pattern = ["[a-z", "[A-Z", "[0-9", "\\d{", "\\w+"].iter().any(|class| value.contains(class));
    pattern || is_mask(value) || is_sample(value) || is_path(value) || is_asked(value) || is_form(value) || {
        ELSEWHERE.as_ref().is_some_and(|pattern| pattern.is_match(value))
    }
}

fn is_asked(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    ASKED.iter().any(|asked| lower.starts_with(asked)) && is_plain(value)
}

/// `${DB_PASSWORD}`, `{{ … }}`, `<your-key>`, also with words around.
fn is_form(value: &str) -> bool {
    let Some(pattern) = FORMS.as_ref() else { return false };
    let mut any = false;
    for found in pattern.captures_iter(value) {
        any = true;
        let inner = found.iter().skip(1).flatten().next().map_or("", |inner| inner.as_str());
        if !inner.split([' ', '|', '/', ',']).all(is_plain) {
            return false;
        }
    }
    any && is_plain(&pattern.replace_all(value, " "))
}

/// `/run/secrets/db`, `./key.pem`, `~/.ssh/id_ed25519`, `https://example.com/login`.
fn is_path(value: &str) -> bool {
    let begins = ["/", "./", "../", "~/", "file://", "http://", "https://"];
    let Some(begin) = begins.iter().find(|begin| value.starts_with(**begin)) else {
        return value.get(1..3) == Some(":\\") && value.split('\\').all(is_plain);
    };
    let rest = value.get(begin.len()..).unwrap_or_default();
    let address = begin.starts_with("http");
    let path = rest.split(['?', '#']).next().unwrap_or_default();
    let host = path.split(['/', ':']).next().unwrap_or_default();
    let placed = !address || host.contains('.') || host == "localhost" || path.contains('/');
    let named =
        |part: &str| part.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.@:{}$%<>".contains(&b)) && is_plain(part);
    !rest.is_empty() && placed && (address || path == rest) && path.split('/').all(named)
}

/// `********`, `xxxx-xxxx`, `sk-xxxxxxxx`.
fn is_mask(value: &str) -> bool {
    let hides = |c: char| matches!(c, '*' | 'x' | 'X' | '.' | '•' | '…' | '#');
    let (mut masked, mut run, mut length, mut last) = (0, 0, 0, ' ');
    for c in value.chars() {
        length += 1;
        run = if hides(c) && c == last { run + 1 } else { usize::from(hides(c)) };
        masked += match run {
            4 => 4,
            5.. => 1,
            _ => 0,
        };
        last = c;
    }
    let nothing = length > 2 || value.contains(['*', '•', '…']);
    (nothing && value.chars().all(|c| hides(c) || matches!(c, '-' | '_'))) || (masked * 2 >= length && masked > 0)
}

/// `your-api-key-1`, `changeme123`.
fn is_sample(value: &str) -> bool {
    let parts = || value.split(|c: char| !c.is_alphanumeric()).filter_map(|part| words(part).into_iter().next());
    let change_me = parts().zip(parts().skip(1)).any(|(a, b)| matches!(a.as_str(), "change" | "replace") && b == "me");
    (change_me || parts().any(|word| SAMPLES.contains(&word.as_str()))) && is_plain(value)
}

/// Whether an unquoted value is a name in code: `self.token2`, `config::token_1`, `HashMap`.
pub(crate) fn is_name(value: &str) -> bool {
    let identifier = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && is_plain(part)
    };
    let parts: Vec<&str> = value.split('.').flat_map(|part| part.split("::")).collect();
    if parts.len() > 1 {
        return parts.iter().all(|part| identifier(part));
    }
    // `token2`, `user_password_1`, `u8`: a word of the same kind with a number.
    let kinds = ["password", "passwd", "pwd", "secret", "token", "key", "value", "string", "varchar", "sha", "base"];
    let mut words = words(value);
    if words.last().is_some_and(|word| word.len() <= 2 && word.bytes().all(|b| b.is_ascii_digit())) {
        words.pop();
    }
    let numbered = words.iter().any(|word| word.bytes().all(|b| b.is_ascii_digit()));
    !numbered && identifier(value) && words.last().is_some_and(|word| kinds.contains(&word.as_str()))
}

/// Whether an unquoted value is an expression: a call, an index, a type, a path of names.
pub(crate) fn is_code(value: &str) -> bool {
    is_expression(value, false)
}

/// The same of what may go on behind a space.
pub(crate) fn begins_code(value: &str) -> bool {
    is_expression(value, true)
}

fn is_expression(value: &str, cut: bool) -> bool {
    const BEFORE: &[&str] = &["new ", "await ", "return ", "mut ", "ref ", "not ", "typeof ", "dyn ", "impl "];
    let mut rest = value.trim_end_matches([',', ';']).trim_start_matches(['&', '*', '!', '(', '[', '?']);
    while let Some(less) = BEFORE.iter().find_map(|word| rest.strip_prefix(word)) {
        rest = less.trim_start_matches(['&', '*', '!', '(']);
    }
    let bracketed = rest.len() < value.trim_end_matches([',', ';']).len();
    let mut path = 0;
    if value.starts_with("/^") {
        return true;
    }
    let numbered = loop {
        let length = rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
        let (name, after) = rest.split_at(length);
        if name.is_empty() && path > 0 && after.starts_with('<') {
            return closes(after, cut);
        }
        if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) || !is_plain(name) {
            return false;
        }
        path += 1;
        rest = after;
        match ["::", "->", "?.", "!.", "."].iter().find_map(|sign| after.strip_prefix(sign)) {
            Some(less) => rest = less,
            None => break name.bytes().any(|b| b.is_ascii_digit()),
        }
    };
    match rest.chars().next() {
        None => path > 1,
        Some('(' | '[' | '{' | '<') => closes(rest, cut),
        Some(')' | ']') if bracketed => rest.chars().all(|c| matches!(c, ')' | ']')),
        Some('!' | '?') if rest.len() == 1 => !numbered,
        Some('!') => closes(rest.get(1..).unwrap_or_default(), cut),
        _ => false,
    }
}

/// Whether brackets that open here are closed, and nothing but code follows.
fn closes(text: &str, cut: bool) -> bool {
    let mut open: Vec<char> = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            '<' => open.push('>'),
            ')' | ']' | '}' | '>' => {
                if open.pop() != Some(c) {
                    return false;
                }
                if open.is_empty() {
                    let after = text.get(at + c.len_utf8()..).and_then(|rest| rest.chars().next());
                    return after.is_none_or(|c| c.is_whitespace() || ".?![(<{:;,)]}>".contains(c));
                }
            }
            _ => {}
        }
    }
    (cut && !open.is_empty()) || text.ends_with(['(', '[', '{', ',', '|'])
}

/// Whether what stands behind the first word of a variable's line is no part of it: a command that gets the variable,
/// or a sentence.
pub(crate) fn is_apart(rest: &str) -> bool {
    let mut words = rest.split_whitespace();
    let command = words.next().is_some_and(|word| {
        word.bytes().all(|b| b.is_ascii_lowercase() || matches!(b, b'.' | b'/' | b'_' | b'-')) && is_plain(word)
    }) && words.clone().any(|word| {
        word.strip_prefix('-').is_some_and(|option| option.starts_with(|c: char| c == '-' || c.is_ascii_alphabetic()))
    });
    let lower = rest.to_lowercase();
    let said = |word: &&str| OF_SENTENCES.contains(&word.trim_matches(|c: char| !c.is_alphanumeric()));
    let sentence = lower.split_whitespace().filter(said).count() >= 2 && is_plain(rest);
    command || sentence
}

/// Bits per character.
pub(crate) fn entropy(value: &str) -> f64 {
    let mut counts = std::collections::BTreeMap::new();
    let mut length = 0_u32;
    for c in value.chars() {
        *counts.entry(c).or_insert(0_u32) += 1;
        length += 1;
    }
    let length = f64::from(length.max(1));
    counts.values().map(|n| f64::from(*n) / length).map(|share| -share * share.log2()).sum()
}
