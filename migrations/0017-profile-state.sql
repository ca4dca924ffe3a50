-- How much of the profile itself a scan could read, so that lists never show as clean what nobody has seen. Null: ended before this was kept.
alter table scans add column profile_state text
  check (profile_state in ('read', 'front_only', 'gone', 'suspended', 'unread'));
