//! What many read and few change.

use parking_lot::{RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::cell::Cell;
use std::marker::PhantomData;
use std::ops::Deref;

thread_local! {
    /// How many [`Reading`]s this thread holds.
    static HELD: Cell<usize> = const { Cell::new(0) };
}

/// A value that one thread changes while nobody reads it. A thread that reads it may read it again.
///
/// Readers wait behind whoever waits to change it, or a busy service would never come to a change. A
/// thread that reads already must not: the one that waits to change it waits for this thread. Two reads
/// in one expression suffice for that, so that a second read goes in beside the first.
pub(crate) struct Shared<T>(RwLock<T>);

impl<T> Shared<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(RwLock::new(value))
    }

    /// For reading. It is not held over an await.
    pub(crate) fn read(&self) -> Reading<'_, T> {
        let held = HELD.get();
        let value = if held == 0 { self.0.read() } else { self.0.read_recursive() };
        HELD.set(held + 1);
        Reading { value, here: PhantomData }
    }

    /// For changing, by a thread that does not read it meanwhile.
    pub(crate) fn write(&self) -> RwLockWriteGuard<'_, T> {
        // Who reads would wait for a change that waits for the reader.
        debug_assert_eq!(HELD.get(), 0);
        self.0.write()
    }
}

/// A value that is read, by this thread alone.
pub(crate) struct Reading<'s, T> {
    value: RwLockReadGuard<'s, T>,
    here: PhantomData<*const ()>,
}

impl<T> Deref for Reading<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> Drop for Reading<'_, T> {
    fn drop(&mut self) {
        HELD.set(HELD.get() - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, mpsc};
    use std::thread;
    use std::time::Duration;

    /// A server stood still for ever: a set was shown, whose view reads memory twice, while a verdict was noted.
    #[test]
    fn who_reads_may_read_again_while_somebody_waits_to_change_it() {
        let (told, done) = mpsc::channel();
        let shared = Arc::new(Shared::new(1));
        thread::spawn(move || {
            let first = shared.read();
            let changed = Arc::clone(&shared);
            let change = thread::spawn(move || *changed.write() = 2);
            while shared.0.try_read().is_some() {
                thread::yield_now();
            }
            let second = shared.read();
            let both = (*first, *second);
            drop((second, first));
            change.join().unwrap();
            told.send((both, *shared.read())).unwrap();
        });
        assert_eq!(done.recv_timeout(Duration::from_secs(30)), Ok(((1, 1), 2)));
    }

    /// A service that is read all the time comes to its changes.
    #[test]
    fn a_first_read_waits_behind_a_change() {
        let shared = Arc::new(Shared::new(1));
        let first = shared.read();
        let (told, read) = mpsc::channel();
        let (changed, reader) = (Arc::clone(&shared), Arc::clone(&shared));
        let change = thread::spawn(move || *changed.write() = 2);
        while shared.0.try_read().is_some() {
            thread::yield_now();
        }
        let late = thread::spawn(move || told.send(*reader.read()));
        assert!(read.recv_timeout(Duration::from_millis(100)).is_err());
        drop(first);
        change.join().unwrap();
        late.join().unwrap().unwrap();
        assert_eq!(read.recv_timeout(Duration::from_secs(30)), Ok(2));
    }
}
