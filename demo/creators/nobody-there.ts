import type { DemoCreator } from '../creator.ts'
import { NOBODY_THERE } from '../web/site.ts'

export const creator: DemoCreator = {
  url: 'https://closed-for-good.example/nell',
  special: 'nobody answers: the scan fails and says why',
  site: { 'closed-for-good.example': NOBODY_THERE },
  expected: { recommendation: [], isBanned: null, error: /^Profile could not be fetched: connect_error/ },
}
