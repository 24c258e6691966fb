//! Which names hold secrets ([`countersign_core::secret`]), also where a pattern stands for them. Opens
//! nothing.

use countersign_core::secret;

pub(super) fn is_secret_folder(part: &str) -> bool {
    if is_pattern(part) { secret::is_folder(part, matches_name) } else { secret::is_folder(part, same) }
}

pub(super) fn is_secret_file(name: &str) -> bool {
    if is_pattern(name) { secret::is_file(name, matches_name) } else { secret::is_file(name, same) }
}

pub(super) fn is_secret_place(parts: &[String]) -> bool {
    match parts.iter().any(|part| is_pattern(part)) {
        true => secret::is_place(parts, matches_name),
        false => secret::is_place(parts, same),
    }
}

/// Of a file.
pub(super) fn is_kept_secret(parts: &[String]) -> bool {
    match parts.iter().any(|part| is_pattern(part)) {
        true => secret::is_kept(parts, matches_name),
        false => secret::is_kept(parts, same),
    }
}

/// Whether a name may stand for others.
fn is_pattern(name: &str) -> bool {
    name.bytes().any(|byte| matches!(byte, b'*' | b'?' | b'[' | b'{'))
}

fn same(name: &str, secret: &str) -> bool {
    name == secret
}

/// Of a path from a workspace.
pub(super) fn is_secret_at_top(parts: &[String]) -> bool {
    secret::is_at_top(parts)
}

/// Whether a name, or a pattern with enough letters of its own, is `secret`. A leading dot counts
/// double: `.*` finds `.git`, while `*` finds no hidden file.
pub(super) fn matches_name(name: &str, secret: &str) -> bool {
    if name == secret {
        return true;
    }
    if !is_pattern(name) {
        return false;
    }
    let hidden = secret.starts_with('.');
    let letters = name.bytes().filter(u8::is_ascii_alphanumeric).count() + 2 * usize::from(name.starts_with('.'));
    letters >= 2 && (!hidden || name.starts_with('.')) && glob(name.as_bytes(), secret.as_bytes())
}

/// Whether a pattern stands for a name, however few letters it has.
pub(crate) fn stands_for(pattern: &str, name: &str) -> bool {
    glob(pattern.as_bytes(), name.as_bytes())
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

/// Files and folders of secrets in `/etc`.
const SYSTEM: &[&str] =
    &["krb5.keytab", "wireguard", "openvpn", "ipsec.secrets", "ipsec.d", "swanctl", "letsencrypt", "wpa_supplicant"];
/// Those in folders that hold other things as well.
const SYSTEM_FILES: &[(&str, &str)] = &[
    ("kubernetes", "admin.conf"),
    ("kubernetes", "super-admin.conf"),
    ("kubernetes", "controller-manager.conf"),
    ("kubernetes", "scheduler.conf"),
    ("kubernetes", "kubelet.conf"),
    ("kubernetes", "pki"),
    ("networkmanager", "system-connections"),
    ("ppp", "chap-secrets"),
    ("ppp", "pap-secrets"),
    ("mysql", "debian.cnf"),
    ("postfix", "sasl_passwd"),
    ("docker", "key.json"),
    ("rancher", "k3s"),
];

/// `shadow` and the like in `/etc`.
pub(super) fn is_system_secret(name: &str, next: Option<&String>) -> bool {
    ["shadow", "gshadow", "sudoers", "shadow-", "gshadow-", "master.passwd"]
        .iter()
        .any(|secret| matches_name(name, secret))
        || name == "sudoers.d"
        || SYSTEM.contains(&name)
        || SYSTEM_FILES.iter().any(|(folder, file)| name == *folder && next.is_some_and(|n| matches_name(n, file)))
        || (name == "ssl" && next.is_some_and(|n| n == "private"))
        || (name == "ssh" && next.is_some_and(|n| n.starts_with("ssh_host_") && !n.ends_with(".pub")))
}
