import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { extract } from 'tar-stream'
import { exportToFile } from '../../src/cli/operate/export-scans.ts'
import { readConfig } from '../../src/config.ts'
import { createFolderStore } from '../../src/evidence/folder-store.ts'
import { seedScans } from '../support/seed-scans.ts'
import { startApi, type TestApi } from '../support/start-api.ts'

const PAGE = Buffer.from('<title>Anabela by night</title>')
const HASH = createHash('sha256').update(PAGE).digest('hex')
const URL = 'https://creator.example/anabela'

describe('toscan scan export', () => {
  let api: TestApi
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toscan-export-'))
    api = await startApi({ TOSCAN_DATA_DIR: folder })
  })
  after(async () => {
    await api.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const read = async (file: string) => {
    const files = new Map<string, Buffer>()
    for await (const entry of createReadStream(file).pipe(extract()))
      files.set(entry.header.name, await buffer(entry))
    return files
  }

  it('holds what is kept of a creator, every page once, and never writes over a file', async () => {
    const orgId = await api.makeOrg()
    const scans = await seedScans(api.opened.db, orgId, [{ profile_url: URL }, { profile_url: URL }, {}])
    for (const { scan_id } of scans) {
      await api.opened.pool.query(
        `insert into captures (scan_id, org_id, ref, url, final_url, redirects, status, headers, identity, fetched_at, sha256, bytes, truncated)
         values ($1, $2, 'E1', $3, $3, '[]', 200, '{}', 'declared', clock_timestamp(), $4, 1, false)`,
        [scan_id, orgId, URL, HASH],
      )
      await api.opened.pool.query(
        `insert into scan_steps (scan_id, step, output, started_at, attempt) values ($1, 'analysis', '{"seen":"by night"}', clock_timestamp(), 1)`,
        [scan_id],
      )
    }
    await createFolderStore(join(folder, 'evidence')).put(HASH, PAGE)
    const file = join(folder, 'anabela.tar')
    const config = readConfig(api.env)
    await exportToFile(config, file, { url: URL, json: true })
    const files = await read(file)
    const parts = ['record', 'steps', 'captures', 'reviews', 'webhooks']
    const ids = [scans[1], scans[0]].map((scan) => scan?.scan_id)
    assert.deepEqual(
      [...files.keys()].sort(),
      [...ids.flatMap((id) => parts.map((part) => `scans/${id}/${part}.json`)), `pages/${HASH}`].sort(),
    )
    assert.deepEqual(files.get(`pages/${HASH}`), PAGE)
    const json = (name: string) => JSON.parse(String(files.get(`scans/${ids[0]}/${name}.json`)))
    assert.deepEqual(
      [json('record').url, json('steps').analysis, json('captures')[0].sha256],
      [URL, { seen: 'by night' }, HASH],
    )
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    await assert.rejects(exportToFile(config, file, { url: URL }), /is there already/)
    assert.equal((await read(file)).size, files.size)
    await assert.rejects(
      exportToFile(config, join(folder, 'none.tar'), { url: 'https://no.example/' }),
      /no scan of/,
    )
    await assert.rejects(exportToFile(config, join(folder, 'none.tar'), {}), /either --scan/)
  })
})
