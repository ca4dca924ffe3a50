import { createServer } from 'node:http'
import { bigPage } from './measure.ts'

/**
 * The site that the collect bench fetches: pages of 25 KB with ten links, and of 100 KB below `/large`. Each is another, and so is each card of it.
 * Prints its origin.
 */
const links = Array.from({ length: 10 }, (_, index) => `https://shop${index}.example/harbour`)
const page = bigPage('NAME', links).replaceAll('Harbour number', 'NAME, number')
const cards = page.slice(page.indexOf('<section'), page.indexOf('</body>'))
const more = [1, 2, 3].map((turn) =>
  cards.replaceAll(/(c|number |canvas, )(\d+)/g, (_, before, n) => `${before}${Number(n) + 1000 * turn}`),
)
const usual = page.split('NAME')
const large = page.replace('</body>', `${more.join('')}</body>`).split('NAME')
const server = createServer((request, response) => {
  const { url = '' } = request
  const asBytes = url.endsWith('?as=bytes')
  response.setHeader('content-type', asBytes ? 'application/octet-stream' : 'text/html; charset=utf-8')
  response.end(url === '/robots.txt' ? '' : (url.startsWith('/large/') ? large : usual).join(url))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`)
})
