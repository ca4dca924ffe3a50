import { type Kysely, sql } from 'kysely'
import { InvalidInput } from '../../errors.ts'

/** What the database and our role are, as far as a start depends on it. */
interface Fitness {
  role: string
  encoding: string
  version: string
  is_old: boolean
  /** A large I is an i. */
  knows_i: boolean
  /** Where our tables are made; null where the search path leads nowhere. */
  schema: string | null
  may_make_schemas: boolean
  may_make_tables: boolean
  has_tables: boolean
  has_jobs: boolean
  missing: string[]
  /** Extensions in a schema that the search path does not lead to. */
  hidden: string[]
}

const EXTENSIONS = ['pg_trgm', 'btree_gin']

/**
 * To be asked before anything is made: half of what can be wrong shows in the middle of a migration otherwise, in words that name no remedy.
 * @throws InvalidInput that says all that is wrong, and what an administrator of the database runs.
 */
export async function refuseUnfit(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Fitness>`
    select quote_ident(current_user) as role, current_setting('server_encoding') as encoding, current_setting('server_version') as version,
           current_setting('server_version_num')::integer < 150000 as is_old, lower('I') = 'i' as knows_i, quote_ident(current_schema()) as schema,
           has_database_privilege(current_database(), 'create') as may_make_schemas,
           coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_make_tables,
           to_regclass('migrations') is not null as has_tables, to_regnamespace('pgboss') is not null as has_jobs,
           array(select name from unnest(${EXTENSIONS}::text[]) name
                  where not exists (select from pg_extension e where e.extname = name)) as missing,
           array(select e.extname::text from pg_extension e join pg_namespace n on n.oid = e.extnamespace
                  where e.extname = any (${EXTENSIONS}::text[]) and n.nspname <> all (current_schemas(true))) as hidden`.execute(
    db,
  )
  const problems = rows.flatMap(problemsOf)
  if (problems.length > 0)
    throw new InvalidInput(['The database cannot be used as it is.', ...problems].join('\n'))
}

function problemsOf(is: Fitness): string[] {
  if (is.is_old) return [`It is PostgreSQL ${is.version}: 15 or later is needed.`]
  if (is.encoding !== 'UTF8')
    return [
      `It is encoded in ${is.encoding}, which does not hold all letters. Make another: create database … template template0 encoding 'UTF8';`,
    ]
  // Names of hosts and people are told apart by it. One that is in use already knows them by what they are there.
  if (!is.knows_i && !is.has_tables)
    return [
      `Its locale takes I for another letter than i, as Turkish ones do. Make another: create database … template template0 encoding 'UTF8' locale_provider libc locale 'C';`,
    ]
  if (is.schema === null)
    return [
      `The search path of the role ${is.role} leads to no schema. Make one, or: alter role ${is.role} set search_path = …;`,
    ]
  const run: string[] = []
  if (!is.may_make_tables && !is.has_tables) run.push(`grant create on schema ${is.schema} to ${is.role};`)
  if (!is.may_make_schemas) {
    run.push(...is.missing.map((name) => `create extension ${name} with schema ${is.schema};`))
    if (!is.has_jobs) run.push(`create schema pgboss authorization ${is.role};`)
  }
  run.push(...is.hidden.map((name) => `alter extension ${name} set schema ${is.schema};`))
  if (run.length === 0) return []
  return [
    `The role ${is.role} lacks what an administrator can give it by running in this database:`,
    ...run.map((line) => `  ${line}`),
  ]
}
