//! Paths that try to leave a workspace, or to reach what is protected in it, at every place of the
//! API that takes one.
#![allow(clippy::disallowed_methods, reason = "its folders are its own")]

use crate::world::World;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// Content that must never come out.
const CANARY: &str = "canary-5b1f";

/// Names that must not work, wherever a file is named. What they would reach is there.
fn escapes(outside: &Path) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let up = ["..", "a/../..", "sub/../..", "./..", "sub/./../..", "sub//../..", "sub/../../project/.."];
    all.extend(up.iter().map(|up| format!("{up}/outside/canary.txt")));
    all.extend((1..12).map(|n| format!("{}etc/passwd", "../".repeat(n))));
    for text in [
        "..",
        "../",
        "../project/../outside/canary.txt",
        "sub/..",
        "a.txt/..",
        "a.txt/../../outside/canary.txt",
        "..\\outside\\canary.txt",
        "sub\\..\\..\\outside\\canary.txt",
        "..\\..\\etc\\passwd",
        "/etc/passwd",
        "//etc/passwd",
        "///etc/passwd",
        "/../etc/passwd",
        "\\etc\\passwd",
        "\\\\server\\share\\x",
        "\\\\?\\C:\\x",
        "C:/x",
        "C:\\x",
        "c:x",
        "c:",
        "Z:/etc/passwd",
        "~/x",
        "~root/x",
        "~",
        "",
        " /../x/\0",
        "a\0.txt",
        "\0",
        "a.txt\0",
        "a\nb",
        "a\rb",
        "a\tb",
        "a\u{7f}b",
        "a\u{1b}[2Jb",
        "a\u{202e}txt.sh",
        "a\u{2066}b",
        "a\u{2028}b",
        "a\u{85}b",
        ".",
        "./",
        "././.",
        "/",
        "//",
        "sub/",
        // Links in the workspace.
        "link/canary.txt",
        "link",
        "file-link",
        "sub/deep-link/canary.txt",
        "sub/up/../outside/canary.txt",
        "sub/up/outside/canary.txt",
        "abs/etc/passwd",
        "dangling",
        "dangling/x",
        "loop",
        "loop/x",
        "self/a.txt",
        "chain/canary.txt",
        "proc/self/environ",
        // Not regular files.
        "pipe",
        "a.txt/x",
        "sub",
        // git's own files, as any disk may spell them.
        ".git",
        ".git/config",
        ".git/hooks/pre-commit",
        ".GIT/config",
        ".Git/config",
        ".gIt/HEAD",
        "sub/.git/config",
        ".git./config",
        ".git../config",
        ".git /config",
        ".git . ./config",
        ".git::$INDEX_ALLOCATION/config",
        ".git:x/config",
        ".git:$DATA",
        "git~1/config",
        "GIT~1/config",
        ".g\u{200c}it/config",
        ".gi\u{200d}t/config",
        ".\u{feff}git/config",
        ".git\u{200b}/config",
        ".g\u{131}t/../.git/config",
        "./.git/config",
        "sub/./.git/config",
        ".git//config",
        // Secrets.
        ".env",
        ".ENV",
        ".Env",
        ".env.local",
        ".env.production",
        ".env.local.bak",
        ".env.",
        ".env ",
        ".env. .",
        ".env::$DATA",
        ".en\u{feff}v",
        "sub/.env",
        "./.env",
        ".env:x",
        ".ssh/id_rsa",
        ".SSH/config",
        ".\u{17f}\u{17f}h/config",
        ".\u{df}h/config",
        ".ssh./config",
        "id_rsa",
        "ID_RSA",
        "sub/id_ed25519",
        "id_ecdsa.bak",
        "server.pem",
        "server.PEM",
        "tls.key",
        "tls.\u{212a}ey",
        "tls.key.",
        "x.p12",
        "x.pfx",
        "x.jks",
        "x.keystore",
        "x.kdbx",
        ".netrc",
        ".npmrc",
        ".pypirc",
        ".pgpass",
        ".git-credentials",
        "credentials",
        ".aws/config",
        ".aws/credentials",
        ".gnupg/x",
        ".kube/config",
        ".azure/x",
        ".countersign/x",
        "countersign.db",
        "countersign.db-wal",
        "sub/Countersign.DB",
    ] {
        all.push(text.to_owned());
    }
    all.push("x".repeat(256));
    all.push(format!("sub/{}", "ü".repeat(128)));
    all.push("x/".repeat(2_050) + "y");
    all.push("../".repeat(1_400) + "etc/passwd");
    all.push(outside.join("canary.txt").display().to_string());
    all.push(format!("./{}/../../outside/canary.txt", "sub/..".repeat(3)));
    all
}

/// As a query's value.
fn encoded(text: &str) -> String {
    text.bytes()
        .map(|b| if b.is_ascii_alphanumeric() { char::from(b).to_string() } else { format!("%{b:02X}") })
        .collect()
}

/// Everything under a folder; links by where they lead.
fn everything(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let (path, kind) = entry.map(|e| (e.path(), e.file_type().unwrap())).unwrap();
            let content = if kind.is_file() {
                fs::read(&path).unwrap()
            } else if kind.is_symlink() {
                fs::read_link(&path).unwrap().into_os_string().into_encoded_bytes()
            } else {
                Vec::new()
            };
            if kind.is_dir() {
                folders.push(path.clone());
            }
            found.insert(path, content);
        }
    }
    found
}

struct Field {
    world: World,
    base: PathBuf,
    _folder: tempfile::TempDir,
}

impl Field {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        let (project, outside) = (base.join("project"), base.join("outside"));
        for one in ["project/sub", "project/.git/hooks", "project/.ssh", "project/sub/.git", "outside"] {
            fs::create_dir_all(base.join(one)).unwrap();
        }
        for secret in [
            ".env",
            "sub/.env",
            ".git/config",
            ".git/HEAD",
            "sub/.git/config",
            ".ssh/config",
            ".ssh/id_rsa",
            "id_rsa",
            "server.pem",
            "tls.key",
            ".npmrc",
            "credentials",
        ] {
            fs::write(project.join(secret), CANARY).unwrap();
        }
        fs::write(outside.join("canary.txt"), CANARY).unwrap();
        fs::write(project.join("a.txt"), "a\n").unwrap();
        for (to, name) in [
            (outside.to_str().unwrap(), "link"),
            ("../outside", "sub/deep-link"),
            ("../outside/canary.txt", "file-link"),
            ("..", "sub/up"),
            ("/", "abs"),
            ("nowhere", "dangling"),
            ("loop", "loop"),
            (".", "self"),
            ("link", "chain"),
            ("/proc", "proc"),
        ] {
            symlink(to, project.join(name)).unwrap();
        }
        assert!(std::process::Command::new("mkfifo").arg(project.join("pipe")).status().unwrap().success());
        let world = World::new().await;
        world.post("/api/workspaces", json!({ "root": project })).await;
        Self { world, base, _folder: folder }
    }

    /// Proposes; the codes of each item's problems. Whatever they are, all are tried to be applied.
    async fn tried(&self, operations: &[Value]) -> Vec<Vec<String>> {
        let answer = self.world.ask("POST", "/api/change-sets", Some(json!({ "operations": operations }))).await;
        assert!(!answer.text.contains(CANARY), "{operations:?}: {}", answer.text);
        let set = answer.json();
        let items = set["items"].as_array().unwrap_or_else(|| panic!("{}", answer.text));
        assert_eq!(items.len(), operations.len());
        let sign: Vec<Value> = items.iter().map(|i| json!({ "item": i["n"], "digest": i["digest"] })).collect();
        let apply = json!({ "digest": set["digest"], "sign": sign });
        let applied = self.world.ask("POST", &format!("/api/change-sets/{}/apply", set["id"]), Some(apply)).await;
        assert!(applied.json()["outcome"] != "applied", "{operations:?}: {}", applied.text);
        let codes = |item: &Value| {
            item["problems"].as_array().unwrap().iter().map(|p| p["code"].as_str().unwrap().to_owned()).collect()
        };
        items.iter().map(codes).collect()
    }
}

#[tokio::test]
async fn no_path_leads_out_or_to_what_is_protected() {
    let field = Field::new().await;
    let before = everything(&field.base);
    let all = escapes(&field.base.join("outside"));
    assert!(all.len() > 150, "{}", all.len());
    let canary = blake3::hash(CANARY.as_bytes()).to_hex().to_string();
    let a = blake3::hash(b"a\n").to_hex().to_string();
    let known = ["invalid_path", "protected_path", "not_a_file", "file_failed", "file_not_found", "missing_base"];
    let check = |operation: &Value, codes: &[String]| {
        // Below a file there is no place: that is said before anything else.
        let below = operation["to"].as_str().is_some_and(|to| to.starts_with("a.txt/"));
        let fits = |c: &String| known.contains(&c.as_str()) || below && c == "path_taken";
        assert!(!codes.is_empty() && codes.iter().all(fits), "{operation}: {codes:?}");
    };
    let edit = "<<<<<<< SEARCH\na\n=======\nx\n>>>>>>> REPLACE\n";
    for kind in [
        json!({ "op": "write_file", "content": "x" }),
        json!({ "op": "write_file", "content": "x", "base": canary }),
        json!({ "op": "edit_file", "base": canary, "edit": edit }),
        json!({ "op": "delete_file", "base": canary }),
        json!({ "op": "chmod_file", "base": canary, "mode": "777" }),
        json!({ "op": "rename_file", "base": canary, "to": "stolen.txt" }),
    ] {
        let operations: Vec<Value> = all
            .iter()
            .map(|path| {
                let mut operation = kind.clone();
                operation["path"] = json!(path);
                operation
            })
            .collect();
        for chunk in operations.chunks(50) {
            for (operation, codes) in chunk.iter().zip(field.tried(chunk).await) {
                check(operation, &codes);
            }
        }
    }
    for path in &all {
        let operation = json!({ "op": "rename_file", "path": "a.txt", "base": a, "to": path });
        let codes = field.tried(std::slice::from_ref(&operation)).await;
        check(&operation, codes.first().unwrap());
        for (place, root_is_fine) in [("file", false), ("files", true)] {
            let answer =
                field.world.ask("GET", &format!("/api/workspaces/project/{place}?path={}", encoded(path)), None).await;
            assert!(
                !answer.text.contains(CANARY)
                    && !answer.text.contains("canary.txt\",\"name")
                    && !answer.text.contains("passwd\",\"name"),
                "{place} {path:?}: {}",
                answer.text
            );
            if !root_is_fine {
                assert!(answer.status >= 400, "{place} {path:?}: {}", answer.text);
            }
        }
    }
    assert_eq!(everything(&field.base), before);
}

#[tokio::test]
async fn a_workspace_is_named_and_nothing_else() {
    let field = Field::new().await;
    let before = everything(&field.base);
    for id in [
        "..",
        "../project",
        "project/..",
        "PROJECT",
        "project ",
        "",
        ".",
        "project\0",
        "/",
        "*",
        "project%2f..",
        "proj\u{200b}ect",
        "1",
    ] {
        for place in ["file?path=a.txt", "files"] {
            let answer = field.world.ask("GET", &format!("/api/workspaces/{}/{place}", encoded(id)), None).await;
            assert!(answer.status >= 400, "{id:?} {place}: {}", answer.text);
        }
        let operation = json!({ "op": "write_file", "workspace": id, "path": "x.txt", "content": "x" });
        assert_eq!(field.tried(&[operation]).await, [["unknown_workspace"]], "{id:?}");
    }
    // What is protected does not become a workspace, nor does what is no folder.
    for root in [
        "project/.git",
        "project/.git/hooks",
        "project/.ssh",
        "project/a.txt",
        "project/dangling",
        "project/loop",
        "project/sub/.git",
        "none",
        "project/pipe",
    ] {
        let answer = field.world.ask("POST", "/api/workspaces", Some(json!({ "root": field.base.join(root) }))).await;
        assert_eq!(answer.refusal(), (400, "invalid_workspace".to_owned()), "{root}");
    }
    for root in ["/", "", ".", "..", "project", "~", "file:///tmp", "//", "/..", "/../", "\0", "/tmp\0"] {
        let answer = field.world.ask("POST", "/api/workspaces", Some(json!({ "root": root }))).await;
        assert!(answer.status == 400, "{root:?}: {}", answer.text);
    }
    assert_eq!(everything(&field.base), before);
}

#[tokio::test]
async fn a_choice_of_hunks_or_text_stays_in_its_file() {
    let field = Field::new().await;
    let a = blake3::hash(b"a\n").to_hex().to_string();
    let operations = json!({ "operations": [{ "op": "write_file", "path": "a.txt", "base": a, "content": "b\n" }] });
    let set = field.world.post("/api/change-sets", operations).await;
    let at = format!("/api/change-sets/{}/items/1", set["id"]);
    let digest = &set["items"][0]["digest"];
    let before = everything(&field.base);
    for edit in [
        json!({ "hunks": [0] }),
        json!({ "hunks": [2] }),
        json!({ "hunks": [-1] }),
        json!({ "hunks": [1.5] }),
        json!({ "hunks": ["1"] }),
        json!({ "hunks": "all" }),
        json!({ "hunks": [18_446_744_073_709_551_615_u64] }),
        json!({ "content": 1 }),
        json!({ "content": null, "hunks": null }),
        json!({ "content": "x", "path": "../outside/canary.txt" }),
        json!({ "content": "x", "workspace": ".." }),
        json!({ "path": "../outside/canary.txt" }),
        json!({ "content": "x", "hunks": [1] }),
    ] {
        let mut body = edit.clone();
        body["digest"] = digest.clone();
        let answer = field.world.ask("PATCH", &at, Some(body)).await;
        assert!(answer.status >= 400, "{edit}: {}", answer.text);
        let now = field.world.get(&format!("/api/change-sets/{}", set["id"])).await;
        assert_eq!(&now["items"][0]["digest"], digest, "{edit}");
    }
    // The folder of the file becomes a link once it was proposed: nothing is written through it.
    let made = field
        .world
        .post(
            "/api/change-sets",
            json!({ "operations": [{ "op": "write_file", "path": "fresh/canary.txt", "content": "x" }] }),
        )
        .await;
    symlink("../outside", field.base.join("project/fresh")).unwrap();
    let apply = json!({ "digest": made["digest"], "sign": [{ "item": 1, "digest": made["items"][0]["digest"] }] });
    let answer = field.world.ask("POST", &format!("/api/change-sets/{}/apply", made["id"]), Some(apply)).await;
    assert_eq!(answer.refusal(), (409, "drifted".to_owned()), "{}", answer.text);
    fs::remove_file(field.base.join("project/fresh")).unwrap();
    assert_eq!(everything(&field.base), before);
}
