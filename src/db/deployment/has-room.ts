import { sql } from 'kysely'
import { DISK_FULL } from '../connect/live-client.ts'
import type { Db } from '../database.ts'

/** Whether the database can write 256 KiB where nothing was before. What else keeps it from that is not asked about. */
export function hasRoom(db: Db): Promise<boolean> {
  return db
    .transaction()
    .execute(async (tx) => {
      await sql`create temporary table room_left on commit drop as
        select repeat(md5(n::text), 30) from generate_series(1, 256) n`.execute(tx)
      return true
    })
    .catch((error) => !(error instanceof Error && 'code' in error && error.code === DISK_FULL))
}
