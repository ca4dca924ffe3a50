import type { DemoCreator } from '../creator.ts'
import { instagram, linktree, page, tiktok } from '../web/pages.ts'

const profile = 'https://www.instagram.com/mara.vossberg.music/'

export const creator: DemoCreator = {
  url: profile,
  special: 'clean: a musician with tour dates',
  alsoQuick: true,
  site: {
    ...instagram({
      handle: 'mara.vossberg.music',
      name: 'Mara Vossberg',
      bio: 'Singer, songwriter, slow mornings. On tour: Berlin 3-7 May, Lisbon 10 May, tickets below',
      links: [{ url: 'https://linktr.ee/maravossberg', label: 'all links' }],
      posts: ['New single is out on Friday', 'Berlin, thank you for two sold-out nights'],
    }),
    ...linktree({
      handle: 'maravossberg',
      bio: 'Music, tickets, records',
      links: [
        { url: 'https://maravossberg.example/tour', label: 'Tour dates' },
        { url: 'https://www.tiktok.com/@maravossberg', label: 'TikTok' },
        { url: profile, label: 'Instagram' },
      ],
    }),
    ...tiktok({ handle: 'maravossberg', name: 'Mara Vossberg', bio: 'songs and soundchecks' }),
    'maravossberg.example/tour': page(
      'Mara Vossberg on tour',
      [
        'Berlin 3-7 May, Kulturhalle. Lisbon 10 May, Casa do Fado. Doors 19:00, tickets 24 EUR at the box office.',
      ],
      [{ url: profile, label: 'Instagram' }],
    ),
  },
  expected: {
    recommendation: ['no_flags'],
    notCodes: 'any',
    isBanned: false,
    openFirst: profile,
    summary: /Nothing that the policy asks about was found.*Not seen: pictures/,
  },
}
