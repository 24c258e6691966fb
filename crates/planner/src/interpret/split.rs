//! One message into instructions: its verbs, sentences and "and" (TODOS.md rule 6).

use super::begun::{self, Begun};
use super::breaks::breaks;
use super::correct::object_of;
pub(super) use super::head::{Head, Lead, lead, trim_tail, verb_at, verb_or_typo};
use super::lexicon::{Verb, lists, one_of};
use super::near::COMMON;
use super::run::Run;
use super::target::{Match, Want, content};
use super::text::{Clause, Tok, quotes, tokens};
use std::cell::LazyCell;

/// Words behind a mark that are looked at.
const AHEAD: usize = 32;

/// Whether a text is an instruction of its own: a verb with something to act on.
pub(super) fn plausible(text: &str, run: &Run<'_>) -> bool {
    let mut c = Clause::new(text, run.clock);
    trim_tail(&mut c);
    let l = lead(&c);
    let Some(h) = verb_or_typo(&c, l.at, l.ing, run) else { return false };
    let rest = c.rest(h.next..c.len());
    if h.verb == Verb::Create {
        return !rest.is_empty()
            && (one_of(c.word(h.at), "add|create|remind|i|new|don't|dont|todo|note|remember") || h.next > h.at + 1);
    }
    names_something(&rest, run)
}

/// Whether a clause is an order about "it".
pub(super) fn of_it(c: &Clause) -> bool {
    let l = lead(c);
    verb_at(c, l.at, l.ing).is_some_and(|h| {
        h.verb != Verb::Create && (h.next..c.len()).any(|i| one_of(c.word(i), "it|that|them|this|one|those"))
    })
}

/// "add it", "put that on my list please".
pub(super) fn adds_it(c: &Clause, run: &Run<'_>) -> bool {
    let at = lead(c).at;
    run.last.is_empty()
        && c.any(at, "add|put|note|write|jot|stick|create").is_some_and(|e| {
            one_of(c.word(e), "it|that|this|them")
                && (e + 1..c.len()).all(|i| {
                    one_of(
                        c.word(i),
                        "down|to|on|my|the|list|too|please|todos|tasks|todo|in|for|me|as|a|task|pls|thanks",
                    )
                })
        })
}

/// In front of what somebody is to do: "I have promised to knit mittens, please write that down".
const COMMITS: &str = "i have promised to|i've promised to|i promised to|i have agreed to|i've agreed to|i agreed to|i have undertaken to|i have offered to|\
    i've offered to|i offered to|i have volunteered to|i've volunteered to|i volunteered to|i have been asked to|i've been asked to|i was asked to|\
    i am to|i'm to|i mean to|i intend to|i am meant to|i'm meant to|i am supposed to|i'm supposed to|i plan to|i am planning to|i'm planning to|\
    i hope to|we have promised to|we promised to|we are to|we have agreed to|we agreed to|we plan to|we intend to|i have decided to|i've decided to|\
    i am going to|i'm going to|i am hoping to|i want to|i would like to|i should like to|i need to|i must|i have to|we need to|we must|we have to";

/// "the essay is due december 4, add it": what is told first is what the next clause adds.
pub(super) fn told_first(clauses: Vec<String>, run: &Run<'_>) -> Vec<String> {
    if clauses.len() < 2 {
        return clauses;
    }
    let mut out: Vec<String> = Vec::new();
    for clause in clauses {
        if adds_it(&Clause::new(&clause, run.clock), run)
            && let Some(told) = out.last_mut()
            && verb_at(&Clause::new(told, run.clock), 0, false).is_none()
        {
            for (copula, plain) in
                [(" is due ", " due "), (" are due ", " due "), (" is on ", " on "), (" is at ", " at ")]
            {
                *told = told.replacen(copula, plain, 1);
            }
            let c = Clause::new(told, run.clock);
            if let Some(end) = c.any(0, COMMITS).filter(|end| *end < c.len()) {
                *told = c.slice(end..c.len()).to_owned();
            }
            // "I have a haircut on tuesday" is read as it stands.
            if !one_of(
                told.split(' ').next().unwrap_or_default().to_lowercase().as_str(),
                "i|i've|there's|there|we|we've",
            ) {
                told.insert_str(0, "add ");
            }
        } else {
            out.push(clause);
        }
    }
    out
}

/// Whether a text speaks of several todos at once.
pub(super) fn sets(text: &str) -> bool {
    const SETS: &str =
        "all|every|everything|each|any|anything|tasks|todos|to-dos|items|things|ones|stuff|chores|overdue";
    tokens(text).iter().any(|t| !t.quoted && one_of(&t.fold, SETS))
}

/// Whether some leading part of a text names a todo, a set, or "it", or all of it a line of one checklist.
pub(super) fn names_something(rest: &str, run: &Run<'_>) -> bool {
    let c = Clause::new(rest, run.clock);
    if c.len() == 0 {
        return false;
    }
    // "the oven this evening": a word of a date is no pronoun.
    let dated = |i: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&i));
    let pronoun = (0..c.len())
        .any(|i| one_of(c.word(i), "it|that|them|this|those|these|both|everything|all|overdue") && !dated(i));
    if pronoun
        || c.toks
            .iter()
            .any(|t| t.fold.strip_prefix('#').is_some_and(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit())))
        || super::filter::is_bulk(&c, run)
    {
        return true;
    }
    let object = object_of(rest, run);
    [object.as_str(), rest].iter().any(|t| {
        let t = t.trim_start_matches("the ");
        let words = content(t);
        !words.is_empty() && run.names(&words) || super::listed::owner(run, t).is_some()
    }) || (0..c.len()).any(|i| {
        // Any single telling word that is a title of its own: "set priority of report to high".
        let words = content(c.slice(i..i + 1));
        words.iter().all(|w| !lists(super::lexicon::STOP, w))
            && words.iter().any(|w| w.len() > 2)
            && words.iter().all(|w| run.todos.count_word(w) <= COMMON)
            && matches!(run.find(&words, Want::Open), Match::One(_))
    })
}

/// The clauses of a message, in order.
pub(super) fn clauses(text: &str, run: &Run<'_>) -> Vec<String> {
    let mut out = Vec::new();
    let mut lines: Vec<&str> = text.split('\n').map(bullet).filter(|l| !l.is_empty()).collect();
    // "delete:" over a list is said of every line; "todos:" only names the list.
    let mut verb = String::new();
    if let Some(header) = lines.first().filter(|l| lines.len() > 1 && l.ends_with(':')) {
        let c = Clause::new(header, run.clock);
        let l = lead(&c);
        match verb_at(&c, l.at, false) {
            Some(h) if h.next >= c.len() && h.verb != Verb::Create => {
                verb = format!("{} ", c.slice(h.at..h.next));
                lines.remove(0);
            }
            Some(h) if h.verb == Verb::Create => {
                lines.remove(0);
            }
            _ if (0..c.len()).any(|i| one_of(c.word(i), "list|todos|tasks|todo|to-dos|groceries")) => {
                lines.remove(0);
            }
            _ => {}
        }
    }
    for line in lines {
        if let Some((head, items)) = line.split_once(':')
            && items.contains(';')
            && quotes(line).is_empty()
            && is_create(head, run)
        {
            // "add: soap; sponges": the command is said of each.
            let items = items.split(';').map(str::trim).filter(|item| !item.is_empty());
            for (n, item) in items.enumerate() {
                let own = n > 0 && ordered_alone(item, run);
                out.extend(sentence(&if own { item.to_owned() } else { format!("add {item}") }, run));
            }
        } else if verb.is_empty() {
            out.extend(sentence(line, run));
        } else {
            out.push(format!("{verb}{line}"));
        }
    }
    out
}

/// "new todo: sell the desk; skip yoga tomorrow": an order or a report of its own, and no more of the list.
fn ordered_alone(item: &str, run: &Run<'_>) -> bool {
    let c = Clause::new(item, run.clock);
    let at = lead(&c).at;
    let adds = one_of(c.word(at), "add|create|remind") && at + 1 < c.len() && verb_at(&c, at, false).is_some();
    adds || super::mood::spares(run, &c, at) || super::apart::speaks_alone(run, &c)
}

/// Whether a text is nothing but the command to make todos: "add", "new tasks".
fn is_create(text: &str, run: &Run<'_>) -> bool {
    let c = Clause::new(text, run.clock);
    let l = lead(&c);
    verb_at(&c, l.at, false).is_some_and(|h| {
        h.verb == Verb::Create
            && (h.next..c.len())
                .all(|i| one_of(c.word(i), "these|the|following|tasks|todos|task|todo|items|things|new"))
    })
}

/// "buy milk tomorrow,buy eggs friday": a comma without its space gets it where that makes two
/// instructions; elsewhere it is the writer's.
pub(super) fn spaced(text: &str, run: &Run<'_>) -> String {
    /// More are a list of data, not a sentence.
    const MOST: usize = 12;
    let glued = |text: &str| -> Vec<usize> {
        let quoted = quotes(text);
        text.match_indices(',')
            .map(|(at, _)| at)
            .filter(|at| {
                let left = text.get(..*at).and_then(|t| t.chars().next_back());
                let right = text.get(at + 1..).and_then(|t| t.chars().next());
                left.is_some_and(char::is_alphanumeric)
                    && right.is_some_and(char::is_alphabetic)
                    && !quoted.iter().any(|q| q.contains(at))
            })
            .collect()
    };
    let text = &unparted(text, run);
    let commas = glued(text);
    if commas.is_empty() || commas.len() > MOST {
        return text.to_owned();
    }
    let mut out = text.to_owned();
    // From the end, so that the places before stay.
    for at in commas.into_iter().rev() {
        let mut with = out.clone();
        with.insert(at + 1, ' ');
        let field = with.get(at + 1..).is_some_and(|rest| is_field(rest, run));
        if field || clauses(&with, run).len() > clauses(&out, run).len() {
            out = with;
        }
    }
    out
}

/// "call nina;tomorrow;high": what the semicolons set apart are fields of what stands in front.
fn unparted(text: &str, run: &Run<'_>) -> String {
    let mut parts = text.split(';');
    let (Some(first), rest) = (parts.next(), parts.collect::<Vec<_>>()) else { return text.to_owned() };
    let glued =
        !rest.is_empty() && rest.iter().all(|part| part.starts_with(char::is_alphabetic) && is_field(part, run));
    if glued && quotes(text).is_empty() { format!("{first}, {}", rest.join(", ")) } else { text.to_owned() }
}

/// Whether a text begins with a date, a time or a level that reaches to the next mark: "tomorrow,high", "friday at 3".
fn is_field(text: &str, run: &Run<'_>) -> bool {
    let said = text.split([',', ';']).next().unwrap_or_default().trim();
    let when = said.strip_prefix("on ").or_else(|| said.strip_prefix("at ")).unwrap_or(said);
    crate::dates::whole(said, run.clock).or_else(|| crate::dates::whole(when, run.clock)).is_some()
        || super::fields::level(&said.to_lowercase()).is_some()
}

/// A line without its bullet or number.
pub(super) fn bullet(line: &str) -> &str {
    let line = line.trim();
    let bare = line.trim_start_matches(['-', '*', '•', '–', '·', '+']).trim_start();
    let bare = super::pasted::unboxed(bare);
    let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
    match bare.get(digits..) {
        Some(rest) if (1..=2).contains(&digits) && (rest.starts_with(". ") || rest.starts_with(") ")) => {
            rest[2..].trim_start()
        }
        _ => bare,
    }
}

fn sentence(line: &str, run: &Run<'_>) -> Vec<String> {
    let c = Clause::new(line, run.clock);
    let quoted = quotes(line);
    let mut probe = c.clone();
    let begun = LazyCell::new(|| Begun::of(line, run));
    let mut noted = false;
    // Free text runs to the end: nothing is split behind its beginning but at what surely is the next instruction.
    let free_from = {
        let before = probe.used.clone();
        let _ = super::fields::notes(&mut probe, 0);
        noted |= probe.used != before;
        let _ = super::fields::checklist(&mut probe, 0);
        let listed = probe.used != before;
        if noted || listed { probe.used.iter().position(|u| *u) } else { None }
    };
    // "note for slides: add the logo and …" is all text.
    let first = lead(&c);
    let noting = verb_at(&c, first.at, first.ing).is_some_and(|h| h.verb == Verb::Note)
        || c.any(first.at, "add a note|add note|add the note|add a comment|leave a note").is_some();
    let free_from = if noting { Some(0) } else { free_from };
    let free_from = free_from
        .or_else(|| (0..c.len()).find(|i| c.any(*i, "because|saying|that says|with reason").is_some()))
        .unwrap_or(c.len());
    let mut cuts: Vec<(usize, usize)> = Vec::new();
    let mut start = 0;
    let mut i = 1;
    let orders = verb_at(&c, first.at, first.ing).is_some_and(|h| h.verb != Verb::Create);
    let joins = orders && one_of(c.word(free_from), "and");
    let free = free_from + usize::from(joins);
    let why = (0..c.len()).find(|i| c.any(*i, "because|because of|due to").is_some());
    // What is to be written down is the writer's, to its end.
    let written = noting || noted || (0..c.len()).any(|i| c.any(i, "saying|that says").is_some());
    while i < c.len() {
        // "actually, delete the garage instead", "just this once, move it": what leads to the first is none itself.
        let leads = i <= first.at || c.any(first.at, super::normal::ONCE) == Some(i);
        // "… on hold because Tom is away. The novel will take 90 min": behind a full stop the reason has ended.
        let ended = i >= free && matches!(c.toks.get(i - 1).and_then(|t| t.after), Some('.' | ';' | '!'));
        let tells = || ended && super::apart::speaks_alone(run, &Clause::new(c.slice(i..c.len()), run.clock));
        // "… is blocked because of tom, add stamps", "…, oh and yoga done": so it has where an order follows a comma.
        let comma = why.is_some_and(|why| i > why + 1) && c.toks.get(i - 1).is_some_and(|t| t.after == Some(','));
        let tells = || {
            tells()
                || comma && {
                    let next = c.any(i, JOINERS).unwrap_or(i);
                    let led = next < c.len()
                        && (next > i || verb_at(&c, next, false).is_some_and(|h| h.verb != Verb::Create));
                    begun::makes(&c, next)
                        || super::breaks::is_dated_errand(&c, next)
                        || led && super::apart::changes(run, c.slice(next..c.len()))
                }
        };
        let surely = !(leads || written && i >= free) && (begins(&c, start, i, i >= free, &begun) || tells());
        if i >= free && !surely && !(noting && ordered(&c, i)) {
            i += 1;
            continue;
        }
        let within = |r: &std::ops::Range<usize>, at: usize| r.start < at && at < r.end;
        let inside = c.toks.get(i).is_some_and(|t| {
            // "every! 3 days" is one phrase.
            quoted.iter().chain(c.found.iter().map(|f| &f.span)).any(|q| within(q, t.start))
        }) || one_of(c.word(i), "and|&|+|plus|also|then|but|or") && begun.within(&c, i);
        let mark = c.toks.get(i - 1).and_then(|t| t.after).filter(|m| !matches!(m, ':' | '(' | ')' | '"'));
        let joiner = c.any(i, JOINERS);
        let joiner = joiner
            .map(|e| if one_of(c.word(e), "is|are|was|were|has|have") && c.word(e - 1) == "so" { e - 1 } else { e });
        let joiner = joiner.filter(|e| *e > i);
        // Dictated without marks: "report done slides done".
        let done = |at: usize| one_of(c.word(at), "done|finished|completed");
        let mark =
            mark.or((start + 1 < i && done(i - 1) && (i + 1..c.len()).any(done) && joiner.is_none()).then_some(','));
        // Dictated without marks: "add soap add call tim".
        let again = !inside
            && verb_at(&c, first.at, first.ing).is_some_and(|h| {
                let verb = c.slice(h.at..h.next).to_lowercase();
                one_of(&verb, "add|remind me|create|new task|new todo|new reminder|remind me to|todo|task|reminder")
                    && i > h.next
                    && c.at(i, &verb).is_some_and(|e| e < c.len())
            });
        if again && start < i {
            cuts.push((start, i));
            start = i;
            i += 1;
            continue;
        }
        if inside || (mark.is_none() && joiner.is_none()) {
            i += 1;
            continue;
        }
        let next = joiner.unwrap_or(i);
        let hard = matches!(mark, Some(';' | '!' | '?'))
            || (mark == Some('.')
                && c.toks.get(i).is_some_and(|t| {
                    line.get(t.start..)
                        .and_then(|r| r.chars().next())
                        .is_some_and(|ch| ch.is_uppercase() || ch.is_ascii_lowercase())
                }));
        let left = c.slice(start..i).to_owned();
        // Whether an instruction begins there is told by its first words.
        let right = c.slice(next..c.len().min(next + AHEAD)).to_owned();
        // "important! renew the permit": a field of what follows.
        let field = cuts.is_empty() && lc_field(&left);
        // "finish the report, then order cat food": what comes then is told apart by its own verb.
        let then = (i..next).find(|at| c.word(*at) == "then").filter(|_| in_order(&left, &right, run));
        if let (Some(then), false) = (then, field) {
            cuts.push((start, i));
            start = then;
            i = next.max(i) + 1;
            continue;
        }
        if !right.is_empty()
            && !left.is_empty()
            && !field
            && (surely
                || hard && (mark != Some('.') || ends_sentence(&c, i))
                || also(&c, i..next, &left, &right, run)
                || breaks(&left, &right, mark, joiner.is_some_and(|e| e > i), run))
        {
            cuts.push((start, i));
            start = next;
            i = next.max(i) + 1;
        } else {
            i += 1;
        }
    }
    cuts.push((start, c.len()));
    let last = cuts.len() - 1;
    cuts.into_iter()
        .enumerate()
        .map(|(n, (a, b))| {
            let from = c.toks.get(a).map_or(0, |t| t.start);
            // Brackets and quotes around the first word are the clause's.
            let from = if a == 0 {
                0
            } else {
                line.get(..from).map_or(from, |before| {
                    from - before
                        .chars()
                        .rev()
                        .take_while(|ch| matches!(ch, '"' | '“' | '(' | '\'' | '‘'))
                        .map(char::len_utf8)
                        .sum::<usize>()
                })
            };
            let to = if n == last { line.len() } else { c.toks.get(b).map_or(line.len(), |t| t.start) };
            line.get(from..to).unwrap_or_default().trim().trim_end_matches([',', ';', '.']).trim().to_owned()
        })
        .filter(|s| !s.is_empty())
        .collect()
}

/// Joins an instruction to the one before it.
const JOINERS: &str = "and then|and also|then|and|&|+|plus|also|after that|and after that|afterwards|and finally|finally|\
    as well as|but|or|and please|oh and|and oh|oh also|and next|next|so|and so|while you're at it|and while you're at it";

/// Whether the next instruction surely begins behind a mark or a joining word at `i`; `free` = within free text, where what is to
/// be made is one as well behind a clear pause.
fn begins<'r, 'a, F: FnOnce() -> Begun<'r, 'a>>(
    c: &Clause,
    start: usize,
    i: usize,
    free: bool,
    begun: &LazyCell<Begun<'r, 'a>, F>,
) -> bool {
    let mark = c.toks.get(i - 1).and_then(|t| t.after).filter(|m| matches!(m, ',' | ';' | '.' | '!' | '?'));
    let joiner = c.any(i, JOINERS).filter(|_| !one_of(c.word(i), "but|or|so"));
    if mark.is_none() && joiner.is_none() || start >= i {
        return false;
    }
    let next = joiner.unwrap_or(i);
    let then = (i..next).any(|k| one_of(c.word(k), "then|after|afterwards|finally"));
    let ended = mark.is_some_and(|m| m != ',');
    let dated = || c.found.iter().any(|f| c.toks_of(&f.span).end == c.len());
    let paused = ended || then || mark.is_some() && joiner.is_some();
    let makes = || free && begun::makes(c, next) && (paused || joiner.is_some() && dated());
    next < c.len() && (begun.at(c, start, next, ended || then) || makes())
}

/// "buy stamps and also call the bank": two errands.
fn also(c: &Clause, joiner: std::ops::Range<usize>, left: &str, right: &str, run: &Run<'_>) -> bool {
    let errand = |text: &str| {
        let c = Clause::new(text, run.clock);
        let l = lead(&c);
        let at = verb_at(&c, l.at, l.ing).map_or(l.at, |h| if h.verb == Verb::Create { h.next } else { l.at });
        super::bare::is_everyday(c.word(at)) && at + 1 < c.len()
    };
    joiner.len() > 1 && joiner.into_iter().any(|i| c.word(i) == "also") && errand(left) && errand(right)
}

/// Whether something to do stands behind "then", and an instruction or something else to do in front of it.
fn in_order(left: &str, right: &str, run: &Run<'_>) -> bool {
    let errand = |c: &Clause, at: usize| {
        super::bare::is_everyday(c.word(at))
            && at + 1 < c.len()
            && !one_of(c.word(at + 1), "it|that|them|this|and|or|back|again")
    };
    let (l, r) = (Clause::new(left, run.clock), Clause::new(right, run.clock));
    let (ll, rl) = (lead(&l), lead(&r));
    // "call it X" renames, "call mom" is something to do.
    let both = |word: &str| one_of(word, "call|check|email|text|order|read|note|file");
    let ours =
        |c: &Clause, at: usize| verb_at(c, at, false).is_some_and(|h| h.verb != Verb::Create) && !both(c.word(at));
    let began = match verb_at(&l, ll.at, ll.ing) {
        Some(h) if h.verb == Verb::Create => errand(&l, h.next),
        Some(h) => h.next < l.len(),
        None => errand(&l, ll.at),
    };
    began && errand(&r, rl.at) && !ours(&r, rl.at)
}

/// "…, and move it to friday", behind a note: an order about "it", after a pause.
fn ordered(c: &Clause, i: usize) -> bool {
    let paused = i > 0 && c.toks.get(i - 1).is_some_and(|t| matches!(t.after, Some(',' | ';' | '.')));
    let then = c.any(i, "and then|then|and also");
    let at = then.or_else(|| c.at(i, "and").filter(|_| paused)).unwrap_or(i);
    (paused || then.is_some())
        && one_of(c.word(at), "move|mark|set|make|delete|complete|reschedule|postpone|push|tag|label|rename")
        && one_of(c.word(at + 1), "it|that")
}

/// Whether a text is a level of priority and nothing else.
pub(super) fn lc_field(text: &str) -> bool {
    one_of(
        &text.to_lowercase(),
        "important|urgent|asap|critical|urgently|high priority|low priority|top priority|high prio|low prio",
    )
}

/// The last word of a date of several: "jan 3".
fn dated(c: &Clause, i: usize) -> bool {
    c.found.iter().map(|f| c.toks_of(&f.span)).any(|toks| toks.len() > 1 && toks.end == i + 1)
}

/// "Dr. Smith" and "e.g. this" end no sentence, nor does the dot of a date: "tue 24.11. dentist". Where a date stands behind
/// something and something to do behind the date, its dot is of both: "call nina on mon. buy film", "at 3 p.m. buy film".
pub(super) fn ends_sentence(c: &Clause, i: usize) -> bool {
    const SHORT: &str = "dr|mr|mrs|ms|st|e.g|i.e|no|vs|prof|approx|ca|etc|jr|sr|a.m|p.m|a.m.|nr|inc|co|mt|ave|rd|apt";
    let before = c.word(i - 1);
    let dotted = |t: &Tok| c.found.iter().find(|f| f.span.contains(&t.end) || f.span.end == t.end);
    let begins = super::bare::is_everyday(c.word(i)) && i + 1 < c.len();
    let last = |t: &Tok| dotted(t).is_some_and(|f| f.span.end <= t.end + 1 && c.toks_of(&f.span).start > 0) && begins;
    let of_date = |t: &Tok| c.found.iter().any(|f| f.span.contains(&t.end)) && !last(t);
    let clock = one_of(before, "a.m|p.m|a.m.|p.m.") && c.toks.get(i - 1).is_some_and(last);
    clock
        || !one_of(before, SHORT)
            && !c.toks.get(i - 1).is_some_and(of_date)
            && (before.len() > 1 || dated(c, i - 1))
            // "T.G.I. Friday's", "J. R. Smith"
            && !(before.contains('.') && before.split('.').all(|letter| letter.chars().count() == 1))
}
