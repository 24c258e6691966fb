//! Values by the names that they are given to: what is hidden of a line, to which end, and what stays.
#![allow(clippy::unwrap_used)]

use countersign_redact::{Kept, Secrets, redacted};
use std::collections::BTreeSet;

/// Texts, each with what is left of it. Each is looked at alone, within lines, with the marks of a diff and the numbers
/// of lines before it, and goes back to what it was.
fn hidden(rows: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (text, expected) in rows {
        for (before, after) in [("", ""), ("line before\n", "\nline after\n"), ("# a\r\n", "\r\n# b\r\n")] {
            let all = |text: &str| format!("{before}{text}{after}");
            let found = redacted(&all(text));
            if found != all(expected) {
                wrong.push(format!("{text:?}\n   is {found:?}\n  not {:?}", all(expected)));
                break;
            }
        }
        if !text.contains('\n') {
            for margin in ["+", "  12 | ", "> ", "- ", "    ", "7: "] {
                let found = redacted(&format!("a\n{margin}{text}\nb"));
                let expected = format!("a\n{margin}{expected}\nb");
                if found != expected {
                    wrong.push(format!("{margin:?} {text:?}\n   is {found:?}\n  not {expected:?}"));
                }
            }
        }
        let mut sent = (*text).to_owned();
        let secrets = Secrets::hide(&mut [&mut sent], &BTreeSet::new());
        let mut numbers = 500..;
        let mut kept = Kept::default();
        let named = kept.named(&sent, &secrets, || numbers.next());
        if !text.contains(['"', '\\', '<', '>', '&']) && kept.put_back(&named, text) != *text {
            wrong.push(format!("{text:?} comes back as {:?}", kept.put_back(&named, text)));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

fn stays(texts: &[&str]) {
    let mut wrong = Vec::new();
    for text in texts {
        for (before, after) in [("", ""), ("a: 1\n", "\nb: 2\n"), ("    ", ""), ("+", "\n")] {
            let whole = format!("{before}{text}{after}");
            let found = redacted(&whole);
            if found != whole {
                wrong.push(format!("{whole:?}\n   is {found:?}"));
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), texts.len(), wrong.join("\n"));
}

#[test]
fn a_word_of_a_name_is_a_whole_word() {
    hidden(&[
        ("NEXTAUTH_SECRET=kTz81Qwx9Lm4", "NEXTAUTH_SECRET=[secret]"),
        ("NEXTCLOUD_ADMIN_PASSWORD=kTz81Qwx9Lm4", "NEXTCLOUD_ADMIN_PASSWORD=[secret]"),
        ("NEXT_SECRET: kTz81Qwx9Lm4", "NEXT_SECRET: [secret]"),
        ("PAGERDUTY_TOKEN=kTz81Qwx9Lm4", "PAGERDUTY_TOKEN=[secret]"),
        ("pagerduty_api_key: kTz81Qwx9Lm4aB3dE", "pagerduty_api_key: [secret]"),
        ("HASHICORP_TOKEN=kTz81Qwx9Lm4", "HASHICORP_TOKEN=[secret]"),
        ("HASH_SALT_SECRET=kTz81Qwx9Lm4", "HASH_SALT_SECRET=[secret]"),
        ("REPUBLIC_PASSWORD=kTz81Qwx9Lm4", "REPUBLIC_PASSWORD=[secret]"),
        ("homepage_password: \"kTz81Qwx9Lm4\"", "homepage_password: \"[secret]\""),
        ("landingPagePassword = \"kTz81Qwx9Lm4\"", "landingPagePassword = \"[secret]\""),
        ("FINGERPRINT_API_KEY=kTz81Qwx9Lm4aB3dE", "FINGERPRINT_API_KEY=[secret]"),
        ("CHECKSUM_SECRET=kTz81Qwx9Lm4", "CHECKSUM_SECRET=[secret]"),
        ("publicDbPassword: kTz81Qwx9Lm4", "publicDbPassword: [secret]"),
        ("page_password: kTz81Qwx9Lm4", "page_password: [secret]"),
        ("APP_KEY=base64:kTz81Qwx9Lm4aB3dE/qR7sT+kTz81Qwx9Lm4aB3dEq=", "APP_KEY=[secret]"),
    ]);
    stays(&[
        "next_page_token: CAEQAA1234abcd",
        "nextPageToken: \"CAEQAA1234abcd\"",
        "\"next_page_token\": \"eyJvZmZzZXQiOjEwMH0\"",
        "sync_token=abc12345def",
        "CONTINUATION_TOKEN=abc12345def",
        "public_key = \"04a1b2c3d4e5f60718293a4b5c6d7e8f\"",
        "PUBLIC_KEY=MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE",
        "publicKey: 'pk04a1b2c3d4e5'",
        "cache_key: user:1234:profile9",
        "CACHE_KEY=v2-build-1234567890-linux",
        "password_hash: kTz81Qwx9Lm4",
    ]);
}

#[test]
fn a_line_of_an_environment_is_hidden_to_its_end() {
    hidden(&[
        ("DB_PASSWORD=ab&kTz81Qwx9Lm4", "DB_PASSWORD=[secret]"),
        ("DB_PASSWORD=kTz8&1Qwx9Lm4", "DB_PASSWORD=[secret]"),
        ("DB_PASSWORD=p@ss(word)1234kTz", "DB_PASSWORD=[secret]"),
        ("DB_PASSWORD=kTz81Qw&wx9LmSecond", "DB_PASSWORD=[secret]"),
        ("DB_PASSWORD=kTz81Qw;wx9LmSecond", "DB_PASSWORD=[secret]"),
        ("DB_PASSWORD=kTz81Qw,wx9LmSecond", "DB_PASSWORD=[secret]"),
        ("DB_PASSWORD=kTz81Qw|wx9LmSecond", "DB_PASSWORD=[secret]"),
        ("DB_PASSWORD=kTz81Qw<wx9LmSecond", "DB_PASSWORD=[secret]"),
        ("DB_PASSWORD=kTz81Qw'wx9LmSecond", "DB_PASSWORD=[secret]"),
        ("DB_PASSWORD=kTz81Qw wx9LmSecond", "DB_PASSWORD=[secret]"),
        ("DB_PASSWORD=correct horse battery", "DB_PASSWORD=[secret]"),
        ("DB_PASSWORD=[kTz81Qwx9Lm4]", "DB_PASSWORD=[secret]"),
        ("DB_PASSWORD={kTz81Qwx9Lm4", "DB_PASSWORD=[secret]"),
        ("DB_PASSWORD=http://kTz81Qwx9Lm4", "DB_PASSWORD=[secret]"),
        ("DB_PASSWORD=-----kTz81Qwx9Lm4", "DB_PASSWORD=[secret]"),
        ("DB_PASSWORD=$kTz81Qwx9Lm4", "DB_PASSWORD=[secret]"),
        ("DB_PASSWORD=${kTz81Qwx9Lm4}", "DB_PASSWORD=[secret]"),
        ("DB_PASSWORD=\"$kTz81Qwx9Lm4\"", "DB_PASSWORD=\"[secret]\""),
        ("DB_PASSWORD=kTz.Qwx", "DB_PASSWORD=[secret]"),
        ("DB_PASSWORD=kTzQ.wx1", "DB_PASSWORD=[secret]"),
        ("API_TOKEN=kTz81Qwx9Lm4.aB3", "API_TOKEN=[secret]"),
        ("DB_PASSWORD=kTz81#Qwx9", "DB_PASSWORD=[secret]"),
        ("DB_PASSWORD=kTz81Qwx9 # rotate in May", "DB_PASSWORD=[secret] # rotate in May"),
        ("export DB_PASSWORD=kTz81;Qwx9", "export DB_PASSWORD=[secret]"),
        ("ENV DB_PASSWORD=kTz81,Qwx9 DB_USER=me", "ENV DB_PASSWORD=[secret] DB_USER=me"),
        ("PGPASSWORD=kTz81Qwx9 psql -h db -U me", "PGPASSWORD=[secret] psql -h db -U me"),
        ("NEXTAUTH_SECRET=kTz81Qwx9Lm4 what is that for?", "NEXTAUTH_SECRET=[secret] what is that for?"),
        ("ENV DB_PASSWORD kTz81 Qwx9", "ENV DB_PASSWORD [secret]"),
        ("Server=x;User Id=sa;Password=kTz81!Qwx9;App=y", "Server=x;User Id=sa;Password=[secret];App=y"),
        ("the password is p@ss(word)1234kTz, he said", "the password is [secret], he said"),
        ("login with password: Tr0ub4dor&3xyz today", "login with password: [secret] today"),
        ("GET /x?access_token=kTz81Qwx9Lm4&y=1#z", "GET /x?access_token=[secret]&y=1#z"),
        ("password: kTz81Qw)wx9LmSecond", "password: [secret]"),
        ("password: kTz81Qw wx9LmSecond", "password: [secret]"),
        ("password: *kTz81Qwx9Lm4", "password: [secret]"),
        ("password: kTz 81 Qwx9", "password: [secret]"),
        ("password: kTz81Qwx9 # the old one", "password: [secret] # the old one"),
        ("spring.datasource.password=kTz81&Qw;x9", "spring.datasource.password=[secret]"),
        ("db.password = kTz81|Qw,x9", "db.password = [secret]"),
    ]);
}

#[test]
fn a_value_is_no_reference_by_how_it_begins_or_ends() {
    hidden(&[
        ("DB_PASSWORD=84629173551", "DB_PASSWORD=[secret]"),
        ("password: !kTz81Qwx9Lm", "password: [secret]"),
        ("DB_PASSWORD=@kTz81Qwx9Lm", "DB_PASSWORD=[secret]"),
        ("DB_PASSWORD=%kTz81Qwx9Lm", "DB_PASSWORD=[secret]"),
        ("DB_PASSWORD=<kTz81Qwx9Lm4>", "DB_PASSWORD=[secret]"),
        ("DB_PASSWORD=!kTz81#Qwx9Lm", "DB_PASSWORD=[secret]"),
        ("password=~kTz81Qwx9Lm", "password=[secret]"),
        ("DB_PASSWORD=/kTz81Qwx9Lm4aB3dE==", "DB_PASSWORD=[secret]"),
        ("JWT_SECRET=/kTz81Qwx9Lm4aB3dE+qR7sT==", "JWT_SECRET=[secret]"),
        ("\"client_secret\": \"/kTz81Qwx9Lm4aB3dE==\"", "\"client_secret\": \"[secret]\""),
        ("aws_secret_access_key = /kTz81Qwx9kTz81Qwx9kTz81Qwx9kTz81Qwx9kTz", "aws_secret_access_key = [secret]"),
        ("DB_PASSWORD=Monkey77", "DB_PASSWORD=[secret]"),
        ("POSTGRES_PASSWORD=Turkey2024", "POSTGRES_PASSWORD=[secret]"),
        ("DB_PASSWORD=MyPassword123", "DB_PASSWORD=[secret]"),
        ("POSTGRES_PASSWORD=mysecret123", "POSTGRES_PASSWORD=[secret]"),
        ("MYSQL_ROOT_PASSWORD=rootpassword1", "MYSQL_ROOT_PASSWORD=[secret]"),
        ("\"password\": \"MyPassword123\"", "\"password\": \"[secret]\""),
        ("password: Mysecret2024", "password: [secret]"),
        ("DB_PASSWORD=kTz81your-Qwx9Lm", "DB_PASSWORD=[secret]"),
        ("SECRET_KEY=kTz81xxxxQwx9Lm", "SECRET_KEY=[secret]"),
        ("DB_PASSWORD=${DB_PASSWORD:-kTz81Qwx9}", "DB_PASSWORD=${DB_PASSWORD:-[secret]}"),
        ("password: !!str kTz81Qwx9", "password: !!str [secret]"),
    ]);
    stays(&[
        "DB_PASSWORD=$DB_PASSWORD",
        "DB_PASSWORD=${DB_PASSWORD}",
        "DB_PASSWORD=\"${DB_PASSWORD_2}\"",
        "DB_PASSWORD=%DB_PASSWORD2%",
        "DB_PASSWORD=<your-password-1>",
        "DB_PASSWORD={{ vault_db_password_1 }}",
        "token=$TOKEN",
        "token: ${{ secrets.NPM_TOKEN_2 }}",
        "password: ENC[AES256_GCM,data:kTz81Qwx9,iv:kTz81Qwx9=,tag:kTz81Qwx9==,type:str]",
        "password: vault:secret/data/db#password2",
        "PASSWORD=op://vault/db2/password",
        "DB_PASSWORD=/run/secrets/db_password2",
        "POSTGRES_PASSWORD=/run/secrets/postgres-1",
        "private_key: ~/.ssh/id_ed25519",
        "secret: ./config/key2.pem",
        "password = os.environ[\"DB_PASSWORD_2\"]",
        "API_KEY=os.environ[\"API_KEY_2\"]",
        "API_TOKEN=process.env.API_TOKEN_2",
        "SECRET_KEY=get_random_string(50)",
        "TOKEN=$(cat token2.txt)",
        "TOKEN=$(openssl rand -hex 32)",
        "password: str",
        "password: str = \"\"",
        "password: Option<[u8; 32]>,",
        "password: z.string().min(8).max(64),",
        "token: Box<dyn Fn(u8) -> u64>,",
        "let token = tokens[12];",
        "token = self.tokens[i + 12].clone();",
        "token = await this.auth.getToken2(user.id)",
        "password=password2,",
        "password=self.password2,",
        "password: !Ref DbPassword2",
        "password: *default_password_2",
        "secret: https://example.com/docs/secret2",
        "Password: must have 8 to 20 characters.",
        "token: see RFC6749 and the S3 bucket",
        "The token: it is in S3, see page 12.",
        "API_KEY=your-api-key-123",
        "DB_PASSWORD=changeme123",
        "DB_PASSWORD=xxxxxxxx12",
        "SECRET_KEY=********",
        "secret: sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        "const token = await sha256(`${a}:${b2}`);",
        "if (token === other_token2) return 12;",
        "password_field = \"user_password_2\"",
    ]);
}

#[test]
fn a_value_in_quotation_marks_is_hidden_whole() {
    hidden(&[
        ("password: \"kTz8\\\"1Qwx9Lm4Second\"", "password: \"[secret]\""),
        ("password: \"kTz81Qw\\\"1Qwx9Lm4Second\"", "password: \"[secret]\""),
        ("password: \"kTz81Qw\\\\1Qwx9Lm4Second\"", "password: \"[secret]\""),
        ("password: \"kTz81Qwx9\\\\\", x: 1", "password: \"[secret]\", x: 1"),
        (
            "{\"a\": \"{\\\"password\\\": \\\"kTz\\\\\\\"81Qwx9\\\", \\\"b\\\": 2}\"}",
            "{\"a\": \"{\\\"password\\\": \\\"[secret]\\\", \\\"b\\\": 2}\"}",
        ),
        ("password: 'kTz''81Qwx9'", "password: '[secret]'"),
        ("password: 'kTz 81 Qwx9'", "password: '[secret]'"),
        ("password: \"correct horse battery 9\"", "password: \"[secret]\""),
        ("password: \"correct horse battery staple\"", "password: \"[secret]\""),
        ("password = \"kTz 81 Qwx9\"", "password = \"[secret]\""),
        ("db_password: \"kTz81 Qwx9!\"", "db_password: \"[secret]\""),
        ("\"password\": \"kTz 81 Qwx9\"", "\"password\": \"[secret]\""),
        ("passphrase: \"kTz 81 Qwx9\"", "passphrase: \"[secret]\""),
        ("DB_PASSWORD=\"Qwx9 Lm4 kTz\"", "DB_PASSWORD=\"[secret]\""),
        ("secret_key = \"\"\"kTz81Qwx9kTz\"\"\"", "secret_key = \"\"\"[secret]\"\"\""),
        ("secret_key = '''kTz81Qwx9kTz'''", "secret_key = '''[secret]'''"),
        ("SECRET_KEY = r\"kTz81Qwx9kTz\"", "SECRET_KEY = r\"[secret]\""),
        ("SECRET_KEY = f\"kTz81Qwx9kTz\"", "SECRET_KEY = f\"[secret]\""),
        ("let secret = r#\"kTz81Qwx9kTz\"#;", "let secret = r#\"[secret]\"#;"),
        ("password := `kTz81Qwx9kTz`", "password := `[secret]`"),
        ("password = \"kTz81\" + \"Qwx9kTz\";", "password = \"[secret]\" + \"[secret]\";"),
        ("define('DB_PASSWORD', 'kTz81Qwx9');", "define('DB_PASSWORD', '[secret]');"),
        ("x.setPassword(\"kTz81Qwx9\");", "x.setPassword(\"[secret]\");"),
        ("- **Password**: kTz81;Qwx9", "- **Password**: [secret]"),
        ("[\"--password\", \"kTz81Qwx9\"]", "[\"--password\", \"[secret]\"]"),
        ("ENV['API_KEY'] ||= 'kTz81Qwx9'", "ENV['API_KEY'] ||= '[secret]'"),
        ("DB_PASSWORD ?= kTz81;Qwx9", "DB_PASSWORD ?= [secret]"),
        ("PASSWORD = 'kTz81' 'Qwx9kTz'", "PASSWORD = '[secret]' '[secret]'"),
        ("API_SECRET: str = \"kTz81Qwx9\"", "API_SECRET: str = \"[secret]\""),
        ("const API_KEY: &str = \"kTz81Qwx9Lm4\";", "const API_KEY: &str = \"[secret]\";"),
        ("x = env.API_KEY || 'kTz81Qwx9Lm4'", "x = env.API_KEY || '[secret]'"),
        ("token = os.getenv(\"TOKEN\", \"hunter2horse\")", "token = os.getenv(\"TOKEN\", \"[secret]\")"),
        ("<a><password><![CDATA[kTz<81]Qwx9]]></password>", "<a><password><![CDATA[[secret]]]></password>"),
        ("<string name=\"api_key\">kTz81Qwx9Lm4</string>", "<string name=\"api_key\">[secret]</string>"),
        ("{\"db_passwd\": 99887766}", "{\"db_passwd\": [secret]}"),
        ("db_passwd: \"99887766\"", "db_passwd: \"[secret]\""),
        ("<password>kTz 81 Qwx9</password>", "<password>[secret]</password>"),
        ("<add key=\"DbPassword\" value=\"kTz81Qwx9\"/>", "<add key=\"DbPassword\" value=\"[secret]\"/>"),
    ]);
    stays(&[
        "\"password\": \"must have 8 characters\"",
        "\"password\": \"Minimum length 8 characters\"",
        "\"password\": \"Das Passwort muss 8 Zeichen haben\"",
        "password: \"Enter the 6 digit code\"",
        "password: 'Sign in again'",
        "placeholder=\"Password (8+ characters)\"",
        "expect(password).toBe(\"\")",
        "println!(\"password: {} of {}\", a1, b2);",
        "throw new Error(\"token: expected 12 got 13\")",
        "assert_eq!(token, 'a');",
        "<password>8 characters at least</password>",
        "<label for=\"password\" value=\"Password 2\">",
        "<publicKeyToken>b77a5c561934e089</publicKeyToken>",
        "<string name=\"password_hint\">At least 8 characters</string>",
        "PASSWORD=`cat /run/secrets/pw2`",
        "pub lt_token: Token![<],",
        "let lt_token: Token![<] = input.parse()?;",
        "private_key = rsa.generate_private_key(public_exponent=65537, key_size=2048)",
        "credential = flow.step2_exchange(code, http=http)",
        "credentials: (oauth2client.client.Credentials) incoming credentials",
        "let passwd = mem::MaybeUninit::<*mut libc::passwd2>::uninit();",
        "const UNEXPECTED_TOKEN = /^Unexpected token '?(.)'?(,)? /i",
        "\"pattern\": \"^arn:aws:secretsmanager:[a-z0-9-]+:secret:[a-zA-Z0-9/_+=.@-]+$\"",
        "Token:                  '#ABB2BF',",
        "PYPIRC_NOPASSWORD = \"\"\"\n[a]\n\nindex-servers =\n    server1\n\n[server1]\nusername:me\n\"\"\"",
        "pass = true; i2 += 1",
        "secret: u64 = 0x1234,",
        "DB_PASSWORD=@DB_PASSWORD2@",
        "API_KEY=REPLACE_ME",
        "match token { Token::Number2(n) => n, _ => 0 }",
        "var token = document.getElementById(\"t2\").value;",
        "secret: int = 12345",
        "<input type=\"password\" value={pw2} />",
        "I changed the password of db2 on 2026-11-28.",
        "Passwort: 8 Zeichen, 1 Ziffer",
        "(\"GitHub token\", \"a1b2c3d4e5f6\")",
        "pub token: Option<[u8; 32]>,",
        "fn new(seq: i64, secret: Option<&str>) -> Self {",
        "setPassword(e.target.value2)",
        "t('auth.password', 'Password 2')",
    ]);
}

#[test]
fn a_value_goes_on_below_its_name() {
    hidden(&[
        ("password=kTz81\\\nQwx9kTz\nb=2", "password=[secret]\\\n[secret]\nb=2"),
        ("password: |\n  kTz81Qwx9kTz\nb: 2", "password: |\n  [secret]\nb: 2"),
        ("a:\n  password: >-\n    kTz81Qwx9kTz\n  b: 2", "a:\n  password: >-\n    [secret]\n  b: 2"),
        ("password = <<EOF\nkTz81Qwx9kTz\nEOF\nb = 2", "password = <<EOF\n[secret]\nEOF\nb = 2"),
        ("secret = \"\"\"\nkTz81Qwx9\nQwx9kTz81\n\"\"\"\nb", "secret = \"\"\"\n[secret]\n[secret]\n\"\"\"\nb"),
        ("{\"a\": \"x\\nDB_PASSWORD=kTz81;Qw'x9\\nB=2\"}", "{\"a\": \"x\\nDB_PASSWORD=[secret]\\nB=2\"}"),
        ("environment:\n  - \"DB_PASSWORD=kTz81;Qwx9\"", "environment:\n  - \"DB_PASSWORD=[secret]\""),
        ("- name: DB_PASSWORD\n  value: kTz81Qwx9", "- name: DB_PASSWORD\n  value: [secret]"),
        (
            "{\"name\": \"DB_PASSWORD\", \"value\": \"kTz81Qwx9\"}",
            "{\"name\": \"DB_PASSWORD\", \"value\": \"[secret]\"}",
        ),
        (
            "variable \"db_password\" {\n  type = string\n  default = \"kTz81Qwx9\"\n}",
            "variable \"db_password\" {\n  type = string\n  default = \"[secret]\"\n}",
        ),
    ]);
    stays(&[
        "description: |\n  password: the one of 8 characters\n",
        "- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef:\n      name: db2\n      key: password1",
        "variable \"db_password\" {\n  type = string\n  sensitive = true\n}",
        "ca.crt: |\n  -----BEGIN CERTIFICATE-----\n  MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n  -----END CERTIFICATE-----",
    ]);
}

#[test]
fn keys_in_another_form_are_hidden() {
    let rsa = "LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQprVHo4MVF3eDk=";
    let plain = "LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCmtUejgxUXd4OQ==";
    let cert = "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUJJakFOQmdrcWhraUc5dzBCQVFFRkFBT0NBUThB";
    let below = "a1R6ODFRd3g5a1R6ODFRd3g5a1R6ODFRd3g5a1R6ODFRd3g5a1R6ODFRd3g5a1R6ODFRd3g5";
    hidden(&[
        (&format!("client-key-data: {rsa}"), "client-key-data: [secret]"),
        (&format!("tls.key: {plain}"), "tls.key: [secret]"),
        (&format!("key: \"{plain}\","), "key: \"[secret]\","),
        (
            &format!("  key: |\n    {plain}{plain}\n    {below}\n    a1R6ODF=\n  user: me"),
            "  key: |\n    [secret]\n    [secret]\n    [secret]\n  user: me",
        ),
        (
            "{\"kty\":\"RSA\",\"n\":\"kTz81Qwx9kTz\",\"e\":\"AQAB\",\"d\":\"Qwx9kTz81Qwx9\"}",
            "{\"kty\":\"RSA\",\"n\":\"kTz81Qwx9kTz\",\"e\":\"AQAB\",\"d\":\"[secret]\"}",
        ),
        ("\"k\":\"kTz81Qwx9kTz81Qwx9kTz\",\"kty\":\"oct\"", "\"k\":\"[secret]\",\"kty\":\"oct\""),
        (
            "apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ndata:\n  db: a1R6ODFRd3g5a1R6\n  user: YWRtaW4=\n---\nkind: ConfigMap\ndata:\n  a: YWRtaW4=",
            "apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ndata:\n  db: [secret]\n  user: [secret]\n---\nkind: ConfigMap\ndata:\n  a: YWRtaW4=",
        ),
        (
            "items:\n- apiVersion: v1\n  stringData:\n    db: \"Sommer regen\"\n  kind: Secret\n- apiVersion: v1\n  data:\n    a: b1\n  kind: ConfigMap",
            "items:\n- apiVersion: v1\n  stringData:\n    db: \"[secret]\"\n  kind: Secret\n- apiVersion: v1\n  data:\n    a: b1\n  kind: ConfigMap",
        ),
        (
            "kind: Secret\nstringData:\n  a.yaml: |\n    db: Rosen\n    b: 2\n  user: me",
            "kind: Secret\nstringData:\n  a.yaml: |\n    [secret]\n    [secret]\n  user: me",
        ),
        (
            "{\"kind\": \"Secret\", \"data\": {\"db\": \"a1R6ODFRd3g5\", \"b\": \"YWRt\"}}",
            "{\"kind\": \"Secret\", \"data\": {\"db\": \"[secret]\", \"b\": \"[secret]\"}}",
        ),
    ]);
    stays(&[
        &format!("certificate-authority-data: {cert}"),
        &format!("kind: Secret\ndata:\n  ca.crt: {cert}\n  db: {{{{ .Values.db | b64enc }}}}"),
        "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"kTz81Qwx9kTz\",\"y\":\"Qwx9kTz81\",\"kid\":\"d\"}",
        "kind: Secret\nstringData:\n  username: postgres\n  host: db.example.com",
        "kind: ConfigMap\ndata:\n  db: a1R6ODFRd3g5a1R6",
        "secretKeyRef:\n  kind: SecretStore\n  data: a1",
    ]);
}

/// Texts that make a careless search slow.
#[test]
fn long_texts_of_assignments_are_read_to_their_end() {
    for piece in [
        "a_token(",
        "password=\"",
        "password='\\",
        "password=\"\"\"\n",
        "DB_PASSWORD=a ",
        "password: a\n",
        "password=a\\\n",
        "password: |\n x\n",
        "\"kty\":{",
        "kind: Secret\n",
        "\"kind\":\"Secret\",\"data\":{",
        "UFJJVkFURSBLRVktLS0tLQ",
        "name: token value: ",
        "token=a(",
        "\\npassword=a",
        "a=\"password\",",
    ] {
        let text = piece.repeat(200_000 / piece.len());
        assert!(!redacted(&text).is_empty());
    }
}
