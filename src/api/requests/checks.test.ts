import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { checkUrlsInTurns, hrefsOf, httpUrlList } from './checks.ts'

const LONG = 10_000

it('checks a long list of addresses in turns, and finds the same', async () => {
  const list: unknown[] = Array.from({ length: LONG }, (_, n) =>
    n % 100 === 7
      ? [n, null, 'ftp://a/', 'https://1.2.3.256/'][(n / 100) & 3]
      : `https://ex.example/%41/é${n}`,
  )
  const atOnce = httpUrlList(LONG)([...list])
  let turns = 0
  let isDone = false
  const checking = checkUrlsInTurns(list, LONG).then(() => {
    isDone = true
  })
  while (!isDone) {
    turns++
    await nextTurn()
  }
  await checking
  assert.ok(turns >= 15, String(turns))
  assert.deepEqual(httpUrlList(LONG)(list), atOnce)
})

it('does not check a list beforehand that is too long', async () => {
  const list = Array.from({ length: 600 }, () => 'nowhere')
  await checkUrlsInTurns(list, 599)
  assert.match(JSON.stringify(httpUrlList(599)(list)), /List should have at most 599 items/)
})

it('knows of a long list that was checked how each address is fetched, and of no list that holds another thing', async () => {
  const list: unknown[] = Array.from({ length: 600 }, (_, n) => ` HTTPS://Ex.example/é${n}`)
  assert.equal(hrefsOf(list), undefined)
  await checkUrlsInTurns(list, LONG)
  assert.deepEqual(
    hrefsOf(list),
    list.map((_, n) => `https://ex.example/%C3%A9${n}`),
  )
  list[7] = 7
  await checkUrlsInTurns(list, LONG)
  assert.equal(hrefsOf(list), undefined)
})
