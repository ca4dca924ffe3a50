import type { Step } from '../../../../../sdk/contract.ts'

/** In the order of the pipeline. The contract's own list would bring its schema library into the page. */
export const STEPS: readonly Step[] = [
  'profile',
  'ban_check',
  'links',
  'social',
  'search',
  'images',
  'analysis',
]
