//! Which tokens may come next under a JSON Schema (llguidance), and which must.

use crate::error::{GgufError, Result};
use crate::tokenizer::Tokenizer;
use llguidance::api::TopLevelGrammar;
use llguidance::toktrie::{InferenceCapabilities, SimpleVob, TokEnv, TokRxInfo, TokTrie, TokenId, TokenizerEnv};
use llguidance::{Matcher, ParserFactory};
use serde_json::{Value, json};
use std::sync::Arc;

/// The vocabulary as llguidance wants it.
struct Environment {
    trie: TokTrie,
    tokenizer: Arc<Tokenizer>,
}

impl TokenizerEnv for Environment {
    fn tok_trie(&self) -> &TokTrie {
        &self.trie
    }

    fn tokenize_bytes(&self, bytes: &[u8]) -> Vec<TokenId> {
        self.tokenizer.bytes(bytes)
    }
}

/// Makes grammars for one vocabulary. Building it takes about 0.2 s for 150 000 tokens.
pub(crate) struct Grammars(ParserFactory);

impl Grammars {
    pub(crate) fn new(tokenizer: &Arc<Tokenizer>) -> Result<Self> {
        let words: Vec<Vec<u8>> = (0..tokenizer.len()).map(|token| tokenizer.grammar_bytes(token)).collect();
        let count = u32::try_from(words.len()).map_err(|_| GgufError::Unsupported("so many tokens".to_owned()))?;
        let trie = TokTrie::from(&TokRxInfo::new(count, tokenizer.end()), &words);
        let env: TokEnv = Arc::new(Environment { trie, tokenizer: Arc::clone(tokenizer) });
        let able = InferenceCapabilities { ff_tokens: true, ..InferenceCapabilities::default() };
        let mut factory = ParserFactory::new(&env, able, &[]).map_err(failed)?;
        factory.quiet();
        Ok(Self(factory))
    }

    /// The grammar of a JSON Schema, without white space that the schema does not ask for: a small
    /// model fills answers with it (MODELS, lesson 5).
    pub(crate) fn schema(&self, schema: &Value) -> Result<Grammar> {
        let mut schema = schema.clone();
        if let Some(object) = schema.as_object_mut() {
            object.entry("x-guidance").or_insert_with(|| json!({ "whitespace_flexible": false }));
        }
        let parser = self.0.create_parser(TopLevelGrammar::from_json_schema(schema)).map_err(failed)?;
        Ok(Grammar(Matcher::new(Ok(parser))))
    }
}

fn failed(error: impl std::fmt::Display) -> GgufError {
    let text = error.to_string();
    GgufError::Grammar(text.lines().next().unwrap_or_default().chars().take(300).collect())
}

/// A grammar on its way through an answer.
pub(crate) struct Grammar(Matcher);

impl Grammar {
    /// The tokens that must come next; none where there is a choice.
    pub(crate) fn forced(&mut self) -> Vec<u32> {
        self.0.compute_ff_tokens()
    }

    /// The tokens that may come next: only the end where nothing else may.
    pub(crate) fn allowed(&mut self) -> Result<Allowed> {
        self.0.compute_mask_or_eos().map(Allowed).map_err(failed)
    }

    /// Whether this token may come next: far sooner known than all that may.
    pub(crate) fn allows(&mut self, token: u32) -> Result<bool> {
        self.0.validate_tokens(&[token]).map(|valid| valid == 1).map_err(failed)
    }

    /// Takes a token that was allowed or forced.
    pub(crate) fn take(&mut self, token: u32) -> Result<()> {
        self.0.consume_token(token).map_err(failed)
    }

    /// Nothing may follow any more.
    pub(crate) fn ended(&self) -> bool {
        self.0.is_stopped()
    }
}

/// A set of tokens.
pub(crate) struct Allowed(SimpleVob);

impl Allowed {
    /// Calls `each` for the tokens of the set, in order.
    pub(crate) fn each(&self, mut each: impl FnMut(u32)) {
        self.0.iter_set_entries(|token| each(token as u32));
    }
}
