//! Which names hold secrets: the one list, for file operations, commands and the sandbox alike (C24,
//! R13). Names are given in lower case. Opens nothing.

/// Folders that hold secrets, wherever they stand.
pub const FOLDERS: &[&str] = &[
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
pub const FILES: &[&str] = &[
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
pub const KINDS: &[&str] =
    &["pem", "key", "p12", "pfx", "jks", "keystore", "kdbx", "ppk", "p8", "gpg", "agekey", "ovpn"];
/// Names of files that hold secrets, if they end in one of [`DATA`].
pub const STEMS: &[&str] = &["secret", "secrets", "credential", "credentials", "passwords"];
/// Endings of files of data; the empty one is none.
pub const DATA: &[&str] = &["", "txt", "json", "yml", "yaml", "toml", "ini", "env", "xml", "conf", "cfg", "csv"];
/// Endings of `.env.…` that hold no secrets.
pub const SAMPLES: &[&str] = &["example", "sample", "template", "dist", "defaults", "schema", "md"];
/// How the names of private keys begin; those that end in `.pub` are the public ones.
const KEYS: &[&str] = &["id_rsa", "id_dsa", "id_ecdsa", "id_ed25519"];
/// What editors, packagers and people put behind the name of a copy, after `.`, `-`, `_` or a space.
const COPIES: &[&str] = &[
    "bak", "bk", "bkp", "bck", "backup", "old", "orig", "original", "save", "saved", "copy", "prev", "tmp", "new",
    "dpkg", "rpmsave", "rpmnew", "rpmorig",
];

/// Whether a folder of this name holds secrets. `same` compares it with a name of the list: as it is,
/// or as a pattern that may stand for it.
#[must_use]
pub fn is_folder(name: &str, same: impl Fn(&str, &str) -> bool) -> bool {
    FOLDERS.iter().any(|secret| same(name, secret))
}

/// Whether a file of this name, or what it is a copy of, holds secrets; `same` as in [`is_folder`].
#[must_use]
pub fn is_file(name: &str, same: impl Fn(&str, &str) -> bool) -> bool {
    // The swap file of `x` is `.x.swp`.
    let swapped = name.rsplit_once(".sw").filter(|(_, end)| end.len() == 1).map(|(of, _)| of);
    let name = original(swapped.unwrap_or(name));
    let unhidden = swapped.and_then(|_| name.strip_prefix('.'));
    [Some(name), unhidden].into_iter().flatten().any(|name| holds(name, &same))
}

fn holds(name: &str, same: impl Fn(&str, &str) -> bool) -> bool {
    let key = KEYS.iter().any(|key| name.starts_with(key)) && !name.ends_with(".pub");
    if key || FILES.iter().any(|secret| same(name, secret)) {
        return true;
    }
    if name.strip_prefix(".env").is_some_and(|rest| rest.starts_with(['.', '-', '_'])) {
        return !name.rsplit(['.', '-', '_']).next().is_some_and(|kind| SAMPLES.contains(&kind));
    }
    let (stem, kind) = name.rsplit_once('.').unwrap_or((name, ""));
    (kind == "env" && !stem.is_empty() && !SAMPLES.contains(&stem))
        || (!stem.is_empty() && KINDS.contains(&kind))
        || (STEMS.contains(&original(stem)) && DATA.contains(&kind))
        || (kind == "json" && ["service-account", "service_account"].iter().any(|account| stem.starts_with(account)))
}

/// The name without what makes it the name of a copy: `.env~`, `id_rsa.old`, `x.key-2`, `#.env#`.
fn original(name: &str) -> &str {
    let mut name = name.strip_prefix(".#").or_else(|| name.strip_prefix("copy of ")).unwrap_or(name);
    name = name.strip_prefix('#').and_then(|rest| rest.strip_suffix('#')).unwrap_or(name);
    loop {
        let bare = name.trim_end_matches(['~', ' ', '-']);
        let stem = bare.rfind(['.', '-', '_', ' ']).map(|at| (&bare[..at], &bare[at + 1..])).and_then(|(stem, end)| {
            let word = end.trim_matches(['~', '(', ')']).trim_end_matches(|c: char| c.is_ascii_digit());
            let copied = COPIES.contains(&word) || (word.is_empty() && end.len() < 16);
            (copied && !stem.trim_matches(['.', '-', '_', ' ']).is_empty()).then_some(stem)
        });
        let shorter = stem.unwrap_or(bare);
        if shorter.is_empty() || shorter.len() == name.len() {
            return name;
        }
        name = shorter;
    }
}

#[cfg(test)]
mod tests {
    use super::{is_file, is_folder};

    #[test]
    fn a_copy_of_a_secret_is_a_secret_and_a_sample_is_none() {
        let same = |name: &str, secret: &str| name == secret;
        for name in [
            ".env",
            ".env~",
            ".env.bak",
            ".env-prod",
            ".env_prod",
            ".env.local.old",
            ".env.swp",
            "#.env#",
            ".#.env",
            ".envrc",
            ".envrc~",
            ".netrc.bak",
            ".npmrc~",
            ".npmrc.orig",
            ".git-credentials~",
            ".pgpass.1",
            "prod.env",
            "id_rsa",
            "id_rsa.bak",
            "id_rsa_work",
            "id_rsa.old",
            "id_ed25519-2024-01-31",
            ".id_rsa.swp",
            "id_dsa (1)",
            "server.key",
            "server.key.bak",
            "server.key.1",
            "server.key-copy",
            "tls.pem~",
            "tls.pem.~1~",
            "x.p8",
            "secrets",
            "secrets.yml",
            "secrets.yml.save",
            "secrets-old.yml",
            "credentials (1).json",
            "secret.json~",
            "copy of credentials.json",
            "service-account-1.json",
            "service-account-1.json.bak",
            "x.key.dpkg-old",
            "authorized_keys",
            "authorized_keys.old2",
            ".htpasswd-backup",
            "x.kdbx.tmp",
            "key.ovpn.new",
        ] {
            assert!(is_file(name, same), "{name}");
        }
        for name in [
            ".env.example",
            ".env.sample",
            ".env.template",
            ".env-example",
            ".env.example.bak",
            ".env.example~",
            "example.env",
            ".environment",
            ".envoy.yml",
            "env",
            "id_rsa.pub",
            "id_rsa.pub.old",
            "readme.md.bak",
            "~",
            "-",
            "",
            "1",
            ".",
            ".bak",
            ".old",
            "a.1",
            "2024-01-31.txt",
            "key.rs",
            "keys.md",
            "monkey",
            "secrets.rs",
            "secrets.go.bak",
            "secret_santa.py",
            "credentials.ts",
            "password.py",
            "turnkey",
            ".gitignore.swp",
            "x.swp",
        ] {
            assert!(!is_file(name, same), "{name}");
        }
        assert!(is_folder(".ssh", same) && !is_folder("ssh", same));
    }
}
