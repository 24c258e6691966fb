//! What was computed for tokens that were read before, in half precision. Several sequences are kept;
//! a prompt continues the one with which it shares the longest beginning.

use crate::network::Shape;

/// Tokens for which room is made at a time.
const STEP: usize = 256;

/// Tokens in a row, with the keys and values of each layer.
#[derive(Debug, Default, Clone)]
pub(crate) struct Sequence {
    tokens: Vec<u32>,
    layers: Vec<(Vec<u16>, Vec<u16>)>,
    /// When it was used last, counted in prompts.
    used: u64,
}

impl Sequence {
    /// Tokens in it.
    pub(crate) fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Makes room for more tokens, in steps rather than by doubling: the cache is most of the memory.
    pub(crate) fn reserve(&mut self, shape: &Shape, more: usize) {
        self.layers.resize_with(shape.layers, Default::default);
        let wanted = (self.len() + more) * shape.kept();
        let room = (self.len() + more).next_multiple_of(STEP) * shape.kept();
        for cache in self.layers.iter_mut().flat_map(|(k, v)| [k, v]).filter(|cache| cache.capacity() < wanted) {
            cache.reserve_exact(room - cache.len());
        }
    }

    /// Keys and values of a layer.
    pub(crate) fn layer(&mut self, n: usize) -> (&mut Vec<u16>, &mut Vec<u16>) {
        let (keys, values) = &mut self.layers[n];
        (keys, values)
    }

    /// Tokens whose keys and values every layer has now.
    pub(crate) fn enter(&mut self, tokens: &[u32]) {
        self.tokens.extend_from_slice(tokens);
    }

    fn shared(&self, tokens: &[u32]) -> usize {
        self.tokens.iter().zip(tokens).take_while(|(a, b)| a == b).count()
    }

    /// A copy of its first tokens.
    fn beginning(&self, length: usize, shape: &Shape) -> Self {
        let first = |cache: &Vec<u16>| cache[..length * shape.kept()].to_vec();
        let layers = self.layers.iter().map(|(keys, values)| (first(keys), first(values))).collect();
        Self { tokens: self.tokens[..length].to_vec(), layers, used: self.used }
    }
}

/// The sequences of a model.
#[derive(Debug)]
pub(crate) struct Cache {
    sequences: Vec<Sequence>,
    most: usize,
    prompts: u64,
}

impl Cache {
    /// For this many sequences, at least one.
    pub(crate) fn new(most: usize) -> Self {
        Self { sequences: Vec::new(), most: most.max(1), prompts: 0 }
    }

    /// Takes out the sequence that a prompt continues, holding exactly the beginning they share, at
    /// most `prompt.len() - 1` tokens: the last one is read again for what comes behind it. The
    /// longer sequence that this is the beginning of stays; the one not used for longest makes room.
    pub(crate) fn take(&mut self, prompt: &[u32], shape: &Shape) -> Sequence {
        self.prompts += 1;
        let readable = &prompt[..prompt.len().saturating_sub(1)];
        let shared = |s: &Sequence| s.shared(readable);
        let best = (0..self.sequences.len()).max_by_key(|i| (shared(&self.sequences[*i]), self.sequences[*i].used));
        let length = best.map_or(0, |i| shared(&self.sequences[i]));
        let mut taken = match best {
            Some(i) if length == self.sequences[i].len() => self.sequences.swap_remove(i),
            _ => {
                // Another text with the same beginning: it gets a copy.
                let copy = best.filter(|_| length > 0).map(|i| self.sequences[i].beginning(length, shape));
                self.make_room();
                copy.unwrap_or_default()
            }
        };
        taken.used = self.prompts;
        taken
    }

    /// Puts a sequence back.
    pub(crate) fn keep(&mut self, sequence: Sequence) {
        if sequence.len() > 0 {
            self.sequences.push(sequence);
        }
    }

    /// Lets the sequence go that was not used for longest.
    fn make_room(&mut self) {
        let oldest = (0..self.sequences.len()).min_by_key(|i| self.sequences[*i].used);
        if let Some(oldest) = oldest.filter(|_| self.sequences.len() >= self.most) {
            self.sequences.swap_remove(oldest);
        }
    }

    /// Tokens kept, of all sequences.
    pub(crate) fn tokens(&self) -> usize {
        self.sequences.iter().map(Sequence::len).sum()
    }
}
