//! Any text gets a verdict and a reason; what is allowed is plain words; nothing that follows a plain text
//! makes it looser, and what is refused is refused behind it as well.

use countersign_commands::{Judgement, Setting, Verdict, judge};

fn judged(text: &str, setting: &Setting) -> Judgement {
    let judged = judge(text, setting);
    assert!(!judged.reason.is_empty());
    if judged.verdict == Verdict::Allow {
        assert!(judged.argv.as_ref().is_some_and(|argv| argv.iter().all(|words| !words.is_empty())));
    }
    judged
}

/// The first byte says whether there is a sandbox.
pub(crate) fn holds(data: &[u8]) {
    let [first, rest @ ..] = data else { return };
    let text = String::from_utf8_lossy(rest);
    let setting = Setting {
        sandbox: first % 2 == 0,
        home: Some("/home/me".to_owned()),
        no_bash: first % 4 > 1,
        ..Setting::default()
    };
    let alone = judged(&text, &setting);
    if !setting.sandbox {
        let free = judged(&text, &Setting { sandbox: true, ..setting.clone() });
        assert!(free.verdict <= alone.verdict, "a sandbox never makes stricter");
    }
    if alone.argv.is_none() || text.trim_end().ends_with(';') {
        return;
    }
    assert_eq!(judged(&format!("{text}; rm -rf /"), &setting).verdict, Verdict::Never);
    let written = judged(&format!("{text} > out"), &setting);
    assert!(written.verdict >= alone.verdict.max(Verdict::Prompt) && written.argv.is_none());
    let wrapped = judged(&format!("nice {text}"), &setting);
    assert!(wrapped.verdict >= Verdict::Prompt);
}
