import type { DemoCreator } from '../creator.ts'
import { linktree, page, tiktok } from '../web/pages.ts'
import { NOBODY_THERE } from '../web/site.ts'

const names = ['bread', 'cakes', 'tarts', 'rolls', 'rye', 'scones', 'buns', 'pies', 'twists']

export const creator: DemoCreator = {
  url: 'https://www.tiktok.com/@baker.basil.loaf',
  special: 'a hub where a third of the hosts do not answer',
  site: {
    ...tiktok({
      handle: 'baker.basil.loaf',
      name: 'Basil',
      bio: 'bread every day',
      links: [{ url: 'https://linktr.ee/bakerbasil', label: '' }],
    }),
    ...linktree({
      handle: 'bakerbasil',
      bio: 'shops that sell my bread',
      links: names.map((name) => ({ url: `https://${name}-shop.example/basil`, label: name })),
    }),
    ...Object.fromEntries(
      names
        .slice(3)
        .map((name) => [`${name}-shop.example/basil`, page(name, [`Fresh ${name}, every morning.`])]),
    ),
    ...Object.fromEntries(names.slice(0, 3).map((name) => [`${name}-shop.example`, NOBODY_THERE])),
  },
  expected: {
    recommendation: ['no_flags'],
    notCodes: 'any',
    isBanned: false,
    failed: names.slice(0, 3).map((name) => `https://${name}-shop.example/basil`),
    summary: /3 pages that could not be reached/,
  },
}
