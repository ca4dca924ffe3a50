import type { Db } from '../../db/database.ts'
import { heldSince } from '../../db/deployment/held.ts'

/** Says to whoever deletes in a restored copy what `freeEvidence` leaves there for now. */
export async function sayIfBytesStay(db: Db): Promise<void> {
  if ((await heldSince(db)) === null) return
  console.error(
    'This is a restored copy: the bytes of stored pages stay until `toscan release`, for the first installation may have them in the same place. The next hourly upkeep removes them.',
  )
}
