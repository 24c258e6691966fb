//! Prompts: what never changes first (rules, examples), then the snapshot, then the request, so that
//! a runtime can reuse the prefix (MODELS.md §1). Every section has a cap; what was sent of each is
//! recorded.

use crate::grammar;
use crate::input::{Decided, Input};
use crate::menu::Menu;
use crate::plain;
use crate::trace::Section;
use countersign_core::ids::TodoId;
use countersign_core::model::{Message, Speaker, Told, estimate_tokens, shares};
use countersign_core::prompt::{Line, passage};
use countersign_core::session::handoff::brief;
use countersign_core::todos::{Todos, View};
use countersign_redact::beginning;

/// Caps of the sections of a small model's prompt, in estimated tokens; their sum with the static
/// part stays under 2 000 (tested).
const CANDIDATES: u64 = 400;
const OPTIONS: u64 = 260;
const TURNS: u64 = 160;
const REQUEST: u64 = 300;
const CARRIED: u64 = 110;
const REJECTED: u64 = 90;
const ANSWER: u64 = 80;
const HINTS: u64 = 160;
/// Kept free of a small model's first prompt for what may have to be mended.
pub(crate) const MENDING: u64 = ANSWER + HINTS;

/// Headings, the day and the like.
const AROUND: u64 = 70;

/// A prompt under construction.
#[derive(Default)]
pub(crate) struct Prompt {
    pub(crate) messages: Vec<Message>,
    pub(crate) sections: Vec<Section>,
}

impl Prompt {
    /// The static part: the same bytes in every turn.
    pub(crate) fn begin(rules: &str, shots: &[(&str, &str)]) -> Self {
        let mut out = Self::default();
        out.messages.push(Message { role: Speaker::System, content: rules.to_owned() });
        for (user, assistant) in shots {
            out.messages.push(Message { role: Speaker::User, content: (*user).to_owned() });
            out.messages.push(Message { role: Speaker::Assistant, content: (*assistant).to_owned() });
        }
        out.note("rules", rules, false);
        let shots: String = shots.iter().flat_map(|(a, b)| [*a, *b]).collect();
        if !shots.is_empty() {
            out.note("examples", &shots, false);
        }
        out
    }

    fn note(&mut self, name: &str, text: &str, cut: bool) {
        self.sections.push(Section { name: name.to_owned(), tokens: estimate_tokens(text), cut, hash: None });
    }

    /// Notes a file that is sent, with its hash: its text is never touched.
    pub(crate) fn file(&mut self, file: &crate::work::NamedFile) {
        let tokens = file.text.as_deref().map_or(0, estimate_tokens);
        let hash = Some(file.hash.clone());
        self.sections.push(Section { name: file.path.clone(), tokens, cut: file.cut, hash });
    }

    /// A section of at most `cap` estimated tokens, cut at a character; as a passage.
    pub(crate) fn section(&mut self, name: &str, text: &str, cap: u64) -> String {
        let (text, cut) = fit(&passage(text), cap);
        if !text.is_empty() {
            self.note(name, &text, cut);
        }
        text
    }

    /// A section of whole lines, of which the last are left out when there are too many. Whatever is
    /// in one stays in it.
    pub(crate) fn lines(&mut self, name: &str, lines: impl IntoIterator<Item = String>, cap: u64) -> String {
        let mut out = String::new();
        let mut used = 0;
        let mut cut = false;
        for line in lines {
            let (line, shortened) = fit(Line::of(line).as_str(), 120);
            cut |= shortened;
            let cost = estimate_tokens(&line) + 1;
            if used + cost > cap {
                cut = true;
                break;
            }
            used += cost;
            out.push_str(&line);
            out.push('\n');
        }
        if !out.is_empty() {
            self.note(name, &out, cut);
        }
        out
    }

    /// The request: whatever else gives way, this does not (R37).
    pub(crate) fn pinned(&mut self, text: &str) -> String {
        self.section("request", text, u64::MAX / 8)
    }

    /// Standing instructions: each has its share of `cap`.
    pub(crate) fn told(&mut self, instructions: &[Told], cap: u64) -> String {
        let whole: Vec<String> = instructions.iter().map(|told| passage(&told.text)).collect();
        let needs: Vec<u64> = whole.iter().map(|text| estimate_tokens(text) + 2).collect();
        let mut texts = Vec::new();
        for ((told, whole), share) in instructions.iter().zip(&whole).zip(shares(&needs, cap)) {
            let (text, cut) = fit(whole, share);
            if cut || told.cut || !text.is_empty() {
                self.note(&told.name, &text, cut || told.cut);
            }
            texts.push(text);
        }
        texts.retain(|text| !text.is_empty());
        texts.join("\n\n")
    }

    /// Estimated tokens so far.
    pub(crate) fn tokens(&self) -> u64 {
        self.messages.iter().map(|m| estimate_tokens(&m.content)).sum()
    }

    /// What is left of `cap` for all that gives way to the request.
    pub(crate) fn room(&self, cap: u64, request: &str) -> u64 {
        cap.saturating_sub(self.tokens() + estimate_tokens(request) + AROUND)
    }

    pub(crate) fn user(&mut self, content: String) {
        self.messages.push(Message { role: Speaker::User, content });
    }

    pub(crate) fn assistant(&mut self, content: String) {
        self.messages.push(Message { role: Speaker::Assistant, content });
    }
}

/// At most `cap` estimated tokens of a text.
fn fit(text: &str, cap: u64) -> (String, bool) {
    let text = text.trim();
    let mut quarters = 0;
    for (fitting, c) in text.chars().enumerate() {
        quarters += if c.is_ascii() { 1 } else { 4 };
        if quarters + 4 > cap.saturating_mul(4) {
            return (format!("{}…", beginning(text, fitting)), true);
        }
    }
    (text.to_owned(), false)
}

/// `Today: 2026-11-21 (America/New_York)`, with the weekday (S0-7).
pub(crate) fn today(input: &Input) -> String {
    let date = input.clock.now.date();
    format!("Today: {date} ({}), {}", input.clock.zone, date.strftime("%A"))
}

/// The last exchanges (S0-30), oldest first.
pub(crate) fn conversation(input: &Input) -> Vec<String> {
    let humans: Vec<usize> = input.turns.iter().enumerate().filter(|(_, t)| t.role == "user").map(|(n, _)| n).collect();
    let from = humans.len().checked_sub(3).and_then(|n| humans.get(n)).copied().unwrap_or(0);
    input
        .turns
        .iter()
        .skip(from)
        .map(|t| {
            let text = t.text.split_whitespace().collect::<Vec<_>>().join(" ");
            format!("{}: {}", if t.role == "user" { "Person" } else { "You" }, beginning(&text, 200))
        })
        .collect()
}

/// At most so many decisions, in so many tokens with their headings (S2-20).
const DECISIONS: usize = 20;
const DECISION_TOKENS: u64 = 470;
/// What waits already has so many tokens.
const WAITING: u64 = 240;
/// Rejections that a small model is told of.
const NEAR: usize = 3;
/// How the section begins and ends (S2-19).
const DECIDED: &str = "Recent User Decisions:\n";
const LEARN: &str = "Learn from rejections — avoid repeating rejected patterns.\n";
const WAITS: &str = "Waiting for the person's signature already; do not propose it again:\n";

/// What a model is told of what was decided and of what waits, as one section: at most 20 lines of
/// decisions in 500 tokens (S2-20). A small model is told of what has words of its `request` alone, since
/// anything else would only draw it there (S2-19).
pub fn memory(decided: &[Decided], waiting: &[String], request: Option<&str>) -> String {
    let mut p = Prompt::default();
    let (decided, waiting) = match request {
        None => (decisions(decided), waiting.to_vec()),
        Some(request) => (rejections(decided, request), near(waiting, request)),
    };
    let decided = p.lines("decisions", decided, DECISION_TOKENS);
    let waiting = p.lines("waiting", waiting.into_iter().map(|label| format!("- {label}")), WAITING);
    let mut text = String::new();
    if !decided.is_empty() {
        text.push_str(&format!("{DECIDED}{decided}{LEARN}"));
    }
    if !waiting.is_empty() {
        text.push_str(&format!("{WAITS}{waiting}"));
    }
    text
}

/// Labels that have a word of the request.
fn near(labels: &[String], request: &str) -> Vec<String> {
    labels.iter().filter(|label| shares_word(label, request)).take(NEAR).cloned().collect()
}

fn shares_word(label: &str, request: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let all = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 3);
        all.map(str::to_lowercase).collect()
    };
    let said = words(request);
    words(label).iter().any(|word| said.contains(word))
}

/// "Recent User Decisions" (S2-19): at most 20 lines, rejections first, with their reasons quoted.
pub(crate) fn decisions(decided: &[Decided]) -> Vec<String> {
    let rejected = |d: &&Decided| !d.confirmed && !d.undecided;
    let first = decided.iter().filter(rejected).take(DECISIONS * 3 / 4);
    first
        .chain(decided.iter().filter(|d| !rejected(d)))
        .take(DECISIONS)
        .map(|d| match (d.confirmed, &d.reason) {
            (true, _) => format!("✓ {}", d.label),
            (_, Some(why)) if d.undecided => format!("– {} ({})", d.label, Line::of(why).as_str()),
            _ if d.undecided => format!("– {} (no decision)", d.label),
            (false, Some(why)) => format!("✗ {} — “{}”", d.label, Line::of(why).as_str()),
            (false, None) => format!("✗ {}", d.label),
        })
        .collect()
}

const RULES: &str = "You keep a todo list. Read the request and say what it asks for as one JSON object.\n\
    complete = it has been done. reopen = it was marked done but is not. delete = it is not wanted any more. \
    move = another day or time to do it. due = another deadline. priority = how much it matters. \
    skip = one date of a repeating todo is left out. start = somebody is working on it. block = it cannot go on. \
    create = something new to do.\n\
    Use only the todos and words offered. If the request asks for no change, or is only talk, say {\"do\":\"nothing\"}.";

const SHOTS: &[(&str, &str)] = &[
    (
        "Todos:\n- Pay phone bill (due Mon 2026-03-09)\n- Phone Alex\nToday: 2026-03-04 (Europe/Paris), Wednesday\n\
        Request: I settled the phone bill this morning\nSay: complete, nothing",
        "{\"do\":\"complete\",\"todo\":\"Pay phone bill\"}",
    ),
    (
        "Todos:\n- Haircut (Fri 2026-03-06, 14:00)\nToday: 2026-03-04 (Europe/Paris), Wednesday\n\
        Request: the barber wants me to come on monday instead\nSay: move to \"monday\", create, nothing",
        "{\"do\":\"move\",\"todo\":\"Haircut\",\"to\":\"monday\"}",
    ),
    (
        "Todos:\n- Renew library card\nToday: 2026-03-04 (Europe/Paris), Wednesday\n\
        Request: is my library card still valid?\nSay: complete, nothing",
        "{\"do\":\"nothing\"}",
    ),
    (
        "Todos:\n- Sell old desk (low)\n- Order desk lamp\nToday: 2026-03-04 (Europe/Paris), Wednesday\n\
        Request: we're keeping the old desk, so that one is not needed\nSay: complete, delete, nothing",
        "{\"do\":\"delete\",\"todo\":\"Sell old desk\"}",
    ),
    (
        "Todos:\n- Call grandma (Sat 2026-03-07)\nToday: 2026-03-04 (Europe/Paris), Wednesday\n\
        Request: I should ask Ben for his drill on thursday\nSay: move to \"thursday\", create, nothing",
        "{\"do\":\"create\",\"title\":\"ask Ben for his drill\"}",
    ),
    (
        "Todos:\n- Swimming (repeats weekly on Thursday, 18:00)\nToday: 2026-03-04 (Europe/Paris), Wednesday\n\
        Request: no swimming this thursday, the pool is closed\nSay: delete, skip, move to \"this thursday\", nothing",
        "{\"do\":\"skip\",\"todo\":\"Swimming\"}",
    ),
    (
        "Todos:\n- Repair fence (low)\n- Paint fence\nToday: 2026-03-04 (Europe/Paris), Wednesday\n\
        Request: repairing the fence really can't wait\nSay: priority to \"high\", start, nothing",
        "{\"do\":\"priority\",\"todo\":\"Repair fence\",\"to\":\"high\"}",
    ),
    (
        "Todos:\n- Visit aunt Rosa (Sun 2026-03-08)\nToday: 2026-03-04 (Europe/Paris), Wednesday\n\
        Request: I love visiting aunt Rosa\nSay: complete, create, nothing",
        "{\"do\":\"nothing\"}",
    ),
    (
        "Todos:\n- Write thesis outline\nToday: 2026-03-04 (Europe/Paris), Wednesday\n\
        Request: the outline has to be there by friday\nSay: move to \"friday\", due to \"friday\", nothing",
        "{\"do\":\"due\",\"todo\":\"Write thesis outline\",\"to\":\"friday\"}",
    ),
    (
        "Todos:\n- Fix tap (done)\nToday: 2026-03-04 (Europe/Paris), Wednesday\n\
        Request: the tap still drips, it isn't fixed\nSay: reopen, nothing",
        "{\"do\":\"reopen\",\"todo\":\"Fix tap\"}",
    ),
];

/// How every proposal's prompt for a small model begins, for a runtime that can read it ahead.
pub fn standing() -> Vec<Message> {
    Prompt::begin(RULES, SHOTS).messages
}

/// Rejections that a small model is told of: of its request's own words, since one about other
/// things would only draw it there (S2-19).
fn rejections(decided: &[Decided], request: &str) -> Vec<String> {
    let rejected = decided.iter().filter(|d| !d.confirmed && !d.undecided);
    let near: Vec<Decided> = rejected.filter(|d| shares_word(&d.label, request)).take(NEAR).cloned().collect();
    decisions(&near)
}

/// The prompt of a small model for one reading of a menu.
pub(crate) fn propose(input: &Input, menu: &Menu) -> Prompt {
    let mut p = Prompt::begin(RULES, if input.without.examples { &[] } else { SHOTS });
    let request = menu.request.split_whitespace().collect::<Vec<_>>().join(" ");
    // What a long request takes is taken from the rest, from the todos last.
    let over = estimate_tokens(&request).saturating_sub(REQUEST);
    let mut room = (CARRIED + REJECTED + TURNS + CANDIDATES).saturating_sub(over);
    let mut of = |most: u64| {
        let given = most.min(room);
        room -= given;
        given
    };
    let listed = of(CANDIDATES);
    let (carried, rejected, turned) = (of(CARRIED), of(REJECTED), of(TURNS));
    let carried = p.section("carried", &brief(&input.carried), carried);
    let rejected = p.lines("decisions", rejections(&input.decisions, &input.message), rejected);
    let turns = if menu.candidates.iter().any(|c| c.clear) { Vec::new() } else { conversation(input) };
    let turns = p.lines("conversation", turns, turned);
    let todos = p.lines("candidates", menu.candidates.iter().map(|c| c.line.clone()), listed);
    let request = p.pinned(&request);
    let options = p.section("options", Line::of(grammar::options(menu)).as_str(), OPTIONS);
    let mut before = if turns.is_empty() { String::new() } else { format!("Before:\n{turns}") };
    if !carried.is_empty() {
        before.insert_str(0, &format!("{carried}\n"));
    }
    if !rejected.is_empty() {
        before.push_str(&format!("{DECIDED}{rejected}"));
    }
    let todos = if todos.is_empty() { "none\n".to_owned() } else { format!("\n{todos}") };
    p.user(format!("{before}Todos:{todos}{}\nRequest: {request}\nSay: {options}", today(input)));
    p
}

/// The same prompt with the answer that failed and the hints to mend it (R10).
pub(crate) fn repair(input: &Input, menu: &Menu, answer: &str, hints: &[String]) -> Prompt {
    let mut p = propose(input, menu);
    let answer = p.section("answer", answer, ANSWER);
    let hints = p.lines("hints", hints.iter().cloned(), HINTS);
    p.assistant(answer);
    p.user(format!("That cannot be used. {hints}Answer again."));
    p
}

const TALK: &str = "You are the assistant of a todo list. Answer in one to three short plain sentences, without lists or \
    markdown. You change nothing yourself: changes are proposed and signed by the person. Never say that you have \
    added, changed or deleted something. If you do not know, say so.";

/// Whether a text has in it what only a prompt for a free answer says: its date in our form, or its instructions.
pub(crate) fn is_scaffold(text: &str, input: &Input) -> bool {
    let mut rules = TALK.split_inclusive(['.', ':']).map(str::trim).filter(|rule| rule.split(' ').count() > 4);
    text.contains(&today(input)) || rules.any(|rule| text.contains(rule))
}

/// A free answer in words.
pub(crate) fn chat(input: &Input, todos: Vec<String>, cap: u64) -> Prompt {
    let mut p = Prompt::begin(TALK, &[]);
    let room = p.room(cap, &input.message);
    // What was handed over takes its room from the standing instructions.
    let told = if input.carried.is_empty() { room / 4 } else { room / 8 };
    let instructions = p.told(&input.instructions, told);
    let carried = p.section("carried", &input.carried, told);
    let turns = p.lines("conversation", conversation(input), room / 5);
    let todos = p.lines("todos", todos, room / 4);
    let request = p.pinned(&input.message);
    let mut text = String::new();
    if !instructions.is_empty() {
        text.push_str(&format!("Standing instructions:\n{instructions}\n"));
    }
    text.push_str(&carried);
    if !todos.is_empty() {
        text.push_str(&format!("Todos:\n{todos}"));
    }
    if !turns.is_empty() {
        text.push_str(&format!("Before:\n{turns}"));
    }
    p.user(format!("{text}{}\n{request}", today(input)));
    p
}

/// What the summary is written from: one compact line per operation (S0-72).
pub(crate) fn summary(input: &Input, lines: Vec<String>) -> Prompt {
    let mut p = Prompt::begin(SUMMARY, &[]);
    let ops = p.lines("operations", lines, 600);
    let request = p.section("request", &input.message, REQUEST);
    p.user(format!("{}\nRequest: {request}\nProposed, not yet made:\n{ops}", today(input)));
    p
}

const SUMMARY: &str = "Say in one to three short sentences what is proposed, for the person who asked. No markdown, no \
    lists, no JSON. The changes are only proposed: say \"would\", never \"have\".";

const ROUTER: &str = "You route messages to a todo list. Answer with one JSON object: decision (chat, plan or clarify), category \
    (habit, goal, task or event), confidence from 0 to 1, entities {date, priority, ids, text} as said or empty, missing, and \
    a question, which clarify needs and which is short.\n\
    plan = it asks for a change and what to change is clear. clarify = it asks for a change, but which todo, date or time is \
    open: ask ONE short question. chat = questions, talk, anything that changes nothing. A clear scope (\"all today\", \
    \"everything this week\") is plan. If a question was put before, a short answer resolves it: prefer plan.\n\
    chat: \"what is due this week?\" · \"why is the report high?\" · \"how do I repeat a todo?\" · \"thanks, that helps\" · \
    \"should I move the dentist?\" · \"don't delete anything\"\n\
    plan: \"the invoice went out\" · \"push everything from today to monday\" · \"Anna now wants the draft by friday\" · \
    \"get me a reminder for the parcel at 5\" · \"drop the two gym tasks\" · \"no piano this thursday\"\n\
    clarify: \"move it\" · \"finish the report\" (two reports) · \"do it later\" · \"change the meeting\" · \"delete that old one\" · \
    \"next week is better\"";

/// The router's prompt (S0-43, S0-48, S0-56).
pub(crate) fn route(input: &Input, request: &str, todos: &Todos, cap: u64) -> Prompt {
    let mut p = Prompt::begin(ROUTER, &[]);
    let (ids, counts) = plain::snapshot(request, None, input, todos);
    let lines: Vec<String> = ids.iter().filter_map(|id| todos.todo(*id)).map(plain::line).collect();
    let room = p.room(cap, request);
    let todos = p.lines("todos", lines, (room / 2).min(900));
    let turns = p.lines("conversation", conversation(input), (room / 5).min(300));
    let asked = input.pending.as_ref().map(|q| q.question.clone()).unwrap_or_default();
    let asked = p.section("question", &asked, (room / 8).min(100));
    let request = p.pinned(request);
    let asked = if asked.is_empty() { String::new() } else { format!("You asked: {asked}\n") };
    let before = if turns.is_empty() { String::new() } else { format!("Before:\n{turns}") };
    p.user(format!("Todos ({counts}):\n{todos}{before}{}\n{asked}Message: {request}", today(input)));
    p
}

const OPERATIONS: &str = "You propose changes to a todo list as one JSON object {\"operations\": […]}, no prose. Everything you \
    propose is reviewed and signed by a person before it happens.\n\
    op is one of: create {title, scheduledFor?, timeOfDay?, dueDate?, priority?, recurrence?, notes?, labels?} · update {id, only \
    what changes} · delete {id} · complete {id} · set_status {id, status, reason?} · complete_occurrence, skip_occurrence {id, \
    occurrenceDate} · move_occurrence {id, occurrenceDate, to: {date?, time?}} · bulk_update {where, set} · bulk_complete {where} · \
    bulk_delete {where}.\n\
    Name a todo by its number from the list. Dates may be YYYY-MM-DD or the words of the request (\"next friday\"); times HH:MM \
    or words. At most 8 operations; more than 5 targets: one bulk operation. Repeating todos: complete_occurrence with \
    occurrenceDate instead of complete; a new repeating todo needs scheduledFor. Write only fields you mean. Do what the \
    request asks and nothing more; if unsure which todo is meant, propose nothing for it.\n\
    Request: the invoice went out, and move the dentist to next tuesday\n\
    {\"operations\":[{\"op\":\"complete\",\"id\":4},{\"op\":\"update\",\"id\":9,\"scheduledFor\":\"next tuesday\"}]}\n\
    Request: skip yoga this thursday and remind me on friday at 5pm to pick up the mat\n\
    {\"operations\":[{\"op\":\"skip_occurrence\",\"id\":12,\"occurrenceDate\":\"this thursday\"},{\"op\":\"create\",\"title\":\"Pick up \
    the mat\",\"scheduledFor\":\"friday\",\"timeOfDay\":\"17:00\"}]}\n\
    Request: everything tagged home can wait until december\n\
    {\"operations\":[{\"op\":\"bulk_update\",\"where\":{\"labels\":[\"home\"],\"completed\":false},\"set\":{\"scheduledFor\":\"2026-12-01\"}}]}";

/// The proposal prompt of a large model (S0-65).
pub(crate) fn operations(
    input: &Input,
    request: &str,
    todos: Vec<String>,
    counts: &str,
    chosen: &[TodoId],
    cap: u64,
) -> Prompt {
    let mut p = Prompt::begin(OPERATIONS, &[]);
    let room = p.room(cap, request);
    let instructions = p.told(&input.instructions, room / 8);
    // What was handed over takes its room from the todos.
    let carried = p.section("carried", &input.carried, room / 8);
    let listed = if carried.is_empty() { room / 2 } else { room * 3 / 8 };
    let decided = p.lines("decisions", decisions(&input.decisions), (room / 8).min(DECISION_TOKENS));
    let waiting = input.waiting.iter().map(|label| format!("- {label}"));
    let waiting = p.lines("waiting", waiting, (room / 10).min(WAITING));
    let todos = p.lines("todos", todos, listed);
    let turns = p.lines("conversation", conversation(input), room / 10);
    let request = p.pinned(request);
    let mut text = format!("Todos ({counts}):\n{todos}");
    if !instructions.is_empty() {
        text.push_str(&format!("Standing instructions:\n{instructions}\n"));
    }
    text.push_str(&carried);
    if !decided.is_empty() {
        text.push_str(&format!("{DECIDED}{decided}{LEARN}"));
    }
    if !waiting.is_empty() {
        text.push_str(&format!("{WAITS}{waiting}"));
    }
    if !turns.is_empty() {
        text.push_str(&format!("Before:\n{turns}"));
    }
    if !chosen.is_empty() {
        let ids: Vec<String> = chosen.iter().take(20).map(|id| format!("#{id}")).collect();
        text.push_str(&format!("The person chose: {}\n", ids.join(", ")));
    }
    p.user(format!("{text}{}\nRequest: {request}", today(input)));
    p
}

/// The repair prompt: hints first, then only what failed (S0-70, R10).
pub(crate) fn mend(
    input: &Input,
    request: &str,
    todos: Vec<String>,
    counts: &str,
    hints: &[String],
    body: &str,
    cap: u64,
) -> Prompt {
    let each = cap / 12;
    let mut p = operations(input, request, todos, counts, &[], cap - 2 * each);
    let hints = p.lines("hints", hints.iter().cloned(), each);
    let body = p.section("failing", body, each);
    p.user(format!(
        "{hints}These operations cannot be used:\n{body}\nWrite only these again, corrected, in the same order."
    ));
    p
}
