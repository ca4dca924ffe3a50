import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, it } from 'node:test'
import { until } from '../../test/support/until.ts'
import { createFolderStore } from './folder-store.ts'
import { type StoreNews, type WatchedStore, watchStore } from './watch-store.ts'

describe('a watched store', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toscan-watch-'))
  const news: StoreNews[] = []
  let store: WatchedStore
  afterEach(() => {
    store.stop()
    news.length = 0
    rmSync(folder, { recursive: true, force: true })
  })
  const put = (name: string) => store.put(name.repeat(64), Buffer.from(name))

  it('is in trouble after three refusals in a row, not before, and out of it when it keeps what it is given', async () => {
    store = watchStore(createFolderStore(folder), (each) => news.push(each), { probeMs: 20 })
    const refuse = () => {
      rmSync(folder, { recursive: true, force: true })
      writeFileSync(folder, '')
    }
    refuse()
    for (const name of ['a', 'b']) await assert.rejects(put(name))
    rmSync(folder)
    await put('c')
    refuse()
    for (const name of ['d', 'e']) await assert.rejects(put(name))
    assert.equal(store.trouble(), null)
    await assert.rejects(put('f'))
    assert.equal(store.trouble(), 'The evidence store does not take pages (ENOTDIR).')
    await assert.rejects(put('0'))
    assert.equal(news.length, 1)

    rmSync(folder)
    await until('it works again', () => store.trouble() === null)
    assert.deepEqual(news.at(-1), { trouble: null })
    assert.equal(news.length, 2)
    const left: string[] = []
    for await (const sha256 of store.list(new Date(Date.now() + 1000))) left.push(sha256)
    assert.deepEqual(left, [], 'what it was tried with is gone')
  })

  it('is in trouble when it lets something wait, and out of it when that is over', async () => {
    const slow = createFolderStore(folder)
    const held = Promise.withResolvers<void>()
    const holding = {
      ...slow,
      put: async (...page: Parameters<typeof slow.put>) => {
        if (page[0].startsWith('a')) await held.promise
        return slow.put(...page)
      },
    }
    store = watchStore(holding, (each) => news.push(each), { slowMs: 20, probeMs: 20 })
    const putting = put('a')
    await until('it is in trouble', () => store.trouble() !== null)
    assert.match(store.trouble() ?? '', /has not answered/)
    held.resolve()
    await putting
    await until('it works again', () => store.trouble() === null)
  })
})
