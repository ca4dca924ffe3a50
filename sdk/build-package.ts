import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * `npm run build -w sdk`: writes the package as it is published to `sdk/dist`, or to the folder named on the command line.
 * Inside the repository the TypeScript itself is imported; what is published is JavaScript for Node 20 and browsers.
 */

const HERE = import.meta.dirname
const target = resolve(process.argv[2] ?? join(HERE, 'dist'))

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
const tsc = join(HERE, '..', 'node_modules', 'typescript', 'bin', 'tsc')
const { status } = spawnSync(process.execPath, [tsc, '--project', HERE, '--outDir', target], {
  stdio: 'inherit',
})
if (status !== 0) process.exit(1)

const { scripts: _ours, ...manifest } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8'))
const built = Object.entries<string>(manifest.exports).map(([entry, source]) => {
  const stem = source.replace(/\.ts$/, '')
  return [entry, { types: `${stem}.d.ts`, default: `${stem}.js` }]
})
const published = { ...manifest, exports: Object.fromEntries(built), sideEffects: false }
writeFileSync(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
copyFileSync(join(HERE, 'README.md'), join(target, 'README.md'))
copyFileSync(join(HERE, '..', 'LICENSE'), join(target, 'LICENSE'))
