//! One clause to its operations: which verb it has, and who reads the rest.

use super::deeds::{complete, delete, is_of_days, rests_until, skip, strip_done};
use super::lexicon::{Verb, one_of};
use super::lines;
use super::mood::{conditional, dated_first, enough, left_alone, negated};
use super::run::{Ref, Run, Said, Stop};
use super::split::{self, Head, lead, trim_tail, verb_or_typo};
use super::statuses::{self, status};
use super::target::{Match, Want, content, inflections};
use super::text::Clause;
use super::{assign, attach, bare, change, create, edit, plan_ahead, undo};
use crate::dates;
use countersign_core::operation::Operation;
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

    /// Understands what a frame was said again as: no frame is looked for in it.
    fn plainly(&mut self, text: &str) -> Said<()> {
        self.framed = true;
        let said = self.clause(text);
        self.framed = false;
        said
    }

    fn spoken(&mut self, text: &str) -> Said<()> {
        let mut c = Clause::new(text, self.clock);
        if c.len() == 0 {
            return Err(Stop::Chat);
        }
        trim_tail(&mut c);
        // "finish the report, then order cat food": an errand of its own, whatever the verb in front.
        if c.word(0) == "then"
            && c.toks.first().is_some_and(|t| !t.quoted)
            && bare::is_everyday(c.word(1))
            && c.len() > 2
        {
            self.verb = None;
            let said = self.clause(c.slice(1..c.len()));
            // What is asked about it is no reason to take it for a name behind the verb in front.
            self.refused |= matches!(said, Err(Stop::Ask(_)));
            return said;
        }
        let lead = lead(&c);
        if let Some(said) = super::resumed::plain(self, &c, lead.at) {
            return self.clause(&said);
        }
        if let Some(said) = super::news::absent(self, &c, lead.at) {
            return said;
        }
        if let Some(from) = super::attach::note_to_do(self, &c, lead.at) {
            let said = super::create::create(self, c, from, true);
            self.refused |= said.is_ok();
            return said;
        }
        if let Some(asked) = super::in_part::unwanted(self, &c) {
            return Err(asked);
        }
        if negated(&c, lead.at) || left_alone(self, &c, lead.at) {
            self.left_alone |= left_alone(self, &c, lead.at)
                || c.any(
                    lead.at,
                    "don't|dont|do not|never|please don't|let's not|lets not|not to|avoid|refrain from|i did not|\
                    i didn't|i haven't|i have not|did not|didn't|haven't|stop don't|wait don't|no don't",
                )
                .is_some();
            self.spare_named(&c, lead.at)?;
            // What must not be done is still what is talked about.
            let ids = self.topic(text);
            if (1..=4).contains(&ids.len()) {
                self.last = ids.into_iter().map(Ref::Todo).collect();
            }
            return Err(Stop::Chat);
        }
        if super::mood::kept_elsewhere(self, &c, lead.at) {
            return Err(Stop::Unsure);
        }
        if let Some(stop) = super::governed::reported(self, &c, lead.at) {
            return Err(stop);
        }
        if one_of(c.word(lead.at), "both|all")
            && !self.last.is_empty()
            && matches!(super::value::value(self, c.slice(lead.at + 1..c.len())), Ok(Some(_)))
        {
            let said = format!(
                "make {} {}",
                if c.word(lead.at) == "all" { "them" } else { "both" },
                c.slice(lead.at + 1..c.len())
            );
            return self.clause(&said);
        }
        if let Some(said) = super::again::instruction(self, &c, lead.at).or_else(|| enough(self, &c, lead.at)) {
            return self.clause(&said);
        }
        if !self.ops.is_empty() && super::again::already_said(self, &c, lead.at) {
            return Ok(());
        }
        if super::relabelled::handle(self, &c, lead.at)? || super::taken_off::handle(self, &c, lead.at)? {
            return Ok(());
        }
        if !self.framed && self.fixed.ids.is_none() && self.of_a_set(text) {
            return Ok(());
        }
        if !self.framed && super::stretched::handle(self, &c, lead.at)? {
            return Ok(());
        }
        // "the gift has to happen a week earlier": earlier than it is, not than now.
        if !self.framed
            && super::amount::compares(&c)
            && split::verb_at(&c, lead.at, false).is_none()
            && let Some(said) = super::frames::order(self, text)
        {
            return self.plainly(&said);
        }
        if let Some(said) = (!self.framed).then(|| super::frames::field(self, text)).flatten() {
            return self.plainly(&said);
        }
        if let Some(stop) = super::again::unknown(self, &c, lead.at) {
            return Err(stop);
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
        if let Some(said) = super::terse::titled(self, &c, lead.at) {
            return said;
        }
        if let Some(said) = super::terse::skipped(self, &c, lead.at) {
            return self.clause(&said);
        }
        if let Some(said) =
            super::terse::back(self, &c, lead.at).or_else(|| super::listed::taken_off(self, &c, lead.at))
        {
            return self.clause(&said);
        }
        if super::listed::handle(self, &c, lead.at)? {
            return Ok(());
        }
        if let Some(said) = super::terse::headed(self, &c, lead.at) {
            return self.clause(&said);
        }
        if let Some(said) = self.once_bare(&c, lead.at) {
            return said;
        }
        if let Some(said) = dated_first(&c, lead.at) {
            return self.clause(&said);
        }
        if super::copy::handle(self, &c, lead.at)? || super::exchanged::handle(self, &c, lead.at)? {
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
        let result = result.map_err(|stop| super::anew::offered(self, &c, lead, stop));
        if !matches!(result, Err(Stop::Chat | Stop::Unsure)) {
            self.verb = head.map(|h| h.verb).or(self.verb);
        }
        // "vet at 10:30 instead and plumber at noon": what was told of one is told of the next.
        let puts = head.is_none_or(|h| h.verb == Verb::Create && one_of(c.word(h.at), "put|place"));
        self.moved_last = result.is_ok() && puts && self.ops.last().is_some_and(moves);
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
        // "take the bread out in 90 minutes"
        let takes = c.word(head.at) == "take"
            && !c.found.is_empty()
            && c.seek(head.next, "from|off|label|tag").is_none()
            && !split::names_something(&super::correct::object_of(c.slice(head.next..c.len()), self), self);
        // "get milk" fetches it, "get milk done" is ours.
        let gets = c.word(head.at) == "get"
            && head.next == head.at + 1
            && c.found.is_empty()
            && !(head.next..c.len()).any(|i| {
                one_of(
                    c.word(i),
                    "done|finished|completed|ready|rid|over|through|to|off|out|it|that|them|moved|deleted|cancelled",
                )
            });
        super::things::is_of_a_thing(self, c, head)
            || gets
            || (files || takes) && self.fixed.ids.is_none()
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
        // "change errands to shopping": another name for a label makes nothing new.
        let label = |i: usize| one_of(c.word(i), "label|tag") || self.is_label(c.word(i).trim_start_matches('#'));
        if c.seek(head.next + 1, "to|into").is_some_and(|(to, _)| to <= head.next + 2) && label(head.next) {
            return None;
        }
        // "change all fridays to saturdays": days, and nothing that is there.
        let all = |w: &String| one_of(w, "all|every|each|any|everything");
        if object.iter().all(|w| super::lexicon::lists(super::lexicon::STOP, w) || one_of(w, field) || all(w)) {
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
        // "update the docs": a model could.
        let text = "list|lists|docs|documentation|readme|changelog|code|file|files|test|tests|script|function|page|database|\
            dependencies|calendar|schedule";
        if word == "update" && !dated && object.last().is_some_and(|w| one_of(w, text)) {
            return None;
        }
        let ours = one_of(
            word,
            "delete|remove|complete|mark|rename|reschedule|postpone|reopen|move|set|skip|tick|untick|uncheck|\
            drop|erase|push|bump|label|tag|untag|restore|unblock|block|clear|finish|cancel|done|finished|\
            completed|snooze|defer|delay|estimate|prioritise|prioritize|stop|reject|no",
        );
        // "schedule" names a new todo when none is meant.
        if (ours && !(dated && one_of(word, "finish|complete|cancel|set|drop|clear")))
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
        if let Some(said) = self.second_field(&c, lead.at) {
            return self.clause(&said);
        }
        let object = super::correct::object_of(c.slice(lead.at..c.len()), self);
        if self.moved_last
            && !c.found.is_empty()
            && !bare::is_everyday(c.word(lead.at))
            && super::fields::list(&object)
                .iter()
                .all(|name| matches!(self.find(&content(name), Want::Open), Match::One(_)))
        {
            let head = Head { verb: Verb::Move, at: lead.at, next: lead.at, typo: false, past: false };
            return self.command(c, head, lead);
        }
        // "add soap. The report is due friday": told of what is there, it is no more of what was ordered.
        if self.verb.is_some() && super::begun::tells(self, &c, lead.at) {
            return bare::handle(self, c, lead);
        }
        match self.verb.and_then(|_| super::apart::alone(self, &c)) {
            Some(super::apart::Way::Plain) => return bare::handle(self, c, lead),
            Some(super::apart::Way::Framed) if self.overheard(&c.text) => return Ok(()),
            _ => {}
        }
        if let Some(verb) = self.verb.filter(|verb| *verb == Verb::Create || !super::anew::is_new(self, &c, lead.at)) {
            let dated = !c.found.is_empty();
            let rest = super::others::said(&object.to_lowercase()).is_some();
            let name = rest || self.names(&content(&c.text)) || split::names_something(&c.text, self);
            match verb {
                Verb::Create if dated => {
                    // "remind me tomorrow morning to … and in the evening to …": on the same day.
                    let timed = c
                        .found
                        .iter()
                        .all(|f| matches!(f.what, dates::What::Time { .. } | dates::What::Duration { .. }));
                    let day = match self.ops.last() {
                        Some(Operation::Create(made)) => made.scheduled_for.filter(|d| *d > self.today()),
                        _ => None,
                    };
                    let c = match day.filter(|_| timed) {
                        Some(day) => Clause::new(&format!("{} on {day}", c.text), self.clock),
                        None => c,
                    };
                    let at = c.any(lead.at, ANOTHER).filter(|e| *e < c.len()).unwrap_or(lead.at);
                    return create::create(self, c, at, true);
                }
                // "rename the vet to Plan B, also the report done": what is reported gets no title.
                Verb::Rename if c.len() > lead.at + 1 && one_of(c.word(c.len() - 1), "done|finished|completed") => {}
                // "rename the vet to Plan B, call mom tonight": something to do on a day gets no title and no label, …
                Verb::Rename | Verb::Label if super::breaks::is_dated_errand(&c, lead.at) => {}
                // … and "the invoice to monday" goes there.
                Verb::Rename if name && super::breaks::goes_to_a_day(&c, lead.at) => {
                    let head = Head { verb: Verb::Move, at: lead.at, next: lead.at, typo: false, past: false };
                    return self.command(c, head, lead);
                }
                // "drop the ink. passport to monday. mom done.": each says for itself what becomes of it.
                Verb::Delete | Verb::Complete | Verb::Skip | Verb::Label | Verb::Reopen
                    if name && super::breaks::says_more(self, &c, lead.at) => {}
                // "delete the novel. the passport is renewed": what is told of another gets no verb of before.
                Verb::Delete | Verb::Skip | Verb::Reopen
                    if (lead.at + 1..c.len()).any(|i| one_of(c.word(i), "is|are|was|were|has|have|isn't|aren't")) => {}
                // "inhaler done, del the form, certificate low"
                _ if !dated && super::terse::is_levelled(self, &c.text) => {
                    let before = std::mem::replace(&mut self.levels, true);
                    let said = bare::handle(self, c, lead);
                    self.levels = before;
                    return said;
                }
                // "delete read dune. i fixed the bike": what tells something by itself is no further name.
                Verb::Delete | Verb::Complete | Verb::Skip | Verb::Reopen
                    if super::telling::speaks(self, &c, lead.at) => {}
                // "label the ink admin, the dentist friday": a date is no label.
                Verb::Label if name && c.found.last().is_some_and(|f| c.toks_of(&f.span).end == c.len()) => {}
                Verb::Move
                | Verb::Advance
                | Verb::Set
                | Verb::Rename
                | Verb::Label
                | Verb::Complete
                | Verb::Skip
                | Verb::Reopen
                | Verb::Delete
                | Verb::Estimate
                    if name =>
                {
                    if let Some(stop) = super::goes_on::asked(self, verb, &c, lead.at) {
                        return Err(stop);
                    }
                    if let Some(said) = self.due_too(&c, lead.at) {
                        return self.clause(&said);
                    }
                    let head = Head { verb, at: lead.at, next: lead.at, typo: false, past: false };
                    return self.command(c, head, lead);
                }
                _ => {}
            }
        }
        bare::handle(self, c, lead)
    }

    /// "set the dentist's date to dec 1 and due date to dec 5": another field of what the clause before was about.
    fn second_field(&self, c: &Clause, at: usize) -> Option<String> {
        const FIELDS: &str = "due date|deadline|date|time|start time|priority|estimate|title|name|label|status";
        let from = c.any(at, "its|the|also its|also the").unwrap_or(at);
        let end = c.any(from, FIELDS)?;
        let value = c.any(end, "to|is|as|at|be|should be").filter(|e| *e < c.len())?;
        let told = matches!(self.verb, Some(Verb::Set | Verb::Move | Verb::Rename | Verb::Schedule));
        let [Ref::Todo(id)] = self.last.as_slice() else { return None };
        told.then(|| {
            format!("set the {} of #{id} to {}", c.slice(from..end).trim_start_matches("the "), c.slice(value..c.len()))
        })
    }

    /// "set the due date of the laptop to dec 1 and the garage to dec 2": of the next one it is the due date, too.
    fn due_too(&self, c: &Clause, at: usize) -> Option<String> {
        let (to, end) = c.seek(at + 1, "to|is|for|on|as|by")?;
        let [day] = c.found.as_slice() else { return None };
        let when = c.toks_of(&day.span);
        let dated = matches!(day.what, dates::What::Date { .. }) && when.end == c.len() && when.start <= end;
        let before = self.before.as_deref().map(str::to_lowercase).unwrap_or_default();
        let due = ["due date", "deadline", "to be due", "to due", " due on ", " due by "]
            .iter()
            .any(|said| before.contains(said))
            && matches!(self.ops.last(), Some(Operation::Update { set, .. }) if set.due_date.is_some() && set.scheduled_for.is_none());
        let name = c.slice(at..to.min(when.start));
        let name = name.strip_suffix("'s").or_else(|| name.strip_suffix("’s")).unwrap_or(name);
        (due && dated && !name.is_empty()).then(|| format!("set the due date of {name} to {}", c.slice(end..c.len())))
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
    pub(super) fn knows(&self, text: &str) -> bool {
        let c = Clause::new(text, self.clock);
        text.is_empty()
            || c.toks.first().is_some_and(|t| t.fold.starts_with('#'))
            || one_of(&text.to_lowercase(), "it|that|this|them|both|those|these|the rest")
            || super::filter::is_bulk(&c, self)
            || self.names(&content(text))
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
        // "rename #21 to A and #22 to B", "label #21 trip, #22 hotel": what was said of the first is said of the second.
        let again = match self.verb {
            Some(Verb::Rename) => one_of(c.word(next), "to|as|->|→"),
            Some(Verb::Label) => matches!(super::value::value(self, c.slice(next..c.len())), Ok(None)),
            _ => false,
        };
        if again && next < c.len() && c.found.is_empty() {
            return None;
        }
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
                _ => self.objects(&name, Want::Open).and_then(|t| {
                    let question = format!("What should happen to {name}?");
                    Err(match t.ids().as_slice() {
                        [id] => super::resolve::deeds(self, question, *id),
                        ids => super::resolve::which(self, question, ids),
                    })
                }),
            },
        })
    }

    fn command(&mut self, mut c: Clause, head: Head, lead: split::Lead) -> Said<()> {
        c.spend(0..head.next);
        let len = c.len();
        let rest = c.rest(head.next..len);
        let word = c.word(head.at).to_owned();
        // "remove cake from the farewell and the card too": one more line of the same.
        if matches!(head.verb, Verb::Delete | Verb::Remove)
            && let Some(said) = lines::another(self, &c, head.next)
        {
            return self.clause(&said);
        }
        if matches!(head.verb, Verb::Move | Verb::Advance | Verb::Schedule)
            && let Some(asked) = lines::moved(self, &c, head.next)
        {
            return Err(asked);
        }
        match head.verb {
            Verb::Create => attach::add(self, c, head, lead),
            Verb::Complete => {
                let checklist = one_of(&word, "tick|check|cross|ticked|checked|crossed")
                    && c.seek(head.next, "on|from|in|of").is_some();
                if checklist && lines::tick(self, &rest, true)? {
                    return Ok(());
                }
                if !self.knows(&strip_done(&rest)) && lines::tick_anywhere(self, &rest, true)? {
                    return Ok(());
                }
                // "got the bread, tick it off": the line that was told of.
                if super::resolve::is_pronoun(&strip_done(&rest))
                    && let Some(line) = self.line.take()
                    && lines::tick_anywhere(self, &line, true)?
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
                let label = super::tagging::strips(&c, self, head.next).is_some();
                if field || label || lines::takes_a_line(self, &c, head.next) {
                    edit::remove(self, c, head)
                } else if let Some((id, last)) = rests_until(self, &rest) {
                    self.last = vec![Ref::Todo(id)];
                    self.rest(&[id], last).and_then(|done| if done { Ok(()) } else { Err(Stop::Unsure) })
                } else if word == "cancel" && self.away.is_some() && self.one_series(&rest).is_some() {
                    // "I'll be away next week, cancel gym": those days of it.
                    skip(self, &rest, false)
                } else if self.away.is_some() && super::filter::is_bulk(&Clause::new(&rest, self.clock), self) {
                    // "on holiday next week, cancel everything": of these days, and not for good.
                    let ids = self.objects(&rest, Want::Open)?.ids();
                    Err(super::resolve::which(self, "Which of these should be deleted?".to_owned(), &ids))
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
            // "start the dentist an hour later"
            Verb::Start if super::amount::compares(&c) => change::shift(self, c, head, 1),
            Verb::Start if word == "resume" => {
                statuses::go_on(self, &rest, Status::InProgress, &[Status::OnHold, Status::Blocked])
            }
            Verb::Start => status(self, &rest, Status::InProgress),
            Verb::Block => status(self, &rest, Status::Blocked),
            Verb::Hold | Verb::Reject if is_of_days(self, &rest.replacen(" on hold", "", 1)) => {
                skip(self, &rest.replacen(" on hold", "", 1), false)
            }
            Verb::Hold => status(self, rest.trim_end_matches(" on hold"), Status::OnHold),
            Verb::Reject => status(self, &rest, Status::Rejected),
            Verb::Unblock if one_of(&word, "unblock|un-block") => {
                statuses::go_on(self, &rest, Status::Open, &[Status::Blocked])
            }
            Verb::Unblock => statuses::go_on(self, &rest, Status::Open, &[Status::OnHold]),
            Verb::Skip => {
                // What was tried on the way says nothing of what was found.
                let mark = self.warnings.len();
                let said = skip(self, &rest, word == "no");
                if said.is_ok() {
                    let tried = self.warnings.split_off(mark);
                    let lost = |w: &String| matches!(w.as_str(), "weak_match" | "not_found");
                    self.warnings.extend(tried.into_iter().filter(|w| !lost(w)));
                }
                said
            }
            Verb::Clear => edit::clear(self, c, head),
            Verb::Remove => edit::remove(self, c, head),
            Verb::Tick | Verb::Untick => lines::ticked(self, &rest, &word, head.verb == Verb::Tick),
            Verb::Stop => plan_ahead::stop(self, c, head),
            Verb::Repeat => assign::set(self, c, head),
            Verb::Estimate => assign::set(self, c, head),
            Verb::Note => attach::note(self, c, head),
            Verb::Restore => undo::restore(self, &rest),
        }
    }
}

/// Whether an operation gives a todo another date or time.
fn moves(op: &Operation) -> bool {
    match op {
        Operation::Update { set, .. } => {
            set.scheduled_for.is_some() || set.time_of_day.is_some() || set.due_date.is_some()
        }
        Operation::MoveOccurrence { .. } => true,
        _ => false,
    }
}

/// "… and another to mow the lawn": one more of what was asked for.
const ANOTHER: &str = "another one to|another task to|another todo to|another reminder to|another to|another one for|another for|\
    one more to|one to|a second one to|another one|another";

/// "trash every week": a verb of ours with nothing but a repetition behind it is a thing to do.
fn is_noun(c: &Clause, head: Head) -> bool {
    head.verb == Verb::Delete
        && head.next < c.len()
        && c.found.iter().any(|f| matches!(f.what, dates::What::Recurrence { .. }))
        && (head.next..c.len()).all(|i| c.found.iter().any(|f| c.toks_of(&f.span).contains(&i)))
}
