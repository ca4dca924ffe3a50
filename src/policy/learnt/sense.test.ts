import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type KnownText, MOST_SHIFT, measureSense } from './sense.ts'

const CODES = ['drugs', 'threats']
/** Twenty texts of each code and forty harmless ones, half of them English and half French. */
const KNOWN: KnownText[] = [...CODES, null].flatMap((code) =>
  Array.from({ length: code ? 20 : 40 }, (_, i) => ({
    text: `${code} ${i}`,
    code,
    language: i % 2 ? 'fr' : 'en',
  })),
)
const AXES = ['drugs', 'threats', null]

/** Beside its own axis, and a little beside the others, so that no two lie in one place. */
function point(axis: number, i: number): Float32Array {
  const far = Float64Array.from([0, 1, 2], (at) => (at === axis ? 1 : 0.02 * ((i * (at + 3)) % 17)))
  const length = Math.hypot(...far)
  return Float32Array.from(far, (value) => value / length)
}

const telling = KNOWN.map(({ code }, i) => point(AXES.indexOf(code), i))

describe('an embedding model that is measured on known texts', () => {
  const sense = measureSense(KNOWN, telling)

  it('counts where it tells them apart, within its bound and to both sides', () => {
    assert.deepEqual(Object.keys(sense.codes), CODES)
    assert.ok((sense.codes.drugs?.right ?? 0) > 0.99)
    const raised = sense.shiftOf(point(0, 0), 'drugs', 'en')
    const lowered = sense.shiftOf(point(2, 0), 'drugs', 'en')
    assert.ok(raised > 0.2 && raised <= MOST_SHIFT, `${raised}`)
    assert.ok(lowered < -0.2 && lowered >= -MOST_SHIFT, `${lowered}`)
  })

  it('says nothing of codes and languages that it was not measured on, nor of a text in which it knows no word', () => {
    assert.equal(sense.shiftOf(point(0, 3), 'weapons', 'en'), 0)
    assert.equal(sense.shiftOf(point(0, 3), 'drugs', 'ja'), 0)
    assert.equal(sense.shiftOf(point(0, 3), 'drugs', null), 0)
    assert.equal(sense.shiftOf(new Float32Array(3), 'drugs', 'en'), 0)
  })

  it('counts nothing where all texts lie in one place', () => {
    const blind = measureSense(
      KNOWN,
      KNOWN.map(() => point(0, 0)),
    )
    for (const measured of [...Object.values(blind.codes), ...Object.values(blind.languages)]) {
      assert.equal(measured.right, 0.5)
      assert.equal(measured.weight, 0)
    }
    assert.equal(blind.shiftOf(point(0, 0), 'drugs', 'en'), 0)
  })

  it('counts nothing where it lays texts down at random', () => {
    let state = 7
    const random = () => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
      return state / 0x7fffffff - 0.5
    }
    const lost = measureSense(
      KNOWN,
      KNOWN.map(() => {
        const far = [random(), random(), random()]
        return Float32Array.from(far, (value) => value / Math.hypot(...far))
      }),
    )
    assert.deepEqual(
      Object.values(lost.codes).map(({ weight }) => weight),
      [0, 0],
    )
  })

  it('counts in a language only where it knows that language', () => {
    const english = measureSense(
      KNOWN,
      KNOWN.map(({ language }, i) => (language === 'fr' ? point(2, 0) : (telling[i] ?? point(2, 0)))),
    )
    assert.ok((english.languages.en?.weight ?? 0) > 0.5)
    assert.equal(english.languages.fr?.weight, 0)
  })

  it('counts nothing on a handful of texts', () => {
    const few = KNOWN.map((each, i) => ({ each, i })).filter(({ i }) => i % 4 === 0)
    const sparse = measureSense(
      few.map(({ each }) => each),
      few.map(({ i }) => telling[i] ?? point(2, 0)),
    )
    assert.equal(sparse.codes.drugs?.texts, 5)
    assert.equal(sparse.codes.drugs?.weight, 0)
  })
})
