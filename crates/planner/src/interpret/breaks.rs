//! Where one instruction ends and the next begins: at a verb, a date of its own, a report (TODOS.md rule 6).

use super::bare;
use super::correct::object_of;
use super::frames::is_past;
use super::lexicon::{FILLERS, Verb, lists, one_of};
use super::mood::{spared, spares};
use super::run::Run;
use super::split::{adds_it, lead, names_something, plausible, sets, verb_or_typo};
use super::target::{Match, Want, content};
use super::text::Clause;
use crate::dates::What;

/// Whether a new instruction begins at `right`.
pub(super) fn breaks(left: &str, right: &str, mark: Option<char>, joined: bool, run: &Run<'_>) -> bool {
    let c = Clause::new(right, run.clock);
    let lc = Clause::new(left, run.clock);
    let l = lead(&c);
    let ll = lead(&lc);
    let left_head = verb_or_typo(&lc, ll.at, ll.ing, run);
    if lc.any(0, FILLERS) == Some(lc.len()) || lc.any(0, super::normal::ONCE) == Some(lc.len()) {
        return false;
    }
    // Nothing but filler is no instruction.
    if ll.at >= lc.len() || (left_head.is_some_and(|h| h.next >= lc.len())) {
        return false;
    }
    // "add sweep yard friday, low priority. also …": what stands there first is a field of what is in front.
    let field = (1..c.len()).find(|i| c.toks.get(i - 1).is_some_and(|t| t.after.is_some()));
    if field.is_some_and(|end| super::split::lc_field(c.slice(0..end))) {
        return false;
    }
    let rest_first = c.word(l.at);
    if super::again::repeats(&c, l.at) && left_head.is_some_and(|h| h.verb != Verb::Create) {
        return true;
    }
    if super::again::so(&c) && left_head.is_none() {
        return true;
    }
    // "move the interviews to friday, leave marco alone"
    let changes = left_head.is_some_and(|h| h.verb != Verb::Create);
    if mark.is_some() && changes && super::mood::leaves_alone(&c, l.at).is_some() {
        return true;
    }
    // "… but leave the books": what the set leaves out.
    if one_of(rest_first, "not|leave|keep|skip") && sets(left) {
        return spares_another(run, left, &c, l.at);
    }
    if super::mood::negated(&c, l.at) && left_head.is_some_and(|h| h.verb != Verb::Create) {
        return true;
    }
    if matches!(rest_first, "label" | "tag") && matches!(c.word(l.at + 1), "it") {
        return true;
    }
    // "add tea, change the day to friday": of what was just spoken of.
    let spoken_of = left_head.filter(|h| h.verb != Verb::Create || one_of(lc.word(h.at), "add|create"));
    if spoken_of.is_some() && super::nameless::plain(right, run).is_some() {
        return true;
    }
    // "#6 done, #14 done"
    let numbered = |c: &Clause, at: usize| {
        let digits = c.word(at).strip_prefix('#').unwrap_or_default();
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) && at + 1 < c.len()
    };
    if numbered(&c, l.at) && numbered(&lc, ll.at) && !one_of(c.word(l.at + 1), "and|&|,|to|or") {
        let named =
            (ll.at..lc.len()).all(|i| numbered(&lc, i) || lc.word(i).starts_with('#') || one_of(lc.word(i), "and"));
        if !named {
            return true;
        }
    }
    // "label #21 and #22 trip, #39 tech": each number has a value of its own behind it.
    let only = (l.at + 1..c.len())
        .all(|i| numbered(&c, i) || c.word(i).starts_with('#') || one_of(c.word(i), "too|also|as|well"));
    let valued =
        (ll.at..lc.len()).rev().find(|i| numbered(&lc, *i) || lc.word(*i).starts_with('#')).is_some_and(|last| {
            lc.toks.get(last).is_some_and(|t| !t.quoted)
                && (last + 1..lc.len()).any(|i| !one_of(lc.word(i), "and|&|please|too|also|as|well|task|todo|item"))
        });
    // "sick tomorrow, no gym"
    if mark.is_some() && one_of(rest_first, "no|skip|cancel") && run.says_away(left) {
        return true;
    }
    let changes = left_head.is_some_and(|h| matches!(h.verb, Verb::Set | Verb::Rename | Verb::Label | Verb::Move));
    let more = !one_of(c.word(l.at + 1), "and|&|,|to|or|then")
        || one_of(c.word(l.at + 1), "to") && !c.word(l.at + 2).starts_with('#');
    if (joined || mark.is_some()) && changes && valued && numbered(&c, l.at) && !only && more {
        return true;
    }
    // "proofread the report, due 30 nov, start thurs": when, and no instruction.
    let begins = one_of(rest_first, "start|starts|starting|begin");
    if begins && mark.is_some() && c.found.iter().map(|f| c.toks_of(&f.span)).any(|r| r == (l.at + 1..c.len())) {
        return false;
    }
    if let Some(h) = verb_or_typo(&c, l.at, l.ing, run) {
        let object = c.slice(h.next..c.len());
        // Asked for with "add", what is to be deleted or moved is no part of a title.
        let added = left_head.is_some_and(|lh| lh.verb == Verb::Create && one_of(lc.word(lh.at), "add|create|remind"));
        if added && !h.typo && !object.is_empty() && one_of(rest_first, "delete|reschedule|postpone|reopen|rename") {
            return true;
        }
        // "add check-in tomorrow and set an estimate of 10 minutes": a field of what is made.
        if left_head.is_some_and(|lh| lh.verb == Verb::Create)
            && one_of(rest_first, "set|make|give|mark")
            && !one_of(c.word(h.next), "it|that|this|them|up")
            && matches!(super::value::value(run, object), Ok(Some(_)))
        {
            return true;
        }
        let explicit = matches!(h.verb, Verb::Create) && matches!(rest_first, "add" | "create" | "remind")
            || h.verb == Verb::Create && h.next > h.at + 1;
        if explicit && !object.is_empty() || adds_it(&c, run) {
            return true;
        }
        // "start the offer and put the budget on hold", "…, put the exam on monday": about what is there.
        let put = one_of(rest_first, "put|place")
            && left_head.is_some_and(|lh| lh.verb != Verb::Create || one_of(lc.word(lh.at), "put|place"))
            && !object.is_empty();
        if put && (c.seek(h.next, "on hold|on ice").is_some() || !c.found.is_empty()) && names_something(object, run) {
            return true;
        }
        let own = !matches!(h.verb, Verb::Create) && !object.is_empty();
        if own && left_head.is_some_and(|lh| lh.verb != Verb::Create) {
            // "delete the report and move flurb": a clear verb of ours is a new instruction even without a target.
            let clear = one_of(
                rest_first,
                "delete|complete|move|reschedule|postpone|rename|mark|set|remove|cancel|finish|reopen|skip|tick|\
                push",
            );
            if clear && !h.typo || names_something(object, run) {
                return true;
            }
        } else if own && names_something(object, run) && plausible(right, run) {
            // Behind something to do, "call mom" is more of it; "complete mom" is not.
            let pronoun = matches!(c.word(h.next), "it" | "that" | "them" | "this");
            // "i'm sick, skip the sync": what is told is no errand that "skip" could go on.
            let told = left_head.is_none()
                && one_of(lc.word(ll.at), "i'm|im|i|we're|we|it's|he's|she's|they're|he|she|they|my|there's|it")
                && one_of(rest_first, "skip|delete|reschedule|postpone|push|cancel|drop|clear|remove");
            if pronoun
                || told
                || !bare::is_everyday(rest_first)
                || one_of(rest_first, "complete|finish|cancel|move|remove|set|mark|tick")
            {
                return true;
            }
        }
    }
    // "call mom friday 5pm and buy milk": an errand that has its date, and a new one.
    let closed = lc.found.iter().any(|f| {
        let r = lc.toks_of(&f.span);
        matches!(f.what, What::Date { .. } | What::DateTime { .. }) && r.end == lc.len() && r.start > ll.at + 1
    });
    // "vet tomorrow at 3pm and buy shampoo": what has its day and time, and an errand.
    let timed = left_head.is_none()
        && lc.found.iter().any(|f| {
            let r = lc.toks_of(&f.span);
            matches!(f.what, What::DateTime { .. }) && r.end == lc.len() && r.start > ll.at
        });
    let makes = left_head.is_none_or(|h| h.verb == Verb::Create);
    let starts = |c: &Clause, at: usize| bare::is_everyday(c.word(at)) && c.len() > at + 1;
    let from = left_head.map_or(ll.at, |h| h.next);
    let errand = (closed && starts(&lc, from) || timed) && starts(&c, l.at);
    if errand && joined && makes && c.found.is_empty() {
        return true;
    }
    // "buy bread, milk done": what is reported of a todo there is, behind something new.
    let explicit = left_head.is_some_and(|h| one_of(lc.word(h.at), "add|create|remind"));
    if makes && starts(&lc, from) && reports(&c, l.at, joined && !explicit, run) {
        return true;
    }
    // "move the dentist to friday and buy cake": something to do behind a change, unless that is a todo there is.
    let end = (l.at + 1..c.len()).find(|i| one_of(c.word(*i), "and|&|then")).unwrap_or(c.len());
    let changed = left_head.filter(|h| h.verb != Verb::Create && !h.past && h.next < lc.len());
    if let Some(h) = changed.filter(|_| joined && errands(&c, l.at)) {
        let new = match h.verb {
            // What is deleted or done may be two, of which one is named by half or not spelled right.
            Verb::Delete | Verb::Complete => {
                matches!(run.find(&content(c.slice(l.at + 1..end)), Want::Open), Match::None | Match::Weak(_))
            }
            // A day it goes to says as well that a change ends here.
            _ => {
                (!lc.found.is_empty() || names_something(lc.slice(ll.at..lc.len()), run))
                    && matches!(run.find(&content(c.slice(l.at..end)), Want::Open), Match::None | Match::Weak(_))
            }
        };
        if new {
            return true;
        }
    }
    // "rename the vet to Plan B. also the report done": behind a full stop or "also" a report is no more of the title.
    let renames = left_head.is_some_and(|h| h.verb == Verb::Rename);
    if renames && (joined || mark.is_some_and(|m| m != ',')) && reports(&c, l.at, false, run) {
        return true;
    }
    // "put the report on hold, start the contract": what is ordered or told of another todo is no reason.
    let held = lc.seek(ll.at + 1, "on hold|on ice|blocked").is_some_and(|(_, end)| end == lc.len());
    if (joined || mark.is_some()) && held && begins_another(&c, l.at, run) {
        return true;
    }
    // "rename the cap to cloth, call mom tonight", "tag the cap with shopping, oh and buy film tomorrow": no more of a title, of
    // a label or of a reason.
    let open = held || left_head.is_some_and(|h| matches!(h.verb, Verb::Rename | Verb::Label)) || is_held(&lc, ll.at);
    if (joined || mark.is_some()) && open && (is_dated_errand(&c, l.at) || sets(right) && goes_to_a_day(&c, l.at)) {
        return true;
    }
    // "buy stamps and tick off eggs", "tag the tap with diy. i paid the rent": no more of a title or of a label.
    let errand = || bare::is_everyday(lc.word(ll.at)) && lc.len() > ll.at + 1;
    let before = || left_head.is_some() || errand() || spares(run, &lc, ll.at) || super::apart::speaks_alone(run, &lc);
    // "ask whether the slides are done and the train is booked", "call mom and the slides are done": what is told goes on.
    let asks = || (ll.at + 1..lc.len()).any(|i| one_of(lc.word(i), "whether|if|that|how|when|why"));
    let named =
        || matches!(run.find(&content(left), Want::Open), Match::One(_)) && !super::apart::speaks_alone(run, &lc);
    let told = || !asks() && !named();
    let speaks = || (ours(&c, l.at) || told()) && super::apart::speaks_alone(run, &c);
    if (joined || mark.is_some()) && before() && (spares(run, &c, l.at) || speaks()) {
        return true;
    }
    // "buy cake and move the dentist to friday": it goes to a day, whether or not there is such a todo.
    let goes = (joined || mark.is_some()) && one_of(rest_first, "move|reschedule|postpone|shift");
    if goes && makes && starts(&lc, from) && moves_to_a_day(&c, l.at) {
        return true;
    }
    // Both halves carry their own date.
    let dated = |c: &Clause| {
        c.found.iter().any(|f| {
            matches!(
                f.what,
                What::Date { .. }
                    | What::DateTime { .. }
                    | What::Range { .. }
                    | What::Recurrence { .. }
                    | What::Time { .. }
            )
        })
    };
    let both = dated(&lc) && dated(&c);
    // "buy a tent, book the site for june 12 and ask Jo on monday": errands, of which the later have days of their own.
    let errand = |c: &Clause, at: usize| bare::is_everyday(c.word(at)) && c.len() > at + 1;
    if mark == Some(',') && !dated(&lc) && errand(&lc, ll.at) && errand(&c, l.at) && c.found.len() > 1 {
        let first = c.found.first().map(|f| c.toks_of(&f.span));
        let stop = |i: &usize| {
            one_of(c.word(*i), "and|then") || c.toks.get(i - 1).is_some_and(|t| matches!(t.after, Some(',' | ';')))
        };
        if (l.at + 1..c.len()).find(stop).is_some_and(|end| first.is_some_and(|r| r.end <= end)) {
            return true;
        }
    }
    if both && (joined || mark.is_some()) {
        // …and something besides the date.
        let name = |c: &Clause| {
            let taken: Vec<_> = c.found.iter().map(|f| c.toks_of(&f.span)).collect();
            (0..c.len()).any(|i| {
                !taken.iter().any(|r| r.contains(&i))
                    && !lists(super::lexicon::STOP, c.word(i))
                    && (!c.word(i).is_empty() || c.toks.get(i).is_some_and(|t| t.quoted))
                    && !one_of(c.word(i), "due|repeat|starting|until|high|low|priority|every|not|no|instead|rather")
            })
        };
        let first = c.found.first().map(|f| c.toks_of(&f.span));
        // "…monday and tuesday and move the gym": the days of one instruction.
        let end = (1..c.len())
            .find(|i| {
                one_of(c.word(*i), "and|then|&")
                    || c.toks.get(i - 1).is_some_and(|t| matches!(t.after, Some(',' | ';')))
            })
            .unwrap_or(c.len());
        if !name(&Clause::new(c.slice(0..end), run.clock)) {
            return false;
        }
        // "tomorrow buy stamps, monday send the letter": each begins with its day.
        let leads = |c: &Clause, at: usize| {
            c.found.first().map(|f| c.toks_of(&f.span)).is_some_and(|r| r.start <= at + 1 && r.end < c.len())
        };
        if leads(&lc, ll.at) && leads(&c, l.at) && first.as_ref().is_some_and(|r| bare::is_everyday(c.word(r.end))) {
            return true;
        }
        // The date of the right half must be its own: in the first clause of what follows.
        return name(&c) && name(&lc) && first.is_none_or(|r| r.start > 0 || c.found.len() == 1 && r.end < c.len());
    }
    // "slides done, report tomorrow"
    if mark.is_some()
        && lc.len() > ll.at + 1
        && one_of(lc.word(lc.len() - 1), "done|finished|completed")
        && run.names(&content(lc.slice(ll.at..lc.len() - 1)))
    {
        return true;
    }
    // "I called mum, paid the rent and returned the books": each reports another one.
    let reported = |c: &Clause, at: usize| {
        let ends = |i: &usize| {
            *i == c.len()
                || one_of(c.word(*i), "and|&|then|but|plus|also")
                || c.toks.get(i - 1).is_some_and(|t| matches!(t.after, Some(',' | ';' | '.')))
        };
        (at + 2..=c.len()).filter(ends).any(|i| {
            let part = Clause::new(c.slice(0..i), run.clock);
            bare::reports(&part, at, run) || super::news::is_passive(run, c.slice(at..i))
        })
    };
    if (joined || mark.is_some()) && reported(&lc, ll.at) && reported(&c, l.at) {
        return true;
    }
    // "bought the boots and call ben on monday", "report sent, follow up friday": a report, and what is still to be done.
    let told = reported(&lc, ll.at) || is_reported(&lc, ll.at, run);
    let by = || !c.found.is_empty() && mark == Some(',');
    if (joined || mark.is_some()) && told && (errand(&c, l.at) && !is_past(rest_first) || by()) {
        return true;
    }
    // "took the vitamins, and skip choir": an order behind a report.
    if (joined || mark.is_some())
        && reported(&lc, ll.at)
        && verb_or_typo(&c, l.at, l.ing, run)
            .is_some_and(|h| h.verb != Verb::Create && !h.typo && names_something(c.slice(h.next..c.len()), run))
    {
        return true;
    }
    // "took my vitamins, and the lawn I mow next weekend"
    if (joined || mark.is_some())
        && is_planned(&c, l.at, run)
        && (reported(&lc, ll.at)
            || left_head.is_some_and(|h| h.verb != Verb::Create)
            || behind_topic(&lc, ll.at, run).is_some())
    {
        return true;
    }
    // "label the tickets fun, and plumber at 9:30 instead"
    let valued = left_head
        .is_some_and(|h| matches!(h.verb, Verb::Label | Verb::Set | Verb::Raise | Verb::Lower | Verb::Estimate));
    if mark.is_some() && valued && !c.found.is_empty() && lc.len() > ll.at + 2 {
        let object = super::correct::object_of(c.slice(l.at..c.len()), run);
        let from = c.found.first().map_or(0, |f| c.toks_of(&f.span).start);
        if object.split(' ').count() <= 3
            && from > l.at
            && matches!(run.find(&content(&object), Want::Open), Match::One(_))
        {
            return true;
        }
    }
    // "plants watered, report in progress"
    if (joined || mark.is_some()) && reported(&lc, ll.at) && super::terse::is_underway(run, &c, l.at).is_some() {
        return true;
    }
    // "move the slides, the passport is done": what is told of another todo.
    let marked = mark.is_some() || joined && left_head.is_some_and(|h| h.verb != Verb::Create);
    if (marked || joined && reported(&lc, ll.at)) && is_told(&c, l.at, run) {
        return true;
    }
    // "delete the novel, i won't read it, and also the ink"
    let aside =
        super::mood::negated(&lc, ll.at) && one_of(lc.word(ll.at), "i|i'm|i've|i'll|we|we're|we'll|we've|it's|it");
    if (joined || mark.is_some())
        && aside
        && matches!(run.find(&content(c.slice(l.at..c.len())), Want::Open), Match::One(_))
    {
        return true;
    }
    // "make the first three high and the rest low"
    if (joined || mark.is_some()) && is_of_the_rest(&c, l.at) {
        return true;
    }
    // "rent and insurance to friday, both high priority"
    if mark.is_some()
        && one_of(c.word(l.at), "both|all")
        && run.ops.is_empty()
        && matches!(super::value::value(run, c.slice(l.at + 1..c.len())), Ok(Some(_)))
    {
        return true;
    }
    // "add gym bag to pack bags and tick the socks": a line of a checklist.
    if one_of(rest_first, "tick|untick|uncheck") && (joined || mark.is_some()) {
        let said = content(c.slice(l.at + 1..c.len()));
        let listed = |t: &countersign_core::todo::Todo| {
            t.checklist.iter().any(|line| said.iter().all(|w| content(&line.title).contains(w)))
        };
        if !said.is_empty() && run.todos.with_checklist().any(listed) {
            return true;
        }
    }
    // "push the dentist by a week, slides by two days"
    let shifts = |c: &Clause, at: usize| {
        let mut object = c.clone();
        matches!(super::amount::shift_amount(&mut object, at, 1), Ok(Some(_)))
            && matches!(run.find(&content(&super::change::trimmed(&object, at)), Want::Open), Match::One(_))
    };
    if (joined || mark.is_some())
        && left_head.is_some_and(|h| matches!(h.verb, Verb::Move | Verb::Advance) && shifts(&lc, h.next))
        && shifts(&c, l.at)
    {
        return true;
    }
    // "gutters high prio, lawn medium"
    if (joined || mark.is_some()) && super::terse::is_levelled(run, left) && super::terse::is_levelled(run, right) {
        return true;
    }
    // "dentist to friday, picnic to sunday"
    let assigned = |c: &Clause, at: usize| {
        c.seek(at + 1, "to|->|→").is_some_and(|(i, e)| {
            e < c.len()
                && matches!(super::value::value(run, c.slice(e..c.len())), Ok(Some(_)) | Err(_))
                && matches!(run.find(&content(c.slice(at..i)), Want::Open), Match::One(_))
        })
    };
    if (joined || mark.is_some()) && lc.seek(ll.at + 1, "to|->|→").is_some() && assigned(&c, l.at) {
        return true;
    }
    // "set report to high and dentist to low"
    if left_head.is_some_and(|h| matches!(h.verb, Verb::Set | Verb::Rename | Verb::Label | Verb::Move))
        && (joined || mark.is_some())
    {
        if let Some((to, _)) = c.seek(1, "to|as|->")
            && lc.seek(1, "to|as|->").is_some()
        {
            return run.names(&content(c.slice(0..to)));
        }
        return (0..lc.len()).any(|i| super::fields::level(lc.word(i)).is_some())
            && (1..c.len()).any(|i| super::fields::level(c.word(i)).is_some())
            && left_head.is_some_and(|h| h.verb == Verb::Set)
            && names_something(right, run)
            || super::apart::both_stand(run, &lc, &c);
    }
    (joined || mark.is_some()) && super::apart::both_stand(run, &lc, &c)
}

/// "start the contract", "the contract in progress", "the flights are done": an order about what is there, or what is told of it.
pub(super) fn begins_another(c: &Clause, at: usize, run: &Run<'_>) -> bool {
    let ours = |h: &super::split::Head| !matches!(h.verb, Verb::Create | Verb::Rename | Verb::Note | Verb::Tick);
    let ordered = super::split::verb_at(c, at, false).filter(ours).is_some_and(|h| {
        let object = object_of(c.slice(h.next..c.len()), run);
        matches!(run.find(&content(&object), Want::Open), Match::One(_))
    });
    ordered || super::terse::is_underway(run, c, at).is_some() || is_told(c, at, run)
}

/// "cv done", "the rent paid": a thing and a verb in the past, and nothing that is to be done.
fn is_reported(c: &Clause, at: usize, run: &Run<'_>) -> bool {
    let Some(last) = c.len().checked_sub(1).filter(|last| *last > at && *last <= at + 5) else { return false };
    // "the band leader confirmed" tells what somebody did.
    let past = one_of(c.word(last), super::news::SETTLED) || one_of(c.word(last), "sent|filed|completed");
    // "rent paid" is of the rent, whatever else the word could be.
    let thing = !bare::is_everyday(c.word(at)) || last == at + 1;
    let free = thing && verb_or_typo(c, at, false, run).is_none() && c.found.is_empty();
    past && free
}

/// "the passport is done", "dentist is now on thursday at 11": a name, a copula, and what is so of it.
fn is_told(c: &Clause, at: usize, run: &Run<'_>) -> bool {
    let told = c
        .seek(at + 1, "is|are|was|were|has been|have been|is now|are now")
        .or_else(|| c.seek(at + 1, super::news::GOES));
    let Some((i, e)) = told.filter(|(_, e)| *e < c.len()) else { return false };
    let name = content(c.slice(at..i));
    let end = (e + 1..c.len())
        .find(|k| {
            one_of(c.word(*k), "and|then|but|so")
                || c.toks.get(k - 1).is_some_and(|t| matches!(t.after, Some(',' | ';' | '.')))
        })
        .unwrap_or(c.len());
    name.len() <= 4
        && matches!(run.find(&name, Want::Open), Match::One(_))
        && (matches!(super::value::value(run, c.slice(e..end)), Ok(Some(_)))
            || super::news::done_to(run, c.slice(at..i), c.slice(e..end)).is_some())
}

/// "the portfolio is blocked because of tom": behind it stands why.
fn is_held(c: &Clause, at: usize) -> bool {
    c.seek(at + 1, "on hold|on ice|blocked").is_some_and(|(_, end)| c.any(end, "because|since|due to|by").is_some())
}

/// "call mom tonight", "buy film tomorrow": something to do, and when.
pub(super) fn is_dated_errand(c: &Clause, at: usize) -> bool {
    let day = |f: &crate::dates::Found| matches!(f.what, What::Date { .. } | What::DateTime { .. });
    let dated =
        c.found.iter().filter(|f| day(f)).map(|f| c.toks_of(&f.span)).any(|r| r.end == c.len() && r.start > at + 1);
    dated && errands(c, at)
}

/// "lens cloth, call mom tonight": behind a title, a label or a reason something else is to be done.
pub(super) fn goes_on(run: &Run<'_>, value: &str) -> bool {
    let c = Clause::new(value, run.clock);
    let begins = |i: &usize| {
        one_of(c.word(i - 1), "and|then|also|plus") || c.toks.get(i - 1).is_some_and(|t| !t.quoted && t.after.is_some())
    };
    (1..c.len()).filter(begins).any(|i| is_dated_errand(&c, i))
}

/// "the rest low", "make the others high", "the other two to tuesday": what becomes of those that are left.
fn is_of_the_rest(c: &Clause, at: usize) -> bool {
    let from = c.any(at, "make|mark|set|move|put").unwrap_or(at);
    let end = (from + 2..c.len().min(from + 5))
        .find(|end| super::others::said(&c.slice(from..*end).to_lowercase()).is_some());
    end.is_some_and(|end| {
        let value = c.any(end, "to|on|as|are").unwrap_or(end);
        value < c.len() && super::fields::level(c.word(value)).is_some() || goes_to_a_day(c, at)
    })
}

/// "everything overdue to saturday", "the invoice to monday": what is named, and the day it goes to.
pub(super) fn goes_to_a_day(c: &Clause, at: usize) -> bool {
    c.found.last().map(|f| c.toks_of(&f.span)).is_some_and(|day| {
        day.end == c.len() && day.start > at + 1 && one_of(c.word(day.start - 1), "to|->|→|until|till")
    })
}

/// "tag all hiring tasks, leave the gym alone": what stays as it is was none of the set.
fn spares_another(run: &Run<'_>, left: &str, c: &Clause, at: usize) -> bool {
    let Some(Match::One(id)) = spared(run, c, at).map(|name| run.find(&content(name), Want::Open)) else {
        return false;
    };
    let changed = super::apart::changed(run, left);
    !changed.is_empty() && !changed.contains(&id)
}

/// Whether an errand begins there, by a verb that is no thing to buy or to pack as well.
fn errands(c: &Clause, at: usize) -> bool {
    const CLEAR: &str = "call|email|e-mail|text|buy|pay|send|fix|clean|wash|ask|tell|write|renew|submit|visit|vacuum|feed|cook|bake|meet|build|\
        prepare|return|reply|pick|collect|fetch|schedule|arrange|organise|organize|install|repair|confirm|order|phone|hoover|\
        bring|read|finish|sell|learn|choose";
    let books = c.word(at) == "book" && (one_of(c.word(at + 1), "a|an|the|my|our") || c.word(at + 1).ends_with('s'));
    // "… and book a new one": of what the change is about.
    let of_it = one_of(c.word(at + 1), "it|them|that|and|or|&")
        || (at + 2..c.len()).any(|i| c.word(i) == "one" && one_of(c.word(i - 1), "a|the|new|another|other"));
    // "water the garden": in front of its own thing the word is a verb.
    let led = bare::is_everyday(c.word(at)) && one_of(c.word(at + 1), "the|a|an|my|our") && !ours(c, at);
    (one_of(c.word(at), CLEAR) || books || led) && at + 1 < c.len() && !of_it
}

/// An order of ours is none of these, whatever else it can mean.
fn ours(c: &Clause, at: usize) -> bool {
    super::split::verb_at(c, at, false).is_some_and(|head| head.verb != Verb::Create)
}

/// Whether what stands behind a verb of moving goes to a day: "move the dentist to friday", and no "move to berlin in june".
fn moves_to_a_day(c: &Clause, at: usize) -> bool {
    let Some((to, behind)) = c.seek(at + 2, "to|until|till|->|→") else { return false };
    c.found.iter().any(|f| {
        let days = matches!(f.what, What::Date { .. } | What::DateTime { .. } | What::Time { .. });
        let taken = c.toks_of(&f.span);
        days && (taken.start == to || taken.start == behind)
    })
}

/// Whether a clause says what becomes of the todo it names: "passport to monday", "mom done".
pub(super) fn says_more(run: &Run<'_>, c: &Clause, at: usize) -> bool {
    let linked = c
        .seek(at + 1, "to|->|→|is|are|was")
        .is_some_and(|(_, e)| e < c.len() && !matches!(super::value::value(run, c.slice(e..c.len())), Ok(None)));
    let goes = c.seek(at + 1, super::news::GOES).is_some_and(|(_, e)| e < c.len());
    linked
        || goes
        || is_planned(c, at, run)
        || one_of(c.word(c.len().saturating_sub(1)), "done|finished|completed") && c.len() > at + 1
}

/// The words behind "the milk I …": what one says of a todo that is named in front.
fn behind_topic(c: &Clause, at: usize, run: &Run<'_>) -> Option<usize> {
    let (i, e) = c.seek(at + 1, "i will|i'll|i want to|i'm going to|i|we will|we'll|we")?;
    (e < c.len() && matches!(run.find(&content(c.slice(at..i)), Want::Open), Match::One(_))).then_some(e)
}

/// "the lawn I mow next weekend", "the passport I will do on tuesday and …": a todo, and when one does it.
fn is_planned(c: &Clause, at: usize, run: &Run<'_>) -> bool {
    let Some(e) = behind_topic(c, at, run) else { return false };
    let dated = |k: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&k));
    e - at <= 5 && (e + 1..c.len().min(e + 3)).any(dated)
}

/// Whether words report that one open todo is done; `told` = with a verb only.
fn reports(c: &Clause, at: usize, told: bool, run: &Run<'_>) -> bool {
    let Some(last) = c.len().checked_sub(1).filter(|last| *last > at) else { return false };
    if !one_of(c.word(last), "done|finished|completed") {
        return false;
    }
    let end = (at + 1..last).rev().take_while(|i| one_of(c.word(*i), "is|are|was|already|now")).last().unwrap_or(last);
    let name = content(c.slice(at..end));
    (end < last || !told) && !name.is_empty() && matches!(run.find(&name, Want::Open), Match::One(_))
}
