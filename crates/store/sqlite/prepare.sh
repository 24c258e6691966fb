#!/bin/sh
# Writes .sqlx again: what the compiler needs to know about each statement, so that a build needs
# no database. Run it after a change to a .sql file or a migration, and commit what it wrote.
# Needs the sqlite3 program (with FTS5), for a throw-away database made from the migrations.
set -eu
cd "$(dirname "$0")"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for step in migrations/*.sql; do
    sqlite3 "$scratch/schema.db" <"$step"
done
mkdir "$scratch/sqlx"
# The macros write while they are expanded, so the crate must be compiled anew.
touch src/lib.rs
COUNTERSIGN_SQLITE_URL="sqlite:$scratch/schema.db" SQLX_OFFLINE=false SQLX_OFFLINE_DIR="$scratch/sqlx" cargo check --lib
rm -rf .sqlx
mv "$scratch/sqlx" .sqlx
touch src/lib.rs
SQLX_OFFLINE=true cargo check --lib
