//! `image`, `images` and `ask --image`: with a scripted server that makes pictures and one that sees them.

use crate::world::{Ran, World, binary, run};
use countersign_testkit::{Answer, Drawing, ModelServer, Script, When, pictures};
use serde_json::{Value, json};
use std::fs;

struct Studio {
    world: World,
    _runtime: tokio::runtime::Runtime,
    server: ModelServer,
}

impl Studio {
    fn new(script: Script, models: &Value) -> Self {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let server = runtime.block_on(ModelServer::start(script)).unwrap();
        let world = World::new();
        let data = world.dir.path().join("data");
        fs::create_dir_all(&data).unwrap();
        let settings = json!({
            "providers": { "p": { "kind": "openai", "baseUrl": server.url, "dialect": "compatible" } },
            "models": models, "retries": { "most": 0 },
        });
        fs::write(data.join("models.json"), settings.to_string()).unwrap();
        Self { world, _runtime: runtime, server }
    }

    fn run(&self, args: &[&str]) -> Ran {
        let root = self.world.dir.path().join("project");
        fs::create_dir_all(&root).unwrap();
        let mut command = binary();
        command.current_dir(root).arg("--data").arg(self.world.dir.path().join("data")).args(args);
        run(&mut command, b"")
    }

    /// The output without the parts of ids that differ each time.
    fn said(&self, args: &[&str]) -> String {
        let ran = self.run(args);
        assert_eq!(ran.err, "", "{args:?}");
        let mut out = String::new();
        let mut rest = ran.out.as_str();
        while let Some((before, after)) = rest.split_once("img-") {
            out.push_str(before);
            out.push_str("img-…");
            rest = after.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '-');
        }
        out + rest
    }
}

fn painter(drawings: Vec<Drawing>) -> Studio {
    let models = json!({ "flux": { "provider": "p", "capabilities": ["image"] } });
    Studio::new(Script { drawings, ..Script::default() }, &models)
}

#[test]
fn a_picture_is_made_shown_saved_and_undone() {
    let studio = painter(vec![
        Drawing { width: 9, ..Drawing { when: Some("blue".into()), ..Drawing::default() } },
        Drawing::default(),
    ]);
    let made = studio.said(&["image", "a lighthouse at dusk"]);
    let want = "1 picture was made.\n▧ img-…  png 4×3, 1 kB  $0.07  a lighthouse at dusk\n\
        Next: countersign images save img-… --folder FOLDER · images regenerate ID · images show ID -o FILE\n";
    assert_eq!(made, want);
    assert_eq!(studio.said(&["images"]), "▧ img-…  png 4×3, 1 kB  $0.07  a lighthouse at dusk\n");
    let look = studio.world.dir.path().join("look.png");
    assert_eq!(studio.run(&["images", "show", "last", "-o", look.to_str().unwrap()]).code, 0);
    assert_eq!(fs::read(&look).unwrap(), pictures::png(4, 3));
    let nowhere = studio.run(&["images", "save", "last"]);
    assert_eq!((nowhere.code, nowhere.err.contains("countersign workspace open")), (1, true), "{nowhere:?}");
    assert_eq!(studio.run(&["workspace", "open", "."]).code, 0);
    let saved = studio.run(&["images", "save", "last", "--folder", "art"]);
    assert_eq!(saved.code, 2, "{saved:?}");
    assert!(
        saved.out.starts_with("1 picture is proposed as a file in change set 1. Nothing is written until you sign.\n"),
        "{}",
        saved.out
    );
    assert!(saved.out.contains("▧ 1  Add file art/image-001.png"), "{}", saved.out);
    let file = studio.world.dir.path().join("project/art/image-001.png");
    assert!(!file.exists());
    assert_eq!(studio.run(&["apply", "1", "--all"]).code, 0);
    assert_eq!(fs::read(&file).unwrap(), pictures::png(4, 3));
    assert_eq!(studio.run(&["undo", "1.1", "--yes"]).code, 0);
    assert!(!file.exists(), "a picture is taken back like any file");
    let again = studio.said(&["images", "regenerate", "last", "--refine", "blue"]);
    assert!(again.contains("1 picture was made anew, in its old place.\n"), "{again}");
    assert!(again.contains("png 9×3, 1 kB  $0.07  a lighthouse at dusk, blue\n"), "{again}");
    let shown = studio.said(&["images", "show", "last"]);
    assert!(shown.contains("1 earlier version is kept."), "{shown}");
    assert!(studio.said(&["images", "delete", "last"]).contains("was taken away. countersign images restore"));
    assert_eq!(studio.said(&["images"]), "No picture is kept here.\n");
    let id =
        studio.run(&["images", "list", "--deleted", "--json"]).json()["images"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(studio.run(&["images", "restore", &id]).code, 0);
    assert_eq!(studio.run(&["images", "--json"]).json()["total"], 1);
    assert_eq!(studio.run(&["verify"]).code, 0);
}

#[test]
fn several_are_made_and_what_fails_is_told() {
    let bad = Drawing { text: Some("<svg/>".into()), when: Some("2 of 2".into()), ..Drawing::default() };
    let studio = painter(vec![bad, Drawing::default()]);
    let made = studio.said(&["image", "--count", "2", "a fox"]);
    assert!(
        made.starts_with("1 of 2 pictures were made; 1 failed: What came is no PNG, JPEG, WebP or GIF.\n"),
        "{made}"
    );
    let german = studio.run(&["--lang", "de", "image", "-n", "2", "a fox"]);
    assert!(german.out.starts_with("1 von 2 Bildern wurde gemacht; 1 misslang:"), "{german:?}");
    let many = studio.run(&["image", "40 icons"]);
    assert_eq!((many.code, many.err.contains("at most 8")), (1, true), "{many:?}");
    let json = studio.run(&["image", "--json", "two pictures of foxes"]).json();
    assert_eq!(json["run"]["images"].as_array().unwrap().len(), 1);
    assert_eq!(studio.server.violations(), [""; 0]);
}

#[test]
fn without_an_image_model_it_fails_with_a_hint() {
    let studio = Studio::new(Script::default(), &json!({ "test": { "provider": "p" } }));
    let none = studio.run(&["image", "a fox"]);
    assert_eq!(none.code, 1);
    let want = "No model that makes pictures is set up. Nothing has been changed.\nName a model under roles.image in models.json";
    assert!(none.err.starts_with(want), "{none:?}");
}

#[test]
fn a_picture_goes_with_a_question() {
    let sees =
        Answer { when: When { message: Some("what is this".into()), ..When::default() }, ..Answer::text("A fox.") };
    let script = Script { answers: vec![sees], ..Script::default() };
    let studio = Studio::new(script, &json!({ "eyes": { "provider": "p", "capabilities": ["vision"] } }));
    let file = studio.world.dir.path().join("fox.gif");
    fs::write(&file, pictures::gif(2, 2)).unwrap();
    let asked = studio.said(&["ask", "--image", file.to_str().unwrap(), "what is this?"]);
    assert_eq!(asked, "Shown 1 picture: “fox.gif”\nThe model says:\n│ A fox.\n");
    assert!(studio.server.calls()[0].to_string().contains("data:image/gif;base64,"));
    fs::write(&file, "<svg/>").unwrap();
    let wrong = studio.run(&["ask", "--image", file.to_str().unwrap(), "what is this?"]);
    assert_eq!((wrong.code, wrong.err.contains("no PNG, JPEG, WebP or GIF")), (1, true), "{wrong:?}");
    let missing = studio.run(&["ask", "--image", "nowhere.png", "what is this?"]);
    assert_eq!(missing.code, 1, "{missing:?}");
    assert_eq!(studio.server.calls().len(), 1);
}

#[test]
fn only_a_file_of_a_sensible_size_is_read_and_a_refused_message_keeps_no_picture() {
    let studio = Studio::new(Script::default(), &json!({ "test": { "provider": "p" } }));
    let dir = studio.world.dir.path();
    let (pipe, large) = (dir.join("pipe"), dir.join("large.png"));
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
    fs::File::create(&large).unwrap().set_len(20_000_001).unwrap();
    for (file, want) in [
        ("/dev/zero", "/dev/zero is no file."),
        (pipe.to_str().unwrap(), "is no file."),
        ("/", "/ is no file."),
        ("nowhere.png", "Name a PNG, JPEG, WebP or GIF file"),
        (large.to_str().unwrap(), "more than 20 MB"),
    ] {
        let ran = studio.run(&["ask", "--image", file, "what is this?"]);
        assert_eq!((ran.code, ran.err.contains(want)), (1, true), "{file}: {ran:?}");
    }
    let file = dir.join("fox.gif");
    fs::write(&file, pictures::gif(2, 2)).unwrap();
    let blind = studio.run(&["ask", "--image", file.to_str().unwrap(), "what is this?"]);
    assert!(blind.err.contains("Nothing has been sent"), "{blind:?}");
    assert_eq!(studio.run(&["images", "--json"]).json()["total"], 0, "nothing of it is left in the library");
}

#[test]
fn plain_says_it_without_symbols() {
    let studio = painter(vec![Drawing::default()]);
    let made = studio.said(&["--plain", "image", "a fox"]);
    assert!(made.contains("1 picture was made.\nimg-…  png") && !made.contains('▧'), "{made}");
}
