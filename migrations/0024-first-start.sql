-- Sealed: what the first start has to show, until it has shown it. A start that was killed before that shows it the next time.
alter table deployment add column first_start text;
