//! The label of a choice, said instead of tapped, in the reader's language: it answers the waiting question as a tap on
//! its chip does. Labels in English are the planner's to read.

use axum::http::{HeaderMap, header};
use countersign_core::ids::TodoId;
use countersign_core::wire::{Clarify, ClarifyAnswer, ClarifyOption, ClarifySelection, NewRun};
use countersign_engine::Engine;
use countersign_speech::{Language, say};

/// The message as the choice whose label it says, or as it is.
pub(crate) async fn chosen(engine: &Engine, new: NewRun, headers: &HeaderMap) -> NewRun {
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|v| v.to_str().ok());
    let (Some(language), Some(session), None) = (accepted.and_then(Language::wanted), &new.session, &new.clarify)
    else {
        return new;
    };
    let asked = engine.session(session).await.ok().and_then(|found| found.clarify);
    let clarify = asked.and_then(|asked| answer(&asked, &new.message, language));
    NewRun { clarify, ..new }
}

/// The choice that a text is the label of, where it is only one's.
fn answer(asked: &Clarify, text: &str, language: Language) -> Option<ClarifyAnswer> {
    let said =
        |label: &str| say(label, language).is_some_and(|own| own.trim().to_lowercase() == text.trim().to_lowercase());
    let options = asked.sections.iter().flat_map(|section| section.options.iter().map(move |o| (section, o)));
    let mut hits = options.filter(|(_, option)| said(&option.label));
    let (section, option) = hits.next().filter(|_| hits.next().is_none())?;
    let selection = Some(selection(&section.kind, option));
    Some(ClarifyAnswer { question_id: Some(asked.question_id.clone()), selection })
}

fn selection(kind: &str, option: &ClarifyOption) -> ClarifySelection {
    let none = ClarifySelection { ids: Vec::new(), date: None, priority: None, values: Vec::new() };
    match (kind, option.value.as_i64()) {
        ("which", Some(id)) => ClarifySelection { ids: vec![TodoId(id)], ..none },
        _ => ClarifySelection { values: vec![option.value.clone()], ..none },
    }
}
