//! Threads that work together on one thing at a time.
//!
//! Whoever calls works too, and never waits for a thread that has not joined: under contention the
//! work is done by those that run. Between two jobs threads spin for moments, then yield, then park.

use std::hint::spin_loop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};

/// Turns of the spin loop before a thread gives its core away: about 20 µs, a few small jobs.
const SPINS: u32 = 1_500;
/// Times it is given away before the thread sleeps: about a millisecond on an idle machine.
const YIELDS: u32 = 200;

/// In `state`: the job may be joined.
const OPEN: u64 = 1 << 15;
/// In `state`: threads at work on it.
const ACTIVE: u64 = OPEN - 1;
/// In `state`: one job further.
const EPOCH: u64 = 1 << 16;

type Job<'a> = &'a (dyn Fn() + Sync);

#[derive(Default)]
struct Shared {
    /// Which job, whether it may be joined, how many are at it.
    state: AtomicU64,
    /// A `Job` on the stack of the thread in `run`.
    job: AtomicPtr<()>,
    asleep: AtomicUsize,
    stop: AtomicBool,
    failed: AtomicBool,
}

/// Threads kept for one model.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

impl Pool {
    /// With this many threads, the caller's included.
    pub(crate) fn new(count: usize) -> Self {
        let shared = Arc::new(Shared::default());
        let start = |n: usize| {
            let shared = Arc::clone(&shared);
            thread::Builder::new().name(format!("model-{n}")).spawn(move || shared.serve()).ok()
        };
        let threads = (1..count.min(256)).filter_map(start).collect();
        Self { shared, threads }
    }

    /// A job panicked on one of the threads: what was computed since is not to be used.
    pub(crate) fn failed(&self) -> bool {
        self.shared.failed.load(Ordering::Relaxed)
    }

    /// Runs `job` on this thread and on as many others as are free, until all have returned. The job
    /// divides its work itself. One at a time: `&mut`.
    pub(crate) fn run(&mut self, job: Job<'_>) {
        if self.threads.is_empty() {
            return job();
        }
        let shared = &*self.shared;
        shared.job.store((&raw const job).cast_mut().cast(), Ordering::Relaxed);
        let next = (shared.state.load(Ordering::Relaxed) & !(OPEN | ACTIVE)).wrapping_add(EPOCH) | OPEN;
        shared.state.store(next, Ordering::SeqCst);
        if shared.asleep.load(Ordering::SeqCst) > 0 {
            self.threads.iter().for_each(|t| t.thread().unpark());
        }
        // Closes the job and waits also when `job` panics: the others hold a pointer to it.
        let _closing = Closing(shared);
        job();
    }

    /// Calls `each` once for every item, on all threads; `grain` items at a time.
    pub(crate) fn each<T: Send>(&mut self, items: &mut [T], grain: usize, each: impl Fn(usize, &mut T) + Sync) {
        if self.threads.is_empty() || items.len() <= grain {
            return items.iter_mut().enumerate().for_each(|(i, item)| each(i, item));
        }
        let (start, count, claimed) = (Shares(items.as_mut_ptr()), items.len(), AtomicUsize::new(0));
        self.run(&|| {
            while let Some(range) = claim(&claimed, count, grain) {
                for i in range {
                    // SAFETY: `i < items.len()`, and `claim` gives every index to one caller only, so
                    // this is the one reference to that item while `items` is borrowed by `each`.
                    let item = unsafe { &mut *start.at(i) };
                    each(i, item);
                }
            }
        });
    }
}

/// The next `grain` of `count` indices, each given out once.
pub(crate) fn claim(claimed: &AtomicUsize, count: usize, grain: usize) -> Option<std::ops::Range<usize>> {
    let from = claimed.fetch_add(grain, Ordering::Relaxed);
    (from < count).then(|| from..count.min(from + grain))
}

/// A pointer to items that threads divide among themselves.
pub(crate) struct Shares<T>(pub(crate) *mut T);
// SAFETY: a `Shares` only hands out addresses; whoever dereferences one shows that no other thread
// does, and items of `T: Send` may be used on any thread.
unsafe impl<T: Send> Send for Shares<T> {}
// SAFETY: as above.
unsafe impl<T: Send> Sync for Shares<T> {}

impl<T> Shares<T> {
    /// The address of an item.
    pub(crate) fn at(&self, i: usize) -> *mut T {
        self.0.wrapping_add(i)
    }
}

struct Closing<'a>(&'a Shared);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.state.fetch_and(!OPEN, Ordering::AcqRel);
        let mut turns = 0_u32;
        while self.0.state.load(Ordering::Acquire) & ACTIVE != 0 {
            turns += 1;
            if turns < SPINS { spin_loop() } else { thread::yield_now() }
        }
    }
}

/// Leaves the job; after a panic, says so.
struct Leaving<'a>(&'a Shared);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.failed.store(true, Ordering::Relaxed);
        }
        self.0.state.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Shared {
    fn serve(&self) {
        let mut done = 0;
        let mut turns = 0_u32;
        while !self.stop.load(Ordering::Relaxed) {
            let state = self.state.load(Ordering::Acquire);
            let epoch = state & !(OPEN | ACTIVE);
            if epoch == done || state & OPEN == 0 {
                turns += 1;
                self.rest(turns, state);
                continue;
            }
            if self.state.compare_exchange(state, state + 1, Ordering::AcqRel, Ordering::Relaxed).is_err() {
                continue;
            }
            (done, turns) = (epoch, 0);
            let _leaving = Leaving(self);
            // SAFETY: the exchange succeeded on an open state of this epoch, so `run` of this epoch
            // has stored the pointer (its store is before its release of `state`) and stays in
            // `Closing` until this thread has left: the `Job` on its stack is alive, and its
            // lifetime, which the cast hides, does not end before `_leaving` is dropped.
            let job: Job<'_> = unsafe { *self.job.load(Ordering::Relaxed).cast::<Job<'_>>() };
            job();
        }
    }

    fn rest(&self, turns: u32, seen: u64) {
        if turns < SPINS {
            spin_loop();
        } else if turns < SPINS + YIELDS {
            thread::yield_now();
        } else {
            self.asleep.fetch_add(1, Ordering::SeqCst);
            if self.state.load(Ordering::SeqCst) == seen && !self.stop.load(Ordering::SeqCst) {
                thread::park();
            }
            self.asleep.fetch_sub(1, Ordering::SeqCst);
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::SeqCst);
        for thread in self.threads.drain(..) {
            thread.thread().unpark();
            // A thread that panicked has nothing more to say.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_worked_on_once() {
        for threads in [1, 2, 5] {
            let mut pool = Pool::new(threads);
            for round in 0..300_usize {
                let mut items = vec![0_usize; round];
                pool.each(&mut items, 1 + round % 7, |i, item| *item += i + 1);
                assert!(items.iter().enumerate().all(|(i, item)| *item == i + 1));
                if round % 100 == 99 {
                    // Long enough for the threads to fall asleep; whether they did changes nothing.
                    (0..SPINS + 2 * YIELDS).for_each(|_| thread::yield_now());
                }
            }
        }
    }
}
