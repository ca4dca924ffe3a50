import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

function isAccused(text: string): boolean {
  return evaluate(pack, exampleEvidence(text)).some(({ mitigation }) => mitigation === null)
}

describe('who tells others of a place what somebody deals in there', () => {
  it('is not the dealer', () => {
    const reports = [
      'Someone trades nudes of minors on this server, dm me',
      'Somebody sells child porn in this group, message me if you know who it is',
      'Jemand tauscht Nacktbilder von Minderjährigen auf diesem Server, schreibt mir',
      'Alguien vende videos de menores desnudas en este grupo, escríbeme',
      "Quelqu'un échange des nudes de mineures sur ce serveur, écrivez-moi en mp",
    ]
    assert.deepEqual(reports.filter(isAccused), [])
  })

  it("deals by another's hand where the answer is for the goods, a price is asked, or no place is named", () => {
    const offers = [
      'someone sells nudes of minors on this server, dm me for the link',
      'someone sells nudes of minors on this server, dm me, 5€',
      'my cousin sells nudes of minors, dm me',
      'someone trades nudes of minors, dm me',
    ]
    assert.deepEqual(
      offers.filter((text) => !isAccused(text)),
      [],
    )
  })
})
