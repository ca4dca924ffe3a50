import type { DemoCreator } from '../creator.ts'
import { login } from '../web/pages.ts'
import { redirect } from '../web/site.ts'

export const creator: DemoCreator = {
  url: 'https://www.instagram.com/behind.the.wall.bea/',
  special: 'a login wall: not seen is not clean',
  site: {
    'instagram.com/behind.the.wall.bea/': redirect(
      'https://www.instagram.com/accounts/login/?next=/behind.the.wall.bea/',
    ),
    'instagram.com/accounts/login/': login('Instagram'),
  },
  expected: {
    recommendation: ['review_low'],
    codes: ['insufficient_coverage'],
    notCodes: 'any',
    isBanned: null,
    chain: 'profile -> login_wall',
    openFirst: 'https://www.instagram.com/behind.the.wall.bea/',
    loginBlocked: ['https://www.instagram.com/behind.the.wall.bea/'],
    summary: /not a clean result/,
  },
}
