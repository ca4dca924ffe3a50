import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

/** Whether a text is found to be so, and nobody else's words are seen in it. */
function isFound(text: string, code: string): boolean {
  return evaluate(pack, exampleEvidence(text)).some(
    (found) => found.code === code && found.mitigation === null && found.source === 'rule',
  )
}

const SAID: Record<string, string[]> = {
  hate_speech: [
    'Jews are the downfall of Europe',
    'Juden sind der Untergang Europas',
    'Les juifs sont la ruine de l’Europe',
    'Los judíos son la ruina de Europa',
    'Muslime sind unser Untergang',
  ],
  self_harm_promotion: [
    'cut deeper, you deserve it',
    'starve longer, you deserve it',
    'schneid tiefer, du verdienst es',
    'coupe plus profond, tu le mérites',
  ],
  minor_age_claim: [
    'next bday: 14',
    'próximo cumple: 14',
    'prochain anniv : 14 ans',
    'nächster Geburtstag: 14',
  ],
  impersonation: ['Official Binance support, dm', 'Official PayPal customer service, whatsapp'],
}

const NEIGHBOURS: Record<string, string[]> = {
  hate_speech: [
    'Jews are not the downfall of Europe',
    'Nazis said Jews are the ruin of Germany',
    'Debts are the downfall of Europe',
  ],
  self_harm_promotion: ['We cut deeper, you deserve it', 'cut deeper discounts, you deserve it'],
  minor_age_claim: [
    'next birthday: 14 May',
    'next bday: 14.5.',
    'my son’s next birthday: 14',
    'FC Blau Jahrgang 2012 – Teamseite',
  ],
  impersonation: ['Official Lumen support, dm'],
}

for (const [code, texts] of Object.entries(SAID))
  describe(code, () => {
    for (const text of texts) it(`is found in: ${text}`, () => assert.ok(isFound(text, code)))
    for (const text of NEIGHBOURS[code] ?? [])
      it(`is not found in: ${text}`, () => assert.ok(!isFound(text, code)))
  })
