import type { DemoCreator } from '../creator.ts'
import { linktree, page, tiktok } from '../web/pages.ts'

export const creator: DemoCreator = {
  url: 'https://www.tiktok.com/@tomas.liftwell',
  special: 'clean: a coach whose hub leads to lessons only',
  site: {
    ...tiktok({
      handle: 'tomas.liftwell',
      name: 'Tomas Liftwell',
      bio: 'Strength coach. Private sessions in Porto, prices on my page',
      links: [{ url: 'https://linktr.ee/tomasliftwell', label: '' }],
      posts: [
        'Five minutes of mobility before breakfast',
        'How to lift a suitcase without hurting your back',
      ],
    }),
    ...linktree({
      handle: 'tomasliftwell',
      bio: 'Training plans and lessons',
      links: [
        { url: 'https://liftwell.example/lessons', label: 'Book a lesson' },
        { url: 'https://liftwell.example/plans', label: 'Training plans' },
        { url: 'https://www.tiktok.com/@tomas.liftwell', label: 'TikTok' },
      ],
    }),
    'liftwell.example/lessons': page('Lessons in Porto', [
      'Personal training, one hour, 45 EUR. Book a class at the studio.',
    ]),
    'liftwell.example/plans': page('Training plans', ['Eight weeks to your first pull-up, 19 EUR.']),
  },
  expected: { recommendation: ['no_flags'], notCodes: 'any', isBanned: false },
}
