//! "Lösche den Zahnarzt, wenn er überfällig ist": an order under a condition that the list itself knows, in English. What
//! else it may depend on is not understood.

use super::clause::Said;
use super::table::{Language, has, meaning};
use super::words::Word;

/// Words that are no part of what is so.
const AROUND: &str = "noch schon bereits immer aun todavia ya encore deja inca";
/// What one todo is, beside what is said of several.
const STATES: &str = "uberfallig|ueberfaellig|atrasado|atrasada|vencido|vencida|retrasado|retrasada|restant|restanta|intarziat|\
    intarziata|depasit|depasita=overdue offen|pendiente|abierto|abierta|ouvert|ouverte|deschis|deschisa=open \
    dringend|wichtig|urgente|urgent|importante|important|prioritar=high_priority \
    blockiert|bloqueado|bloqueada|bloque|bloquee|blocat|blocata=blocked";
const COPULA: &str = "ist sind esta estan es son est sont e este sunt";
const IT: &str = "er sie es das dies dieser diese il elle c' ce ils elles el ella eso ea asta ei ele";
const NOT: &str = "nicht kein no n' ne pas nu";

/// The words of an order, and the condition in English.
pub(super) struct Provided<'a> {
    pub(super) order: &'a [Word],
    /// "it is overdue".
    condition: String,
    /// It stands in front of the order.
    first: bool,
}

impl Provided<'_> {
    /// The order under its condition.
    pub(super) fn said(&self, mut order: Said) -> Said {
        order.english = match self.first {
            true => format!("if {}, {}", self.condition, order.english),
            false => format!("{} if {}", order.english, self.condition),
        };
        order
    }
}

/// A message that is an order and such a condition.
pub(super) fn parted<'a>(language: &Language, text: &str, all: &'a [Word]) -> Option<Provided<'a>> {
    let at = all.iter().position(|w| !w.quoted && has(language.ifs, &w.fold))?;
    let (order, said, first) = if at == 0 {
        let cut = all.iter().position(|w| w.after == Some(','))? + 1;
        let then = all.get(cut).is_some_and(|w| has("dann so alors entonces atunci", &w.fold));
        (all.get(cut + usize::from(then)..)?, all.get(1..cut)?, true)
    } else {
        (all.get(..at)?, all.get(at + 1..)?, false)
    };
    let condition = condition(language, text, said)?;
    (!order.is_empty()).then_some(Provided { order, condition, first })
}

/// "er überfällig ist", "s'il est en retard" without its "s'": as the planner says it.
fn condition(language: &Language, text: &str, said: &[Word]) -> Option<String> {
    let (mut not, mut is, mut traits, mut named) = (false, false, Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(word) = said.get(at) {
        let fold = word.fold.as_str();
        let late = fold == "en" && said.get(at + 1).is_some_and(|w| w.fold == "retard");
        at += 1 + usize::from(late);
        match fold {
            _ if word.quoted => named.push(word),
            _ if late => traits.push("overdue"),
            _ if has(COPULA, fold) => is = true,
            _ if has(NOT, fold) => not = true,
            _ if has(AROUND, fold) || has(IT, fold) => {}
            _ => match meaning(STATES, fold).or_else(|| meaning(language.traits, fold)) {
                Some(is) => traits.push(is),
                None if has(language.stop, fold) => {}
                None => named.push(word),
            },
        }
    }
    let [what] = traits.as_slice() else { return None };
    let what = match *what {
        "completed" => "done",
        "high_priority" => "high priority",
        what => what,
    };
    let name: Vec<&str> = named.iter().filter_map(|w| text.get(w.span.clone())).collect();
    let subject = if name.is_empty() { "it".to_owned() } else { name.join(" ") };
    is.then(|| format!("{subject} is {}{what}", if not { "not " } else { "" }))
}
