//! What was read of the message that is being read: it is tried in many ways, always over the same few words.

use crate::dates::Clock;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::hash::Hash;
use std::thread::LocalKey;

/// Readings of one message under one clock, by what was read.
pub(crate) struct Known<K, V> {
    message: u64,
    clock: Option<Clock>,
    all: FxHashMap<K, V>,
}

/// More of one kind are not kept.
const MOST: usize = 512;

thread_local! {
    static MESSAGE: Cell<u64> = const { Cell::new(0) };
}

/// Another message is read: what is known of the last one is let go of where something is read next.
pub(crate) fn forget() {
    MESSAGE.set(MESSAGE.get().wrapping_add(1));
}

impl<K, V> Default for Known<K, V> {
    fn default() -> Self {
        Self { message: 0, clock: None, all: FxHashMap::default() }
    }
}

impl<K: Eq + Hash, V: Clone> Known<K, V> {
    /// What is known of `key`, or else what `read` makes of it, which depends on nothing but the key and the clock.
    pub(crate) fn of(known: &'static LocalKey<RefCell<Self>>, clock: &Clock, key: K, read: impl FnOnce() -> V) -> V {
        let message = MESSAGE.get();
        let before = known.with_borrow_mut(|known| {
            if known.message != message || known.clock.as_ref() != Some(clock) || known.all.len() >= MOST {
                *known = Self { message, clock: Some(clock.clone()), all: FxHashMap::default() };
            }
            known.all.get(&key).cloned()
        });
        before.unwrap_or_else(|| {
            let new = read();
            known.with_borrow_mut(|known| {
                // What reads may have asked under another clock.
                if known.clock.as_ref() == Some(clock) {
                    known.all.insert(key, new.clone());
                }
            });
            new
        })
    }
}
