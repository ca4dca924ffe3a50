import { cpus, loadavg } from 'node:os'
import { resolve } from 'node:path'
import { analysis } from './analysis.ts'
import { batch } from './batch.ts'
import { bodies } from './bodies.ts'
import { chaos } from './chaos.ts'
import { claims } from './claims.ts'
import { collect } from './collect.ts'
import { compare } from './compare.ts'
import { dashboard } from './dashboard.ts'
import { deep } from './deep.ts'
import { largeLists } from './large-lists.ts'
import { lists } from './lists.ts'
import { scans } from './scans.ts'
import { silentReceivers } from './silent-receivers.ts'
import { submit } from './submit.ts'
import { webhooks } from './webhooks.ts'

/** `npm run bench [-- name…]` or `-- --against <checkout>`: prints tables; times are set against a floor measured in the same run, and never asserted. */
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
  'large-lists': largeLists,
  webhooks,
  'silent-receivers': silentReceivers,
  dashboard,
  chaos,
}

const { argv } = process
const [cpu] = cpus()
console.log(
  `${new Date().toISOString().slice(0, 16)}Z, Node ${process.version}, ${cpus().length} × ${cpu?.model.trim()}`,
)
const against = argv.indexOf('--against')
if (against > 0) {
  console.table(await compare(resolve(argv[against + 1] ?? '')))
  process.exit(0)
}
/** Too long, or no measurement of time: by name only. */
const BY_NAME = ['large-lists', 'chaos']
const wanted = argv.slice(2).filter((argument) => argument in BENCHES)
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 ? !wanted.includes(name) : BY_NAME.includes(name)) continue
  console.log(`\n${name}, at load ${loadavg()[0]?.toFixed(1)}`)
  console.table(await bench())
}
process.exit(0)
