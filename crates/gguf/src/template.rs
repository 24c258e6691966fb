//! A chat as one prompt: the Jinja template in the file.
//!
//! A template is somebody else's program: it gets messages and nothing else, no recursion beyond the
//! engine's limit, and fuel for a bounded number of steps. What one step may reserve the language does
//! not bound, so whoever must stay up writes prompts in another process ([`Renderer::elsewhere`]).

use crate::error::{GgufError, Result};
use crate::file::Header;
use crate::tokenizer::Tokenizer;
use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, Error, ErrorKind, UndefinedBehavior, Value, context};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io;
use std::sync::Arc;

/// Steps of a template; long chats take some thousands.
const FUEL: u64 = 2_000_000;
/// Depth of calls within calls.
const DEPTH: usize = 64;
/// Longest template, in bytes.
const LONGEST: usize = 256 * 1024;
/// Longest prompt that a template may write, in bytes beyond what it was given.
const GROWTH: usize = 1024 * 1024;

/// One message of a chat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// `system`, `user` or `assistant`.
    pub role: String,
    /// What is said.
    pub content: String,
}

/// A chat to be written as a template says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chat {
    /// The template.
    pub template: String,
    /// What is said so far.
    pub messages: Vec<Message>,
    /// The token that begins a text.
    pub begin: String,
    /// The token that ends one.
    pub end: String,
}

impl Chat {
    /// Most bytes that it may become.
    pub fn longest(&self) -> usize {
        4 * self.messages.iter().map(|m| m.content.len()).sum::<usize>() + GROWTH
    }

    /// Writes it, in this process.
    ///
    /// # Errors
    /// The template's own, in one line.
    pub fn write(&self) -> std::result::Result<String, String> {
        let mut out = Bounded { bytes: Vec::new(), most: self.longest(), full: false };
        self.render(&mut out).map_err(|e| {
            if out.full {
                return format!("it writes more than {} bytes", out.most);
            }
            let text = e.to_string();
            text.lines().next().unwrap_or_default().chars().take(300).collect::<String>()
        })?;
        String::from_utf8(out.bytes).map_err(|e| e.to_string())
    }

    fn render(&self, out: &mut Bounded) -> std::result::Result<(), Error> {
        let mut environment = Environment::new();
        // As Hugging Face renders them.
        environment.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?);
        environment.set_undefined_behavior(UndefinedBehavior::Lenient);
        environment.set_recursion_limit(DEPTH);
        environment.set_fuel(Some(FUEL));
        environment.set_unknown_method_callback(minijinja_contrib::pycompat::unknown_method_callback);
        environment.add_function("raise_exception", |why: String| -> std::result::Result<Value, Error> {
            Err(Error::new(ErrorKind::InvalidOperation, why))
        });
        environment.add_template("chat", &self.template)?;
        let messages: Vec<Value> =
            self.messages.iter().map(|m| context! { role => m.role.as_str(), content => m.content.as_str() }).collect();
        let values = context! {
            messages, add_generation_prompt => true, bos_token => self.begin.as_str(), eos_token => self.end.as_str(),
            // Qwen 3 thinks unless told not to; beside a schema that would be in its way.
            enable_thinking => false,
        };
        environment.get_template("chat")?.render_captured_to(values, out).map(drop)
    }
}

/// Takes so much and no more.
struct Bounded {
    bytes: Vec<u8>,
    most: usize,
    full: bool,
}

impl io::Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > self.most {
            self.full = true;
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes a chat; the second argument says whether anybody still waits for it.
type Write = dyn Fn(&Chat, &dyn Fn() -> bool) -> std::result::Result<String, String> + Send + Sync;

/// Where chats are written.
#[derive(Clone, Default)]
pub struct Renderer(Option<Arc<Write>>);

impl Renderer {
    /// Not in this process: a template that takes all memory, or all time, ends somewhere else.
    pub fn elsewhere(
        write: impl Fn(&Chat, &dyn Fn() -> bool) -> std::result::Result<String, String> + Send + Sync + 'static,
    ) -> Self {
        Self(Some(Arc::new(write)))
    }

    fn write(&self, chat: &Chat, cancelled: &dyn Fn() -> bool) -> Result<String> {
        let written = match &self.0 {
            Some(write) => write(chat, cancelled),
            None => chat.write(),
        };
        written.map_err(GgufError::Template)
    }
}

impl fmt::Debug for Renderer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Elsewhere" } else { "Here" })
    }
}

impl PartialEq for Renderer {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(another)) => Arc::ptr_eq(one, another),
            (one, another) => one.is_none() && another.is_none(),
        }
    }
}

/// The template of a file.
#[derive(Debug)]
pub(crate) struct Template {
    source: String,
    begin: String,
    end: String,
    renderer: Renderer,
}

impl Template {
    /// The template of a file; absent where it has none.
    pub(crate) fn read(header: &Header<'_>, tokenizer: &Tokenizer, renderer: &Renderer) -> Result<Option<Self>> {
        let Some(source) = header.text("tokenizer.chat_template") else { return Ok(None) };
        if source.len() > LONGEST {
            return Err(GgufError::Template(format!("it is {} bytes long", source.len())));
        }
        let named = |key: &str| {
            let token = header.whole(&format!("tokenizer.ggml.{key}"));
            token.and_then(|token| tokenizer.named(token)).unwrap_or_default().to_owned()
        };
        let (source, renderer) = (source.to_owned(), renderer.clone());
        Ok(Some(Self { source, begin: named("bos_token_id"), end: named("eos_token_id"), renderer }))
    }

    /// The tokens of a chat that the model is to continue. What messages say is text, never a special
    /// token: nobody ends their turn by writing how turns end.
    pub(crate) fn prompt(
        &self,
        messages: &[Message],
        tokenizer: &Tokenizer,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Vec<u32>> {
        let guards = guards(messages, tokenizer)?;
        let guard = |m: &Message| Message { role: m.role.clone(), content: guarded(&m.content, tokenizer, &guards) };
        let chat = Chat {
            template: self.source.clone(),
            messages: messages.iter().map(guard).collect(),
            begin: self.begin.clone(),
            end: self.end.clone(),
        };
        let text = self.renderer.write(&chat, cancelled)?;
        // Of an answer a template may leave out the thinking; of a question and of the rules nothing.
        let whole = |m: &&Message| m.role == "assistant" || text.contains(m.content.trim());
        if let Some(lost) = chat.messages.iter().find(|m| !whole(m)) {
            return Err(GgufError::Template(format!("it leaves out what the {} says", lost.role)));
        }
        Ok(tokenizer.template(&text, &guards))
    }
}

/// For each first letter of a special token a private character that no message has.
fn guards(messages: &[Message], tokenizer: &Tokenizer) -> Result<Vec<(char, char)>> {
    let mut firsts: Vec<char> = tokenizer
        .specials()
        .filter(|special| messages.iter().any(|m| m.content.contains(special)))
        .filter_map(|special| special.chars().next())
        .collect();
    firsts.sort_unstable();
    firsts.dedup();
    let free = ('\u{e000}'..='\u{f8ff}').filter(|c| !messages.iter().any(|m| m.content.contains(*c)));
    let guards: Vec<(char, char)> = free.zip(firsts.iter().copied()).collect();
    if guards.len() == firsts.len() {
        Ok(guards)
    } else {
        Err(GgufError::Template("the messages use every private character".to_owned()))
    }
}

/// The text with the first letter of each special token in it exchanged.
fn guarded(text: &str, tokenizer: &Tokenizer, guards: &[(char, char)]) -> String {
    if guards.is_empty() {
        return text.to_owned();
    }
    let mut out = text.to_owned();
    // Taking one apart makes no other, and every one begins with a guarded letter.
    for special in tokenizer.specials() {
        let first = special.chars().next().unwrap_or_default();
        if let Some((guard, _)) = guards.iter().find(|(_, original)| *original == first) {
            let apart = format!("{guard}{}", &special[first.len_utf8()..]);
            out = out.replace(special, &apart);
        }
    }
    out
}
