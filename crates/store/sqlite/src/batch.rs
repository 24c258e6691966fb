//! Statements of a transaction that wait to be sent together.
//!
//! Each call of the driver goes to another thread and back, which costs more than a small statement
//! does. So a transaction gathers its writes and sends them as one text of several statements.

use countersign_store::{Result, StoreError};
use sqlx::sqlite::SqliteArguments;
use sqlx::{Arguments, Encode, Sqlite, Type};

/// Rows that one INSERT takes.
pub(crate) const ROWS: usize = 64;

/// So much text is sent before more is gathered: memory stays bounded however much is written.
const ENOUGH: usize = 32 * 1024;

/// Gathered statements with their arguments.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    sql: String,
    arguments: SqliteArguments,
    bytes: usize,
}

/// Adds the statements of a file, which the compiler checks against the schema as `query_file!` does.
macro_rules! add {
    ($batch:expr, $file:literal $(, $argument:expr)* $(,)?) => {{
        let _checked = || sqlx::query_file!($file $(, $argument)*);
        $batch.statement(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $file)));
        $( $batch.argument($argument)?; )*
        $batch.end();
    }};
}
pub(crate) use add;

/// As [`add!`] for an INSERT of several rows: the file has one, its VALUES on a line of their own.
macro_rules! add_rows {
    ($batch:expr, $file:literal, $rows:expr, |$row:pat_param| $($argument:expr),* $(,)?) => {{
        let rows = $rows;
        let _checked = || rows.iter().map(|$row| sqlx::query_file!($file $(, $argument)*)).count();
        $batch.rows(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $file)), rows.len());
        for $row in rows {
            $( $batch.argument($argument)?; )*
        }
        $batch.end();
    }};
}
pub(crate) use add_rows;

impl Batch {
    pub(crate) fn is_empty(&self) -> bool {
        self.sql.is_empty()
    }

    /// Notes the length of a text among the arguments.
    pub(crate) fn weigh(&mut self, bytes: usize) {
        self.bytes += bytes;
    }

    pub(crate) fn is_enough(&self) -> bool {
        self.bytes >= ENOUGH
    }

    /// Text and arguments; the batch is then empty.
    pub(crate) fn take(&mut self) -> (String, SqliteArguments) {
        let Self { sql, arguments, .. } = std::mem::take(self);
        (sql, arguments)
    }

    /// Adds a statement, whose parameters are numbered from $1, after those that are there.
    pub(crate) fn statement(&mut self, sql: &str) {
        self.renumbered(sql, self.arguments.len());
    }

    /// Takes the text out, for statements that come before it; [`Self::behind`] puts it there again.
    pub(crate) fn aside(&mut self) -> String {
        std::mem::take(&mut self.sql)
    }

    /// Adds a text of statements whose arguments are there.
    pub(crate) fn behind(&mut self, sql: &str) {
        self.sql.push_str(sql);
    }

    /// Adds an INSERT with its line of VALUES once per row.
    pub(crate) fn rows(&mut self, sql: &str, rows: usize) {
        let mut first = self.arguments.len();
        for line in sql.lines().filter(|line| !line.starts_with("--")) {
            let Some(values) = line.strip_prefix("VALUES ") else {
                self.sql.push_str(line);
                self.sql.push('\n');
                continue;
            };
            self.sql.push_str("VALUES ");
            for row in 0..rows {
                self.sql.push_str(if row == 0 { "" } else { ", " });
                self.renumbered(values, first);
                first += values.matches('$').count();
            }
            self.sql.push('\n');
        }
    }

    pub(crate) fn argument<'t, T: Encode<'t, Sqlite> + Type<Sqlite>>(&mut self, value: T) -> Result<()> {
        self.arguments.add(value).map_err(|error| StoreError::Other { message: error.to_string() })
    }

    pub(crate) fn end(&mut self) {
        self.sql.push_str(";\n");
    }

    /// Parameters are of the whole text; those of a JSON path (`$.id`) have no number.
    fn renumbered(&mut self, sql: &str, after: usize) {
        let mut rest = sql;
        while let Some(at) = rest.find('$') {
            let (before, parameter) = rest.split_at(at + 1);
            self.sql.push_str(before);
            let digits = parameter.bytes().take_while(u8::is_ascii_digit).count();
            let (number, left) = parameter.split_at(digits);
            match number.parse::<usize>() {
                Ok(number) => self.sql.push_str(&(number + after).to_string()),
                Err(_) => self.sql.push_str(number),
            }
            rest = left;
        }
        self.sql.push_str(rest);
    }
}

#[cfg(test)]
mod tests {
    use super::Batch;

    #[test]
    fn parameters_are_numbered_through() {
        let mut batch = Batch::default();
        batch.statement("INSERT INTO a VALUES ($1, $2 ->> '$.id')");
        batch.argument(1).unwrap();
        batch.argument("x").unwrap();
        batch.end();
        batch.rows("-- $9\nINSERT INTO b\nVALUES ($1, $2)\nON CONFLICT DO NOTHING", 2);
        for n in 0..4 {
            batch.argument(n).unwrap();
        }
        batch.end();
        batch.statement("DELETE FROM a WHERE id = $1");
        batch.argument(5).unwrap();
        let (sql, arguments) = batch.take();
        assert_eq!(
            sql,
            "INSERT INTO a VALUES ($1, $2 ->> '$.id');\n\
             INSERT INTO b\nVALUES ($3, $4), ($5, $6)\nON CONFLICT DO NOTHING\n;\n\
             DELETE FROM a WHERE id = $7"
        );
        assert_eq!(sqlx::Arguments::len(&arguments), 7);
        assert!(batch.is_empty());
    }
}
