import type { Config } from '../../config.ts'
import { withDatabase } from '../start/start.ts'

/** Every command brings the schema up to date when it opens the database; this one does nothing else. */
export async function migrateDatabase(config: Config) {
  await withDatabase(config, async () => console.log('The database has the current schema.'))
}
