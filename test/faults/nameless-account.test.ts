import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { PROGRAM } from '../support/program.ts'

/** Nobody's, as container platforms choose them. */
const UID = 1_000_670_000

it('an account without a name is told that the embedded PostgreSQL needs one, and what to do', {
  skip: process.getuid?.() !== 0 && 'takes root, to become another account',
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'toscan-nameless-'))
  chownSync(folder, UID, UID)
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, 'migrate'], {
    env: { PATH: process.env.PATH, HOME: '/nonexistent', TOSCAN_DATA_DIR: join(folder, 'data') },
    encoding: 'utf8',
    uid: UID,
    gid: UID,
  })
  rmSync(folder, { recursive: true })
  assert.equal(status, 1)
  assert.match(
    stderr,
    /could not be initialised: the account that runs it \(1000670000\) has no entry in \/etc\/passwd.*or set DATABASE_URL\.$/m,
  )
})
