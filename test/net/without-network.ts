import { isDatabaseOutage } from '../../src/db/connect/outage.ts'
import { openDatabase } from '../../src/db/database.ts'
import { parseEgressAllow } from '../../src/net/guard/address-guard.ts'
import { whyLacking } from '../../src/net/guard/own-lack.ts'
import { createFetchPage } from '../../src/net/http/fetch-page.ts'
import { createPostGuarded } from '../../src/net/http/post.ts'

/** Asks for a page, a receiver and the database where even loopback is no network, and prints what is told. */

const allow = parseEgressAllow('127.0.0.0/8')
const pages = createFetchPage({ allow, userAgent: 'Toscan/test' })
const page = await pages.fetchPage({ url: 'http://127.0.0.1:8080/ida' })
const door = createPostGuarded({ allow })
const post = await door.postGuarded({ url: 'http://127.0.0.1:8080/', headers: {}, body: Buffer.from('{}') })
const database = openDatabase('postgres://nobody@127.0.0.1:5432/none')
const error = await database.pool.query('select').catch((cause) => cause)
console.log(
  JSON.stringify({
    page: page.ok ? 'ok' : [page.reason, page.detail],
    post: post.ok ? 'ok' : [post.reason, post.detail],
    isOutage: isDatabaseOutage(error),
    lack: whyLacking(),
  }),
)
await Promise.all([pages.close(), door.close(), database.close()])
