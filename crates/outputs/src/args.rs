//! What the operations take. Description and schema of each tool are made from these types.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a tool's output is delivered (F/S3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum OutputMode {
    /// In the answer up to 32 768 characters, else stored.
    #[default]
    Auto,
    /// In the answer up to 65 536 characters, else stored.
    Inline,
    /// Stored, however short.
    Persist,
}

/// Values at JSONPaths of a stored output.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Extract {
    /// JSONPaths (RFC 9535), 1 to 20, e.g. ["$.items[*].name"].
    pub paths: Vec<String>,
    /// Puts the elements of an array that was selected in its place, one level.
    #[serde(default)]
    pub flatten: bool,
    /// Gives each value with its normalized path: {"path", "value"}.
    #[serde(default)]
    pub include_paths: bool,
    /// Stands for a path that selects nothing; without it such a path is left out and named in missing_paths.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    #[schemars(with = "serde_json::Value")]
    #[cfg_attr(feature = "openapi", schema(value_type = Object, nullable = true))]
    pub default_value: Option<serde_json::Value>,
}

/// `null` is a value like any other.
fn present<'de, D: serde::Deserializer<'de>>(d: D) -> Result<Option<serde_json::Value>, D::Error> {
    serde_json::Value::deserialize(d).map(Some)
}

/// Exact numbers of things in a stored output.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Count {
    /// What to count, 1 to 20 things.
    pub counts: Vec<CountOf>,
}

/// One thing to count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CountOf {
    /// Name of the number in the answer; the path when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub name: Option<String>,
    /// JSONPath of what is counted or counted in; $ is the whole output.
    #[serde(default = "root")]
    pub path: String,
    /// Counts only what it holds of, e.g. "@.price > 10"; @ is what is counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub filter: Option<String>,
    /// What is counted.
    #[serde(default)]
    pub count_type: CountType,
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum CountType {
    /// The elements of the arrays at the path.
    ArrayLength,
    /// The names in the objects at the path.
    ObjectKeys,
    /// The values at the path.
    #[default]
    Matches,
    /// The elements of all arrays at the path and below, at any depth.
    NestedTotal,
}

/// Some elements of a long array.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Sample {
    /// JSONPath of an array or object, or of the values to choose from, e.g. $.items or $..order.
    #[serde(default = "root")]
    pub path: String,
    /// How many, 1 to 1000.
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 1000))]
    pub size: u32,
    /// How they are chosen.
    #[serde(default)]
    pub strategy: Strategy,
    /// With random, systematic and stratified: the same seed chooses the same; 0 when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64")]
    pub seed: Option<u64>,
    /// With systematic: every how many; when left out, as many as spread the sample over all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64", range(min = 1))]
    pub stride: Option<u64>,
    /// With stratified: JSONPath within an element of what makes the groups, e.g. $.kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub strata_path: Option<String>,
}

/// How elements are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Strategy {
    /// Each as likely as the others, none twice.
    #[default]
    Random,
    /// From the beginning.
    First,
    /// From the end.
    Last,
    /// At equal distances.
    Systematic,
    /// At random from each group, in proportion to its size.
    Stratified,
}

/// What a stored output holds: sizes, types, arrays, objects, schema.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Stats {
    /// Also gives a JSON schema that fits.
    pub include_schema: bool,
    /// Arrays, objects and schema are told down to this depth, 1 to 10; types are counted at every depth.
    #[schemars(range(min = 1, max = 10))]
    pub max_depth: u32,
    /// Makes the schema from so many elements of each array, 1 to 10000; all when left out. Counts are always of all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32", range(min = 1, max = 10000))]
    pub sample_arrays: Option<u32>,
    /// Only of what is at these JSONPaths, at most 20; of all when left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<String>,
}

impl Default for Stats {
    fn default() -> Self {
        Self { include_schema: true, max_depth: 5, sample_arrays: None, paths: Vec::new() }
    }
}

/// Part of a stored output as text.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Read {
    /// What offset and limit count.
    pub unit: Unit,
    /// Characters or lines to pass over.
    pub offset: u64,
    /// At most so many: up to 32768 characters (4000 when left out) or 2000 lines (200).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64", range(min = 1, max = 32768))]
    pub limit: Option<u64>,
    /// Gives only the lines that hold this text, with their numbers; needs unit lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub find: Option<String>,
}

/// What is counted in reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Unit {
    /// Characters.
    #[default]
    Chars,
    /// Lines.
    Lines,
}

/// The stored outputs of this conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, default)]
pub struct List {
    /// Only of this tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub tool_name: Option<String>,
    /// Only of calls that succeeded, or that failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    pub success: Option<bool>,
    /// Only what was stored after this moment, e.g. 2026-11-21T10:00:00Z.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub after: Option<String>,
    /// Only what was stored before this moment.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub before: Option<String>,
    /// At most so many, 1 to 100.
    #[schemars(range(min = 1, max = 100))]
    pub limit: u32,
    /// So many are passed over.
    pub offset: u32,
    /// What they are sorted by.
    pub sort_by: SortBy,
    /// Which way.
    pub sort_order: SortOrder,
    /// Also gives the beginning of each.
    pub include_preview: bool,
    /// Characters of each preview, 1 to 500.
    #[schemars(range(min = 1, max = 500))]
    pub preview_length: u32,
}

impl Default for List {
    fn default() -> Self {
        Self {
            tool_name: None,
            success: None,
            after: None,
            before: None,
            limit: 20,
            offset: 0,
            sort_by: SortBy::default(),
            sort_order: SortOrder::default(),
            include_preview: false,
            preview_length: 100,
        }
    }
}

/// What a list is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum SortBy {
    /// When it was stored.
    #[default]
    CreatedAt,
    /// Its length.
    SizeChars,
    /// The tool's name.
    ToolName,
}

/// Which way a list is sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum SortOrder {
    /// Smallest or oldest first.
    Asc,
    /// Largest or newest first.
    #[default]
    Desc,
}

fn root() -> String {
    "$".to_owned()
}

fn ten() -> u32 {
    10
}

/// Refuses an option out of its range.
pub(crate) fn within(name: &'static str, value: u64, low: u64, high: u64) -> crate::Result<()> {
    if (low..=high).contains(&value) {
        return Ok(());
    }
    Err(countersign_core::problem::Problem::new("invalid_option", format!("{name} is {value}"))
        .hinting(format!("Use {name} from {low} to {high}."))
        .at(format!("/{name}")))
}

impl List {
    /// Refuses what is out of range; moments are the caller's to read.
    ///
    /// # Errors
    /// `invalid_option`.
    pub fn check(&self) -> crate::Result<()> {
        within("limit", self.limit.into(), 1, 100)?;
        within("preview_length", self.preview_length.into(), 1, 500)
    }
}
