-- Schema 14. Sets of which nothing is left to do are not looked for by their state: most of them were made in one step,
-- and each would be one more page of every such write. From here on a small set that was made so holds its items in its
-- own body, and has no rows in change_items; a version that does not know that must not open the file.
DROP INDEX change_sets_by_status;
CREATE INDEX change_sets_unresolved ON change_sets (status, id) WHERE status <> 'resolved';
