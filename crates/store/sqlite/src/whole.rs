//! The pages of a database, in the file or in its log, and whether all of them are there. SQLite takes a file that was
//! cut for a short one as long as nothing reads what is gone, and brings its log into it.

use crate::place::beside;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

/// What begins a database.
const MAGIC: &[u8] = b"SQLite format 3\0";
/// The length of the header of a database, of its log, and of a page in it.
const HEADER: usize = 100;
const LOG_HEADER: usize = 32;
const FRAME_HEADER: usize = 24;
/// The page with this byte is used for locks and never written.
const LOCK: u64 = 0x4000_0000;

/// What a log says: how many pages the database has, and which of them are in it, each with its place.
struct Log {
    size: usize,
    pages: u64,
    held: BTreeMap<u64, u64>,
}

/// The pages of a database, each as it was last committed.
pub(crate) struct Pages {
    size: usize,
    count: u64,
    file: File,
    log: Option<(File, BTreeMap<u64, u64>)>,
}

impl Pages {
    /// Those of a file and of what was committed to its log, if its pages are of this size.
    pub(crate) fn open(path: &Path, size: u64) -> io::Result<Self> {
        let beside = beside(path, "-wal");
        let log = log(&beside).ok().flatten().filter(|log| log.size as u64 == size);
        let file = File::open(path)?;
        let there = file.metadata()?.len().div_ceil(size);
        let count = log.as_ref().map_or(0, |log| log.pages).max(there);
        let log = log.map(|log| Ok::<_, io::Error>((File::open(beside)?, log.held))).transpose()?;
        Ok(Self { size: usize::try_from(size).map_err(io::Error::other)?, count, file, log })
    }

    /// How many there are.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// A page, from 1 on; zeros where it is gone.
    pub(crate) fn read(&self, number: u64) -> io::Result<Vec<u8>> {
        let logged = self.log.as_ref().and_then(|(log, held)| Some((log, *held.get(&number)?)));
        let (mut file, at) = logged.unwrap_or((&self.file, number.saturating_sub(1) * self.size as u64));
        file.seek(SeekFrom::Start(at))?;
        let mut page = Vec::with_capacity(self.size);
        file.take(self.size as u64).read_to_end(&mut page)?;
        page.resize(self.size, 0);
        Ok(page)
    }
}

/// That pages are gone, in words; none where all are there, or that cannot be told.
pub(crate) fn gone(path: &Path) -> Option<String> {
    // The log first: what another process takes out of it meanwhile is in the file then.
    let log = log(&beside(path, "-wal")).ok().flatten();
    let (size, length, counted) = file(path).ok().flatten()?;
    let pages = log.as_ref().map_or(counted, |log| log.pages);
    let there = length / size;
    let wanted = there + 1..=pages;
    let held = log.as_ref().map_or(0, |log| log.held.keys().filter(|page| wanted.contains(page)).count() as u64);
    let missing = pages.saturating_sub(there).saturating_sub(held + u64::from(wanted.contains(&(LOCK / size + 1))));
    (missing > 0).then(|| format!("the file is cut: {missing} of its {pages} pages are gone"))
}

/// Whether the header says that it has fewer pages than are in the file, and no log holds another header. SQLite makes
/// a file shorter when it says so.
pub(crate) fn is_miscounted(path: &Path) -> bool {
    let more = |(size, length, counted): (u64, u64, u64)| counted > 0 && length / size > counted;
    file(path).ok().flatten().is_some_and(more) && log(&beside(path, "-wal")).ok().flatten().is_none()
}

fn number(bytes: &[u8], at: usize) -> u64 {
    bytes.iter().skip(at).take(4).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// The size of a page, the length of the file, and how many pages it says it has.
fn file(path: &Path) -> io::Result<Option<(u64, u64, u64)>> {
    let mut file = File::open(path)?;
    let mut header = [0; HEADER];
    file.read_exact(&mut header)?;
    if !header.starts_with(MAGIC) {
        return Ok(None);
    }
    let size = match number(&header, 14) & 0xffff {
        1 => 0x1_0000,
        size => size,
    };
    // Older programs did not keep count.
    let counts = number(&header, 24) == number(&header, 92);
    let length = file.metadata()?.len();
    Ok((size >= 512).then_some((size, length, if counts { number(&header, 28) } else { 0 })))
}

/// What was committed to a log; none where nothing was. As SQLite does, it is read up to the first frame that is not whole
/// (sqlite.org/fileformat2.html, "WAL Frame Header" and "Checksum Algorithm").
fn log(path: &Path) -> io::Result<Option<Log>> {
    let mut file = BufReader::with_capacity(1 << 16, File::open(path)?);
    let mut header = [0; LOG_HEADER];
    file.read_exact(&mut header)?;
    let salts = header.get(16..24).unwrap_or_default();
    let Ok(size @ 512..=0x1_0000) = usize::try_from(number(&header, 8)) else { return Ok(None) };
    let big = number(&header, 0) & 1 == 1;
    let mut sum = (word(&header, 24), word(&header, 28));
    let (mut found, mut waiting) = (None, BTreeMap::new());
    let mut at = LOG_HEADER as u64;
    let (mut frame, mut page) = ([0; FRAME_HEADER], vec![0; size]);
    while file.read_exact(&mut frame).is_ok() && frame.get(8..16) == Some(salts) && file.read_exact(&mut page).is_ok() {
        sum = added(big, added(big, sum, frame.get(..8).unwrap_or_default()), &page);
        if sum != (word(&frame, 16), word(&frame, 20)) {
            break;
        }
        waiting.insert(number(&frame, 0), at + FRAME_HEADER as u64);
        at += (FRAME_HEADER + size) as u64;
        let pages = number(&frame, 4);
        if pages > 0 {
            let log = found.get_or_insert_with(|| Log { size, pages, held: BTreeMap::new() });
            log.pages = pages;
            log.held.append(&mut waiting);
        }
    }
    Ok(found)
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::try_from(number(bytes, at)).unwrap_or(0)
}

/// A checksum of a log, with these bytes in it as well.
fn added(big: bool, sum: (u32, u32), bytes: &[u8]) -> (u32, u32) {
    let read = if big { u32::from_be_bytes } else { u32::from_le_bytes };
    let (words, _) = bytes.as_chunks::<4>();
    let (pairs, _) = words.as_chunks::<2>();
    pairs.iter().fold(sum, |(first, second), [one, two]| {
        let first = first.wrapping_add(read(*one)).wrapping_add(second);
        (first, second.wrapping_add(read(*two)).wrapping_add(first))
    })
}
