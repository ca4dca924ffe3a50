import { spawnSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `npm run build -w sdk`, and before every `npm pack` and `npm publish`: writes what the package exports to `sdk/dist`, JavaScript for
 * Node 20 and browsers with its types. Inside the repository the TypeScript itself is imported.
 */

const HERE = import.meta.dirname
const ROOT = join(HERE, '..')

rmSync(join(HERE, 'dist'), { recursive: true, force: true })
const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
const { status } = spawnSync(process.execPath, [tsc, '--project', HERE, '--outDir', join(HERE, 'dist')], {
  stdio: 'inherit',
})
// A failure here also ends the packing: nothing half made is published.
if (status !== 0) process.exit(1)
// npm packs the licence only from the folder of the package.
copyFileSync(join(ROOT, 'LICENSE'), join(HERE, 'LICENSE'))
