import { heldSince } from '../../db/deployment/held.ts'
import type { ApiContext } from './endpoint.ts'
import { Refusal } from './refusal.ts'

/** @throws Refusal 409 in a restored copy that is to send nothing yet */
export async function refuseWhileHeld({ db }: Pick<ApiContext, 'db'>) {
  if ((await heldSince(db)) !== null)
    throw new Refusal(
      409,
      'This is a restored copy, which sends nothing until it is released (toscan release)',
    )
}
