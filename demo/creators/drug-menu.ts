import type { DemoCreator } from '../creator.ts'
import { telegram, tiktok } from '../web/pages.ts'

export const creator: DemoCreator = {
  url: 'https://www.tiktok.com/@greenhouse.gil',
  special: 'a menu of substances on the linked Telegram channel',
  alsoQuick: true,
  site: {
    ...tiktok({
      handle: 'greenhouse.gil',
      name: 'Gil',
      bio: 'plants and beats, channel below',
      links: [{ url: 'https://t.me/greenhousegil', label: '' }],
    }),
    ...telegram({
      handle: 'greenhousegil',
      name: 'Greenhouse Gil',
      bio: 'Daily updates from @greenhouse.gil',
      posts: ['Menu today: weed and shrooms, 50 each, delivery in town, message me', 'Back tomorrow at noon'],
    }),
  },
  expected: {
    recommendation: ['review_medium', 'review_high'],
    codes: ['drug_sale'],
    isBanned: false,
    chain: 'profile -> messenger',
    openFirst: 'https://t.me/greenhousegil',
  },
}
