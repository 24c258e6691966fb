//! The kinds of repair, and a set of them.

use serde::{Serialize, Serializer};

macro_rules! repairs {
    ($($(#[$doc:meta])* $name:ident = $word:literal,)*) => {
        /// What was done to the text or the value, by kind.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Repair {
            $($(#[$doc])* $name,)*
        }

        impl Repair {
            const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The name in reports, snake_case.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)*
                }
            }
        }
    };
}

repairs! {
    /// A byte order mark was skipped.
    Bom = "bom",
    /// Reasoning was cut away.
    Think = "think",
    /// The words around the value call it an example, and there is no other.
    Example = "example",
    /// The words around the value say that somebody else said it, and there is no other.
    Quoted = "quoted",
    /// The value was inside a code fence.
    Fence = "fence",
    /// Text around the value was skipped.
    Prose = "prose",
    /// Tags or marker tokens around the value were skipped.
    Wrapper = "wrapper",
    /// Several documents stood one after the other.
    Concatenated = "concatenated",
    /// JSON inside a JSON string, or escaped once too often.
    DoubleEncoded = "double_encoded",
    /// A comma before a closing bracket.
    TrailingComma = "trailing_comma",
    /// A comma with nothing before it.
    ExtraComma = "extra_comma",
    /// No comma between two values.
    MissingComma = "missing_comma",
    /// No colon after a key, or another sign for it.
    MissingColon = "missing_colon",
    /// No value after a key.
    MissingValue = "missing_value",
    /// No quote at one end of a string.
    MissingQuote = "missing_quote",
    /// No bracket where the structure wants one.
    MissingBracket = "missing_bracket",
    /// A bracket of the other kind, or one too many.
    WrongBracket = "wrong_bracket",
    /// `'text'`
    SingleQuotes = "single_quotes",
    /// Typographic quotes or backticks around a string.
    SmartQuotes = "smart_quotes",
    /// Signs of another script in the place of JSON's: `｛`, `：`, `،`
    LookAlike = "look_alike",
    /// The same before each line: `> `, `1: `
    Margin = "margin",
    /// `"""text"""`
    TripleQuotes = "triple_quotes",
    /// `{key: …}`
    UnquotedKey = "unquoted_key",
    /// `{"key": text}`
    UnquotedString = "unquoted_string",
    /// A quote inside a string without a backslash.
    UnescapedQuote = "unescaped_quote",
    /// A comment of any language.
    Comment = "comment",
    /// `None`, `True`, `(1, 2)`, `u"…"`
    PythonLiteral = "python_literal",
    /// `undefined`, `NULL`, …
    LiteralCase = "literal_case",
    /// `true`, `false` or `null` with a letter wrong.
    MisspeltLiteral = "misspelt_literal",
    /// Two characters stood in each other's place.
    Swapped = "swapped",
    /// `NaN`, `Infinity`: no JSON value.
    NotANumber = "not_a_number",
    /// `+1`, `.5`, `5.`, `0x1F`, `1_000`
    NumberSyntax = "number_syntax",
    /// A backslash before a character that JSON does not escape.
    BadEscape = "bad_escape",
    /// A line break inside a string.
    RawNewline = "raw_newline",
    /// Another control character inside a string.
    ControlCharacter = "control_character",
    /// Half a surrogate pair.
    LoneSurrogate = "lone_surrogate",
    /// `...` in place of elements.
    Ellipsis = "ellipsis",
    /// `"a" + "b"`
    StringConcatenation = "string_concatenation",
    /// `ObjectId("…")`
    FunctionCall = "function_call",
    /// One key twice in an object.
    DuplicateKey = "duplicate_key",
    /// Characters that belong to nothing were skipped.
    Junk = "junk",
    /// What the text left open was closed, for display.
    Closed = "closed",
    /// A value was brought to the type that the schema wants.
    Coerced = "coerced",
    /// A key was read under another name.
    Alias = "alias",
    /// `{"arguments": …}`, `{"properties": …}` or an array around the value was taken off.
    Unwrapped = "unwrapped",
    /// The value was put into the object or array that the schema wants.
    Wrapped = "wrapped",
    /// The runtime hit its cap right after the value.
    FinishLength = "finish_length",
    /// The call was ended right after the value.
    FinishAborted = "finish_aborted",
}

impl Serialize for Repair {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl Repair {
    /// Whether a character of the structure was wrong, rather than another dialect meant.
    pub(crate) fn is_structural(self) -> bool {
        use Repair::{
            ExtraComma, Junk, LiteralCase, MissingBracket, MissingColon, MissingComma, MissingQuote, MissingValue,
            RawNewline, UnescapedQuote, UnquotedKey, UnquotedString, WrongBracket,
        };
        matches!(
            self,
            ExtraComma
                | Junk
                | LiteralCase
                | MissingBracket
                | MissingColon
                | MissingComma
                | MissingQuote
                | MissingValue
                | RawNewline
                | UnescapedQuote
                | UnquotedKey
                | UnquotedString
                | WrongBracket
        )
    }
}

/// A set of kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Repairs(u64);

impl Repairs {
    pub(crate) fn add(&mut self, repair: Repair) {
        self.0 |= 1 << repair as u8;
    }

    pub(crate) fn join(&mut self, other: Self) {
        self.0 |= other.0;
    }

    pub(crate) fn has(self, repair: Repair) -> bool {
        self.0 & (1 << repair as u8) != 0
    }

    /// Whether a bracket was missing, too many or of the wrong kind.
    pub(crate) fn has_bracket(self) -> bool {
        self.has(Repair::MissingBracket) || self.has(Repair::WrongBracket)
    }

    /// Whether a bracket or a comma was not where it belongs.
    pub(crate) fn has_torn(self) -> bool {
        use Repair::{ExtraComma, Junk, MissingBracket, MissingColon, MissingComma, WrongBracket};
        [ExtraComma, Junk, MissingBracket, MissingComma, MissingColon, WrongBracket].into_iter().any(|r| self.has(r))
    }

    pub(crate) fn is_only(self, repair: Repair) -> bool {
        self.0 == 1 << repair as u8
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn list(self) -> Vec<Repair> {
        Repair::ALL.iter().copied().filter(|r| self.has(*r)).collect()
    }
}
