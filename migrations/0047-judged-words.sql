-- What a scan was judged by holds the words of its pages, and goes with them. By age, for scans whose pages were never stored.
create index scan_steps_judged on scan_steps (finished_at) where step = 'analysis';
