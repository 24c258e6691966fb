//! The names themselves, in lower case.

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
pub(super) const AT_TOP: &[&str] = &["auth.json"];

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
    // What a program keeps that may read somebody's mail or files.
    "token.json",
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
    // What a server asks for its passwords.
    "htpasswd",
    ".htdigest",
    "htdigest",
    // Settings of programs that are deployed with the password of their database in a file of code: of WordPress,
    // MediaWiki, phpMyAdmin and Roundcube, Django (kept out of its repositories), Rails. What holds settings first,
    // and a password where somebody put one there (`database.yml`, `appsettings.json`, `application.properties`,
    // `my.cnf`, `nuget.config`, `gradle.properties`), is none: it is read and changed daily.
    "wp-config.php",
    "localsettings.php",
    "config.inc.php",
    "local_settings.py",
    "secret_token.rb",
    // Where an editor or a client puts files, with the password for it.
    "sftp-config.json",
    ".ftpconfig",
    "sftp.json",
    "filezilla.xml",
    "sitemanager.xml",
    "recentservers.xml",
    // The same of databases, chats, a server that was just set up.
    "credentials-config.json",
    "otr.private_key",
    "initialadminpassword",
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
pub(super) const UNREAL: &[&str] = &[
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
pub(super) const CODE: &[&str] = &["src", "lib", "source", "sources", "dist", "build"];

/// Folders that hold the parts of a program, each in a folder of its name.
pub(super) const MODULES: &[&str] =
    &["crates", "packages", "pkg", "internal", "modules", "components", "plugins", "libs"];

/// Endings of sources and documents: what has one is no key, whatever it is about.
pub(super) const SOURCES: &[&str] = &[
    "c", "cc", "cpp", "cs", "go", "h", "hpp", "java", "js", "jsx", "kt", "lua", "md", "php", "pl", "py", "rb", "rs",
    "rst", "scala", "sh", "swift", "ts", "tsx",
];

/// Names of what people and tools read in any folder.
pub(super) const KNOWN: &[&str] = &[
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
    // Stores of passwords and what they are exported to; what a site is published with.
    "psafe3",
    "kwallet",
    "opvault",
    "agilekeychain",
    "1pux",
    "publishsettings",
];

/// Names of files that hold secrets, if they end in one of [`DATA`].
pub const STEMS: &[&str] =
    &["secret", "secrets", "credential", "credentials", "creds", "password", "passwords", "kubeconfig"];

/// What the name of a file of JSON holds that is the key of a service or of a program at a cloud.
pub const ACCOUNTS: &[&str] = &[
    "service-account",
    "service_account",
    "serviceaccount",
    "service-key",
    "service_key",
    "client_secret",
    "client-secret",
    "gcp-key",
    "gcp_key",
    "gcloud-key",
    "firebase-adminsdk",
];

/// How the names end of the tables of keys that a cloud gives once.
pub const DOWNLOADS: &[&str] = &["rootkey", "accesskeys", "credentials"];

/// Endings of files of data; the empty one is none.
pub const DATA: &[&str] = &["", "txt", "json", "yml", "yaml", "toml", "ini", "env", "xml", "conf", "cfg", "csv"];

/// Endings of `.env.…` that hold no secrets.
pub const SAMPLES: &[&str] = &["example", "sample", "template", "dist", "defaults", "schema", "md"];

/// How the names of private keys begin; those that end in `.pub` are the public ones.
pub(super) const KEYS: &[&str] = &["id_rsa", "id_dsa", "id_ecdsa", "id_ed25519"];

/// What editors, packagers and people put behind the name of a copy, after `.`, `-`, `_` or a space.
pub(super) const COPIES: &[&str] = &[
    "bak", "bk", "bkp", "bck", "backup", "old", "orig", "original", "save", "saved", "copy", "prev", "tmp", "new",
    "dpkg", "rpmsave", "rpmnew", "rpmorig",
];
