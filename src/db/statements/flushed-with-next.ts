import { sql } from 'kysely'

/**
 * In what a statement selects: its transaction does not wait until it is on the disk. The next one that waits takes it along, for the log is
 * written in order; only what a crash of the server finds before that is gone, and whatever would refer to it with it. For rows that are of use only
 * to what is stored after them.
 * Source: PostgreSQL, Asynchronous Commit.
 */
export const FLUSHED_WITH_NEXT = sql`set_config('synchronous_commit', 'off', true)`
