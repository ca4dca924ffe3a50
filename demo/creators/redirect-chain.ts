import type { DemoCreator } from '../creator.ts'
import { instagram, linktree, page } from '../web/pages.ts'
import { redirect } from '../web/site.ts'

export const creator: DemoCreator = {
  url: 'https://www.instagram.com/hops.harlan/',
  special: 'hub, then four short links in a row',
  site: {
    ...instagram({
      handle: 'hops.harlan',
      name: 'Harlan',
      bio: 'Streams and deals',
      links: [{ url: 'https://linktr.ee/hopsharlan', label: 'links' }],
    }),
    ...linktree({
      handle: 'hopsharlan',
      bio: 'deals of the day',
      links: [{ url: 'https://bit.ly/hh-one', label: 'Today only' }],
    }),
    'bit.ly/hh-one': redirect('https://tinyurl.com/hh-two'),
    'tinyurl.com/hh-two': redirect('https://is.gd/hhthree', 301),
    'is.gd/hhthree': redirect('https://cutt.ly/hh-four'),
    'cutt.ly/hh-four': redirect('https://landing.example/offer'),
    'landing.example/offer': page('Offer', ['A list of kitchen offers. Sign up for news.']),
  },
  expected: {
    recommendation: ['review_low', 'review_medium'],
    codes: ['link_cloaking'],
    isBanned: false,
    chain: 'profile -> link_hub -> short_link -> short_link -> short_link -> short_link -> linked_page',
    openFirst: 'https://bit.ly/hh-one',
  },
}
