-- What the stored bytes are: an `answer` as it came, the `rendered` document after a browser had run its scripts, the
-- `screenshot` of a page, or a `picture` that a page shows.
alter table captures
  add column kind text not null default 'answer'
  check (kind in ('answer', 'rendered', 'screenshot', 'picture'));
