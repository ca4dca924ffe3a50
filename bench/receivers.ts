import { once } from 'node:events'
import { createServer } from 'node:http'

/** Receivers of webhooks that take everything, in a process of their own. Sends their ports, and, when it is asked, how many came. */

const count = Number(process.argv[2])
let arrived = 0
const ports = await Promise.all(
  Array.from({ length: count }, async () => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        arrived++
        response.writeHead(204).end()
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address ? address.port : 0
  }),
)
process.on('disconnect', () => process.exit())
process.on('message', () => process.send?.({ arrived }))
process.send?.({ ports })
