import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { it } from 'node:test'
import { promisify } from 'node:util'

const RUN = join(import.meta.dirname, '..', '..', 'bench', 'run.ts')
/** Those of a run without names. */
const BENCHES =
  'analysis collect scans deep slow-sites submit batch bodies claims large-lists webhooks silent-receivers start'.split(
    ' ',
  )

it('every bench runs, and its numbers are numbers', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [RUN, '--smoke'], { maxBuffer: 16e6 })
  const ran = [...stdout.matchAll(/^([\w-]+), at load/gm)].map(([, name]) => name)
  assert.deepEqual(ran, BENCHES)
  const table = stdout.slice(stdout.lastIndexOf('\nLoad '))
  assert.match(table, /work.*floor.*measured.*ratio.*reach.*met\?/)
  assert.ok(table.split('\n').length > BENCHES.length, table)
})
