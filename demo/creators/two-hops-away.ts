import type { DemoCreator } from '../creator.ts'
import { instagram, linktree, page } from '../web/pages.ts'

export const creator: DemoCreator = {
  url: 'https://www.instagram.com/workshop.wendel/',
  special: 'what matters stands two hops away',
  site: {
    ...instagram({
      handle: 'workshop.wendel',
      name: 'Wendel',
      bio: 'Metal, wood, tools',
      links: [{ url: 'https://linktr.ee/workshopwendel', label: 'links' }],
    }),
    ...linktree({
      handle: 'workshopwendel',
      bio: 'my places',
      links: [
        { url: 'https://wendel-parts.example/list', label: 'Price list' },
        { url: 'https://www.instagram.com/workshop.wendel/', label: 'Instagram' },
      ],
    }),
    'wendel-parts.example/list': page(
      'Price list of workshop.wendel',
      ['Selling glock parts kit, no paperwork, 300 EUR, ships today. Message me on signal.'],
      [{ url: 'https://www.instagram.com/workshop.wendel/', label: 'Instagram' }],
    ),
  },
  expected: {
    recommendation: ['review_medium', 'review_high'],
    codes: ['weapon_sale'],
    isBanned: false,
    chain: 'profile -> link_hub -> linked_page',
    openFirst: 'https://wendel-parts.example/list',
  },
}
