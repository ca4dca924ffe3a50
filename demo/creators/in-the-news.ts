import type { DemoCreator } from '../creator.ts'
import { article, page } from '../web/pages.ts'

const profile = 'https://selma-writes.example/@selma'

export const creator: DemoCreator = {
  url: profile,
  special: 'a newspaper’s words on a linked page are not hers',
  site: {
    'selma-writes.example/@selma': page(
      'Selma Ostrander',
      ['Crime reporter and novelist.'],
      [{ url: 'https://valley-courier.example/2026/raid', label: 'My story in the Courier' }],
    ),
    'valley-courier.example/2026/raid': article(
      'Valley Courier',
      'Three held after raid',
      [
        'Cocaine and mdma for sale, message us on telegram: so read the channel that Selma Ostrander followed for a month.',
        'Private bookings in Lisbon, rates on request, was another line.',
      ],
      [{ url: profile, label: 'Selma Ostrander' }],
    ),
  },
  expected: { recommendation: ['no_flags'], notCodes: 'any', isBanned: false },
}
