import { parseEgressAllow } from '../../src/net/guard/address-guard.ts'
import { whyLacking } from '../../src/net/guard/own-lack.ts'
import { createFetchPage } from '../../src/net/http/fetch-page.ts'

/** Asks for pages of a host with addresses of both kinds and of one with IPv6 alone, where nobody listens and this machine has no IPv6, and prints what is told. */

const allow = parseEgressAllow('127.0.0.0/8,::1/128')
const told = []
for (const addresses of [['127.0.0.1', '::1'], ['::1']]) {
  const { fetchPage, close } = createFetchPage({
    allow,
    userAgent: 'Toscan/test',
    resolve: async () => addresses,
  })
  const result = await fetchPage({ url: 'http://ida.example:8080/' })
  told.push(result.ok ? 'ok' : result.reason)
  await close()
}
console.log(JSON.stringify({ told, lack: whyLacking() }))
