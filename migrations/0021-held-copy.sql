-- A restored copy: nothing is scanned and nothing is sent until somebody says so.
alter table deployment add column held_since timestamptz;
-- Tells the key that secrets are sealed with from any other; never the key itself.
alter table deployment add column key_mark text;
