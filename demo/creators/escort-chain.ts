import type { DemoCreator } from '../creator.ts'
import { instagram, linktree, page } from '../web/pages.ts'
import { redirect } from '../web/site.ts'

export const creator: DemoCreator = {
  url: 'https://www.instagram.com/anabela.noite/',
  special: 'paid meetings: profile, hub, short link, directory',
  site: {
    ...instagram({
      handle: 'anabela.noite',
      name: 'Anabela',
      bio: 'Private bookings in Lisbon, rates on request',
      links: [{ url: 'https://linktr.ee/anabelanoite', label: 'more' }],
    }),
    ...linktree({
      handle: 'anabelanoite',
      bio: 'Lisbon',
      links: [
        { url: 'https://bit.ly/an-noite', label: 'Book me' },
        { url: 'https://www.instagram.com/anabela.noite/', label: 'Instagram' },
      ],
    }),
    'bit.ly/an-noite': redirect('https://directory.example/anabela.noite'),
    'directory.example/anabela.noite': page('Anabela, Lisbon', [
      'Independent companion in Lisbon. Incall and outcall, 200 EUR per hour, message to book.',
    ]),
  },
  expected: {
    recommendation: ['review_high'],
    codes: ['escort_offer', 'escort_directory_link'],
    isBanned: false,
    chain: 'profile -> link_hub -> short_link -> directory',
    openFirst: 'https://www.instagram.com/anabela.noite/',
  },
}
