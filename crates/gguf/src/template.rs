//! A chat as one prompt: the Jinja template in the file.
//!
//! A template is somebody else's program: it gets messages and nothing else, no recursion beyond the
//! engine's limit, and fuel for a bounded number of steps.

use crate::error::{GgufError, Result};
use crate::file::Header;
use crate::tokenizer::Tokenizer;
use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, Error, ErrorKind, UndefinedBehavior, Value, context};
use serde::{Deserialize, Serialize};

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

/// The template of a file.
#[derive(Debug)]
pub(crate) struct Template {
    environment: Environment<'static>,
    begin: String,
    end: String,
}

fn refused(error: &Error) -> GgufError {
    let text = error.to_string();
    GgufError::Template(text.lines().next().unwrap_or_default().chars().take(300).collect())
}

impl Template {
    /// The template of a file; absent where it has none.
    pub(crate) fn read(header: &Header<'_>, tokenizer: &Tokenizer) -> Result<Option<Self>> {
        let Some(source) = header.text("tokenizer.chat_template") else { return Ok(None) };
        if source.len() > LONGEST {
            return Err(GgufError::Template(format!("it is {} bytes long", source.len())));
        }
        let mut environment = Environment::new();
        // As Hugging Face renders them.
        let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
        environment.set_syntax(syntax.map_err(|e| refused(&e))?);
        environment.set_undefined_behavior(UndefinedBehavior::Lenient);
        environment.set_recursion_limit(DEPTH);
        environment.set_fuel(Some(FUEL));
        environment.set_unknown_method_callback(minijinja_contrib::pycompat::unknown_method_callback);
        environment.add_function("raise_exception", |why: String| -> std::result::Result<Value, Error> {
            Err(Error::new(ErrorKind::InvalidOperation, why))
        });
        environment.add_template_owned("chat", source.to_owned()).map_err(|e| refused(&e))?;
        let named = |key: &str| {
            let token = header.whole(&format!("tokenizer.ggml.{key}"));
            token.and_then(|token| tokenizer.named(token)).unwrap_or_default().to_owned()
        };
        Ok(Some(Self { environment, begin: named("bos_token_id"), end: named("eos_token_id") }))
    }

    /// The tokens of a chat that the model is to continue. What messages say is text, never a special
    /// token: nobody ends their turn by writing how turns end.
    pub(crate) fn prompt(&self, messages: &[Message], tokenizer: &Tokenizer) -> Result<Vec<u32>> {
        let guards = guards(messages, tokenizer)?;
        let given: usize = messages.iter().map(|m| m.content.len()).sum();
        let messages: Vec<Value> = messages
            .iter()
            .map(|m| context! { role => m.role.as_str(), content => guarded(&m.content, tokenizer, &guards) })
            .collect();
        let template = self.environment.get_template("chat").map_err(|e| refused(&e))?;
        let values = context! {
            messages, add_generation_prompt => true, bos_token => self.begin.as_str(), eos_token => self.end.as_str(),
            // Qwen 3 thinks unless told not to; beside a schema that would be in its way.
            enable_thinking => false,
        };
        let text = template.render(values).map_err(|e| refused(&e))?;
        if text.len() > 4 * given + GROWTH {
            return Err(GgufError::Template(format!("it made {} bytes of {given}", text.len())));
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
