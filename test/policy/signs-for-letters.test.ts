import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { compilePack } from '../../src/policy/pack/compile-pack.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { textViews } from '../../src/policy/text/text-views.ts'
import { pack } from './built-in-pack.ts'

const { vocabulary } = compilePack(pack)

/** What is written with digits, signs, drawn-out letters and letters of another script, and how it reads. */
const READ: readonly [written: string, read: string][] = [
  ["i'm f1f733n y34r5 0ld and i draw", "i'm fifteen years old and i draw"],
  ['remi | f0urt33n y/0 | drums', 'remi | fourteen y/o | drums'],
  ['m33t m3 in p0rto, dm t0 b00k', 'meet me in porto, dm to book'],
  ['4ll my pr1v4t3 v1d305', 'all my private videos'],
  ['k1ll them a11, 574b them', 'kill them all, stab them'],
  ['im fifteeeen', 'im fifteen'],
  ['im thirteeeen and boooored', 'im thirteen and bored'],
  ['пр0даю м*е*ф и шuшки, kлaды по городу', 'продаю меф и шишки, клады по городу'],
  ['3ск0рт Казань, ч@с 6к', 'эскорт казань, час 6к'],
  ['мне п9тнадцать лет', 'мне пятнадцать лет'],
]

/** Digits that are digits, and letters that are drawn out by joy. */
const AS_WRITTEN: readonly string[] = [
  'Open 10am to 5pm, 1st of May',
  '3d prints in pla, 4k video, mp3 and h264',
  'Born in the 90s, raised on n64 and ps2',
  'co2 neutral, b2b and b2c',
  'Wohnung mit 3zi und 65m2',
  'Привет из Казани, 10к подписчиков',
  'Room a11, gate b4, seat 5c',
  '高校教師です。高1の担任、毎日が文化祭',
  '毎朝5時から焼いています。一個380円',
  'เปิดร้าน9โมงเช้า',
]

/** Accused as what they say; minors before all. */
const MET: readonly [code: string, text: string][] = [
  ['minor_age_claim', "i'm f1f733n y34r5 0ld and i edit anime clips"],
  ['minor_age_claim', 'remi | f0urt33n y/0 | drums + frogs'],
  ['minor_age_claim', 'm1a, th1rt33n y34r5 0ld, l0v35 h0r535'],
  ['minor_age_claim', 'im fifteeeen years old lol'],
  ['minor_age_claim', 'мне п9тнадцать лет'],
  ['minor_age_claim', 'mне чeтыpнaдцaть лeт'],
  ['minor_age_claim', 'i am 1 5 years old'],
  ['minor_age_claim', 'just turned 1 4, hi'],
  ['drug_sale', 'пр0даю м*е*ф и шuшки, kлaды по городу, всё ровно'],
  ['escort_offer', '3ск0рт Екб 🌹 ч@с 6к, выезд в отель'],
  ['weapon_sale', 's3ll1ng gl0ck 19 w1th 4mm0, n0 p4p3r5'],
]
const NOT_MET: readonly string[] = [
  'Room a11, seats 1 4 and 1 5, years of fun',
  'Bach 1 5 and 1 6, cello suites',
  'soooo happy, fifteeen puppies!!',
  'Мне очень нравится m@rket и k-pop',
  'The recipe needs 1 5 minutes',
  'My kids are 1, 5 and 7 years old',
]

function accusedOf(text: string): string[] {
  return evaluate(pack, exampleEvidence(text))
    .filter(({ mitigation }) => mitigation === null)
    .map(({ code }) => code)
}

describe('signs that stand for letters', () => {
  for (const [written, read] of READ)
    it(`are read as letters: ${written}`, () =>
      assert.equal(textViews(written, vocabulary).folded?.text, read))
  for (const text of AS_WRITTEN)
    it(`are none in: ${text}`, () => assert.equal(textViews(text, vocabulary).folded, null))
  for (const [code, text] of MET)
    it(`hide no ${code}: ${text}`, () => assert.ok(accusedOf(text).includes(code), accusedOf(text).join(' ')))
  for (const text of NOT_MET) it(`accuse nobody: ${text}`, () => assert.deepEqual(accusedOf(text), []))
})
