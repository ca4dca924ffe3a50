import type { DemoCreator } from '../creator.ts'
import { x } from '../web/pages.ts'

export const creator: DemoCreator = {
  url: 'https://x.com/rico_rapido_ro',
  special: 'a promise of quick gains, in Spanish',
  site: x({
    handle: 'rico_rapido_ro',
    name: 'Rodrigo Inversiones',
    bio: 'Duplica tu dinero en 24 horas con criptomonedas. Ganancias garantizadas, escríbeme por WhatsApp',
  }),
  expected: {
    recommendation: ['review_medium', 'review_high'],
    codes: ['scam_financial'],
    isBanned: false,
    openFirst: 'https://x.com/rico_rapido_ro',
  },
}
