//! Tolerant parser: text to a spanned tree. Reads JSON exactly, and what models write instead of it as
//! well as it can; every liberty it takes is a repair, and every guess is marked on the node. It is
//! iterative, bounded in depth and linear in the text. It never decides what is safe to use.

mod backslash;
mod bare;
pub(crate) use bare::{is_number, lenient_number, within_one_edit};
mod brackets;
mod comments;
pub(crate) use comments::comments_data_out;
mod escapes;
mod keys;
mod kinds;
mod plain;
pub(crate) mod scan;
mod structure;
mod text;

use crate::gate::{body, narrows};
use crate::node::{Data, Marks, Node, doubt_bodies};
use crate::repair::{Repair, Repairs};
use scan::Scan;
use text::Place;

/// Deepest nesting that is read.
pub(crate) const MAX_DEPTH: usize = 256;

/// Whether the next member may be a piece of the text of this one, or of the body before.
fn runs_on(key: &str, member: &Node) -> bool {
    let text = matches!(member.data, Data::Text(_));
    member.marks.has(Marks::RUNS_ON) || (text && body(key).is_some() && member.marks.has(Marks::GUESSED))
}

/// Whether the only element is a list of records or texts.
fn holds_the_records(items: &[Node]) -> bool {
    match items {
        [Node { data: Data::Array(inner), .. }] => {
            inner.first().is_some_and(|first| matches!(first.data, Data::Object(_) | Data::Text(_)))
        }
        _ => false,
    }
}

/// How many containers around a doubtful place are looked at for what may have ended too soon.
const DOUBTED: usize = 4;

/// What was read from one offset on.
#[derive(Debug)]
pub(crate) struct Parsed {
    pub(crate) node: Node,
    /// Offset after it.
    pub(crate) end: usize,
    pub(crate) repairs: Repairs,
    /// What is known of any part of it.
    pub(crate) known: Marks,
    /// Nested deeper than [`MAX_DEPTH`]; read up to there.
    pub(crate) too_deep: bool,
    /// Where its comments stand that hold words.
    pub(crate) comments: Vec<(u32, u32)>,
}

impl Parsed {
    pub(crate) fn new(node: Node, end: usize, repairs: Repairs) -> Self {
        Self { known: node.known(), node, end, repairs, too_deep: false, comments: Vec::new() }
    }
}

/// What an open container waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// A key, or the end of the object.
    Key,
    /// The colon after a key.
    Colon,
    /// A value.
    Value,
    /// A comma, or the end.
    After,
}

#[derive(Debug)]
enum Held {
    Object { members: Vec<(String, Node)>, key: Option<(String, usize, Marks)> },
    Array { items: Vec<Node>, closer: u8 },
}

/// A container that is still open.
#[derive(Debug)]
struct Frame {
    held: Held,
    start: usize,
    state: State,
    /// The last thing read was a comma.
    comma: bool,
    /// What comes next is a guess, for what came before was one.
    tainted: bool,
    marks: Marks,
    /// Its opening bracket was not in the text.
    invented: bool,
    /// One of its keys has a colon.
    colons: bool,
    /// A comment in it may leave out what narrows an operation, if it is one that something narrows.
    noted: bool,
}

impl Frame {
    fn object(start: usize) -> Self {
        Self::new(Held::Object { members: Vec::new(), key: None }, start, State::Key)
    }

    fn array(start: usize, closer: u8) -> Self {
        Self::new(Held::Array { items: Vec::new(), closer }, start, State::Value)
    }

    fn new(held: Held, start: usize, state: State) -> Self {
        Self {
            held,
            start,
            state,
            comma: false,
            tainted: false,
            marks: Marks::default(),
            invented: false,
            colons: false,
            noted: false,
        }
    }

    fn is_object(&self) -> bool {
        matches!(self.held, Held::Object { .. })
    }

    /// Whether it is an object with a member that narrows what is done.
    fn is_narrowed(&self) -> bool {
        matches!(&self.held, Held::Object { members, .. } if members.iter().any(|(key, _)| narrows(key)))
    }

    fn last(&mut self) -> Option<&mut Node> {
        match &mut self.held {
            Held::Object { members, .. } => members.last_mut().map(|(_, n)| n),
            Held::Array { items, .. } => items.last_mut(),
        }
    }

    /// The last value, if it is a text that ends with the bracket that is missing: `"Buy milk}",{`.
    fn swallowed_end(&mut self) -> Option<&mut Node> {
        let (opener, closer) = if self.is_object() { ('{', '}') } else { ('[', ']') };
        let more = |text: &str| text.matches(closer).count() > text.matches(opener).count();
        let swallows = |text: &str| text.trim_end().ends_with(closer) && more(text);
        self.last().filter(|last| matches!(&last.data, Data::Text(text) if swallows(text)))
    }

    fn len(&self) -> usize {
        match &self.held {
            Held::Object { members, .. } => members.len(),
            Held::Array { items, .. } => items.len(),
        }
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Room for the containers that are open, kept from one document to the next.
#[derive(Default)]
pub(crate) struct Stack(Vec<Frame>);

/// Reads one document.
pub(crate) struct Parser<'a> {
    scan: Scan<'a>,
    pos: usize,
    stack: Vec<Frame>,
    root: Option<Node>,
    repairs: Repairs,
    comments: Vec<(u32, u32)>,
    too_deep: bool,
    no_triple_after: usize,
    no_pair_after: usize,
    /// It is certain that this is meant to be JSON.
    sure: bool,
    balance: Option<(i32, i32)>,
    /// A key had quotes.
    quoted_keys: bool,
    /// The brackets up to the end of the text were counted.
    weighed: bool,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, start: usize) -> Self {
        Self {
            scan: Scan::of_document(text, start),
            pos: start,
            stack: Vec::new(),
            root: None,
            repairs: Repairs::default(),
            comments: Vec::new(),
            too_deep: false,
            no_triple_after: usize::MAX,
            no_pair_after: usize::MAX,
            sure: false,
            balance: None,
            quoted_keys: false,
            weighed: false,
        }
    }

    /// Reads the container whose bracket is at `start`. None if that is no JSON in any reading; if it
    /// is `sure` that it is meant to be, only if there is no bracket. `weigh`: brackets up to the end
    /// of the text may be counted once; whether they were is told beside, for that is work also where
    /// nothing came of it.
    pub(crate) fn container(text: &'a str, start: usize, sure: bool, weigh: bool) -> (Option<Parsed>, bool) {
        Self::container_on(&mut Stack::default(), text, start, sure, weigh)
    }

    /// The same, in room that is there already: a text may hold thousands of small documents.
    pub(crate) fn container_on(
        stack: &mut Stack,
        text: &'a str,
        start: usize,
        sure: bool,
        weigh: bool,
    ) -> (Option<Parsed>, bool) {
        match plain::read(text, start) {
            Some(parsed) => (Some(parsed), false),
            // With no brackets counted none is taken for another.
            None if !sure && !weigh && plain::opens_nothing(text, start) => (None, false),
            None => Self::tolerant(stack, text, start, sure, weigh),
        }
    }

    fn tolerant(stack: &mut Stack, text: &'a str, start: usize, sure: bool, weigh: bool) -> (Option<Parsed>, bool) {
        let mut parser = Self { stack: std::mem::take(&mut stack.0), ..Self::new(text, start) };
        let parsed = parser.read_container(start, sure, weigh);
        parser.stack.clear();
        stack.0 = parser.stack;
        (parsed, parser.weighed)
    }

    fn read_container(&mut self, start: usize, sure: bool, weigh: bool) -> Option<Parsed> {
        self.sure = sure;
        self.balance = (!weigh).then_some((0, 0));
        match self.scan.at(start) {
            b'{' => self.open(Frame::object(start)),
            b'[' => self.open(Frame::array(start, b']')),
            b'(' => {
                self.repairs.add(Repair::PythonLiteral);
                self.open(Frame::array(start, b')'));
            }
            _ => return None,
        }
        self.pos += 1;
        self.run()
    }

    /// Reads members up to a closing brace whose opening one is missing.
    pub(crate) fn members(text: &'a str, start: usize) -> Option<Parsed> {
        let mut parser = Self::new(text, start);
        let mut frame = Frame::object(start);
        frame.invented = true;
        parser.repairs.add(Repair::MissingBracket);
        parser.open(frame);
        parser.run()
    }

    /// Reads a quoted string that stands by itself.
    pub(crate) fn root_string(text: &'a str, start: usize) -> Option<Parsed> {
        let mut parser = Self::new(text, start);
        parser.scan.quote(start)?;
        let read = parser.string_with_tail(Place::Root);
        let node = Node::new(Data::Text(read.text), start, parser.pos, read.marks);
        Some(Parsed::new(node, parser.pos, parser.repairs))
    }

    /// Reads a number or literal that stands by itself.
    pub(crate) fn root_scalar(text: &'a str, start: usize) -> Option<Parsed> {
        let mut parser = Self::new(text, start);
        let node = parser.bare(Place::Root)?;
        Some(Parsed::new(node, parser.pos, parser.repairs))
    }

    fn run(&mut self) -> Option<Parsed> {
        while self.root.is_none() {
            let after = self.stack.last().is_some_and(|f| f.state == State::After);
            let from = self.pos;
            if self.skip_trivia()
                && after
                && !matches!(self.scan.at(self.pos), b',' | b';' | b'}' | b']' | b')')
                && !self.goes_on_after_comment(from)
                && let Some(last) = self.stack.last_mut().and_then(Frame::last)
            {
                // After a value and a comment the structure goes on, or it was none.
                last.doubt_last_text();
            }
            let outside = self.stack.last().is_none_or(|f| f.state != State::Colon);
            if self.scan.done(self.pos) || self.too_deep || (outside && self.scan.wrapper_end(self.pos)) {
                self.end_of_text();
                break;
            }
            let before = (self.pos, self.stack.len(), self.stack.last().map(|f| f.state));
            if !self.step() {
                return None;
            }
            if self.root.is_none() && before == (self.pos, self.stack.len(), self.stack.last().map(|f| f.state)) {
                // Whatever stands here belongs to nothing that is known.
                self.junk();
            }
        }
        let mut node = self.root.take()?;
        if self.repairs.has_bracket() {
            node.doubt_around_guess();
        }
        let comments = std::mem::take(&mut self.comments);
        Some(Parsed { too_deep: self.too_deep, comments, ..Parsed::new(node, self.pos, self.repairs) })
    }

    fn open(&mut self, frame: Frame) {
        if self.stack.len() >= MAX_DEPTH {
            self.too_deep = true;
            return;
        }
        self.stack.push(frame);
    }

    /// Puts a finished value where it belongs.
    fn attach(&mut self, mut node: Node) {
        let Some(top) = self.stack.last_mut() else {
            self.root = Some(node);
            return;
        };
        if top.tainted {
            node.marks.add(Marks::GUESSED);
            top.tainted = false;
        }
        match &mut top.held {
            Held::Array { items, .. } => {
                // Where one string ends is a guess: so is where the next scalar begins.
                let follows = |last: &Node| matches!(last.data, Data::Text(_)) && last.marks.has(Marks::GUESSED);
                if !node.is_container() && items.last().is_some_and(follows) {
                    node.marks.add(Marks::GUESSED);
                }
                if !top.comma {
                    match (items.last_mut(), &node.data) {
                        (Some(Node { data: Data::Text(_), .. }), Data::Number(_) | Data::Bool(_)) => {
                            node.marks.add(Marks::BESIDE);
                        }
                        (Some(Node { data: Data::Number(_) | Data::Bool(_), marks, .. }), Data::Text(_)) => {
                            marks.add(Marks::BESIDE);
                        }
                        _ => {}
                    }
                }
                if items.is_empty() {
                    // Most that are many have one each: there is room for one, and for four with the second.
                    items.reserve_exact(1);
                }
                items.push(node);
            }
            Held::Object { members, key } => {
                if let Some((key, at, marks)) = key.take() {
                    let unquoted = |at: usize| self.scan.quote(at).is_none();
                    let unsure = Marks::GUESSED.with(Marks::CONCLUDED);
                    if self.quoted_keys
                        && unquoted(at)
                        && matches!(node.data, Data::Text(_))
                        && node.marks.has(unsure)
                        && let Some((_, last)) = members.last_mut()
                        && !last.is_container()
                        && unquoted(last.start as usize)
                    {
                        // `"a": 12 eggs, and: more"`: one text, of which only the first quote is missing.
                        last.marks.add(Marks::GUESSED);
                        node.marks.add(Marks::GUESSED);
                    }
                    let doubtful = Marks::LOSSY.with(Marks::GUESSED).with(Marks::CHANGED);
                    if marks.has(doubtful) {
                        node.marks.add(Marks::GUESSED);
                    }
                    if let Some((key, last)) = members.last()
                        && runs_on(key, last)
                    {
                        let bare =
                            if last.marks.has(Marks::BEFORE_BARE) { Marks::BEFORE_BARE } else { Marks::default() };
                        node.marks.add(Marks::GUESSED.with(Marks::RUNS_ON).with(bare));
                    }
                    members.push((key, node));
                }
            }
        }
        top.state = State::After;
        top.comma = false;
    }

    /// Ends the innermost container, whose bracket is missing before other text.
    fn close_unended(&mut self, sure: bool) {
        let alone = matches!(self.stack.last(), Some(Frame { held: Held::Array { items, .. }, .. })
            if items.len() == 1 && !items.iter().any(Node::is_container));
        let invented = self.stack.last().is_some_and(|top| top.invented && !top.is_object());
        let marks = match (sure, alone || invented) {
            (true, _) => Marks::default(),
            // Whether it is a list at all is a guess.
            (false, true) => Marks::UNCLOSED.with(Marks::GUESSED),
            (false, false) => Marks::UNCLOSED,
        };
        if let Some(last) = self.stack.last_mut().and_then(Frame::swallowed_end) {
            last.marks.add(Marks::GUESSED);
        }
        self.end(marks, true);
    }

    /// Ends the innermost container.
    fn close(&mut self, marks: Marks) {
        self.end(marks, false);
    }

    fn end(&mut self, marks: Marks, missing: bool) {
        let Some(mut frame) = self.stack.pop() else { return };
        if frame.comma {
            self.repairs.add(Repair::TrailingComma);
        }
        let mut marks = frame.marks.with(marks);
        if frame.is_empty() && marks.has(Marks::COMMENTED) {
            // What should stand in it is all in the comment.
            marks.add(Marks::SKIPPED);
        }
        if frame.noted && frame.is_narrowed() {
            marks.add(Marks::ELIDED);
        }
        if let Held::Array { items, closer: b')' } = &mut frame.held {
            // `(truncated)`, `(see below)`: words in brackets, that hardly are a tuple.
            let said = |n: &&mut Node| matches!(n.data, Data::Text(_)) && self.scan.quote(n.start as usize).is_none();
            items.iter_mut().filter(said).for_each(|n| n.marks.add(Marks::GUESSED));
        }
        if let Held::Array { items, closer: b')' } = &mut frame.held
            && items.len() == 1
            && !frame.comma
            && !marks.has(Marks::UNCLOSED.with(Marks::ELIDED))
            && let Some(mut only) = items.pop()
        {
            // `("a")` is "a"; a tuple has a comma.
            only.marks.add(marks);
            return self.attach(only);
        }
        let data = match &mut frame.held {
            Held::Array { items, .. } if missing && holds_the_records(items) => {
                // `"list": [[{…}], "done": …`: one bracket too many, and no list in a list.
                if let Some(only) = items.pop() {
                    self.repairs.add(Repair::WrongBracket);
                    return self.attach(only);
                }
                Data::Array([].into())
            }
            Held::Array { items, .. } => Data::Array(std::mem::take(items).into()),
            Held::Object { members, .. } => Data::Object(std::mem::take(members).into()),
        };
        let mut node = Node::new(data, frame.start, self.pos, marks);
        self.note_duplicates(&mut node);
        self.attach(node);
    }

    fn note_duplicates(&mut self, node: &mut Node) {
        let Data::Object(members) = &node.data else { return };
        if members.len() < 2 {
            return;
        }
        let few = members.len() <= crate::node::FEW_MEMBERS;
        if few && members.iter().enumerate().all(|(at, (key, _))| members[..at].iter().all(|(k, _)| k != key)) {
            return;
        }
        let mut seen = std::collections::HashMap::with_capacity(members.len());
        let mut differs = false;
        let mut twice = false;
        for (key, value) in members {
            if let Some(earlier) = seen.insert(key.as_str(), value) {
                twice = true;
                differs |= !value.same_value(earlier);
            }
        }
        if twice {
            self.repairs.add(Repair::DuplicateKey);
        }
        if differs {
            node.marks.add(Marks::DUPLICATE);
        }
    }

    /// The text is over: everything still open is closed, and marked.
    fn end_of_text(&mut self) {
        while let Some(top) = self.stack.last_mut() {
            self.repairs.add(Repair::Closed);
            if let Held::Object { key, .. } = &mut top.held
                && let Some((_, start, _)) = key
            {
                let start = *start;
                let marks = Marks::UNCLOSED.with(Marks::NO_VALUE);
                let node = Node::new(Data::Null, start, self.pos, marks);
                self.attach(node);
            }
            self.close(Marks::UNCLOSED);
        }
    }

    /// Skips what belongs to nothing. What stands beside it is no longer certain.
    fn junk(&mut self) {
        self.repairs.add(Repair::Junk);
        self.doubt_texts();
        self.taint();
        let from = self.pos;
        while !self.scan.done(self.pos)
            && (self.pos == from || !matches!(self.scan.at(self.pos), b',' | b'}' | b']' | b'"' | b'{' | b'[' | b'\n'))
        {
            self.pos += 1;
        }
        // Junk is skipped to a character's start.
        while !self.scan.text.is_char_boundary(self.pos) {
            self.pos += 1;
        }
    }

    /// What stands here is no structure: it may be the rest of a string that a quote inside, which has
    /// no backslash, ended too soon. The last string is a guess, and so are the bodies beside it.
    fn doubt_texts(&mut self) {
        for frame in self.stack.iter_mut().rev().take(DOUBTED) {
            if let Held::Object { members, .. } = &mut frame.held {
                doubt_bodies(members, Marks::GUESSED);
            }
            let object = frame.is_object();
            if let Some(last) = frame.last()
                && last.doubt_last_text()
                && object
                && last.is_container()
            {
                last.marks.add(Marks::RUNS_ON);
            }
            if frame.len() > 1 {
                return;
            }
        }
    }

    /// A key without quotes, where others have them, may be a part of a body before: `"a", b: 1 // c"`.
    fn doubt_bodies_before_a_bare_key(&mut self) {
        if !self.quoted_keys {
            return;
        }
        let marks = Marks::GUESSED.with(Marks::BEFORE_BARE);
        for frame in self.stack.iter_mut().rev().take(DOUBTED) {
            if let Held::Object { members, .. } = &mut frame.held {
                doubt_bodies(members, marks);
            }
            if let Some(last) = frame.last() {
                last.doubt_last_bodies(marks);
            }
        }
    }

    /// A quote stands in a string without a backslash: a body before, at whose end something begins,
    /// may go on up to here (`"content":""},{"path":"b""`).
    fn doubt_begun_bodies(&mut self) {
        let frames = self.stack.iter_mut().rev().take(DOUBTED);
        frames.filter_map(Frame::last).for_each(Node::doubt_begun_bodies);
    }

    /// The value before and the one after are guesses.
    fn taint(&mut self) {
        if let Some(top) = self.stack.last_mut() {
            top.tainted = true;
            if let Some(last) = top.last() {
                last.marks.add(Marks::GUESSED);
            }
            if top.is_empty() {
                top.marks.add(Marks::GUESSED);
            }
        }
    }

    fn inside_array(&self) -> bool {
        self.stack.iter().any(|f| !f.is_object())
    }

    fn inside_object(&self) -> bool {
        self.stack.iter().any(Frame::is_object)
    }

    fn in_parenthesis(&self) -> bool {
        matches!(self.stack.last(), Some(Frame { held: Held::Array { closer: b')', .. }, .. }))
    }
}
