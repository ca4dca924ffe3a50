import { type RawBuilder, sql } from 'kysely'

/**
 * The host of an address as `new URL(…).host` has it: small letters, and a port only where it is not the scheme's own. Hosts in
 * other letters than ASCII stay as they were written.
 */
export function hostOfUrl(url: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`regexp_replace(lower(substring(${url} from '^[^:/]+://(?:[^/?#@]*@)?([^/?#]*)')),
    case when ${url} ilike 'https:%' then ':443$' else ':80$' end, '')`
}
