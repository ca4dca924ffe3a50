import { createServer } from 'node:http'
import { bigPage } from './measure.ts'

/** The site that the collect bench fetches: pages of 25 KB with ten links, each another. Prints its origin. */
const links = Array.from({ length: 10 }, (_, index) => `https://shop${index}.example/harbour`)
const [before = '', after = ''] = bigPage('NAME', links).split('NAME', 2)
const rest = bigPage('NAME', links).slice(before.length + 4 + after.length)
const server = createServer((request, response) => {
  const asBytes = request.url?.endsWith('?as=bytes')
  response.setHeader('content-type', asBytes ? 'application/octet-stream' : 'text/html; charset=utf-8')
  response.end(request.url === '/robots.txt' ? '' : before + (request.url ?? '') + after + rest)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`)
})
