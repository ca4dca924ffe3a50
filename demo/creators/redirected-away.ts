import type { DemoCreator } from '../creator.ts'
import { page } from '../web/pages.ts'
import { redirect } from '../web/site.ts'

export const creator: DemoCreator = {
  url: 'https://www.fanvue.com/nadia.vanished',
  special: 'the profile’s address leads to the site’s front page',
  site: {
    'fanvue.com/nadia.vanished': redirect('https://www.fanvue.com/discover'),
    'fanvue.com/discover': page('Discover creators | Fanvue', ['Find somebody new']),
  },
  expected: {
    recommendation: ['no_flags'],
    codes: ['profile_unavailable'],
    notCodes: 'any',
    isBanned: true,
    chain: 'profile -> gone',
    summary: /not available/,
  },
}
