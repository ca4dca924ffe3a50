import type { DemoCreator } from '../creator.ts'
import { instagram, page } from '../web/pages.ts'

export const creator: DemoCreator = {
  url: 'https://www.instagram.com/ilse.daguerre.photo/',
  special: 'clean: “private bookings”, said by a photographer',
  site: {
    ...instagram({
      handle: 'ilse.daguerre.photo',
      name: 'Ilse Daguerre, photographer',
      bio: 'Portrait photographer, private bookings in Lisbon, rates on request. Weddings too',
      links: [{ url: 'https://daguerre-photo.example/', label: 'portfolio' }],
    }),
    'daguerre-photo.example/': page(
      'Ilse Daguerre, portrait photographer',
      [
        'Private photo bookings in Lisbon and Porto. Portrait session: two hours, 180 EUR, prints on request.',
      ],
      [{ url: 'https://www.instagram.com/ilse.daguerre.photo/', label: 'Instagram' }],
    ),
  },
  expected: { recommendation: ['no_flags'], notCodes: 'any', isBanned: false },
}
