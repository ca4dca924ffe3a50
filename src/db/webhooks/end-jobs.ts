import { sql } from 'kysely'
import { numberArray, textArray } from '../statements/binary-array.ts'
import { ofAnyLength } from '../statements/prepared.ts'

/** A job as it was claimed. Whoever claims it again counts one more. */
export interface JobClaim {
  queue: string
  id: string
  retryCount: number
}

/** Takes claimed jobs away, as a part of the statement that writes down what became of them. A job that somebody else has claimed meanwhile stays theirs. */
export function endJobs(claims: JobClaim[]) {
  return sql`
    delete from pgboss.job_common j
     using unnest(${ofAnyLength(textArray(claims.map(({ queue }) => queue)), 'text')},
                  ${ofAnyLength(textArray(claims.map(({ id }) => id)), 'text')}::uuid[],
                  ${ofAnyLength(numberArray(claims.map(({ retryCount }) => retryCount)), 'float8')}::integer[]) as c (name, id, retry_count)
     where j.name = c.name and j.id = c.id and j.retry_count = c.retry_count and j.state = 'active'`
}
