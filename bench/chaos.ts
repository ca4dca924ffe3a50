import { storm } from '../test/jobs/storm.ts'
import { type Row, round } from './measure.ts'

/** A long kill storm: `node bench/run.ts chaos --seed 7 --blows 40`. Prints what happened; throws when work was lost. */
export async function chaos(): Promise<Row[]> {
  const seed = numberAfter('--seed') ?? Date.now() % 100_000
  const blows = numberAfter('--blows') ?? 12
  console.log(`--seed ${seed}`)
  const outcome = await storm({ seed, blows })
  return [{ seed, ...outcome, seconds: round(outcome.seconds, 0) }]
}

function numberAfter(name: string): number | null {
  const at = process.argv.indexOf(name)
  return at < 0 ? null : Number(process.argv[at + 1])
}
