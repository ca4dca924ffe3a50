-- By address scans are sought to be erased, and those that wait or run to be shown beside a creator's. One index of all of them sent each row of a batch
-- to some other page of a large table; that of what waits is small, and an ended scan comes into the other one with all else that it comes into then.

-- holds: scans
lock table scans in access exclusive mode;

drop index scans_of_address;
create index scans_of_address_open on scans using hash (target_url) where status = 'processing';
create index scans_of_address_ended on scans using hash (target_url) where status <> 'processing';
