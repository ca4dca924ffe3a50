import { createHash } from 'node:crypto'
import { CONFIRM_WORDING } from './confirm.ts'
import { WORDING } from './prompt.ts'

/** Names the wording and the shape of both questions; a change of either changes it. */
export const PROMPT_VERSION = createHash('sha256')
  .update(JSON.stringify([WORDING, CONFIRM_WORDING]))
  .digest('hex')
  .slice(0, 12)
