-- How many requests a minute a key may make; null: as many as it likes. They are counted in `attempts`.
alter table api_keys add column requests_per_minute integer check (requests_per_minute between 1 and 1000000);
