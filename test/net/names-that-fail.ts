import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { parseEgressAllow } from '../../src/net/guard/address-guard.ts'
import { checkCallbackUrl } from '../../src/net/guard/check-callback-url.ts'
import { createFetchPage } from '../../src/net/http/fetch-page.ts'

/** Asks for pages on names about which the name server, which is here as well, has something to say, and prints what is told of each. */

/** What DNS answers with, by the first label; a name that is missing here gets no answer. */
const ANSWERS: Record<string, number> = { empty: 0, broken: 2, gone: 3, refused: 5 }

const server = createSocket('udp4', (question, { port, address }) => {
  const label = question.toString('latin1', 13, 13 + (question[12] ?? 0))
  const code = ANSWERS[label]
  if (code === undefined) return
  const answer = Buffer.from(question)
  answer.writeUInt16BE(0x8180 | code, 2)
  // Nothing beyond the question.
  answer.writeUInt16BE(0, 10)
  server.send(answer.subarray(0, endOfQuestion(question)), port, address)
})
server.bind(53, '127.0.0.1')
await once(server, 'listening')

function endOfQuestion(question: Buffer): number {
  return question.indexOf(0, 12) + 5
}

const allow = parseEgressAllow('')
const { fetchPage, close } = createFetchPage({ allow, userAgent: 'Toscan/test' })
const told = ['gone', 'empty', 'broken', 'refused', 'silent'].map(async (label) => {
  const result = await fetchPage({ url: `https://${label}.example/ida` })
  return [label, result.ok ? 'ok' : result.reason]
})
const callback = await checkCallbackUrl('https://broken.example/hook', allow, { resolve: true })
console.log(JSON.stringify({ ...Object.fromEntries(await Promise.all(told)), callback }))
await close()
server.close()
