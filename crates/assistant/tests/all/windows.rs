//! What a model is told whatever it reads: the request is whole, or nobody is asked (R37).

use countersign_assistant::work::{self, NamedFile, Project};
use countersign_assistant::{Input, ModelProfile, Outcome, Step, Turn, Unanswered};
use countersign_core::file::WorkspaceId;
use countersign_core::ids::TodoId;
use countersign_core::model::{Told, Window, estimate_tokens};
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_core::wire::Mode;
use countersign_planner::dates::Clock;
use countersign_planner::interpret;
use jiff::civil::date;

/// Where the message goes.
#[derive(Debug, Clone, Copy, PartialEq)]
enum To {
    Proposer,
    Router,
    Chat,
    Folder,
}

fn input(to: To, window: u64, words: usize) -> Input {
    let said = "words ".repeat(words);
    let message = match to {
        To::Proposer | To::Router => format!("wibble the dentist wobbly thing {said}ZEBRAEND"),
        To::Chat => format!("why is the sky blue? {said}ZEBRAEND"),
        To::Folder => format!("improve @f.txt: {said}ZEBRAEND"),
    };
    let mut input = Input::new(message, Clock::new(date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York"));
    input.mode = match to {
        To::Proposer => Mode::Plan,
        To::Chat => Mode::Chat,
        To::Router | To::Folder => Mode::Auto,
    };
    let mut profile = ModelProfile { router: to == To::Router, ..ModelProfile::large() };
    profile.read_within(Some(window));
    input.model = Some(profile);
    let long = "So it is and so it was. ".repeat(600);
    input.instructions = vec![
        Told::new("instructions", format!("Mine: never. {long}")),
        Told::new("instructions .", "Root: tabs."),
        Told::new("instructions src", format!("Src: spaces. {long}")),
    ];
    input.carried = long.clone();
    input.turns = (0..6).map(|n| interpret::Turn { role: "user".to_owned(), text: format!("{n} {long}") }).collect();
    if to == To::Folder {
        let prompt_tokens = Window::share(window, 16_384).prompt;
        let text = "line of the file with words in it\n".repeat(400);
        let room = work::room_for_files(&input.message, &input.carried, prompt_tokens);
        let fitted = work::fit(&[&text], room).remove(0);
        let workspace = WorkspaceId("p".into());
        let file = NamedFile {
            workspace: workspace.clone(),
            path: "f.txt".to_owned(),
            hash: "0".repeat(64),
            cut: fitted.as_ref().is_none_or(|(_, cut)| *cut),
            text: fitted.map(|(text, _)| text),
        };
        input.project = Some(Project {
            workspace: Some(workspace),
            files: vec![file],
            listing: (0..80).map(|n| format!("src/a/long/path/to/file{n}.rs")).collect(),
            prompt_tokens,
            answer_tokens: 16_384,
            ..Project::default()
        });
    }
    input
}

#[test]
fn the_request_is_whole_in_every_window_or_nobody_is_asked() {
    let todos = Todos::new((1..200).map(|n| {
        Todo::new(
            TodoId(n),
            String::new(),
            format!("Dentist number {n} with a long title of its own"),
            jiff::Timestamp::UNIX_EPOCH,
        )
    }));
    for (to, window, words, asked) in [
        (To::Proposer, 2_048, 5, true),
        (To::Proposer, 2_048, 900, false),
        (To::Proposer, 4_096, 900, true),
        (To::Proposer, 4_096, 3_000, false),
        (To::Proposer, 8_192, 2_500, true),
        (To::Proposer, 32_768, 3_300, true),
        (To::Router, 4_096, 900, true),
        (To::Router, 4_096, 3_000, false),
        (To::Chat, 2_048, 5, true),
        (To::Chat, 2_048, 1_500, false),
        (To::Chat, 4_096, 900, true),
        (To::Chat, 8_192, 2_500, true),
        (To::Folder, 2_048, 5, true),
        (To::Folder, 2_048, 900, false),
        (To::Folder, 4_096, 700, true),
        (To::Folder, 4_096, 3_000, false),
        (To::Folder, 8_192, 2_000, true),
        (To::Folder, 32_768, 3_300, true),
    ] {
        let case = format!("{to:?} {window}: {words} words");
        let given = input(to, window, words);
        let answer = if to == To::Folder { 16_384 } else { 1_200 };
        match Turn::begin(given, &todos) {
            (turn, Step::Call(call)) => {
                assert!(asked, "{case}");
                let said: String = call.messages.iter().map(|m| format!("{}\n", m.content)).collect();
                assert!(said.contains("ZEBRAEND"), "{case}: {said}");
                let tokens: u64 = call.messages.iter().map(|m| estimate_tokens(&m.content)).sum();
                assert!(tokens <= Window::share(window, answer).prompt, "{case}: {tokens}");
                let sections = &turn.trace().calls[0].sections;
                assert!(sections.iter().any(|s| s.name == "request" && !s.cut), "{case}");
                // Of several files of instructions none takes the place of another (C37).
                let told: Vec<&str> =
                    ["Mine: never.", "Root: tabs.", "Src: spaces."].into_iter().filter(|t| said.contains(t)).collect();
                let cut = |name: &str| sections.iter().any(|s| s.name == name && s.cut);
                assert!(to == To::Router || told.len() == 3 || words >= 700, "{case}: {told:?} of {said}");
                assert!(to == To::Router || cut("instructions") && cut("instructions src"), "{case}: {sections:?}");
            }
            (_, Step::Done(Outcome::Unanswered { why: Unanswered::TooLong { tokens, reads } })) => {
                assert!(!asked && tokens > reads && reads <= window, "{case}: {tokens} of {reads}");
            }
            (_, other) => panic!("{case}: {other:?}"),
        }
    }
}
