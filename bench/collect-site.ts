import { createServer } from 'node:http'
import { bigPage } from './measure.ts'

/**
 * The site that the collect bench fetches: pages of 25 KB with ten links, of 100 KB below `/large`, and below `/app` of as much, most of it the state
 * that an application draws its page from. Each is another, and so is each card of it. Prints its origin.
 */
const links = Array.from({ length: 10 }, (_, index) => `https://shop${index}.example/harbour`)
const page = bigPage('NAME', links).replaceAll('Harbour number', 'NAME, number')
const cards = page.slice(page.indexOf('<section'), page.indexOf('</body>'))
const more = [1, 2, 3].map((turn) =>
  cards.replaceAll(/(c|number |canvas, )(\d+)/g, (_, before, n) => `${before}${Number(n) + 1000 * turn}`),
)
const usual = page.split('NAME')
const large = page.replace('</body>', `${more.join('')}</body>`).split('NAME')
const posts = Array.from({ length: 130 }, (_, n) => ({
  ...{
    id: `${n}47190583`,
    __typename: 'Post',
    pinned: n === 0,
    likes: n * 37,
    comments: { count: n, edges: [] },
  },
  text: `NAME, number ${n}: oil on canvas, painted on a grey morning while the boats came in and the gulls waited for them.`,
  media: {
    url: `https://cdn.example/m/${n}.jpg?w=1080&q=80`,
    width: 1080,
    height: 1350,
    alt: null,
    blurhash: 'LEHV6n',
  },
  author: { id: '17', username: 'NAME', verified: false, avatar: 'https://cdn.example/a/17.jpg', badges: [] },
  tags: ['harbour', 'canvas'],
  createdAt: `2026-02-${String(1 + (n % 28)).padStart(2, '0')}T10:00:00.000Z`,
  viewer: { canLike: true, canReply: true, hasLiked: false, isFollowing: null },
}))
const state = JSON.stringify({
  props: { pageProps: { user: { username: 'NAME', links }, posts } },
  page: '/[user]',
  buildId: 'k3',
})
const app = page
  .replace(/(?:<section[\s\S]*?<\/section>\s*){90}/, '')
  .replace('</body>', `<script id="__NEXT_DATA__" type="application/json">${state}</script></body>`)
  .split('NAME')
const pages = [
  { below: '/large/', parts: large },
  { below: '/app/', parts: app },
]
const server = createServer((request, response) => {
  const { url = '' } = request
  const asBytes = url.endsWith('?as=bytes')
  response.setHeader('content-type', asBytes ? 'application/octet-stream' : 'text/html; charset=utf-8')
  const parts = pages.find(({ below }) => url.startsWith(below))?.parts ?? usual
  response.end(url === '/robots.txt' ? '' : parts.join(url))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`)
})
