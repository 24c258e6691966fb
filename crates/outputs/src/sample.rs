//! `tool_outputs.sample`: some of many.

use crate::Document;
use crate::answer::{MOST, Room};
use crate::args::{self, Strategy, within};
use crate::node::{Node, Type};
use crate::path::Path;
use crate::random::Random;
use crate::select::{Stop, select};
use countersign_core::problem::Problem;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Groups of a stratified sample beyond so many are refused: they tell nothing apart.
const STRATA: usize = 1_000;

/// The answer.
#[derive(Debug, Serialize)]
struct Sampled {
    sample: Vec<Box<RawValue>>,
    /// Of how many it was taken.
    total_items: usize,
    sample_size: usize,
    /// The place of each, from 0.
    indices: Vec<usize>,
    /// The groups of a stratified sample: what makes each, how many it has, how many were taken.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    strata: Vec<Stratum>,
    /// Not everything that was chosen had room.
    #[serde(skip_serializing_if = "Option::is_none")]
    truncated: Option<Value>,
}

/// A group of a stratified sample.
#[derive(Debug, Serialize)]
struct Stratum {
    /// What its elements have in common, digit by digit.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Box<RawValue>>,
    /// They have nothing at that place.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    missing: bool,
    items: usize,
    sampled: usize,
}

/// Carries it out.
///
/// # Errors
/// An option that is not valid or that the strategy does not take, nothing to choose from, a text
/// that is not JSON, or too much work.
pub fn sample(document: &Document, args: &args::Sample, stop: Stop<'_>) -> crate::Result<Box<RawValue>> {
    check(args)?;
    let path = Path::parse(&args.path)?;
    let from = population(document, &path, stop)?;
    let (size, total) = ((args.size as usize).min(from.len()), from.len());
    let mut random = Random::new(args.seed.unwrap_or(0));
    let mut strata = Vec::new();
    let indices = match args.strategy {
        Strategy::First => (0..size).collect(),
        Strategy::Last => (total - size..total).collect(),
        Strategy::Random => random.choose(size, total),
        Strategy::Systematic => systematic(args, size, total, &mut random),
        Strategy::Stratified => {
            let groups = groups(&from, args.strata_path.as_deref().unwrap_or("$"), stop)?;
            stratified(&groups, size, &mut random, &mut strata)
        }
    };
    let mut room = Room::new();
    let mut answer = Sampled {
        sample: Vec::new(),
        total_items: total,
        sample_size: 0,
        indices: Vec::new(),
        strata,
        truncated: None,
    };
    for index in indices {
        let Some(value) = from.get(index).and_then(|node| room.take(node)) else { continue };
        answer.sample.push(value);
        answer.indices.push(index);
    }
    answer.sample_size = answer.sample.len();
    if room.full {
        answer.truncated = Some(
            json!({ "most_chars": MOST, "hint": "Not all had room. Ask for a smaller size or a path within the elements." }),
        );
    }
    crate::tools::raw(&answer)
}

fn check(args: &args::Sample) -> crate::Result<()> {
    within("size", args.size.into(), 1, 1_000)?;
    if let Some(stride) = args.stride {
        within("stride", stride, 1, u64::MAX)?;
    }
    let seeded = matches!(args.strategy, Strategy::Random | Strategy::Systematic | Strategy::Stratified);
    let unused = [
        ("seed", args.seed.is_some() && !seeded, "random, systematic or stratified"),
        ("stride", args.stride.is_some() && args.strategy != Strategy::Systematic, "systematic"),
        ("strata_path", args.strata_path.is_some() && args.strategy != Strategy::Stratified, "stratified"),
    ];
    if let Some((name, _, with)) = unused.into_iter().find(|(_, given, _)| *given) {
        return Err(Problem::new("option_not_used", format!("{name} means nothing with this strategy"))
            .hinting(format!("Leave {name} out, or use strategy {with}."))
            .at(format!("/{name}")));
    }
    if args.strategy == Strategy::Stratified && args.strata_path.is_none() {
        return Err(Problem::new("missing_option", "a stratified sample needs strata_path")
            .hinting("Name what makes the groups within an element, e.g. $.kind.")
            .at("/strata_path"));
    }
    Ok(())
}

/// The members of the one array or object at the path, or the values at a path of several.
fn population<'d>(document: &'d Document, path: &Path, stop: Stop<'_>) -> crate::Result<Vec<Node<'d>>> {
    let mut found: Vec<Node<'d>> = Vec::new();
    select(document.root()?, path, stop, |node, _| {
        found.push(node);
        true
    })?;
    if !path.is_singular() {
        return Ok(found);
    }
    match found.first() {
        Some(one) if matches!(one.kind(), Type::Array | Type::Object) => Ok(one.counted().map(|m| m.node).collect()),
        Some(_) => Err(Problem::new("not_an_array", format!("{} is neither an array nor an object", path.text()))
            .hinting("Name the array to choose from, e.g. $.items; tool_outputs.stats lists the arrays.")
            .at("/path")),
        None => Ok(Vec::new()),
    }
}

/// Every stride-th from a start within the first stride, which the seed chooses.
fn systematic(args: &args::Sample, size: usize, total: usize, random: &mut Random) -> Vec<usize> {
    let spread = total.checked_div(size).unwrap_or(1).max(1);
    let stride = args.stride.and_then(|s| usize::try_from(s).ok()).unwrap_or(spread);
    let first = args.seed.map_or(0, |_| usize::try_from(random.below(stride.min(total) as u64)).unwrap_or(0));
    (first..total).step_by(stride).take(size).collect()
}

fn groups(from: &[Node<'_>], strata: &str, stop: Stop<'_>) -> crate::Result<BTreeMap<String, Vec<usize>>> {
    let rooted = if strata.starts_with('$') { strata.to_owned() } else { format!("$.{strata}") };
    let path = Path::parse(&rooted).map_err(|p| p.at("/strata_path"))?;
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, node) in from.iter().enumerate() {
        if index.is_multiple_of(8_192) && stop() {
            return Err(crate::select::too_much());
        }
        let mut key = String::new();
        select(*node, &path, stop, |found, _| {
            key = found.compact();
            false
        })?;
        groups.entry(key).or_default().push(index);
        if groups.len() > STRATA {
            return Err(Problem::new("too_many_strata", format!("{strata} has more than {STRATA} different values"))
                .hinting("Name a field with few values, such as a kind or a status.")
                .at("/strata_path"));
        }
    }
    Ok(groups)
}

/// In proportion, by largest remainders; every group has one while there are enough.
fn stratified(
    groups: &BTreeMap<String, Vec<usize>>,
    size: usize,
    random: &mut Random,
    strata: &mut Vec<Stratum>,
) -> Vec<usize> {
    let total: usize = groups.values().map(Vec::len).sum();
    let least = usize::from(size >= groups.len());
    let spare = size.saturating_sub(least * groups.len());
    let rest = (total - least * groups.len()).max(1);
    let mut shares: Vec<(usize, usize)> = groups
        .values()
        .map(|group| {
            let exact = (group.len() - least) * spare;
            (least + exact / rest, exact % rest)
        })
        .collect();
    let mut open = size - shares.iter().map(|(share, _)| share).sum::<usize>().min(size);
    let mut order: Vec<usize> = (0..shares.len()).collect();
    order.sort_by_key(|n| std::cmp::Reverse(shares.get(*n).map_or(0, |(_, remainder)| *remainder)));
    for n in order {
        if let Some((share, _)) = shares.get_mut(n)
            && open > 0
        {
            *share += 1;
            open -= 1;
        }
    }
    let mut chosen = Vec::new();
    for ((key, group), (share, _)) in groups.iter().zip(shares) {
        let picked = random.choose(share, group.len());
        strata.push(Stratum {
            value: RawValue::from_string(key.clone()).ok(),
            missing: key.is_empty(),
            items: group.len(),
            sampled: picked.len(),
        });
        chosen.extend(picked.into_iter().filter_map(|n| group.get(n).copied()));
    }
    chosen.sort_unstable();
    chosen
}
