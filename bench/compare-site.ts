import { createServer } from 'node:http'
import { bigPage } from './measure.ts'

/**
 * `compare-site.ts <kind>`: a creator's page and the thirty that it leads to, each on a port of its own. Prints their origins as one line of
 * JSON, the creator's first. The pages of a kind differ, so that nothing is parsed once for all.
 */
const PAGES = 30
const KIND = process.argv[2] ?? 'plain'
const STATE_LETTERS = 100_000

const sentence = (index: number) =>
  `Print ${index} of the harbour is pulled slowly on cotton paper and sold at fairs.`

/** A state as applications ship it: records with identifiers, addresses of pictures and settings, and prose in every tenth. */
function stateOf(name: string): object {
  const items: object[] = []
  for (let letters = 0, index = 0; letters < STATE_LETTERS; index++) {
    const item = {
      id: `${name}-${index}`,
      __typename: 'Item',
      title: `Print ${index}`,
      ...(index % 10 === 0 && { text: sentence(index) }),
      image: `https://images.example/${name}/${index}.jpg`,
      price: { amount: index, currency: 'EUR' },
      flags: [true, false, null],
      className: 'flex items-center md:px-4',
    }
    letters += JSON.stringify(item).length
    items.push(item)
  }
  return { props: { pageProps: { profile: { username: name, bio: sentence(0) }, items } } }
}

const FORMS: Record<string, (name: string) => string> = {
  plain: () => '',
  'state, JSON': (name) =>
    `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(stateOf(name))}</script>`,
  'state, JavaScript': (name) =>
    `<script>window.__NUXT__=(function(a){return {data:[${JSON.stringify(stateOf(name)).replace(/"(\w+)":/g, '$1:')}],layout:a}}("main"))</script>`,
}

async function serve(body: () => string): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') return response.writeHead(404).end()
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(body())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

const form = FORMS[KIND] ?? FORMS.plain
const pageOf = (name: string, links: string[] = []) =>
  bigPage(name, links).replace('</body>', () => `${form?.(name)}</body>`)
const made = Array.from({ length: PAGES }, (_, index) => pageOf(`alice${index}`))
const pages = await Promise.all(made.map((page) => serve(() => page)))
const creator = pageOf(
  'alice',
  pages.map((origin) => `${origin}/alice`),
)
console.log(JSON.stringify([await serve(() => creator), ...pages]))
