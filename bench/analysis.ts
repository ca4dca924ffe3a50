import { fileURLToPath } from 'node:url'
import { evaluate } from '../src/policy/evaluate.ts'
import { compilePack } from '../src/policy/pack/compile-pack.ts'
import { exampleEvidence } from '../src/policy/pack/example-evidence.ts'
import { loadPolicyPack } from '../src/policy/pack/pack.ts'
import { quantile, type Row, round } from './measure.ts'

const PAGES = 30
const CHARACTERS = 4_000
const RUNS = 100
const PLAIN =
  'We paint harbours in oil, early in the morning, while the boats come in and the gulls wait. The studio is open from Tuesday to Saturday; prints are sent worldwide, and the workshop for beginners starts in spring. '
const DENSE =
  'Photographer in Lisbon, private sessions on request, WhatsApp me. No meetups, no escort talk. We sell prints, delivery in Berlin, 40€ each, PayPal or bank transfer. Followers and likes mean little. My old account was banned from my heart. '

/**
 * The built-in analysis of a 30-page evidence set of 120,000 characters: prose without triggers, and prose full of words
 * that rules ask for. Memory is what the process grows by over 100 scans and a collection, and the pack made ready.
 */
export async function analysis(): Promise<Row[]> {
  const before = memory()
  const pack = loadPolicyPack([fileURLToPath(new URL('../policies', import.meta.url))])
  const started = performance.now()
  compilePack(pack)
  const ready = performance.now() - started
  const packMb = memory() - before
  return [
    ['plain', PLAIN],
    ['full of triggers', DENSE],
  ].map(([name = '', prose = '']) => {
    const input = exampleEvidence({ evidence: Array.from({ length: PAGES }, (_, i) => page(prose, i)) })
    for (let run = 0; run < 20; run++) evaluate(pack, input)
    const grownFrom = memory()
    const times = Array.from({ length: RUNS }, () => {
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

function page(prose: string, i: number) {
  const text = `Page ${i}. ${prose.repeat(Math.ceil(CHARACTERS / prose.length))}`.slice(0, CHARACTERS)
  return { text, channel: 'page' as const, linksBack: true, mentionsCreator: true }
}

/** Resident memory in MB, after a collection where the process may ask for one. */
function memory(): number {
  globalThis.gc?.()
  return process.memoryUsage.rss() / 1e6
}
