import { sql } from 'kysely'

/**
 * Of a scan `s` that is looked up by its id. In words that the planner does not know: there is an index of all that waits or runs, which it reads whole
 * for one of them as long as it is short, and a plan that is kept goes on so when a hundred thousand wait.
 */
export const STILL_PROCESSING = sql`coalesce(s.status = 'processing', false)`
