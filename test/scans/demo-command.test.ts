import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { it } from 'node:test'
import { loadCreators } from '../../demo/creators.ts'

it('npm run demo -- --exit scans every creator with the real service, verifies every webhook and ends', async () => {
  const main = join(import.meta.dirname, '..', '..', 'demo', 'main.ts')
  const child = spawn(process.execPath, [main, '--exit'], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  assert.equal(code, 0, output)
  for (const { name, alsoQuick } of await loadCreators()) {
    assert.match(output, new RegExp(`^${name} +(no flags|review \\w+|failed)`, 'm'))
    if (alsoQuick) assert.match(output, new RegExp(`^${name} \\(quick\\) +(no flags|review)`, 'm'))
  }
  const [, came, of] =
    /Webhooks: (\d+) of (\d+) scans were delivered, each signature verified\./.exec(output) ?? []
  assert.equal(came, of)
  assert.ok(Number(of) >= 20)
})
