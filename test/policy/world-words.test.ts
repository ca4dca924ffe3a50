import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { readWords, WORDS_FOLDER } from '../../scripts/world/words.ts'
import { pack } from './built-in-pack.ts'

const FIXTURES = join(import.meta.dirname, '..', '..', 'fixtures')
/** So many words in a row are no accident. */
const RUN = 5

describe('the words of the invented world', () => {
  const files = readdirSync(WORDS_FOLDER).filter((file) => file.endsWith('.yaml'))
  const said = files.flatMap((file) => textsIn(yamlAt(join(WORDS_FOLDER, file))))

  it('share no five words in a row with what the classifier learns from, what measures it, or the examples of the pack', () => {
    const known = new Map<string, string>()
    for (const text of learntAndMeasured()) for (const run of runsIn(text)) known.set(run, text)
    const shared = said.flatMap((text) => {
      const run = runsIn(text).find((each) => known.has(each))
      return run === undefined ? [] : [`${text} | ${run} | ${known.get(run)}`]
    })
    assert.ok(known.size > 20_000 && said.length > 500)
    assert.deepEqual(shared, [])
  })

  it('have less than four tenths of their words in common with any one of those', () => {
    const texts = [...learntAndMeasured()].map((text) => new Set(wordsOf(text)))
    const holding = new Map<string, number[]>()
    for (const [index, own] of texts.entries())
      for (const word of own) holding.set(word, holding.get(word)?.concat(index) ?? [index])
    const near = readWords().codes.flatMap(({ says }) =>
      says.flatMap(({ text }) => {
        const own = new Set(wordsOf(text))
        const common = new Map<number, number>()
        for (const word of own)
          for (const index of holding.get(word) ?? []) common.set(index, (common.get(index) ?? 0) + 1)
        const shares = [...common].map(
          ([index, count]) => count / (own.size + (texts[index]?.size ?? 0) - count),
        )
        return shares.some((share) => share >= 0.4) ? [text] : []
      }),
    )
    assert.deepEqual(near, [])
  })

  it('are nowhere said twice', () => {
    const { codes } = readWords()
    const sayings = codes.flatMap(({ says, looks_like }) => [...says, ...looks_like].map(({ text }) => text))
    assert.equal(new Set(sayings).size, sayings.length)
  })

  it('speak of every code that words can show, in several ways, and of harmless things that sound like it', () => {
    const { codes } = readWords()
    const unknown = codes.filter(({ code, may }) => [code, ...may].some((each) => !pack.codes[each]))
    assert.deepEqual(unknown, [])
    assert.equal(new Set(codes.map(({ code }) => code)).size, 31)
    for (const { code, says, looks_like } of codes)
      assert.ok(says.length >= 4 && looks_like.length >= 3, code)
    assert.ok(new Set(codes.flatMap(({ says }) => says.map(({ language }) => language))).size >= 6)
  })
})

function* learntAndMeasured(): Iterable<string> {
  for (const folder of ['train', 'eval', 'injection'])
    for (const file of readdirSync(join(FIXTURES, folder)))
      if (file.endsWith('.yaml')) yield* textsIn(yamlAt(join(FIXTURES, folder, file)))
  for (const { examples } of Object.values(pack.codes)) yield* textsIn(examples)
}

function yamlAt(path: string): unknown {
  return parse(readFileSync(path, 'utf8'))
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const words = new Intl.Segmenter('en', { granularity: 'word' })

function wordsOf(text: string): string[] {
  return [...words.segment(text.toLowerCase().normalize('NFKC'))].flatMap(({ segment, isWordLike }) =>
    isWordLike ? [segment] : [],
  )
}

function runsIn(text: string): string[] {
  const all = wordsOf(text)
  return all
    .slice(0, Math.max(0, all.length - RUN + 1))
    .map((_, index) => all.slice(index, index + RUN).join(' '))
}
