import type { DemoCreator } from '../creator.ts'
import { challenge } from '../web/pages.ts'

export const creator: DemoCreator = {
  url: 'https://allmylinks.com/guardedgus',
  special: 'a bot challenge: not seen is not clean',
  site: { 'allmylinks.com/guardedgus': challenge() },
  expected: {
    recommendation: ['review_low'],
    codes: ['insufficient_coverage'],
    notCodes: 'any',
    isBanned: null,
    chain: 'profile -> bot_challenge',
    botBlocked: ['https://allmylinks.com/guardedgus'],
    summary: /not a clean result/,
  },
}
