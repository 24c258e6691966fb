//! A database whose list of tables (`sqlite_schema`) cannot be read: where its tables begin is found page by page, and
//! a copy is made that has this program's own list with those places in it.
//!
//! The format is that of <https://sqlite.org/fileformat2.html>.
#![allow(clippy::disallowed_methods, reason = "a copy of the store's own file, beside what is salvaged into")]

use crate::damage::model;
use crate::failure::sorted as store_error;
use crate::open::{self, MIGRATIONS};
use crate::whole::Pages;
use crate::{mark, whole};
use countersign_store::{Result, StoreError};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

/// What is said of such a database.
pub(crate) const LOST: &str = "its header or its list of tables cannot be read";

/// The length of a page of this program's databases, which is SQLite's default.
const PAGE: u64 = 4096;
/// No tree of pages is deeper.
const DEPTH: usize = 20;
/// Where the number of pages stands in the header.
const COUNT: u64 = 28;

/// A table of this schema.
struct Table {
    name: String,
    /// Its first page in a database in which nothing else was made before.
    root: i64,
    /// It is kept by a number.
    numbered: bool,
    /// The types of its columns, in the order in which a row holds them.
    types: Vec<String>,
}

/// Where the tables of a database begin, by their names.
type Roots = BTreeMap<String, u64>;

/// Whether tables of ours can be found in it without its list: the one of which the rest is made, at least. Not in a
/// file that is cut or empty: what is gone of it may lie elsewhere.
pub(crate) async fn are_in(path: &Path) -> Result<bool> {
    if mark::is_long_enough(path).is_err() || whole::gone(path).is_some() {
        return Ok(false);
    }
    let pages = Pages::open(path, PAGE).map_err(unread)?;
    Ok(find(&pages).await?.contains_key("ledger"))
}

/// Writes a copy with a list of tables that can be read; a table that is not found is not in it.
///
/// # Errors
/// When the file cannot be read, or the copy cannot be written.
pub(crate) async fn relist(from: &Path, to: &Path) -> Result<()> {
    let pages = Pages::open(from, PAGE).map_err(unread)?;
    let roots = find(&pages).await?;
    // As many pages as there are, with nothing in them yet: what is made now comes behind them.
    drop(began(to).await?.close().await);
    lengthen(to, pages.count()).map_err(unwritten)?;
    let mut conn = began(to).await?;
    for step in MIGRATIONS {
        run(&mut conn, step).await?;
    }
    run(&mut conn, "PRAGMA writable_schema = ON").await?;
    for Table { name, .. } in tables().await? {
        let listed = match roots.get(&name).and_then(|root| i64::try_from(*root).ok()) {
            Some(root) => {
                sqlx::query("UPDATE sqlite_schema SET rootpage = $1 WHERE type = 'table' AND name = $2").bind(root)
            }
            None => sqlx::query("DELETE FROM sqlite_schema WHERE tbl_name = $1"),
        };
        listed.bind(name).execute(&mut conn).await.map_err(store_error)?;
    }
    conn.close().await.map_err(store_error)?;
    fill(&pages, to).map_err(unwritten)
}

/// Removes such a copy. One that stays after a failure lies in a folder that is removed as a whole.
pub(crate) fn remove(copy: &Path) {
    drop(std::fs::remove_file(copy));
}

/// A database of ours to be, with a header.
async fn began(to: &Path) -> Result<SqliteConnection> {
    let mut conn =
        SqliteConnectOptions::new().filename(to).create_if_missing(true).connect().await.map_err(store_error)?;
    open::set_number(&mut conn, "application_id", open::APPLICATION).await?;
    open::set_number(&mut conn, "user_version", MIGRATIONS.len() as i64).await?;
    Ok(conn)
}

/// Makes a database of one page one of so many.
fn lengthen(path: &Path, count: u64) -> io::Result<()> {
    let mut file = File::options().write(true).open(path)?;
    file.set_len(count * PAGE)?;
    file.seek(SeekFrom::Start(COUNT))?;
    file.write_all(&u32::try_from(count).map_err(io::Error::other)?.to_be_bytes())
}

/// Writes the pages into the copy, all but the first.
fn fill(pages: &Pages, to: &Path) -> io::Result<()> {
    let mut file = File::options().write(true).open(to)?;
    file.seek(SeekFrom::Start(PAGE))?;
    (2..=pages.count()).try_for_each(|number| file.write_all(&pages.read(number)?))
}

/// Finds them: what is left of the list says where a table begins, wherever it lies; what is lost of it is taken to be
/// where a new database has it, if rows of that table are there.
async fn find(pages: &Pages) -> Result<Roots> {
    let tables = tables().await?;
    let said = said(pages, &tables).map_err(unread)?;
    let mut roots = Roots::new();
    for table in &tables {
        let own = u64::try_from(table.root).unwrap_or(0);
        let mut places: Vec<u64> = said.get(&table.name).into_iter().flatten().copied().collect();
        // What was dropped since, or only reads like a list, may say otherwise.
        places.sort_by_key(|place| *place != own);
        let fitting = places.iter().find(|place| table.begins_at(pages, **place));
        roots.extend(fitting.or(places.first()).map(|root| (table.name.clone(), *root)));
    }
    let taken: BTreeSet<u64> = roots.values().copied().collect();
    for table in &tables {
        let own = u64::try_from(table.root).unwrap_or(0);
        if !roots.contains_key(&table.name) && !taken.contains(&own) && table.begins_at(pages, own) {
            roots.insert(table.name.clone(), own);
        }
    }
    Ok(roots)
}

/// What rows of a list say about where tables begin, wherever such rows lie in the file: type, name, table, number of
/// the page and statement stand one behind the other.
fn said(pages: &Pages, tables: &[Table]) -> io::Result<BTreeMap<String, BTreeSet<u64>>> {
    const STATEMENT: &[u8] = b"CREATE TABLE";
    let rows: Vec<(&str, String)> =
        tables.iter().map(|Table { name, .. }| (name.as_str(), format!("table{name}{name}"))).collect();
    let mut said: BTreeMap<String, BTreeSet<u64>> = BTreeMap::new();
    for number in 1..=pages.count() {
        let page = pages.read(number)?;
        for at in page.windows(STATEMENT.len()).enumerate().filter(|(_, part)| *part == STATEMENT).map(|(at, _)| at) {
            for length in 1..=4 {
                let Some((row, root)) = page.get(..at).and_then(|row| row.split_at_checked(at.checked_sub(length)?))
                else {
                    continue;
                };
                let Some((name, _)) = rows.iter().find(|(_, begin)| row.ends_with(begin.as_bytes())) else { continue };
                let root = root.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
                if (2..=pages.count()).contains(&root) {
                    said.entry((*name).to_owned()).or_default().insert(root);
                }
            }
        }
    }
    Ok(said)
}

/// The tables of this schema that have pages.
async fn tables() -> Result<Vec<Table>> {
    const TABLES: &str = "SELECT name, rootpage, sql NOT LIKE '%WITHOUT ROWID%' FROM sqlite_schema \
        WHERE type = 'table' AND rootpage > 0 AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
    // Those of a key come first where it is what a row is kept by.
    const TYPES: &str =
        "SELECT type FROM pragma_table_info($1) ORDER BY CASE WHEN $2 OR pk = 0 THEN 99 ELSE pk END, cid";
    let mut model = model().await?;
    let found: Vec<(String, i64, bool)> = sqlx::query_as(TABLES).fetch_all(&mut model).await.map_err(store_error)?;
    let mut tables = Vec::new();
    for (name, root, numbered) in found {
        let types =
            sqlx::query_scalar(TYPES).bind(&name).bind(numbered).fetch_all(&mut model).await.map_err(store_error)?;
        tables.push(Table { name, root, numbered, types });
    }
    Ok(tables)
}

impl Table {
    /// Whether the page is the first of a table like this one, going by its kind and its first row.
    fn begins_at(&self, pages: &Pages, root: u64) -> bool {
        let (inner, leaf) = if self.numbered { (0x05, 0x0d) } else { (0x02, 0x0a) };
        let mut number = root;
        for _ in 0..DEPTH {
            if !(2..=pages.count()).contains(&number) {
                return false;
            }
            let Ok(page) = pages.read(number) else { return false };
            match page.first() {
                Some(kind) if *kind == leaf => return self.holds(&page).unwrap_or(false),
                // The page to the right of all that it names.
                Some(kind) if *kind == inner => number = whole(&page, 8, 4),
                _ => return false,
            }
        }
        false
    }

    /// Whether the first row of a page has columns like these; one without rows has.
    fn holds(&self, page: &[u8]) -> Option<bool> {
        if whole(page, 3, 2) == 0 {
            return Some(true);
        }
        let cell = page.get(usize::try_from(whole(page, 8, 2)).ok()?..)?;
        let (_, mut rest) = varint(cell)?;
        if self.numbered {
            (_, rest) = varint(rest)?;
        }
        let (header, after) = varint(rest)?;
        let length = usize::try_from(header).ok()?.checked_sub(rest.len() - after.len())?;
        let mut values = after.get(..length)?;
        for kind in &self.types {
            // Columns that were added later are not in older rows.
            let Some((value, others)) = varint(values) else { return Some(true) };
            values = others;
            let fits = match kind.as_str() {
                "INTEGER" => matches!(value, 0..=6 | 8 | 9),
                "TEXT" => value == 0 || value >= 13 && value % 2 == 1,
                "BLOB" => value == 0 || value >= 12 && value % 2 == 0,
                _ => true,
            };
            if !fits {
                return Some(false);
            }
        }
        Some(values.is_empty())
    }
}

/// A number of so many bytes.
fn whole(bytes: &[u8], at: usize, length: usize) -> u64 {
    bytes.iter().skip(at).take(length).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// A number of a length of its own, and what follows it.
fn varint(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut number = 0;
    for (place, byte) in bytes.iter().enumerate().take(9) {
        if place == 8 {
            return Some((number << 8 | u64::from(*byte), bytes.get(9..)?));
        }
        number = number << 7 | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            return Some((number, bytes.get(place + 1..)?));
        }
    }
    None
}

async fn run(conn: &mut SqliteConnection, sql: &'static str) -> Result<()> {
    sqlx::raw_sql(sql).execute(conn).await.map(drop).map_err(store_error)
}

fn unread(error: io::Error) -> StoreError {
    StoreError::Disk { message: error.to_string() }
}

fn unwritten(error: io::Error) -> StoreError {
    match error.kind() {
        io::ErrorKind::StorageFull => StoreError::Full { message: error.to_string() },
        _ => StoreError::Disk { message: error.to_string() },
    }
}
