import type { DemoCreator } from '../creator.ts'
import { instagram, tiktok } from '../web/pages.ts'

export const creator: DemoCreator = {
  url: 'https://www.instagram.com/oriol.pinecroft/',
  special: 'somebody else uses the same handle elsewhere',
  site: {
    ...instagram({
      handle: 'oriol.pinecroft',
      name: 'Oriol Pinecroft',
      bio: 'Wooden toys, made by hand in Girona',
      posts: ['A rocking horse for the school fair'],
    }),
    ...tiktok({
      handle: 'oriol.pinecroft',
      name: 'OP shop',
      bio: 'Menu today: weed and shrooms, 50 each, delivery, message me',
    }),
  },
  hits: [
    {
      url: 'https://www.tiktok.com/@oriol.pinecroft',
      title: 'oriol.pinecroft on TikTok',
      content: 'Cocaine and mdma for sale, message me on telegram. oriol.pinecroft',
    },
    {
      url: 'https://forum.example/t/oriol.pinecroft',
      title: 'Who is oriol.pinecroft?',
      content: 'oriol.pinecroft took my deposit: double your deposit in 24 h, he said. Scammer.',
    },
    {
      url: 'https://toyfair.example/exhibitors',
      title: 'Exhibitors of the Girona toy fair',
      content: 'Oriol Pinecroft (oriol.pinecroft), wooden toys, stand 12',
    },
  ],
  expected: {
    recommendation: ['no_flags'],
    notCodes: 'any',
    isBanned: false,
    summary: /2 search results share only the name and did not count/,
  },
}
