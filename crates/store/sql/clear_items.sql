DELETE FROM change_items
