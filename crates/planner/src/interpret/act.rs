//! One clause to its operations: which verb it has, and who reads the rest.

use super::deeds::{complete, delete, skip, status, strip_done};
use super::lexicon::{Verb, one_of};
use super::run::{Ask, Ref, Run, Said, Stop};
use super::split::{self, Head, lead, trim_tail, verb_or_typo};
use super::target::{Match, Want, content, inflections};
use super::text::Clause;
use super::{assign, attach, bare, change, create, edit, plan_ahead, undo};
use crate::dates;
use countersign_core::todo::Status;

impl Run<'_> {
    /// Understands one clause.
    pub(super) fn clause(&mut self, text: &str) -> Said<()> {
        text.clone_into(&mut self.said);
        let text = &super::normal::plain(self, text)?;
        let said = self.spoken(text);
        let done = super::normal::unheard(self);
        said.and(done)
    }

    fn spoken(&mut self, text: &str) -> Said<()> {
        let mut c = Clause::new(text, self.clock);
        if c.len() == 0 {
            return Err(Stop::Chat);
        }
        trim_tail(&mut c);
        let lead = lead(&c);
        if let Some(said) = super::news::absent(self, &c, lead.at) {
            return said;
        }
        if negated(&c, lead.at) || left_alone(self, &c, lead.at) {
            self.left_alone |= left_alone(self, &c, lead.at)
                || c.any(
                    lead.at,
                    "don't|dont|do not|never|please don't|let's not|lets not|not to|avoid|refrain from|i did not|\
                    i didn't|i haven't|i have not|did not|didn't|haven't|stop don't|wait don't|no don't",
                )
                .is_some();
            // What must not be done is still what is talked about.
            if let [id] = self.topic(text).as_slice() {
                self.last = vec![Ref::Todo(*id)];
            }
            return Err(Stop::Chat);
        }
        if let Some(said) = super::again::instruction(self, &c, lead.at).or_else(|| enough(self, &c, lead.at)) {
            return self.clause(&said);
        }
        if matches!(c.word(lead.at), "maybe" | "perhaps" | "possibly") {
            return Err(Stop::Unsure);
        }
        if super::question::is_small_talk(&c) {
            return Err(Stop::Chat);
        }
        if let Some(said) = self.about(&c, lead.at) {
            return said;
        }
        if let Some(said) = self.by_its_number(&c, lead.at) {
            return said;
        }
        if let Some(said) = dated_first(&c, lead.at) {
            return self.clause(&said);
        }
        if super::copy::handle(self, &c, lead.at)? {
            return Ok(());
        }
        let head = verb_or_typo(&c, lead.at, lead.ing, self).filter(|h| !self.is_errand(&c, *h) && !is_noun(&c, *h));
        if conditional(&c, lead.at, head) {
            return Err(Stop::Unsure);
        }
        let mark = (self.ops.len(), self.warnings.len());
        let result = match head {
            Some(head) => self.command(c.clone(), head, lead),
            None => self.carried(c.clone(), lead),
        };
        if let Err(Stop::Ask(_)) = &result
            && let Some(head) = head
            && let Some(other) = self.second_thought(&c, head, lead, mark)
        {
            return other;
        }
        if !matches!(result, Err(Stop::Chat | Stop::Unsure)) {
            self.verb = head.map(|h| h.verb).or(self.verb);
        }
        result
    }

    /// "drop off the parcel", "check in for the flight": with its particle the verb is another one, unless a
    /// todo is named behind it.
    fn is_errand(&self, c: &Clause, head: Head) -> bool {
        const PARTICLES: [(&str, &str); 8] = [
            ("drop", "off|by|in|round|around|over"),
            ("check", "in|on|with|into|out|whether|if|up|for"),
            ("set", "up|aside|out"),
            ("push", "for"),
            ("cut", "off|out|down"),
            ("throw", "up|in"),
            ("clear", "up|off"),
            ("kick", "off"),
        ];
        // "file the taxes" is done with paper, "file it under work" is ours.
        let files = c.word(head.at) == "file" && c.seek(head.next, "under|as|in").is_none();
        files && self.fixed.ids.is_none()
            || head.next == head.at + 1
                && head.next < c.len()
                && PARTICLES.iter().any(|(v, p)| c.word(head.at) == *v && one_of(c.word(head.next), p))
                && {
                    let object = content(&super::correct::object_of(c.slice(head.next + 1..c.len()), self));
                    !matches!(
                        self.search(&object, Want::Open, &|t| content(&t.title).len() <= object.len()),
                        Match::One(_)
                    )
                }
    }

    /// "call the plumber", "change the lightbulb", "close the account": our verbs are also everyday
    /// ones. When no todo has any of the words, it is something to do.
    fn second_thought(&mut self, c: &Clause, head: Head, lead: split::Lead, mark: (usize, usize)) -> Option<Said<()>> {
        // "complete the task due tomorrow" means a todo that is there.
        let mut object = c.clone();
        object.spend(0..head.next);
        for f in &c.found {
            let dates = object.toks_of(&f.span);
            object.spend(dates);
        }
        let object = content(&object.rest(head.next..c.len()));
        let field = "due|time|date|day|priority|title|name|label|labels|tag|tags|note|notes|deadline|status|estimate|\
            reminder|reminders|repeat|schedule|something|anything";
        if object.iter().all(|w| super::lexicon::lists(super::lexicon::STOP, w) || one_of(w, field)) {
            return None;
        }
        // "change the water filter": a title that shares one word of several is not that todo.
        let titled = |w: &String| inflections(w).iter().any(|v| self.todos.count_word(v) > 0);
        let other = c.found.iter().any(|f| matches!(f.what, dates::What::Recurrence { .. }))
            && object.last().is_some_and(|w| !titled(w));
        let strange = self
            .warnings
            .get(mark.1..)
            .is_some_and(|w| w.iter().any(|w| w == "not_found" || w == "no_change" || other && w == "weak_match"));
        if !strange || self.ops.len() != mark.0 || lead.asked || head.verb == Verb::Create || self.fixed.ids.is_some() {
            return None;
        }
        if !other && split::names_something(c.slice(head.next..c.len()), self) {
            return None;
        }
        let word = c.word(head.at);
        let dated = !c.found.is_empty();
        let ours = one_of(
            word,
            "delete|remove|complete|mark|rename|reschedule|postpone|reopen|move|set|skip|tick|untick|uncheck|\
            drop|erase|push|bump|label|tag|untag|restore|unblock|block|clear|finish|cancel|done|finished|\
            completed|update|snooze|defer|delay|estimate|prioritise|prioritize|stop|reject|no",
        );
        // "schedule" names a new todo when none is meant.
        if (ours && !(dated && one_of(word, "finish|complete|cancel|update|set|drop|clear")))
            || !bare::is_everyday(word)
            || head.typo
            || !c.toks.get(head.next).is_some_and(|t| {
                !super::lexicon::lists(super::lexicon::STOP, &t.fold)
                    || one_of(&t.fold, "the|a|an|my|on|up|in|for|about")
            })
        {
            return None;
        }
        self.warnings.truncate(mark.1);
        Some(bare::handle(self, c.clone(), lead))
    }

    /// A clause without a verb: that of the clause before, or bare text.
    fn carried(&mut self, c: Clause, lead: split::Lead) -> Said<()> {
        if let Some(verb) = self.verb {
            let dated = !c.found.is_empty();
            let name = matches!(self.find(&content(&c.text), Want::Open), Match::One(_) | Match::Tie(_))
                || split::names_something(&c.text, self);
            match verb {
                Verb::Create if dated => return create::create(self, c, lead.at, true),
                Verb::Move | Verb::Advance | Verb::Set | Verb::Rename | Verb::Label | Verb::Complete | Verb::Delete
                    if name =>
                {
                    let head = Head { verb, at: lead.at, next: lead.at, typo: false, past: false };
                    return self.command(c, head, lead);
                }
                _ => {}
            }
        }
        bare::handle(self, c, lead)
    }

    /// "about the dentist: move it to friday", "for the picnic, set the time to 1pm".
    fn about(&mut self, c: &Clause, at: usize) -> Option<Said<()>> {
        let from = c.any(at, "about|for|regarding|re|as for|concerning|with")?;
        let cut =
            (from + 1..c.len()).find(|k| c.toks.get(k - 1).is_some_and(|t| matches!(t.after, Some(':' | ','))))?;
        let head = split::verb_at(c, cut, false)?;
        let field = (cut..c.len()).any(|i| {
            one_of(c.word(i), "it|that|them|time|date|priority|deadline|estimate|label|note|title|notes|checklist")
        });
        let Match::One(id) = self.find(&content(c.slice(from..cut)), Want::Open) else { return None };
        if !field || head.next >= c.len() {
            return None;
        }
        self.last = vec![Ref::Todo(id)];
        let said = c.text.get(c.toks.get(cut)?.start..)?.to_owned();
        Some(self.clause(&said))
    }

    /// Whether the text names a todo, a set of them, or what was talked about.
    fn knows(&self, text: &str) -> bool {
        let c = Clause::new(text, self.clock);
        text.is_empty()
            || c.toks.first().is_some_and(|t| t.fold.starts_with('#'))
            || one_of(&text.to_lowercase(), "it|that|this|them|both|those|these|the rest")
            || super::filter::is_bulk(&c, self)
            || matches!(self.find(&content(text), Want::Open), Match::One(_) | Match::Tie(_))
    }

    /// "#7 done", "#7 tomorrow", "task 7: high priority": the number first, then what should become of it.
    fn by_its_number(&mut self, c: &Clause, at: usize) -> Option<Said<()>> {
        let is_number = |i: usize, sign: bool| {
            let word = c.word(i);
            let digits = word.strip_prefix('#').unwrap_or(word);
            (sign || word.starts_with('#')) && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
        };
        let noun = one_of(c.word(at), "task|todo|item|number|no|nr|id|to-do");
        let mut next = at + usize::from(noun);
        if !is_number(next, noun) {
            return None;
        }
        next += 1;
        while one_of(c.word(next), "and|&|or|plus") && is_number(next + 1, true) || is_number(next, false) {
            next += if is_number(next, false) { 1 } else { 2 };
        }
        let name = c.slice(at..next).to_owned();
        while one_of(c.word(next), "is|are|was|to|as|->|→|=|-|should|be|now|needs|must|set") && next + 1 < c.len() {
            next += 1;
        }
        let rest = c.slice(next..c.len()).to_owned();
        let value = super::value::value(self, &rest);
        Some(match value {
            Ok(Some(_)) => assign::state(self, &mut c.clone(), &name, next, false, false),
            Err(stop) => Err(stop),
            Ok(None) => match split::verb_at(c, next, false) {
                Some(h) if !matches!(h.verb, Verb::Create) => {
                    let said = format!("{} {name} {}", c.slice(h.at..h.next), c.slice(h.next..c.len()));
                    self.clause(&said)
                }
                _ => self
                    .objects(&name, Want::Open)
                    .and_then(|t| Err(super::resolve::which(self, format!("What should happen to {name}?"), &t.ids()))),
            },
        })
    }

    fn command(&mut self, mut c: Clause, head: Head, lead: split::Lead) -> Said<()> {
        c.spend(0..head.next);
        let len = c.len();
        let rest = c.rest(head.next..len);
        let word = c.word(head.at).to_owned();
        match head.verb {
            Verb::Create => attach::add(self, c, head, lead),
            Verb::Complete => {
                let checklist =
                    matches!(word.as_str(), "tick" | "check" | "cross") && c.seek(head.next, "on|from|in|of").is_some();
                if checklist && edit::tick(self, &rest, true)? {
                    return Ok(());
                }
                if !self.knows(&strip_done(&rest)) && edit::tick_anywhere(self, &rest, true)? {
                    return Ok(());
                }
                // "got the bread, tick it off": the line that was told of.
                if super::resolve::is_pronoun(&strip_done(&rest))
                    && let Some(line) = self.line.take()
                    && edit::tick_anywhere(self, &line, true)?
                {
                    return Ok(());
                }
                complete(self, &rest, true, head.past)
            }
            Verb::Reopen => complete(self, rest.trim_end_matches(" again"), false, false),
            Verb::Delete => {
                // "delete the note from the novel" empties a field.
                let field = (head.next..len).any(|i| {
                    c.any(
                        i,
                        "label|labels|tag|tags|note|notes|due date|deadline|date|time|estimate|checklist|recurrence|\
                    repetition",
                    )
                    .is_some_and(|e| matches!(c.word(e), "from" | "of" | "on" | "off" | "for"))
                });
                // "cancel gym from next week": the series ends there.
                let ends = c.found.iter().any(|f| matches!(f.role, dates::Role::From | dates::Role::After));
                if field {
                    edit::remove(self, c, head)
                } else if ends && !super::filter::is_bulk(&Clause::new(&rest, self.clock), self) {
                    plan_ahead::stop(self, c, head)
                } else {
                    delete(self, &rest)
                }
            }
            Verb::Move => change::shift(self, c, head, 1),
            Verb::Advance => change::shift(self, c, head, -1),
            Verb::Schedule => plan_ahead::schedule(self, c, head),
            Verb::Set => assign::set(self, c, head),
            Verb::Rename => edit::rename(self, c, head),
            Verb::Label | Verb::Unlabel => edit::label(self, c, head),
            Verb::Raise | Verb::Lower => edit::level(self, c, head),
            Verb::Start => status(self, &rest, Status::InProgress),
            Verb::Block => status(self, &rest, Status::Blocked),
            Verb::Hold => status(self, rest.trim_end_matches(" on hold"), Status::OnHold),
            Verb::Reject => status(self, &rest, Status::Rejected),
            Verb::Unblock => status(self, &rest, Status::Open),
            Verb::Skip => skip(self, &rest, word == "no"),
            Verb::Clear => edit::clear(self, c, head),
            Verb::Remove => edit::remove(self, c, head),
            Verb::Tick | Verb::Untick if super::resolve::is_pronoun(rest.trim_end_matches(" off")) => {
                let on = head.verb == Verb::Tick;
                match self.line.take() {
                    Some(line) if edit::tick_anywhere(self, &line, on)? => Ok(()),
                    _ => complete(self, rest.trim_end_matches(" off"), on, false),
                }
            }
            Verb::Tick | Verb::Untick => {
                if edit::tick(self, &rest, head.verb == Verb::Tick)?
                    || !self.knows(&strip_done(&rest)) && edit::tick_anywhere(self, &rest, head.verb == Verb::Tick)?
                {
                    return Ok(());
                }
                if word == "check"
                    && !rest.ends_with(" off")
                    && let Match::One(id) = self.find(&content(&rest), Want::Open)
                    && self.fixed.ids.is_none()
                {
                    // "check the report" may be work on it.
                    return Err(super::resolve::which(self, "Mark this one done?".to_owned(), &[id]));
                }
                if head.verb == Verb::Tick
                    && word == "check"
                    && !matches!(self.find(&content(&rest), Want::Open), Match::One(_) | Match::Tie(_))
                    && self.fixed.ids.is_none()
                {
                    self.warn("not_found");
                    return Err(Ask::plain("Which todo do you mean?"));
                }
                complete(self, rest.trim_end_matches(" off"), head.verb == Verb::Tick, false)
            }
            Verb::Stop => plan_ahead::stop(self, c, head),
            Verb::Repeat => assign::set(self, c, head),
            Verb::Estimate => assign::set(self, c, head),
            Verb::Note => attach::note(self, c, head),
            Verb::Restore => undo::restore(self, &rest),
        }
    }
}

/// "trash every week": a verb of ours with nothing but a repetition behind it is a thing to do.
fn is_noun(c: &Clause, head: Head) -> bool {
    head.verb == Verb::Delete
        && head.next < c.len()
        && c.found.iter().any(|f| matches!(f.what, dates::What::Recurrence { .. }))
        && (head.next..c.len()).all(|i| c.found.iter().any(|f| c.toks_of(&f.span).contains(&i)))
}

/// "keep the passport", "leave the dentist where it is", "never mind the milk": nothing is to change.
fn left_alone(run: &Run<'_>, c: &Clause, at: usize) -> bool {
    if c.any(at, "never mind|nevermind|nvm|never mind about|nevermind about").is_some_and(|e| e < c.len()) {
        return true;
    }
    let Some(e) = c.any(at, "keep|leave").filter(|e| *e < c.len() && c.word(*e) != "out") else { return false };
    let object = c.slice(e..c.len());
    split::names_something(object, run)
        && (e + 1..c.len()).all(|k| matches!(super::value::value(run, c.slice(k..c.len())), Ok(None)))
}

/// "medium is fine", "friday will do": the value of what is talked about.
fn enough(run: &Run<'_>, c: &Clause, at: usize) -> Option<String> {
    if run.last.is_empty() { None } else { value_enough(run, c, at) }
}

/// The order that "medium is fine" comes to.
pub(super) fn value_enough(run: &Run<'_>, c: &Clause, at: usize) -> Option<String> {
    let end = (at + 1..c.len()).find(|i| {
        c.any(
            *i,
            "is fine|is ok|is okay|is enough|will do|would do|would be fine|would be ok|is good enough|is plenty|\
            is good|would be better|is better|works|works better|suits me|suits me better",
        ) == Some(c.len())
    })?;
    let said = c.slice(at..end);
    matches!(super::value::value(run, said), Ok(Some(_))).then(|| format!("make it {said}"))
}

/// "for friday add the meeting", "tomorrow remind me to …": the date in front belongs to what follows. Gives
/// the same instruction with its date behind it.
fn dated_first(c: &Clause, at: usize) -> Option<String> {
    let from = c.any(at, "for the|on the|for|on").unwrap_or(at);
    let f = c.found.iter().find(|f| {
        let r = c.toks_of(&f.span);
        (at..=from).contains(&r.start) && r.end < c.len()
    })?;
    let r = c.toks_of(&f.span);
    let date = c.text.get(f.span.clone()).unwrap_or_default().trim_end_matches([',', ':', ' ']);
    // "in two weeks I should check the tyres"
    if let Some(e) = c.any(r.end, "i should|i must|we should|we must|i want to|i'd like to|i'll|i will|we'll|i plan to")
        && e < c.len()
        && bare::is_everyday(c.word(e))
    {
        return Some(format!("add {} {date}", c.slice(e..c.len())));
    }
    let head = split::verb_at(c, r.end, false)?;
    let asks = one_of(c.word(head.at), "add|create|remind|put|schedule|insert|i|we|don't|dont|do");
    (head.verb == Verb::Create && asks && head.next < c.len()).then(|| format!("{} {date}", c.slice(r.end..c.len())))
}

/// "if it rains move the picnic", "move it to sunday unless Sam objects": what is to happen only under a
/// condition is never done outright. A note to oneself may have one in its title.
fn conditional(c: &Clause, at: usize, head: Option<Head>) -> bool {
    let dated = |i: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&i));
    let polite = |i: usize| {
        c.any(
            i,
            "if possible|if you|if u|if that's|if thats|if it's ok|if it's okay|if it's possible|if that works|\
            if need be|if necessary|if needed|if not|if so|if at all|if i may|when you|when possible|once you|if anything",
        )
        .is_some()
    };
    let opens = "if|unless|when|whenever|once|provided|providing|assuming|suppose|supposing|as soon as|in case|\
        as long as|until|in the event|should the|should it|should my|should i|should he|should she|should they|\
        should there|should anyone|only if|even if|depending on|were i|had i|otherwise";
    let closes = "if|unless|when|whenever|once|as soon as|provided|providing|assuming|in case|as long as|only if|\
        depending on|in the event|otherwise";
    if c.any(at, opens).is_some() && !dated(at) && !polite(at) {
        return true;
    }
    let Some(head) = head else { return false };
    let free_text =
        matches!(head.verb, Verb::Create | Verb::Note | Verb::Rename | Verb::Block | Verb::Hold | Verb::Reject);
    !free_text
        && (head.next + 1..c.len().saturating_sub(1)).any(|i| c.any(i, closes).is_some() && !dated(i) && !polite(i))
}

/// "don't delete …" is no instruction; "don't forget to …" is (handled as a verb).
pub(super) fn negated(c: &Clause, at: usize) -> bool {
    c.any(
        at,
        "don't|dont|do not|never|please don't|no need to|you shouldn't|you should not|i don't want to|\
        i do not want to|i don't want you to|i'd rather not|not yet|don't ever|i never asked you to|\
        i didn't ask you to|i didn't mean to|i don't need to|i wouldn't|i would not|you don't need to|\
        you don't have to|there's no need to|not to|let's not|lets not|can't|cannot|i can't|avoid|refrain from|\
        stop deleting|i won't|i'm not|i am not|i don't think|i dont want to|i dont|i don't|i did not|i didn't|\
        did not|didn't|i have not|i haven't|haven't|have not|we did not|we didn't|we haven't|i've not|we're not|\
        we are not|we don't|we won't|stop don't|wait don't|no don't|stop do not|wait do not|no do not",
    )
    .is_some()
        && c.any(
            at,
            "don't forget|dont forget|do not forget|never forget|don't let me forget|dont let me forget|\
            do not let me forget|i won't do|i wont do|i'm not going to do|i'm not doing|i can't forget|can't forget|\
            i cannot forget",
        )
        .is_none()
}
