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
    ".envs",
    // Clouds and their tools.
    ".oci",
    ".snowsql",
    ".kaggle",
    ".huggingface",
    ".supabase",
    ".databricks",
    ".terraform.d",
    ".doctl",
    ".fly",
    ".acme.sh",
    // Browsers and mail.
    ".thunderbird",
    "google-chrome",
    "bravesoftware",
    // Wallets.
    ".electrum",
    ".bitcoin",
];

/// Files and folders that hold secrets, by the end of their path or as a part of it: their names alone
/// say nothing.
pub const PLACES: &[&str] = &[
    // Agents.
    ".codex/auth.json",
    ".gemini/oauth_creds.json",
    ".qwen/oauth_creds.json",
    ".config/github-copilot",
    "opencode/auth.json",
    // Clouds, registries, tools of hosts.
    "gh/hosts.yml",
    ".config/gh",
    ".config/glab-cli",
    ".config/hub",
    ".config/op",
    ".config/rclone",
    ".config/sops",
    "sops/age",
    ".config/doctl",
    ".config/heroku",
    ".config/netlify",
    ".config/stripe",
    ".config/ngrok",
    ".ngrok2/ngrok.yml",
    ".config/configstore",
    ".config/solana",
    ".config/containers",
    "containers/auth.json",
    ".composer/auth.json",
    ".config/composer",
    ".cache/huggingface/token",
    ".mc/config.json",
    ".wrangler/config",
    "com.vercel.cli/auth.json",
    // Package managers.
    ".m2/settings.xml",
    ".m2/settings-security.xml",
    ".gradle/gradle.properties",
    ".cargo/credentials",
    ".cargo/credentials.toml",
    ".pip/pip.conf",
    ".config/pip",
    // Browsers, mail, chat.
    ".config/chromium",
    ".config/microsoft-edge",
    ".config/vivaldi",
    ".config/opera",
    ".config/signal",
    ".purple/accounts.xml",
    ".weechat/sec.conf",
    // Configuration of many machines.
    ".ansible/vault",
    ".step/secrets",
    ".ethereum/keystore",
];

/// Names that hold secrets at the top of a workspace alone; elsewhere they are those of sources.
const AT_TOP: &[&str] = &["auth.json"];

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
    // Environments, clouds, registries, programs that fetch and send, what was typed.
    ".dev.vars",
    ".renviron",
    ".smbcredentials",
    ".credentials.json",
    ".terraformrc",
    ".s3cfg",
    ".boto",
    ".databrickscfg",
    ".passwd-s3fs",
    ".mylogin.cnf",
    ".erlang.cookie",
    ".vault_pass",
    ".vault_password",
    ".vault-pass",
    ".vault-password",
    ".ansible_vault_pass",
    ".condarc",
    ".curlrc",
    ".wgetrc",
    ".msmtprc",
    ".fetchmailrc",
    ".muttrc",
    ".mbsyncrc",
    ".offlineimaprc",
    ".rediscli_history",
    ".sqlite_history",
    ".irb_history",
    ".dbshell",
];

/// The same, but a pattern that may stand for one (`*.conf`) is not taken for it: of its kind there are many
/// that hold none.
pub const NAMED: &[&str] = &[
    "env.local",
    "env.dev",
    "env.development",
    "env.prod",
    "env.production",
    "env.staging",
    "local.settings.json",
    "oauth_creds.json",
    "credentials.tfrc.json",
    "terraform.rc",
    "pgpass.conf",
    "rclone.conf",
    "vault_pass.txt",
    "vault_password.txt",
    "insecure_private_key",
    "krb5.keytab",
    "pip.conf",
    "keystore.properties",
    "key.properties",
    "private.asc",
    "secret.asc",
    "key.asc",
    "key3.db",
    "signons.sqlite",
    "cookies.sqlite",
];

/// Folders where secrets are kept, with or without a dot before their name: what is data in them
/// ([`is_kept`]) holds secrets.
pub const KEPT_IN: &[&str] = &[
    "secret",
    "secrets",
    "credential",
    "credentials",
    "creds",
    "passwords",
    "private",
    "private-keys",
    "private_keys",
];
/// Folders where nothing is real, or all of it is other people's.
const UNREAL: &[&str] = &[
    "test",
    "tests",
    "__tests__",
    "spec",
    "specs",
    "fixture",
    "fixtures",
    "__fixtures__",
    "testdata",
    "test-data",
    "mock",
    "mocks",
    "__mocks__",
    "doc",
    "docs",
    "example",
    "examples",
    "sample",
    "samples",
    "locales",
    "i18n",
    "node_modules",
    "vendor",
    "target",
    ".venv",
];
/// Folders of sources: what is below one in a folder called `secrets` is a part of a program of that name.
const CODE: &[&str] = &["src", "lib", "source", "sources", "dist", "build"];
/// Names of what people and tools read in any folder.
const KNOWN: &[&str] = &[
    "readme",
    "license",
    "licence",
    "copying",
    "notice",
    "authors",
    "changelog",
    "contributing",
    "codeowners",
    "owners",
    "requirements",
    "kustomization",
    "chart",
    "index",
    "makefile",
    "dockerfile",
];

/// Endings of files that hold keys.
pub const KINDS: &[&str] = &[
    "pem",
    "key",
    "p12",
    "pfx",
    "jks",
    "keystore",
    "kdbx",
    "ppk",
    "p8",
    "gpg",
    "agekey",
    "ovpn",
    "kdb",
    "keychain",
    "keychain-db",
    "keytab",
    "jceks",
    "bks",
    "pkcs12",
    "pvk",
    "tfstate",
    "tfvars",
    "kubeconfig",
];
/// Names of files that hold secrets, if they end in one of [`DATA`].
pub const STEMS: &[&str] = &["secret", "secrets", "credential", "credentials", "passwords", "kubeconfig"];
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

/// Whether a path, in parts, is one of [`PLACES`] or below one; `same` as in [`is_folder`].
#[must_use]
pub fn is_place<P: AsRef<str>>(parts: &[P], same: impl Fn(&str, &str) -> bool) -> bool {
    let here = |at: usize, place: &str| {
        let mut names = place.split('/');
        let mut parts = parts.get(at..).unwrap_or_default().iter();
        names.all(|name| parts.next().is_some_and(|part| same(part.as_ref(), name)))
    };
    (0..parts.len()).any(|at| PLACES.iter().any(|place| here(at, place)))
}

/// Whether a path within a workspace, in parts, names what holds secrets at its top.
#[must_use]
pub fn is_at_top<P: AsRef<str>>(parts: &[P]) -> bool {
    matches!(parts, [only] if AT_TOP.contains(&only.as_ref()))
}

/// Whether a path, in parts, is a file of data in a folder where secrets are kept ([`KEPT_IN`]); `same` as in
/// [`is_folder`]. Sources, documents, samples and what builds by it are none, wherever they stand.
#[must_use]
pub fn is_kept<P: AsRef<str>>(parts: &[P], same: impl Fn(&str, &str) -> bool) -> bool {
    let Some((name, folders)) = parts.split_last() else { return false };
    let folders: Vec<&str> = folders.iter().map(AsRef::as_ref).collect();
    let keeps = |folder: &&str| KEPT_IN.iter().any(|secret| same(folder.strip_prefix('.').unwrap_or(folder), secret));
    let Some(at) = folders.iter().position(keeps) else { return false };
    let below = folders.get(at + 1..).unwrap_or_default();
    let unreal =
        folders.iter().any(|folder| UNREAL.contains(folder)) || below.iter().any(|folder| CODE.contains(folder));
    !unreal && is_data(original(name.as_ref()), same)
}

/// Whether a file of this name holds data of one's own: nothing that is read by people, or by what builds.
fn is_data(name: &str, same: impl Fn(&str, &str) -> bool) -> bool {
    let (stem, kind) = name.rsplit_once('.').unwrap_or((name, ""));
    let data = kind == "*" || DATA.iter().any(|data| kind == *data || !kind.is_empty() && same(kind, data));
    let sample = stem.split(['.', '-', '_']).any(|word| SAMPLES.contains(&word));
    let known =
        KNOWN.contains(&stem) || stem.starts_with("tsconfig") || crate::guarded::why(&[name.to_owned()]).is_some();
    data && !stem.is_empty() && !sample && !known
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
    if key || NAMED.contains(&name) || FILES.iter().any(|secret| same(name, secret)) {
        return true;
    }
    let rest = [".env", ".dev.vars"].iter().find_map(|begun| name.strip_prefix(begun));
    if rest.is_some_and(|rest| rest.starts_with(['.', '-', '_'])) {
        return !name.rsplit(['.', '-', '_']).next().is_some_and(|kind| SAMPLES.contains(&kind));
    }
    let (stem, kind) = name.rsplit_once('.').unwrap_or((name, ""));
    (kind == "env" && !stem.is_empty() && !SAMPLES.contains(&stem))
        || (!stem.is_empty() && KINDS.contains(&kind))
        || (STEMS.contains(&original(stem)) && DATA.contains(&kind))
        || (kind == "json" && is_account(stem))
        // A network of WireGuard.
        || (kind == "conf" && stem.strip_prefix("wg").is_some_and(|n| !n.is_empty() && n.len() < 4 && n.bytes().all(|b| b.is_ascii_digit())))
        || name.ends_with(".tfvars.json")
}

/// Whether a file of JSON of this name is the key of a service or of a program at a cloud.
fn is_account(stem: &str) -> bool {
    let begun = [
        "service-account",
        "service_account",
        "serviceaccount",
        "client_secret",
        "client-secret",
        "gcp-key",
        "gcp_key",
        "gcloud-key",
    ];
    begun.iter().any(|account| stem.starts_with(account))
        || stem.contains("firebase-adminsdk")
        || stem.ends_with("-sa-key")
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
    use super::{FILES, FOLDERS, NAMED, PLACES, is_at_top, is_file, is_folder, is_kept, is_place};

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
            "kubeconfig",
            "kubeconfig.yaml",
            "admin.kubeconfig",
            ".dev.vars",
            ".dev.vars.production",
            "env.production",
            "terraform.tfstate",
            "terraform.tfstate.backup",
            "prod.tfvars",
            "prod.auto.tfvars.json",
            "client_secret_123.apps.googleusercontent.com.json",
            "serviceaccountkey.json",
            "gcp-key.json",
            "firebase-adminsdk.json",
            "my-app-firebase-adminsdk-x1.json",
            "private.asc",
            "key.asc",
            "x.kdb",
            ".s3cfg",
            ".boto",
            "rclone.conf",
            ".databrickscfg",
            ".condarc",
            "pip.conf",
            ".renviron",
            ".erlang.cookie",
            ".msmtprc",
            ".fetchmailrc",
            ".muttrc",
            "wg0.conf",
            "local.settings.json",
            "keystore.properties",
            "x.keytab",
            ".credentials.json",
            ".curlrc",
            ".wgetrc.bak",
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
            ".dev.vars.example",
            "terraform.tfvars.example",
            "env.ts",
            "env.d.ts",
            "env.example",
            "wg.conf",
            "wgpu.conf",
            "signature.asc",
            "keys.asc",
            "auth.ts",
            "auth.json",
            "kubeconfig.go",
            "package.json",
            "settings.xml",
            "tfstate.go",
            "client.json",
            "gradle.properties",
            "token.rs",
            "cookie.ts",
            "main.tf",
            "variables.tf",
            "x.swp",
        ] {
            assert!(!is_file(name, same), "{name}");
        }
        assert!(is_folder(".ssh", same) && !is_folder("ssh", same));
    }

    #[test]
    fn data_in_a_folder_of_secrets_is_secret_and_sources_are_none() {
        let same = |name: &str, secret: &str| name == secret;
        let parts = |path: &str| path.to_lowercase().split('/').map(str::to_owned).collect::<Vec<_>>();
        for path in "secrets/prod.yml secrets/prod/db.yaml .secrets/x.txt credentials/aws.json private/keys.txt \
            private/config.toml deploy/secrets/db_password secrets/token.txt config/credentials/production.ini \
            k8s/secrets/api.yaml src/secrets/prod.yml secrets/db.env secrets/prod.yml.bak creds/gcp.json secret/a.csv \
            .private/notes.txt secrets/* secrets/db.*"
            .split_whitespace()
        {
            assert!(is_kept(&parts(path), same), "{path}");
        }
        for path in "src/secrets.rs src/secrets/mod.rs docs/secrets.md tests/secrets/mod.rs tests/secrets/a.yml \
            private/index.ts private/src/main.rs private/README.md private/style.css secrets/README.md secrets/README \
            secrets/.gitkeep secrets/.gitignore secrets/prod.example.yml secrets/example.json secrets/schema.json \
            crates/secrets/Cargo.toml packages/secrets/package.json packages/secrets/tsconfig.json \
            crates/secrets/src/data.json docs/private/plan.txt test/private/a.json secrets/encrypt.sh \
            lib/credentials/base.py node_modules/x/private/a.json app/privates/a.json private.txt \
            examples/secrets/a.yml secrets/kustomization.yaml fixtures/credentials/a.json"
            .split_whitespace()
        {
            assert!(!is_kept(&parts(path), same), "{path}");
        }
    }

    #[test]
    fn some_are_told_by_where_they_are() {
        let same = |name: &str, secret: &str| name == secret;
        let parts = |path: &str| path.split('/').map(str::to_owned).collect::<Vec<_>>();
        for path in [
            "gh/hosts.yml",
            "a/.config/gh/hosts.yml",
            "home/u/.config/rclone/rclone.conf",
            "home/u/.config/op",
            "sops/age/keys.txt",
            ".codex/auth.json",
            ".m2/settings.xml",
            "x/containers/auth.json",
            ".cache/huggingface/token",
        ] {
            assert!(is_place(&parts(path), same), "{path}");
        }
        for path in [
            "hosts.yml",
            "src/auth.json",
            ".m2/repository/x.jar",
            ".config/nvim/init.lua",
            ".codex/config.toml",
            "containers/mod.rs",
        ] {
            assert!(!is_place(&parts(path), same), "{path}");
        }
        assert!(is_at_top(&parts("auth.json")) && !is_at_top(&parts("locales/auth.json")));
        let folded = PLACES.iter().chain(FILES).chain(NAMED).chain(FOLDERS).all(|name| *name == name.to_lowercase());
        assert!(folded);
    }
}
