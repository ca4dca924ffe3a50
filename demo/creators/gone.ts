import type { DemoCreator } from '../creator.ts'

export const creator: DemoCreator = {
  url: 'https://www.instagram.com/formerly.fern/',
  special: 'the profile is gone: HTTP 404',
  site: {},
  expected: {
    recommendation: ['no_flags'],
    codes: ['profile_unavailable'],
    notCodes: 'any',
    isBanned: true,
    chain: 'profile -> gone',
    summary: /not available/,
  },
}
