use super::{FILES, FOLDERS, NAMED, PLACES, is_at_top, is_file, is_folder, is_kept, is_place, may_be_sources};

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
        ".secrets.toml",
        ".secrets.yaml",
        ".secrets.json",
        ".secret.json",
        ".secrets.toml.bak",
        "password.txt",
        ".password.txt",
        "creds.json",
        ".env1",
        ".env2",
        ".env2.local",
        ".envrc.local",
        "rootkey.csv",
        "accesskeys.csv",
        "ann_accesskeys.csv",
        "new_user_credentials.csv",
        "token.json",
        "gcloud-service-key.json",
        "my-service-account.json",
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
        "htpasswd",
        "wp-config.php",
        "wp-config.php.bak",
        "localsettings.php~",
        "config.inc.php",
        "local_settings.py",
        "secret_token.rb",
        "sftp-config.json",
        "filezilla.xml",
        "credentials-config.json",
        "x.psafe3",
        "site.publishsettings",
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
        ".env1.example",
        ".envrc.example",
        ".environment",
        "password.rs",
        "password_reset.txt",
        "tokens.json",
        "tokenizer.json",
        "keys.csv",
        "my-service-account.example.json",
        ".secrets.example.toml",
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
        "wp-config-sample.php",
        "wp-config.php.example",
        "config.php",
        "settings.py",
        "local_settings.example.py",
        "database.yml",
        "appsettings.json",
        "my.cnf",
        "nuget.config",
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

#[test]
fn a_source_about_keys_is_no_key_and_a_folder_of_sources_is_told_by_where_it_stands() {
    let same = |name: &str, secret: &str| name == secret;
    for name in ["id_rsa_test.go", "id_ed25519_keys.py", "id_rsa.md", "id_rsa.pub"] {
        assert!(!is_file(name, same), "{name}");
    }
    for name in ["id_rsa_go", "id_rsa.txt", "id_rsa.pem"] {
        assert!(is_file(name, same), "{name}");
    }
    let sources = |path: &str| may_be_sources(&path.split('/').collect::<Vec<_>>());
    for path in ["src/secrets", "crates/secrets", "tests/a/credentials", "internal/secret"] {
        assert!(sources(path), "{path}");
    }
    for path in ["secrets", "deploy/secrets", "src/secrets.yml", "src/.env", "src/id_rsa", "secrets/src"] {
        assert!(!sources(path), "{path}");
    }
    assert!(!is_kept(&["private", "..."], same) && is_kept(&["private", "x"], same));
}
