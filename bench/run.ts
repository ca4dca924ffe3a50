import { analysis } from './analysis.ts'
import { batch } from './batch.ts'
import { bodies } from './bodies.ts'
import { chaos } from './chaos.ts'
import { claims } from './claims.ts'
import { collect } from './collect.ts'
import { dashboard } from './dashboard.ts'
import { deep } from './deep.ts'
import { lists } from './lists.ts'
import { scans } from './scans.ts'
import { submit } from './submit.ts'
import { webhooks } from './webhooks.ts'

/** `node bench/run.ts [name]`: prints tables; times are set against a floor measured in the same run, and never asserted. */
const BENCHES = {
  analysis,
  collect,
  scans,
  deep,
  submit,
  batch,
  bodies,
  claims,
  lists,
  webhooks,
  dashboard,
  chaos,
}

const [wanted] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted ? wanted !== name : name === 'chaos') continue
  console.log(`\n${name}`)
  console.table(await bench())
}
process.exit(0)
