import type { DemoCreator } from '../creator.ts'
import { tiktok } from '../web/pages.ts'

export const creator: DemoCreator = {
  url: 'https://www.tiktok.com/@inkling.jo',
  special: 'the owner says to be under 18: a person must look',
  site: tiktok({
    handle: 'inkling.jo',
    name: 'Jo',
    bio: "I'm 16, grade 10. Comics, cats, chess club",
    posts: ['new comic page, tell me what you think'],
  }),
  expected: {
    recommendation: ['review_high'],
    codes: ['minor_age_claim'],
    isBanned: false,
    openFirst: 'https://www.tiktok.com/@inkling.jo',
    summary: /under 18/,
  },
}
