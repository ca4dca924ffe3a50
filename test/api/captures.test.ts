import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import {
  type CaptureKind,
  insertCapture,
  type KeptCapture,
  settleCaptures,
} from '../../src/db/scans/captures.ts'
import { claimScans } from '../../src/db/scans/queue.ts'
import { createFolderStore } from '../../src/evidence/folder-store.ts'
import { detailOf, startApi, type Tenant, type TestApi, textField } from '../support/start-api.ts'

const HOSTILE = '<!doctype html><script>document.title = "it ran"</script>'
const JPEG = Buffer.from('ffd8ffe000104a464946', 'hex')
const AT = '2026-03-01T10:00:00.000Z'

/** What a scan kept, as its end stores it. */
const CAPTURES: { ref: string; kind: CaptureKind; type: string; body: Buffer; withheld?: boolean }[] = [
  { ref: 'E1', kind: 'answer', type: 'text/html; charset=ISO-8859-1', body: Buffer.from(HOSTILE) },
  { ref: 'E2', kind: 'rendered', type: 'text/html; charset=koi8-r', body: Buffer.from(`${HOSTILE}2`) },
  { ref: 'E3', kind: 'screenshot', type: 'image/jpeg', body: JPEG },
  { ref: 'E4', kind: 'picture', type: 'image/svg+xml', body: Buffer.from('<svg onload="alert(1)"/>') },
  {
    ref: 'E5',
    kind: 'answer',
    type: 'text/html\r\nx-split: 1; charset="a\r\nb"',
    body: Buffer.from('split'),
  },
  { ref: 'E6', kind: 'answer', type: 'text/html', body: Buffer.from('behind a finding'), withheld: true },
  { ref: 'E7', kind: 'answer', type: 'text/html', body: Buffer.from('gone from the disk') },
  { ref: 'E8', kind: 'answer', type: 'text/html', body: Buffer.from('changed on the disk') },
]

describe('the stored bytes of evidence', () => {
  let api: TestApi
  let folder: string
  let owner: Tenant
  let other: Tenant
  let scanId: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toscan-captures-'))
    api = await startApi({ TOSCAN_DATA_DIR: folder })
    owner = await api.makeTenant()
    other = await api.makeTenant()
    const { db } = api.opened
    const submitted = await api.call('POST', '/api/v2/scan/deep', {
      token: owner.key,
      body: { profile_url: 'https://mara.example/mara' },
    })
    scanId = textField(submitted, 'scan_id')
    const [claimed] = await claimScans(db, 'test', 1, 600)
    assert.equal(claimed?.scan_id, scanId)
    const store = createFolderStore(join(folder, 'evidence'))
    const kept: KeptCapture[] = []
    for (const { ref, kind, type, body, withheld = false } of CAPTURES) {
      const sha256 = hashOf(body)
      const page = {
        url: 'https://mara.example/',
        finalUrl: 'https://mara.example/',
        redirects: [],
        status: 200,
      }
      const facts = { identity: 'declared', fetchedAt: AT, bytes: body.length, truncated: false } as const
      const capture = { ...page, ...facts, kind, headers: { 'content-type': type }, sha256 }
      assert.ok(await insertCapture(db, { scanId, workerId: 'test', attempt: claimed.attempt }, capture))
      if (!withheld) await store.put(sha256, body)
      kept.push({ ref, sha256, captured_at: AT, withheld })
    }
    await db.transaction().execute((tx) => settleCaptures(tx, [{ scanId, captures: kept }]))
    await store.delete(hashOf(bodyOf('E7')))
    const damaged = hashOf(bodyOf('E8'))
    const packed = join(folder, 'evidence', damaged.slice(0, 2), `${damaged.slice(2)}.zst`)
    await writeFile(packed, (await readFile(packed)).subarray(0, -1))
  })
  after(async () => {
    await api.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const bodyOf = (ref: string) => CAPTURES.find((each) => each.ref === ref)?.body ?? Buffer.alloc(0)
  const read = (ref: string, token = owner.key, id = scanId) =>
    api.call('GET', `/api/v2/scans/${id}/evidence/${ref}/capture`, { token })

  it('are the bytes of the page, and say under which hash', async () => {
    const answer = await read('E1')
    assert.equal(answer.status, 200)
    assert.equal(answer.text, HOSTILE)
    assert.equal(
      answer.headers['repr-digest'],
      `sha-256=:${createHash('sha256').update(HOSTILE).digest('base64')}:`,
    )
  })

  it('of a page are plain text to be saved, in the letters of the page', async () => {
    const { headers } = await read('E1')
    assert.equal(headers['content-type'], 'text/plain; charset=iso-8859-1')
    assert.equal(headers['content-disposition'], 'attachment; filename="E1.txt"')
  })

  it('of a document out of the browser are UTF-8, whatever its page was', async () => {
    assert.equal((await read('E2')).headers['content-type'], 'text/plain; charset=utf-8')
  })

  it('of a screenshot are a picture to be shown', async () => {
    const { headers } = await read('E3')
    assert.equal(headers['content-type'], 'image/jpeg')
    assert.equal(headers['content-disposition'], 'inline; filename="E3.jpeg"')
  })

  it('are no picture when scripts can stand in them', async () => {
    const { headers } = await read('E4')
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
    assert.match(String(headers['content-disposition']), /^attachment/)
  })

  it('add no header of the page’s choosing', async () => {
    const { headers } = await read('E5')
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
    assert.equal(headers['x-split'], undefined)
  })

  for (const { ref } of CAPTURES.slice(0, 5)) {
    it(`run nothing in a browser: ${ref}`, async () => {
      const { headers } = await read(ref)
      assert.equal(headers['content-security-policy'], "sandbox; default-src 'none'; frame-ancestors 'none'")
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
      assert.equal(headers['cache-control'], 'no-store')
      assert.match(String(headers['content-type']), /^(text\/plain; charset=[\w-]+|image\/jpeg)$/)
    })
  }

  it('behind a minor-safety finding are refused', async () => {
    const answer = await read('E6')
    assert.deepEqual([answer.status, detailOf(answer)], [410, 'Capture is withheld'])
  })

  it('that are stored no longer are gone', async () => {
    const answer = await read('E7')
    assert.deepEqual([answer.status, detailOf(answer)], [410, 'Capture is no longer stored'])
  })

  it('that were changed are not handed out', async () => {
    const answer = await read('E8')
    assert.deepEqual([answer.status, detailOf(answer)], [410, 'Capture does not match its hash'])
  })

  it('of no evidence are not found', async () => {
    for (const ref of ['E99', 'profile', '%2e%2e', "E1'--"]) {
      const answer = await read(ref)
      assert.deepEqual([answer.status, detailOf(answer)], [404, 'Capture not found'], ref)
    }
  })

  it('of a running scan, whose evidence has no names yet, are not found', async () => {
    await sql`update captures set ref = null where ref = 'E4'`.execute(api.opened.db)
    assert.equal((await read('E4')).status, 404)
  })

  it('are read by every member and key of the organization', async () => {
    for (const token of [owner.key, owner.member, owner.admin])
      assert.equal((await read('E1', token)).status, 200)
  })

  it('are to another organization like those of a scan that nobody has', async () => {
    for (const token of [other.key, other.member, other.admin]) {
      const unknown = await read('E1', token, randomUUID())
      assert.deepEqual([unknown.status, unknown.text], [404, '{"detail":"Scan not found"}'])
      for (const ref of ['E1', 'E6', 'E99']) {
        const answer = await read(ref, token)
        assert.deepEqual([answer.status, answer.text], [unknown.status, unknown.text])
      }
    }
  })

  it('are nobody’s without a credential', async () => {
    assert.equal((await read('E1', 'sk_nobody')).status, 401)
  })
})

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
