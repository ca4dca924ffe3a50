-- A connection keeps the plans of this function from its first calls on. Where few deliveries or scans were there by then, and nobody had counted since,
-- each of its statements went on reading all of both tables, which took as long as writing: by their keys, whatever is there.
alter function write_attempts set plan_cache_mode = force_generic_plan set enable_seqscan = off;
