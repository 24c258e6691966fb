//! Values that are given to a name that says they are secret: `DB_PASSWORD=…`, `"api_key": "…"`. A value
//! counts only if it looks like one: neither code, a reference, a sample, a word nor a sum.

use crate::Found;
use regex::Regex;
use std::sync::LazyLock;

const KIND: &str = "password or key";

/// A name that says so.
const NAME: &str = r"(?P<key>[A-Za-z0-9_.-]{0,60}?(?i:password|passwd|passwort|kennwort|wachtwoord|mot_?de_?passe|contrase(?:ñ|n|nn|ny)a|parol[aă]|senha|passphrase|passcode|pwd|secret|token|credentials?|(?:api|secret|access|private|encryption|signing|master|account|auth|service|license|preshared|shared)[_.-]?key|[_.-]pass|(?-u:\b)pass|[_.-]auth|[_.-]key|[_.-]pat|dsn)(?i-u:[_-]?(?:[0-9]{1,3}|base|key|value|prod|production|staging|dev|test|live))?)";

static ASSIGNED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let sign = r#"\\{0,3}["'`]?\]?(?P<sign>[ \t]{0,16}(?::=|=>|={1,3}|:)[ \t]{0,16}|[ \t]{1,4}(?i-u:is|ist|lautet|est|es|este|è)[ \t:]{1,4})"#;
    let value = r#"(?:[bruf]{0,2}\\{0,3}"(?P<d>[^"\\\r\n]{4,})|[bruf]{0,2}\\{0,3}'(?P<s>[^'\\\r\n]{4,})|`(?P<b>[^`\\\r\n]{4,})|(?P<u>[^\s"'`\\<>(){}\[\],;&|]{6,}))"#;
    Regex::new(&format!("(?-u:\\b){NAME}{sign}{value}")).ok()
});

/// The same as an element: `<password>…</password>`.
static ELEMENT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let value = r"(?:<!\[CDATA\[)?(?P<u>[^\s<>\]]{4,})(?:\]\]>)?</";
    Regex::new(&format!(r"<(?:[A-Za-z0-9_.-]{{1,60}}:)?{NAME}(?:[ \t][^<>\r\n]{{0,200}})?>{value}")).ok()
});

/// Where such values stand.
pub(crate) fn find(text: &str) -> Vec<Found> {
    let mut out = Vec::new();
    let Some(pattern) = ASSIGNED.as_ref() else { return out };
    for found in pattern.captures_iter(text) {
        let Some(key) = found.name("key") else { continue };
        let quoted = ["d", "s", "b"].iter().find_map(|group| found.name(group));
        let value = match (quoted, found.name("u")) {
            (Some(value), _) => value,
            (None, Some(value)) => value,
            (None, None) => continue,
        };
        let literal = found.name("sign").is_some_and(|sign| sign.as_str() == "=") && is_variable(key.as_str());
        let called = text.get(value.end()..).is_some_and(|rest| rest.starts_with(['(', '[', '{', '<']));
        let is_quoted = quoted.is_some();
        let alone = is_quoted
            || text.get(value.end()..).is_none_or(|rest| {
                rest.trim_start_matches([' ', '\t', '\r']).starts_with('\n') || rest.trim().is_empty()
            });
        let form = match (literal, alone) {
            (true, _) => Form::Literal,
            (false, true) => Form::Alone,
            (false, false) => Form::Within,
        };
        if (is_quoted || !(called || is_name(value.as_str()))) && is_secret(key.as_str(), value.as_str(), form) {
            out.push((value.range(), Some(KIND)));
        }
    }
    for found in ELEMENT.as_ref().into_iter().flat_map(|pattern| pattern.captures_iter(text)) {
        let (Some(key), Some(value)) = (found.name("key"), found.name("u")) else { continue };
        if is_secret(key.as_str(), value.as_str(), Form::Alone) {
            out.push((value.range(), Some(KIND)));
        }
    }
    out
}

/// What a value can be by where it stands.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// Of a variable of an environment: as it is, never the name of another.
    Literal,
    /// Quoted, or the last of its line: code goes on after a name more often than not.
    Alone,
    /// Among other words or code.
    Within,
}

/// Whether a name is one of an environment: `DB_PASSWORD`.
fn is_variable(key: &str) -> bool {
    key.starts_with(|c: char| c.is_ascii_uppercase())
        && key.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

fn is_secret(key: &str, value: &str, form: Form) -> bool {
    let named = key.to_ascii_lowercase();
    let about = ["hash", "digest", "checksum", "fingerprint", "public", "page", "next", "continuation", "sync_token"];
    if about.iter().any(|word| named.contains(word)) || is_reference(value) || value.len() < 6 {
        return false;
    }
    if value.contains(' ')
        || value.starts_with("-----")
        || value.starts_with("http://")
        || value.starts_with("https://")
    {
        return false;
    }
    let sure = ["pass", "pwd", "secret", "credential", "kennwort", "wachtwoord", "contrase", "parol", "senha"]
        .iter()
        .any(|word| named.contains(word));
    let plain_key = named.ends_with("key")
        && !sure
        && ![
            "api",
            "access",
            "private",
            "encryption",
            "signing",
            "master",
            "account",
            "auth",
            "service",
            "license",
            "shared",
        ]
        .iter()
        .any(|word| named.contains(word));
    if plain_key && (value.len() < 16 || key.chars().any(|c| c.is_ascii_lowercase()) || value.contains(['/', ':'])) {
        return false;
    }
    if !sure && value.len() < 8 {
        return false;
    }
    looks_random(value) || is_phrase(value, form)
}

/// Letters alone are a secret where nothing else can stand, or where they are more than a word of code is.
fn is_phrase(value: &str, form: Form) -> bool {
    let lower = value.to_lowercase();
    let about = [
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
    if about.iter().any(|word| lower.contains(word)) {
        return false;
    }
    match form {
        Form::Literal => !matches!(lower.as_str(), "false" | "true"),
        Form::Alone => value.len() >= 12 && value.bytes().all(|b| b.is_ascii_lowercase()) && entropy(value) >= 2.3,
        Form::Within => false,
    }
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

/// Whether a value stands for another: a variable, a template, a sample, a path, a mask.
pub(crate) fn is_reference(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let begins = [
        "$", "%", "<", "{", "[", "@", "/", "./", "../", "~/", "env:", "env.", "vault:", "ssm:", "op://", "sha1-",
        "sha256-", "sha384-", "sha512-", "sha256:", "arn:", "!",
    ];
    let variable = value.starts_with('$')
        && value[1..].starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '{' | '(' | '_'));
    let begun = variable || begins.iter().skip(1).any(|begin| lower.starts_with(begin));
    let within = [
        "${",
        "{{",
        "$(",
        "%(",
        "process.env",
        "os.environ",
        "os.getenv",
        "secrets.",
        "xxxx",
        "****",
        "....",
        "your-",
        "your_",
        "placeholder",
        "redacted",
        "changeme",
        "change-me",
        "change_me",
        "#{",
    ];
    let masked = value.chars().all(|c| matches!(c, '*' | 'x' | 'X' | '.' | '-' | '_' | '•' | '…' | '#'));
    (begun && !looks_strong(value)) || masked || within.iter().any(|part| lower.contains(part))
}

/// Begins like a reference, and holds what no name of anything holds.
fn looks_strong(value: &str) -> bool {
    let signs = value.chars().filter(|c| !c.is_ascii_alphanumeric()).count();
    let plain = ["/", "./", "../", "~/", "<", "{", "[", "%"].iter().any(|begin| value.starts_with(begin));
    !plain && !value.contains([':', '/', '{', '(']) && signs >= 2 && value.bytes().any(|b| b.is_ascii_digit())
}

/// Whether an unquoted value is a name in code: `self.token2`, `config::token_1`, `HashMap`.
fn is_name(value: &str) -> bool {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let parts: Vec<&str> = value.split('.').flat_map(|part| part.split("::")).collect();
    let path = parts.len() > 1 && parts.iter().all(|one| part(one)) && digits <= 2;
    // `token2`, `password_1`, `u8`: a word of the same kind with a number.
    let lower = value.to_ascii_lowercase();
    let numbered = lower.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
    let word = ["password", "passwd", "pwd", "secret", "token", "key", "value", "string", "varchar", "sha", "base"];
    let named = !numbered.contains(|c: char| c.is_ascii_digit()) && part(value);
    path || (named && word.iter().any(|word| numbered.ends_with(word)))
}

/// Bits per character.
fn entropy(value: &str) -> f64 {
    let mut counts = std::collections::BTreeMap::new();
    let mut length = 0_u32;
    for c in value.chars() {
        *counts.entry(c).or_insert(0_u32) += 1;
        length += 1;
    }
    let length = f64::from(length.max(1));
    counts.values().map(|n| f64::from(*n) / length).map(|share| -share * share.log2()).sum()
}
