import type { Tx } from '../../db/database.ts'
import { addressesOf } from '../../db/scans/addresses-of.ts'
import { type Creator, creatorAt } from '../../db/scans/creators.ts'

/** Who is shown at an address, by the scans of the organization that have ended; `addresses`: as scans that still run may have it. */
export async function findCreator(
  db: Tx,
  orgId: string,
  url: string,
): Promise<{ creator: Creator; addresses: string[] }> {
  const address = new URL(url).href
  return { creator: await creatorAt(db, orgId, address), addresses: addressesOf(address) }
}
