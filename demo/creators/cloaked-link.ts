import type { DemoCreator } from '../creator.ts'
import { linktree, page, tiktok } from '../web/pages.ts'
import { redirect } from '../web/site.ts'

export const creator: DemoCreator = {
  url: 'https://www.tiktok.com/@two.faced.theo',
  special: 'a link that shows scanners another page than people',
  site: {
    ...tiktok({
      handle: 'two.faced.theo',
      name: 'Theo',
      bio: 'recipes!',
      links: [{ url: 'https://linktr.ee/twofacedtheo', label: '' }],
    }),
    ...linktree({
      handle: 'twofacedtheo',
      bio: 'recipes',
      links: [{ url: 'https://go-theo.example/recipes', label: 'Recipes' }],
    }),
    'go-theo.example/recipes': ({ isBrowser }) =>
      redirect(isBrowser ? 'https://paidfans.example/theo' : 'https://soups.example/'),
    'soups.example/': page('Soups', ['Twelve soups for winter.']),
    'paidfans.example/theo': page('Theo, members only', ['Adults only. Subscribe for 9 EUR a month.']),
  },
  expected: {
    recommendation: ['review_low', 'review_medium', 'review_high'],
    codes: ['link_cloaking', 'adult_link_restricted'],
    isBanned: false,
    chain: 'profile -> link_hub -> adult_site',
    summary: /scanner to soups.example and a browser to paidfans.example/,
    openFirst: 'https://go-theo.example/recipes',
  },
}
