//! What was done, told in other words than the title has: "brought the books back" for "Return books", and what was
//! marked by mistake.

use super::lexicon::one_of;
use super::run::{Run, Said};
use super::target::{Match, Want, content};
use super::text::Clause;
use countersign_core::ids::TodoId;

/// A verb in the past, its particle, and the verbs of titles that it does.
const DEEDS: [(&str, &str, &str); 7] = [
    ("brought|gave|handed", "back", "return"),
    ("handed|turned|sent", "in", "submit|file|return|deliver"),
    ("sent|shipped|posted|mailed", "off", "send|submit|post|ship"),
    ("picked", "up", "collect|fetch|buy"),
    ("collected|fetched", "", "pick|fetch|collect|get"),
    ("phoned|rang", "", "call|phone|ring"),
    ("purchased", "", "buy|get"),
];

/// The todo that a report in other words is about, and the report in the words of its title.
pub(super) fn put_otherwise(run: &Run<'_>, c: &Clause, begin: usize) -> Option<(TodoId, String)> {
    DEEDS.iter().filter(|(past, _, _)| one_of(c.word(begin), past)).find_map(|(_, particle, bases)| {
        let after = begin + 1;
        let rest = if particle.is_empty() {
            c.slice(after..c.len()).to_owned()
        } else {
            let k = (after..c.len()).find(|k| c.word(*k) == *particle)?;
            format!("{} {}", c.slice(after..k), c.slice(k + 1..c.len())).trim().to_owned()
        };
        let mut plain = Clause::new(&rest, run.clock);
        plain.found.clone().iter().for_each(|f| plain.spend(plain.toks_of(&f.span)));
        let object = plain.rest(0..plain.len());
        if content(&object).is_empty() {
            return None;
        }
        bases.split('|').find_map(|base| {
            let words = content(&format!("{base} {object}"));
            let Match::One(id) = run.search(&words, Want::Open, &|t| !t.status.is_closed()) else { return None };
            let own = content(&run.todo(id)?.title).first().is_some_and(|first| first == base);
            own.then(|| (id, format!("{base} {rest}")))
        })
    })
}

/// "Nowak got his offer", "Paul has his drill back": who was to get it has it.
pub(super) fn received(run: &mut Run<'_>, c: &Clause, at: usize) -> Said<bool> {
    const HAS: &str = "has got|has received|now has|got|has|received|have got|have received|have|just got|finally got|already has|\
        finally has|already got";
    const GIVES: &str =
        "send|email|e-mail|give|return|bring|deliver|lend|post|mail|ship|forward|submit|hand|text|pay|write";
    let Some((i, e)) = c.seek(at + 1, HAS).filter(|(i, e)| *e < c.len() && i - at <= 3) else { return Ok(false) };
    let Some(from) = c.any(e, "his|her|their|the|my|its|our").filter(|n| *n < c.len()) else { return Ok(false) };
    let mut end = c.len();
    while end > from + 1 && one_of(c.word(end - 1), "back|now|already|too|finally|today|yesterday") {
        end -= 1;
    }
    let (who, what) = (content(c.slice(at..i)), content(c.slice(from..end)));
    let own = one_of(c.word(at), "i|we|you|i've|we've|it|who|what");
    let words: Vec<String> = who.iter().chain(&what).cloned().collect();
    let Match::One(id) = run.search(&words, Want::Open, &|t| !t.status.is_closed()) else { return Ok(false) };
    let title = run.todo(id).map(|t| content(&t.title)).unwrap_or_default();
    let gives = title.first().is_some_and(|verb| one_of(verb, GIVES) && !who.contains(verb));
    if own || who.is_empty() || what.is_empty() || !gives {
        return Ok(false);
    }
    super::deeds::complete(run, &format!("#{id}"), true, true).map(|()| true)
}

/// "paid the electricity bill": a thing on the list without a verb of its own is there to be paid.
pub(super) fn settled(run: &Run<'_>, c: &Clause, begin: usize) -> Option<TodoId> {
    if !one_of(c.word(begin), "paid|payed|settled|submitted|filed") {
        return None;
    }
    let mut plain = Clause::new(c.slice(begin + 1..c.len()), run.clock);
    plain.found.clone().iter().for_each(|f| plain.spend(plain.toks_of(&f.span)));
    let said = content(&plain.rest(0..plain.len()));
    let Match::One(id) = run.search(&said, Want::Open, &|t| !t.status.is_closed()) else { return None };
    let title = content(&run.todo(id)?.title);
    let named = title.first().is_some_and(|w| !super::bare::is_everyday(w)) && title.iter().all(|w| said.contains(w));
    named.then_some(id)
}

/// "I marked the lunch as done by mistake": it is to be open again.
pub(super) fn by_mistake(run: &Run<'_>, text: &str) -> String {
    const MARKED: &str = "marked|ticked off|ticked|checked off|checked|completed|closed|finished";
    let c = Clause::new(text, run.clock);
    // "please open it again"
    let at = super::split::lead(&c).at;
    if let Some(end) = c.at(at, "open").filter(|e| *e + 1 < c.len())
        && one_of(c.slice(end + 1..c.len()), "again|again please|back up")
        && one_of(c.word(end), "it|that|this")
        && !run.last.is_empty()
    {
        return format!("reopen {}", c.word(end));
    }
    let told = "by mistake|by accident|accidentally|mistakenly|wrongly|in error|by error";
    let Some((i, e)) = c.seek(0, told) else { return text.to_owned() };
    let said = Clause::new(&format!("{} {}", c.slice(0..i), c.slice(e..c.len())), run.clock);
    let from = said.any(0, "i have|i've|i just|i|we have|we've|we|sorry i|oops i|oh i").unwrap_or(0);
    let Some(next) = said.any(from, MARKED) else { return text.to_owned() };
    let end = said
        .seek(next + 1, "as done|as complete|as completed|as finished|done|off")
        .filter(|(_, e)| *e == said.len())
        .map_or(said.len(), |(i, _)| i);
    let name = said.slice(next..end);
    match run.find(&content(name), Want::Closed) {
        Match::One(id) if run.todo(id).is_some_and(|t| t.completed()) => format!("reopen {name}"),
        _ => text.to_owned(),
    }
}
