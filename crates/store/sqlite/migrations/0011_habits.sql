-- Schema 11. Under what like decisions are found, for rules that are proposed from them; empty where
-- no rule is. What was decided before has none: what the todos were like is not known any more.
ALTER TABLE decisions ADD COLUMN habit TEXT NOT NULL DEFAULT '';
CREATE INDEX decisions_by_habit ON decisions (habit, seq) WHERE habit <> '';
