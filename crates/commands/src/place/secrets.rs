//! Which names hold secrets, also where a pattern stands for them. Opens nothing.

/// Folders that hold secrets, wherever they stand.
pub const SECRET_FOLDERS: &[&str] = &[
    ".ssh",
    ".aws",
    ".gnupg",
    ".azure",
    ".kube",
    ".docker",
    ".gcloud",
    ".password-store",
    ".mozilla",
    "gcloud",
    "keyrings",
    "keychains",
    ".secrets",
    ".vault",
    ".keys",
];

/// Files that hold secrets, wherever they stand.
pub const SECRET_FILES: &[&str] = &[
    ".env",
    ".envrc",
    ".netrc",
    "_netrc",
    ".pgpass",
    ".my.cnf",
    ".npmrc",
    ".pypirc",
    ".git-credentials",
    ".htpasswd",
    ".vault-token",
    ".dockercfg",
    ".dockerconfigjson",
    ".bash_history",
    ".zsh_history",
    ".python_history",
    ".mysql_history",
    ".psql_history",
    ".node_repl_history",
    ".credentials",
    "id_rsa",
    "id_dsa",
    "id_ecdsa",
    "id_ed25519",
    "id_ecdsa_sk",
    "id_ed25519_sk",
    ".secret",
    ".secrets",
    "authorized_keys",
    "wallet.dat",
    "logins.json",
    "key4.db",
    "master.key",
    "application_default_credentials.json",
];

/// Endings of files that hold keys.
pub(crate) const KINDS: &[&str] =
    &["pem", "key", "p12", "pfx", "jks", "keystore", "kdbx", "ppk", "p8", "gpg", "agekey", "ovpn"];
/// Names of files that hold secrets, if they end in one of [`DATA`].
pub(crate) const STEMS: &[&str] = &["secret", "secrets", "credential", "credentials", "passwords"];
/// Endings of files of data; the empty one is none.
pub(crate) const DATA: &[&str] = &["", "txt", "json", "yml", "yaml", "toml", "ini", "env", "xml", "conf", "cfg", "csv"];
/// Endings of `.env.…` that hold no secrets.
const SAMPLES: &[&str] = &["example", "sample", "template", "dist", "defaults", "schema", "md"];

pub(super) fn is_secret_folder(part: &str) -> bool {
    SECRET_FOLDERS.iter().any(|secret| matches_name(part, secret))
}

pub(super) fn is_secret_file(name: &str) -> bool {
    if SECRET_FILES.iter().any(|secret| matches_name(name, secret)) {
        return true;
    }
    let (stem, kind) = name.rsplit_once('.').unwrap_or((name, ""));
    if name.starts_with(".env.") {
        return !SAMPLES.contains(&kind);
    }
    (kind == "env" && !stem.is_empty() && !SAMPLES.contains(&stem))
        || (!stem.is_empty() && KINDS.contains(&kind))
        || (STEMS.contains(&stem) && DATA.contains(&kind))
        || (stem.starts_with("service-account") && kind == "json")
}

/// Whether a name, or a pattern with enough letters of its own, is `secret`. A leading dot counts
/// double: `.*` finds `.git`, while `*` finds no hidden file.
pub(super) fn matches_name(name: &str, secret: &str) -> bool {
    if name == secret {
        return true;
    }
    if !name.contains(['*', '?', '[', '{']) {
        return false;
    }
    let hidden = secret.starts_with('.');
    let letters = name.bytes().filter(u8::is_ascii_alphanumeric).count() + 2 * usize::from(name.starts_with('.'));
    letters >= 2 && (!hidden || name.starts_with('.')) && glob(name.as_bytes(), secret.as_bytes())
}

/// `*`, `?` and `[…]` (any one character); no braces.
fn glob(pattern: &[u8], name: &[u8]) -> bool {
    let (mut p, mut n, mut star) = (0, 0, None);
    while n < name.len() {
        match pattern.get(p) {
            Some(b'*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(b'[') if pattern[p..].contains(&b']') => {
                p += pattern[p..].iter().position(|b| *b == b']').unwrap_or(0) + 1;
                n += 1;
            }
            Some(b'?') => {
                p += 1;
                n += 1;
            }
            Some(b) if *b == name[n] => {
                p += 1;
                n += 1;
            }
            _ => match star {
                Some((at, from)) => {
                    p = at + 1;
                    n = from + 1;
                    star = Some((at, from + 1));
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|b| *b == b'*')
}

/// Whether a pattern for names (`find -name`, `grep --include`) is meant for what is never reached.
pub(crate) fn seeks_secrets(pattern: &str) -> bool {
    let pattern = pattern.to_lowercase();
    let name = pattern.rsplit('/').next().unwrap_or(&pattern);
    if pattern.split('/').any(|part| part == ".git" || is_secret_folder(part)) {
        return true;
    }
    // Unlike a shell's, these patterns find hidden files by `*` as well.
    let letters = name.bytes().filter(u8::is_ascii_alphanumeric).count() >= 2;
    let hidden =
        letters && [".env", ".git", ".ssh", ".netrc"].iter().any(|secret| glob(name.as_bytes(), secret.as_bytes()));
    hidden || is_secret_file(name) || is_secret_folder(name)
}
