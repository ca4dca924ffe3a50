import type { DemoCreator } from '../creator.ts'
import { html } from '../web/site.ts'

export const creator: DemoCreator = {
  url: 'https://x.com/loudvoice_lex',
  special: 'suspended, in the platform’s own words',
  site: {
    'x.com/loudvoice_lex': html(
      'Profile / X',
      '<main><h2>Account suspended</h2><p>X suspends accounts which violate the X Rules</p></main>',
    ),
  },
  expected: {
    recommendation: ['no_flags'],
    codes: ['profile_unavailable'],
    notCodes: 'any',
    isBanned: true,
    chain: 'profile -> banned',
  },
}
