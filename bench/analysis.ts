import { fileURLToPath } from 'node:url'
import { evaluate } from '../src/policy/evaluate.ts'
import { compilePack } from '../src/policy/pack/compile-pack.ts'
import { exampleEvidence } from '../src/policy/pack/example-evidence.ts'
import { loadPolicyPack } from '../src/policy/pack/pack.ts'
import { seeded } from '../test/support/seeded.ts'
import { quantile, type Row, round } from './measure.ts'
import { sized } from './sized.ts'

const PAGES = 30
const CHARACTERS = 4_000
const RUNS = sized(50, 1)
const WARM_UP = sized(10, 1)

/** Each `{}` is filled anew, so that no sentence stands twice. */
const PLAIN = [
  'We paint {} in oil, early in the morning, while {} and {} wait',
  'The studio in {} is open from Tuesday to Saturday, and {} is welcome too',
  'Prints of {} are sent worldwide, wrapped in {}',
  'The workshop for beginners starts with {} and ends with {}',
]
const DENSE = [
  'Photographer of {} in {}, private sessions on request, WhatsApp me',
  'No meetups, no escort talk, just {} and {}',
  'We sell {}, delivery to {}, 40€ each, PayPal or bank transfer',
  'Followers and likes mean little next to {}',
  'My old account about {} was banned from my heart, like {}',
]
const HOW = 'quiet narrow grey painted crooked busy sunken early wooden foreign northern salted'.split(' ')
const WHAT =
  'harbours boats gulls lanterns ropes ferries piers anchors sails markets chapels orchards kettles ladders bridges violins'.split(
    ' ',
  )
const WHERE = 'Lisbon Riga Porto Bergen Galway Trieste Gdansk Bilbao Ghent Turku Split Cork'.split(' ')

/**
 * The built-in analysis of a 30-page evidence set of 120,000 characters, no sentence twice: prose without triggers, and prose full of words
 * that rules ask for. Memory is what the process grows by over 50 scans and a collection, and the pack made ready.
 */
export async function analysis(): Promise<Row[]> {
  const before = memory()
  const pack = loadPolicyPack([fileURLToPath(new URL('../policies', import.meta.url))])
  const started = performance.now()
  compilePack(pack)
  const ready = performance.now() - started
  const packMb = memory() - before
  return [
    { name: 'plain', prose: PLAIN },
    { name: 'full of triggers', prose: DENSE },
  ].map(({ name, prose }) => {
    const random = seeded(1)
    // Distinct in every run, as pages of different scans are.
    const inputs = Array.from({ length: WARM_UP + RUNS }, () =>
      exampleEvidence({ evidence: Array.from({ length: PAGES }, (_, i) => page(prose, i, random)) }),
    )
    for (const input of inputs.splice(0, WARM_UP)) evaluate(pack, input)
    const grownFrom = memory()
    const times = inputs.map((input) => {
      const from = performance.now()
      evaluate(pack, input)
      return performance.now() - from
    })
    return {
      pages: name,
      'p50 ms': quantile(times, 0.5),
      'p95 ms': quantile(times, 0.95),
      'MB grown': round(memory() - grownFrom, 1),
      'pack MB': round(packMb, 1),
      'pack ready ms': round(ready, 0),
    }
  })
}

function page(prose: readonly string[], i: number, random: () => number) {
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)]
  let text = `Page ${i}.`
  for (let at = 0; text.length < CHARACTERS; at++) {
    const sentence = prose[at % prose.length] ?? ''
    text += ` ${sentence.replaceAll('{}', () => `${pick(HOW)} ${pick(HOW)} ${pick(WHAT)} near ${pick(WHERE)}`)}.`
  }
  return { text: text.slice(0, CHARACTERS), channel: 'page' as const, linksBack: true, mentionsCreator: true }
}

/** Resident memory in MB, after a collection where the process may ask for one. */
function memory(): number {
  globalThis.gc?.()
  return process.memoryUsage.rss() / 1e6
}
