import type { DemoCreator } from '../creator.ts'
import { linktree, onlyfans, x } from '../web/pages.ts'

export const creator: DemoCreator = {
  url: 'https://onlyfans.com/verena.quillon',
  special: 'adult content on a platform that allows it: no violation',
  site: {
    ...onlyfans({
      handle: 'verena.quillon',
      name: 'Verena Quillon',
      bio: 'Grown-up portraits, 18+ only. A new set each Friday. No meetups, please do not ask',
      links: [{ url: 'https://linktr.ee/verenaquillon', label: 'all my places' }],
    }),
    ...linktree({
      handle: 'verenaquillon',
      bio: 'all my places, 18+',
      links: [
        { url: 'https://onlyfans.com/verena.quillon', label: 'My page' },
        { url: 'https://x.com/verenaquillon', label: 'X' },
      ],
    }),
    ...x({
      handle: 'verenaquillon',
      name: 'Verena Quillon',
      bio: 'Portraits and letters, 18+',
      links: [{ url: 'https://onlyfans.com/verena.quillon', label: '' }],
    }),
  },
  expected: { recommendation: ['no_flags'], notCodes: 'any', isBanned: false },
}
