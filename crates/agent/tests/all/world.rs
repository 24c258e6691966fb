//! What these tests share: a run as it begins.

use countersign_agent::ground::Ground;
use countersign_agent::machine::{Limits, Setup};
use countersign_agent::permission::Permissions;
use countersign_agent::step::Form;
use countersign_agent::tool::Registry;
use countersign_core::session::meter::Calibration;

pub(crate) fn setup(message: &str) -> Setup {
    Setup {
        message: message.to_owned(),
        today: "Saturday 2026-11-21".to_owned(),
        history: Vec::new(),
        instructions: Vec::new(),
        plan_document: String::new(),
        memory: String::new(),
        carried: String::new(),
        outputs: Vec::new(),
        counted: Calibration::default(),
        tools: Registry::workspace(),
        ground: Ground::default(),
        puts: Vec::new(),
        form: Form::Small,
        prompt_tokens: 8_000,
        permissions: Permissions::default(),
        auto: false,
        limits: Limits::default(),
        part: false,
    }
}
