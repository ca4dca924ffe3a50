import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gateOf } from '../../scripts/gate.ts'
import { humanTexts } from '../../scripts/human-text.ts'
import { pack } from './built-in-pack.ts'

/**
 * Harmless texts that people wrote, a little above what was measured. The sets are no part of the project: `HUMAN_TEXT` is the folder where they
 * lie, and without it nothing is measured.
 */
const folder = process.env.HUMAN_TEXT

describe('harmless texts that people wrote', { skip: folder ? false : 'HUMAN_TEXT names no folder' }, () => {
  // How many offending ones are met is what `npm run gate` tells: no bound here asks for it, and they took a fourth of the time.
  const harmless = (folder ? humanTexts(folder) : []).filter(({ codes }) => codes.length === 0)
  const gate = gateOf(pack, harmless)
  const of = (sets: string, column: 'flagged' | 'medium' | 'texts') =>
    sets.split(' ').reduce((sum, set) => sum + (gate.rows[set]?.[column] ?? 0), 0)
  const all = Object.keys(gate.rows).join(' ')
  const bounds: [string, string, 'flagged' | 'medium', number][] = [
    ['any of them', all, 'flagged', 0.006],
    ['any of them', all, 'medium', 0.002],
    ['biographies', 'twbios', 'flagged', 0.004],
    ['prose', 'agnews bold fortunes medquad wordnet', 'flagged', 0.003],
    ['sentences about groups that are not hateful', 'hatecheck', 'flagged', 0.015],
    ['policies of platforms', 'policy', 'medium', 0.005],
    ['everyday messages', 'sms', 'flagged', 0.003],
    ['profane words', 'ldnoobw', 'flagged', 0.002],
  ]
  for (const [what, sets, column, most] of bounds)
    it(`${what}: at most ${most * 100} % ${column}`, () => {
      assert.ok(of(sets, 'texts') > 100)
      assert.ok(of(sets, column) <= most * of(sets, 'texts'), `${of(sets, column)} of ${of(sets, 'texts')}`)
    })
})
