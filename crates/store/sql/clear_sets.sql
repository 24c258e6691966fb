DELETE FROM change_sets
