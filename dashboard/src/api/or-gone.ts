import { NotFound } from '../../../sdk/client.ts'

/** Of a removal: somebody else has removed it meanwhile, which is what was wanted. @throws what else it throws */
export async function orGone(removal: Promise<unknown>): Promise<void> {
  try {
    await removal
  } catch (error) {
    if (!(error instanceof NotFound)) throw error
  }
}
