//! After an answer: in a terminal the person answers the question, decides item by item, or says what should be
//! different; elsewhere nothing is asked, and the commands that would decide are named.

use super::ask::{self, Outcome, show_answer, show_question};
use super::{Session, review, yes};
use crate::failure::{Exit, Result};
use crate::show;
use crate::texts::say;
use countersign_core::change_set::{ItemStatus, Verdict};
use countersign_core::wire::{Clarify, ClarifySection, SetView, SignItem};
use serde_json::{Value, json};

/// What came of asking about the items of a change set.
enum Decided {
    /// Each was asked about, or the person stopped.
    Ended(Exit),
    /// A sentence was said instead: the next message.
    Said(String),
}

/// Shows the outcome, and goes on with the person if there is one.
pub(crate) async fn follow(s: &mut Session<'_>, outcome: Outcome) -> Result<Exit> {
    let mut asked = Vec::new();
    let exit = talk(s, outcome, &mut asked).await?;
    // What was signed before a sentence was said is signed still, and nobody has named it since.
    asked.pop();
    for id in asked {
        let set = review::set(s, id).await?;
        let signed = set.items.iter().filter(|item| item.status == ItemStatus::Confirmed).count();
        if signed > 0 {
            s.screen.line(say!("cli-signed-next", count = signed, set = id))?;
        }
    }
    Ok(exit)
}

/// Until nothing more is asked; `asked`: the sets whose items were asked about.
async fn talk(s: &mut Session<'_>, mut outcome: Outcome, asked: &mut Vec<i64>) -> Result<Exit> {
    loop {
        show_answer(s, &outcome.view)?;
        let mut decided = None;
        if let Some((_, set)) = &outcome.set {
            show::set(s.screen, set)?;
            if outcome.view.decision.as_deref() == Some("work") {
                ask::show_diffs(s, set.id, set.items.iter()).await?;
            }
            show::next(s.screen, &outcome.view)?;
            let open = set.items.iter().any(|item| item.status == ItemStatus::Pending);
            if !(s.screen.can_ask() && open) {
                show::after(s.screen, set)?;
                return Ok(show::exit(set));
            }
            asked.push(set.id.0);
            decided = Some(decide(s, set).await?);
        } else if outcome.view.clarify.is_none() {
            show::next(s.screen, &outcome.view)?;
            // A reply that proposes nothing leaves the keys where they were.
            let Some(id) = asked.last().copied() else { return Ok(ask::exit(&outcome)) };
            let set = review::set(s, id).await?;
            if set.items.iter().all(|item| item.status != ItemStatus::Pending) {
                return Ok(ask::exit(&outcome));
            }
            decided = Some(decide(s, &set).await?);
        }
        match decided {
            Some(Decided::Ended(exit)) => return Ok(exit),
            Some(Decided::Said(said)) => {
                outcome = ask::send(s, &json!({ "session": outcome.view.session.0, "message": said })).await?;
                continue;
            }
            None => {}
        }
        let Some(clarify) = outcome.view.clarify.clone() else { return Ok(ask::exit(&outcome)) };
        let said = outcome.view.text.as_deref().is_some_and(|text| text.contains(&clarify.question));
        show_question(s, &clarify, said)?;
        if !s.screen.can_ask() {
            s.screen.line(say!("cli-nothing-changed"))?;
            s.screen.line(say!("cli-answer-hint", session = outcome.view.session.0.as_str()))?;
            return Ok(Exit::Pending);
        }
        let Some(body) = answer(s, &clarify, &outcome.view.session.0).await? else {
            return Ok(Exit::Pending);
        };
        outcome = ask::send(s, &body).await?;
    }
}

/// The next message: the chosen options, or what was typed instead.
async fn answer(s: &mut Session<'_>, clarify: &Clarify, session: &str) -> Result<Option<Value>> {
    let (mut ids, mut date, mut values, mut labels) = (Vec::new(), Value::Null, Vec::new(), Vec::new());
    let mut first = 1;
    for section in &clarify.sections {
        let last = first + section.options.len() - 1;
        let prompt = match first == last {
            true => say!("cli-answer-prompt-one", first = first),
            false => say!("cli-answer-prompt", first = first, last = last),
        };
        let Some(mut said) = s.ask(&prompt).await? else { return Ok(None) };
        if said == "more" {
            ask::show_more(s, section, first)?;
            let Some(again) = s.ask(&prompt).await? else { return Ok(None) };
            said = again;
        }
        if said.is_empty() {
            return Ok(None);
        }
        let Some(option) = said.parse::<usize>().ok().and_then(|n| section.options.get(n.checked_sub(first)?)) else {
            return Ok(Some(json!({ "session": session, "message": said })));
        };
        place(section, &option.value, &mut ids, &mut date, &mut values);
        labels.push(option.label.clone());
        first = last + 1;
    }
    if clarify.sections.is_empty() {
        let said = s.ask(&say!("cli-answer-free")).await?.filter(|said| !said.is_empty());
        return Ok(said.map(|said| json!({ "session": session, "message": said })));
    }
    let selection = json!({ "ids": ids, "date": date, "values": values });
    Ok(Some(
        json!({ "session": session, "message": labels.join(", "), "clarify": { "question_id": clarify.question_id, "selection": selection } }),
    ))
}

/// Puts a chosen option where an answer names it.
pub(crate) fn place(
    section: &ClarifySection,
    value: &Value,
    ids: &mut Vec<Value>,
    date: &mut Value,
    values: &mut Vec<Value>,
) {
    let is_date = value.as_str().is_some_and(|text| text.len() == 10 && text.parse::<jiff::civil::Date>().is_ok());
    match section.kind.as_str() {
        "which" if value.is_number() => ids.push(value.clone()),
        "when" if is_date => *date = value.clone(),
        _ => values.push(value.clone()),
    }
}

/// Asks item by item, records the verdicts, and applies what was signed if the person says so. A sentence ends the
/// asking; what was decided before it stays decided.
async fn decide(s: &mut Session<'_>, set: &SetView) -> Result<Decided> {
    let (mut signed, mut rejected, mut deferred): (Vec<SignItem>, Vec<SignItem>, Vec<SignItem>) = Default::default();
    let (mut at_once, mut instead) = (false, None);
    let open: Vec<_> = set.items.iter().filter(|item| item.status == ItemStatus::Pending).collect();
    for (place, item) in open.iter().enumerate() {
        match verdict(s, &item.id, &item.label).await? {
            Pressed::Key('y') => signed.push(review::sign_item(item)),
            Pressed::Key('n') => rejected.push(review::sign_item(item)),
            Pressed::Key('d') => deferred.push(review::sign_item(item)),
            Pressed::Key('a') => {
                signed.extend(review::agreed_on(s, set, open.get(place..).unwrap_or_default(), false).await?);
                at_once = true;
                break;
            }
            Pressed::Key(_) => break,
            Pressed::Said(said) => {
                instead = Some(said);
                break;
            }
        }
    }
    for (items, verdict) in [(&rejected, Verdict::Rejected), (&deferred, Verdict::Deferred)] {
        if !items.is_empty() {
            review::decided(s, set, items, verdict, None).await?;
        }
    }
    if !signed.is_empty() {
        if !at_once && instead.is_none() {
            (at_once, instead) = at_last(s, signed.len()).await?;
        }
        if at_once {
            return review::carry_out(s, set, signed, false, false).await.map(Decided::Ended);
        }
        review::decided(s, set, &signed, Verdict::Confirmed, None).await?;
    }
    if let Some(said) = instead {
        return Ok(Decided::Said(said));
    }
    let set = review::set(s, set.id.0).await?;
    show::after(s.screen, &set)?;
    Ok(Decided::Ended(show::exit(&set)))
}

/// Whether what was signed is applied now, or what was said instead; what is neither is asked again.
async fn at_last(s: &mut Session<'_>, signed: usize) -> Result<(bool, Option<String>)> {
    while let Some(said) = s.ask(&say!("cli-apply-ask", count = signed)).await? {
        match yes(&said, true) {
            Some(yes) => return Ok((yes, None)),
            None if is_sentence(&said) => return Ok((false, Some(said))),
            None => s.screen.line(say!("cli-apply-keys"))?,
        }
    }
    Ok((false, None))
}

/// What was typed where a key is asked for.
enum Pressed {
    Key(char),
    Said(String),
}

/// More than a key and more than a slip of one: "no, saturday".
fn is_sentence(said: &str) -> bool {
    said.split_whitespace().nth(1).is_some()
}

/// One key, on its own, or a sentence, which is no key whatever it begins with; anything else is asked again. `q` at
/// the end of the input.
async fn verdict(s: &mut Session<'_>, id: &str, label: &str) -> Result<Pressed> {
    let keys = s.keys(&["y", "n", "d", "a", "q"]);
    let question = say!(
        "cli-item-ask",
        item = id,
        label = crate::screen::clean(label),
        y = keys.shown("y"),
        n = keys.shown("n"),
        d = keys.shown("d"),
        a = keys.shown("a"),
        q = keys.shown("q"),
    );
    loop {
        let Some(said) = s.choose(&question, keys).await? else {
            return Ok(Pressed::Key('q'));
        };
        match said.to_lowercase().as_str() {
            "y" | "yes" => return Ok(Pressed::Key('y')),
            "n" | "no" => return Ok(Pressed::Key('n')),
            key @ ("d" | "a" | "q") => return Ok(Pressed::Key(key.chars().next().unwrap_or('q'))),
            _ if is_sentence(&said) => return Ok(Pressed::Said(said)),
            _ if s.screen.is_plain() => s.screen.line(say!("cli-plain-keys-or", count = 5u32))?,
            _ => s.screen.line(say!("cli-item-keys"))?,
        }
    }
}
