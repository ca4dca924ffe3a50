import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, afterEach, beforeEach, describe, it } from 'node:test'
import { createFolderStore } from '../../src/evidence/folder-store.ts'
import { type WatchedStore, watchStore } from '../../src/evidence/watch-store.ts'
import { until } from '../support/until.ts'
import { mountDisk } from './disk.ts'

const disk = mountDisk(8)

describe('a disk that takes nothing more', {
  skip: disk === null && 'no file system can be mounted here',
}, () => {
  const folder = join(disk?.dataDir ?? '', 'evidence')
  let store: WatchedStore
  beforeEach(() => {
    store = watchStore(createFolderStore(folder), () => {}, { probeMs: 20 })
  })
  afterEach(() => {
    store.stop()
    remount('rw')
  })
  after(() => disk?.unmount())

  it('because it only reads is told before a page is lost, and by that name', async () => {
    remount('ro')
    await until('it is in trouble', () => store.trouble() !== null)
    assert.equal(store.trouble(), 'The evidence store does not take pages (EROFS).')
    // On a shelf that is not there yet too.
    await assert.rejects(store.put('ab'.repeat(32), Buffer.from('page')), { code: 'EROFS' })
    remount('rw')
    await until('it works again', () => store.trouble() === null)
    await store.put('ab'.repeat(32), Buffer.from('page'))
    assert.ok(await store.has('ab'.repeat(32)))
  })

  it('because it has next to no room for files is told before a page is lost', async () => {
    remount('nr_inodes=40000')
    const others = join(folder, 'others')
    mkdirSync(others)
    for (let n = 0; n < 39_800; n++) writeFileSync(join(others, `${n}`), '')
    await until('it is in trouble', () => store.trouble() !== null)
    assert.equal(store.trouble(), 'The evidence store does not take pages (ENOSPC).')
    await store.put('cd'.repeat(32), Buffer.from('what a scan that runs has still to keep'))
    remount('nr_inodes=80000')
    await until('it works again', () => store.trouble() === null)
  })

  function remount(option: string) {
    assert.equal(spawnSync('mount', ['-o', `remount,${option}`, folder]).status, 0)
  }
})
