//! Who proposes, and about what: what has one live set.

use super::PLANNER;
use crate::rules::RULES;
use crate::{EngineError, Inner, Result};
use countersign_core::change_set::{Actor, Source};
use countersign_core::ids::TodoId;
use countersign_core::label::quoted;
use countersign_core::model::Role;
use countersign_core::problem::Problem;
use countersign_core::shape::YOU;
use countersign_core::todos::{View, words as title_words};
use countersign_llm::catalogue::Size;
use countersign_suggest::About;

/// Names that no agent has: who reads one of these as a proposer would be misled.
const RESERVED: [&str; 6] = [YOU, "me", "user", "system", "rule", RULES];
/// Before a number these words say that it is a todo's.
const KINDS: [&str; 6] = ["todo", "task", "aufgabe", "tarea", "tache", "sarcina"];

/// An agent and what it is about: what has one live set (F/S2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Desk {
    pub(crate) agent: String,
    pub(crate) about: Option<String>,
}

impl Desk {
    /// A name is what stands in the ledger as the proposer: short, and no disguise.
    pub(crate) fn new(agent: Option<&str>, about: Option<&str>) -> Result<Self> {
        let agent = agent.map_or(PLANNER, str::trim);
        let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.' | ':');
        if agent.is_empty() || agent.chars().count() > 60 || !agent.chars().all(plain) {
            return Err(EngineError::Bad(
                Problem::new("invalid_agent", "an agent's name is 1 to 60 letters, digits, spaces, - _ . or :")
                    .at("/agent"),
            ));
        }
        if RESERVED.contains(&agent.to_lowercase().as_str()) {
            return Err(EngineError::Bad(
                Problem::new("invalid_agent", format!("no agent is called {}", quoted(agent))).at("/agent"),
            ));
        }
        let about = about.map(str::trim).filter(|a| !a.is_empty());
        if about.is_some_and(|a| a.chars().count() > 200 || a.chars().any(char::is_control)) {
            return Err(EngineError::Bad(
                Problem::new("invalid_about", "what the wake is about is too long, or holds control characters")
                    .at("/about"),
            ));
        }
        Ok(Self { agent: agent.to_owned(), about: about.map(str::to_owned) })
    }

    /// As [`Self::new`], of an agent elsewhere: none proposes in the built-in one's name.
    pub(super) fn elsewhere(agent: &str, about: Option<&str>) -> Result<Self> {
        let desk = Self::new(Some(agent), about)?;
        if desk.agent == PLANNER {
            let why = "planner is the built-in agent: no other proposes in its name";
            return Err(EngineError::Bad(Problem::new("invalid_agent", why).at("/agent")));
        }
        Ok(desk)
    }

    /// Where rules are proposed from.
    pub(crate) fn of_rules() -> Self {
        Self { agent: RULES.to_owned(), about: None }
    }

    pub(super) fn source(&self) -> Source {
        Source::Wake { agent: self.agent.clone(), about: self.about.clone() }
    }

    pub(crate) fn actor(&self) -> Actor {
        Actor::Agent { name: self.agent.clone() }
    }

    pub(super) fn title(&self) -> String {
        match &self.about {
            _ if self.agent == RULES => "Rules that your decisions suggest".to_owned(),
            Some(about) => format!("Tidy up: {about}"),
            None => "Tidy up".to_owned(),
        }
    }
}

impl Inner {
    /// Refuses a wake about what is not there.
    pub(super) fn is_about_something(&self, desk: &Desk) -> Result<()> {
        let Some(text) = &desk.about else { return Ok(()) };
        // To a model any words say something.
        let model = self.models().available(Role::Propose).is_some_and(|info| info.size == Size::Large);
        let (about, today, world) = (About::read(text), self.moment().today, self.world());
        let problem = match about {
            About::Todo(id) if world.todos.todo(id).is_none() => {
                Problem::new("id_not_found", format!("there is no todo #{id}"))
            }
            About::Words(_) if model => return Ok(()),
            About::Words(_) | About::Label(_) if !world.todos.iter().any(|t| about.holds(t, today)) => {
                Problem::new("nothing_about", format!("no todo is about {}", quoted(text)))
            }
            _ => return Ok(()),
        };
        Err(EngineError::Bad(problem.at("/about")))
    }

    /// The same subject in one spelling, so that it has one live set: a todo by its number, however it was
    /// named; words in lower case.
    pub(crate) fn settled(&self, desk: Desk) -> Desk {
        let about = desk.about.as_deref().and_then(|text| match About::read(text) {
            About::All => None,
            About::Todo(id) => Some(format!("#{id}")),
            About::Late => Some(text.to_owned()),
            About::Label(label) => Some(format!("label:{label}")),
            About::Words(words) => {
                let world = self.world();
                let numbered = match words.as_slice() {
                    [kind, n] if KINDS.contains(&kind.as_str()) => n.parse().ok().map(TodoId),
                    _ => None,
                };
                let mut same = world.todos.iter().filter(|t| !t.status.is_closed() && title_words(&t.title) == words);
                let named = match (same.next(), same.next()) {
                    (Some(only), None) => Some(only.id),
                    _ => numbered.filter(|id| world.todos.todo(*id).is_some()),
                };
                let said = || text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
                Some(named.map_or_else(said, |id| format!("#{id}")))
            }
        });
        Desk { about, ..desk }
    }
}
