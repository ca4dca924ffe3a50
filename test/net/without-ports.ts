import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { parseEgressAllow } from '../../src/net/guard/address-guard.ts'
import { whyLacking } from '../../src/net/guard/own-lack.ts'
import { createFetchPage } from '../../src/net/http/fetch-page.ts'
import { serveHttp } from './loopback.ts'

/** Asks for a page where this machine has four ports to connect from and all are taken, then gives them back, and prints what is told. */

const site = await serveHttp((_, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Ida Quill prints, slowly.</p>'),
)
const port = Number(new URL(site.origin).port)
const held = []
for (let each = 0; each < 4; each++) {
  const socket = connect(port, '127.0.0.1')
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  if (isOpen) held.push(socket)
}
const { fetchPage, close } = createFetchPage({
  allow: parseEgressAllow('127.0.0.0/8'),
  userAgent: 'Toscan/test',
})
const url = `${site.origin}/ida`
const without = await fetchPage({ url })
const lack = whyLacking()
const later = fetchPage({ url })
await pause(300)
// Reset, so that the port is free at once.
for (const socket of held) socket.resetAndDestroy()
const again = await later
console.log(
  JSON.stringify({ without: without.ok ? 'ok' : [without.reason, without.detail], lack, again: again.ok }),
)
await close()
await site.close()
