-- By address scans are sought to be erased, and those that wait or run to be shown beside a creator's. One index of all of them sent each row of a batch
-- to some other page of a large table; that of what waits is small, and an ended scan comes into the other one with all else that it comes into then.

-- holds: scans
lock table scans in access exclusive mode;

drop index scans_of_address;
-- By hashes in a tree: an index of the kind `hash` is made with room for all of the table, whatever it leaves out.
create index scans_of_address_open on scans (hashtextextended(target_url, 0)) where status = 'processing';
create index scans_of_address_ended on scans using hash (target_url) where status <> 'processing';

-- The planner takes no statistics from an index of a part of the rows.
create statistics scans_address on (hashtextextended(target_url, 0)) from scans;
analyze scans;
