import { everyQuery } from '../test/faults/every-io.ts'
import { kills } from '../test/faults/kills.ts'
import { network } from '../test/faults/network.ts'
import { openStage, type Stage } from '../test/faults/stage.ts'
import { starts } from '../test/faults/starts.ts'
import { seeded } from '../test/support/seeded.ts'

/**
 * `npm run test:faults [-- --seed N] [--profiles N] [--rounds N] [--only network|kills|queries|starts]`: API and workers under every fault, each
 * with a batch that has to end, be told and add up (`test/faults/audit.ts`), and everybody healthy within 15 s. Takes an hour or more, prints a
 * table for each family, and ends with 1 when something did not hold. `npm test` runs a short form.
 */

const seed = numberAfter('--seed') ?? Date.now() % 100_000
const profiles = numberAfter('--profiles') ?? 2000
const rounds = numberAfter('--rounds') ?? 20
const only = wordAfter('--only')

const FAMILIES: Record<string, () => AsyncGenerator<object>> = {
  network: () => onStage((stage) => network(stage, { profiles, seconds: 10 })),
  kills: () => onStage((stage) => kills(stage, { profiles, rounds })),
  queries: () => onStage((stage) => everyQuery(stage, { most: 120 })),
  starts: () => starts(seeded(seed), Math.min(rounds, 10)),
}

console.log(`--seed ${seed} --profiles ${profiles} --rounds ${rounds}`)
let failed = false
for (const [name, family] of Object.entries(FAMILIES)) {
  if (only !== null && only !== name) continue
  const found: object[] = []
  try {
    for await (const row of family()) found.push(row)
  } catch (error) {
    failed = true
    console.error(`${name}:`, error)
  }
  console.table(found)
}
process.exit(failed ? 1 : 0)

/** Each family has one of its own. */
async function* onStage(work: (stage: Stage) => AsyncGenerator<object>): AsyncGenerator<object> {
  const stage = await openStage({ seed })
  try {
    yield* work(stage)
  } finally {
    await stage.close()
  }
}

function wordAfter(option: string): string | null {
  const at = process.argv.indexOf(option)
  return at < 0 ? null : (process.argv[at + 1] ?? null)
}

function numberAfter(option: string): number | null {
  const word = wordAfter(option)
  return word === null ? null : Number(word)
}
