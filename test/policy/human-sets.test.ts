import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { gateOf } from '../../scripts/gate.ts'
import { humanTexts, learntTexts } from '../../scripts/human-text.ts'
import { pack } from './built-in-pack.ts'

/** What the gate makes of sets that people wrote, on two made-up ones. */
const folder = mkdtempSync(join(tmpdir(), 'human-sets-'))
after(() => rmSync(folder, { recursive: true }))

function write(set: string, lines: readonly object[]): void {
  writeFileSync(join(folder, `${set}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

write('sms', [
  { text: 'Home at six', label: 'ham' },
  { text: 'A prize waits', label: 'spam' },
  { text: 'Call your mother', label: 'ham' },
  { text: 'See you', label: 'ham' },
])
write('hatecheck', [
  { text: 'Immigrants are vermin', label: 'hateful', group: 'derog', ident: 'immigrants' },
  { text: 'Immigrants are welcome', label: 'non-hateful', group: 'pos', ident: 'immigrants' },
  { text: 'A kind of sentence that nobody knows', label: 'hateful', group: 'other', ident: 'immigrants' },
])
write('davidson', [
  { text: 'Somebody is rude', label: 'offensive' },
  { text: 'Somebody hates', label: 'hate' },
])

describe('offending texts of sets that people wrote', () => {
  it('are counted by set and by what the set tells them apart by', () => {
    const { offending, parts } = gateOf(pack, humanTexts(folder))
    assert.deepEqual(Object.keys(offending).sort(), ['davidson', 'hatecheck', 'sms'])
    assert.deepEqual(Object.keys(parts).sort(), ['hatecheck: derog', 'hatecheck: other'])
    const found = parts['hatecheck: derog']
    assert.deepEqual([found?.texts, found?.['by rules'], found?.['right code by rules']], [1, 1, 1])
    assert.equal(parts['hatecheck: other']?.flagged, 0)
  })

  it('change nothing of which harmless ones are learnt from', () =>
    assert.deepEqual(
      learntTexts(folder).map(({ text }) => text),
      ['Home at six', 'See you'],
    ))
})
