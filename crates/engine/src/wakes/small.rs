//! A wake with a small model: what the rules see needs none, and beside that it is asked closed questions,
//! one at a time, whose answers the list itself offers (`countersign_assistant::likeness`, MODELS.md §5).

use super::Desk;
use super::by_model::{ByModel, by};
use crate::agent::answered;
use crate::turns::context::thresholds;
use crate::{Engine, Inner, Result};
use countersign_assistant::likeness::{MOST, Question, questions};
use countersign_assistant::{CallRecord, Stage, Trace};
use countersign_core::change_set::propose::Proposal;
use countersign_core::dedup::{fingerprint, fingerprint_in};
use countersign_core::operation::Operation;
use countersign_llm::Models;
use countersign_suggest::About;
use jiff::civil::Date;
use std::collections::BTreeSet;
use tokio_util::sync::CancellationToken;

/// The days since then turn the questions round, so that each comes up.
const BEGUN: Date = Date::constant(2020, 1, 1);

impl Engine {
    /// What a small model answered, asked with no lock and no transaction held. One that fails is asked no
    /// more, and leaves the wake to the rules.
    pub(super) async fn small_proposals(&self, desk: &Desk, models: &Models) -> Result<ByModel> {
        let limits = thresholds(models);
        let (mut asked, mut found, mut trouble) = (Trace::default(), Vec::new(), None);
        for question in self.0.closed_questions(desk).await? {
            let call = question.call();
            let mut record = CallRecord::sent(Stage::Proposing, &call, Vec::new());
            let answer = models.call(call, &mut |_| {}, &CancellationToken::new()).await;
            match answer {
                Ok(reply) => {
                    answered(&mut record, &reply);
                    found.extend(question.read(&reply, limits.min_logprob));
                    asked.calls.push(record);
                }
                Err(e) => {
                    record.error = Some(e.to_string());
                    asked.calls.push(record);
                    trouble = Some(format!("The model was asked and failed: {e}"));
                    break;
                }
            }
        }
        let model = asked.calls.iter().find_map(|record| record.model.clone());
        self.keep_asked(desk, models, &asked, model.as_deref()).await?;
        let why = by(model.as_deref());
        let proposal = |op| Proposal { sure: false, ..Proposal::of(op, why.clone()) };
        Ok(ByModel { proposals: found.into_iter().map(proposal).collect(), model, trouble })
    }
}

impl Inner {
    /// The questions of this day, without answers that wait already or were turned down.
    async fn closed_questions(&self, desk: &Desk) -> Result<Vec<Question>> {
        let (today, about) = (self.moment().today, desk.about.as_deref().map_or(About::All, About::read));
        let all = {
            let world = self.world();
            questions(&world.todos, |todo| about.holds(todo, today))
        };
        let open = self.open_change_sets().await?;
        let mut taken: BTreeSet<String> =
            open.iter().flat_map(|set| set.items.iter().map(|item| fingerprint_in(set, item))).collect();
        let offered: BTreeSet<String> = all.iter().flat_map(Question::operations).map(|op| fingerprint(&op)).collect();
        let asked: Vec<String> = offered.into_iter().collect();
        let said = self.store.verdicts(&asked).await?;
        let stands = |verdict: &str| !matches!(verdict, "confirmed" | "retracted");
        taken.extend(said.into_iter().filter(|last| stands(&last.verdict)).map(|last| last.key));
        let wanted = |op: &Operation| !taken.contains(&fingerprint(op));
        let mut left: Vec<Question> = all.into_iter().filter_map(|question| question.keeping(wanted)).collect();
        let days = usize::try_from(today.since(BEGUN).map_or(0, |span| span.get_days())).unwrap_or_default();
        if left.len() > MOST {
            let from = (days * MOST) % left.len();
            left.rotate_left(from);
        }
        left.truncate(MOST);
        Ok(left)
    }
}
