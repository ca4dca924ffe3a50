-- The W3C trace context of the request that submitted a scan: the scan's log lines and its webhook carry it on. What submits
-- says it by the setting toscan.trace, so that no function between has to pass it on. Null: nobody said one.
alter table scans add column trace text default nullif(current_setting('toscan.trace', true), '');
