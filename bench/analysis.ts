import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCreators } from '../scripts/eval.ts'
import { evaluate } from '../src/policy/evaluate.ts'
import { exampleEvidence } from '../src/policy/pack/example-evidence.ts'
import { loadPolicyPack } from '../src/policy/pack/pack.ts'
import type { PolicyPack } from '../src/policy/pack/pack-schema.ts'
import { forgetTexts } from '../src/policy/text/text-views.ts'
import { seeded } from '../test/support/seeded.ts'
import { quantile, type Row, round } from './measure.ts'
import { memory } from './memory.ts'
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
 * The built-in analysis of a 30-page evidence set of 120,000 characters: prose without triggers and prose full of words that rules ask for, no
 * sentence twice, and lines that people wrote, each page in one language (`fixtures/eval`: harmless bios and posts by several authors); memory is what the process grows by over 50 scans and a collection. Then the pack, read and made ready by processes of their
 * own: at the first start of a service, and at a later one, which finds what the first has kept.
 */
export async function analysis(): Promise<Row[]> {
  const pack = loadPolicyPack([fileURLToPath(new URL('../policies', import.meta.url))])
  const judged = [
    { name: 'plain', prose: sentencesOf(PLAIN) },
    { name: 'full of triggers', prose: sentencesOf(DENSE) },
    { name: 'as people write', prose: linesOf(harmlessLines(pack)) },
  ].map(({ name, prose }) => {
    const random = seeded(1)
    // Distinct in every run, as pages of different scans are.
    const inputs = Array.from({ length: WARM_UP + RUNS }, () =>
      exampleEvidence({ evidence: Array.from({ length: PAGES }, (_, i) => page(prose(random), i)) }),
    )
    /** As a scan is judged, whose texts are let go with it. */
    const judge = (input: (typeof inputs)[number]) => {
      evaluate(pack, input)
      forgetTexts()
    }
    for (const input of inputs.splice(0, WARM_UP)) judge(input)
    const grownFrom = memory()
    const times = inputs.map((input) => {
      const from = performance.now()
      judge(input)
      return performance.now() - from
    })
    return {
      what: `30 pages, ${name}`,
      'p50 ms': quantile(times, 0.5),
      'p95 ms': quantile(times, 0.95),
      'MB grown': round(memory() - grownFrom, 1),
    }
  })
  return [...judged, ...packRows()]
}

const LATER_STARTS = sized(5, 1)

/** The pack of a service that has never started here, and the medians of later starts. */
function packRows(): Row[] {
  const kept = mkdtempSync(join(tmpdir(), 'toscan-pack-'))
  try {
    const first = startWithPack(kept)
    // Node writes down what it compiles when a process ends, so that the second start is the first that finds all of it.
    const later = Array.from({ length: LATER_STARTS }, () => startWithPack(kept))
    const row = (what: string, starts: readonly PackStart[]): Row => ({
      what,
      'p50 ms': quantile(
        starts.map(({ ms }) => ms),
        0.5,
      ),
      'p95 ms': quantile(
        starts.map(({ ms }) => ms),
        0.95,
      ),
      'MB grown': quantile(
        starts.map(({ mb }) => mb),
        0.5,
      ),
    })
    return [row('the pack, at a first start', [first]), row('the pack, at later starts', later)]
  } finally {
    rmSync(kept, { recursive: true, force: true })
  }
}

interface PackStart {
  ms: number
  mb: number
}

function startWithPack(kept: string): PackStart {
  const client = fileURLToPath(new URL('pack-client.ts', import.meta.url))
  const { stdout, status } = spawnSync(process.execPath, ['--expose-gc', client], {
    env: { ...process.env, NODE_COMPILE_CACHE: kept },
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`a start with the pack ended with ${status}`)
  return JSON.parse(stdout) as PackStart
}

/** Of each line those of its language, so that whoever picks one picks a language as common as it is. */
function harmlessLines(pack: PolicyPack): string[][] {
  const harmless = readCreators(pack).filter(({ tier, text }) => tier === 'benign' && text !== undefined)
  const byLanguage = Map.groupBy(harmless, ({ language }) => language)
  return harmless.map(({ language }) => (byLanguage.get(language) ?? []).map(({ text }) => text ?? ''))
}

type Random = () => number
/** For a page: what comes next on it. */
type Prose = (random: Random) => (at: number) => string

const pick = <T>(all: readonly T[], random: Random): T => all[Math.floor(random() * all.length)] as T

function linesOf(lines: readonly string[][]): Prose {
  return (random) => {
    const ofLanguage = pick(lines, random)
    return () => `\n${pick(ofLanguage, random)}`
  }
}

function sentencesOf(prose: readonly string[]): Prose {
  return (random) => {
    const thing = () =>
      `${pick(HOW, random)} ${pick(HOW, random)} ${pick(WHAT, random)} near ${pick(WHERE, random)}`
    return (at) => ` ${(prose[at % prose.length] ?? '').replaceAll('{}', thing)}.`
  }
}

function page(next: (at: number) => string, i: number) {
  let text = `Page ${i}.`
  for (let at = 0; text.length < CHARACTERS; at++) text += next(at)
  return { text: text.slice(0, CHARACTERS), channel: 'page' as const, linksBack: true, mentionsCreator: true }
}
