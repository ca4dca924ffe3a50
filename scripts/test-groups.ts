import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Test files that run in one process, one after the other: what they load, the policy pack and the browser are then paid for once and not two
 * hundred times. Each file stays a suite with its own hooks, and runs alone just as well.
 */

/** Files of one folder in one process: each process loads the same modules first. More would leave the last one running alone at the end. */
const MOST_FILES = 16
/** Of those that begin the run, two of each at once: the ones wait, the others keep the cores busy, and nobody is left alone by them. */
const FIRST_OF_ALL = ['test/jobs/', 'test/dashboard/']
const MOST_FILES_FIRST = 20
/** Folders of fewer files share a process: loading what tests of any folder need takes one two seconds of the processor. */
const OWN_PROCESS_FROM = 4

/** Whose process is theirs: they measure it, change its environment, or end what runs in it. */
const ALONE = new Set([
  'src/net/guard/deadline.test.ts',
  'test/browser/memory.test.ts',
  'test/jobs/embedded-postgres.test.ts',
  'test/pictures/read-pictures.test.ts',
  'test/policy/linear.test.ts',
])

/** They judge the same labelled texts, which a process judges once. */
const OF_LABELLED_TEXTS = new Set(
  ['classifier', 'eval', 'known-wordings', 'verdicts'].map((name) => `test/policy/${name}.test.ts`),
)

/** What takes long and waits (for leases, clocks, processes, a browser) begins first, beside others. */
// biome-ignore format: a list
const FIRST = [
  'test/jobs/', 'test/dashboard/', 'test/faults/', 'test/cli/', 'test/browser/', 'test/audit/', 'test/evidence/', 'test/webhooks/', 'test/net/', 'test/api/',
]
/** What only computes ends the run: as many processes as there are cores keep these busy, so that none is idle while the last ones end. */
const LAST = ['test/scans/', 'test/policy/', 'src/', 'dashboard/']

/** Files that run in one process. */
export interface Group {
  files: string[]
  /** On the second server of the run. */
  isAgain: boolean
}

/** What a file's suite is called. */
export function suiteName(file: string, isAgain: boolean): string {
  return isAgain ? `${file} on PostgreSQL 15` : file
}

/**
 * What runs, in the order in which it begins: `files`, and those of `again` on the second server. All are paths from the root. Who runs together are
 * files of one folder, evenly spread, and those of folders that hold few.
 */
export function makeGroups(files: string[], again: string[]): Group[] {
  const groups = [
    ...groupFiles(files).map((of) => ({ files: of, isAgain: false })),
    ...groupFiles(again).map((of) => ({ files: of, isAgain: true })),
  ]
  return groups.sort((a, b) => placeOf(a) - placeOf(b))
}

function groupFiles(files: string[]): string[][] {
  const groups: string[][] = []
  const labelled = files.filter((file) => OF_LABELLED_TEXTS.has(file))
  const folders = Map.groupBy(
    files.filter((file) => !ALONE.has(file) && !OF_LABELLED_TEXTS.has(file)),
    (file) => (isBesideCode(file) ? file.slice(0, file.indexOf('/')) : dirname(file)),
  )
  const { few = [], many = [] } = Object.groupBy(folders.values(), (ofFolder) =>
    ofFolder.length < OWN_PROCESS_FROM ? 'few' : 'many',
  )
  for (const together of [few.flat(), ...many]) {
    const most = FIRST_OF_ALL.some((folder) => together[0]?.startsWith(folder))
      ? MOST_FILES_FIRST
      : MOST_FILES
    const parts = together.every(isBesideCode) ? 1 : Math.ceil(together.length / most)
    for (let part = 0; part < parts; part += 1)
      groups.push(together.filter((_, index) => index % parts === part))
  }
  if (labelled.length > 0) groups.push(labelled)
  return [...groups, ...files.filter((file) => ALONE.has(file)).map((file) => [file])]
}

/** Those of no list come between the two, and who is alone after them: none of these takes long. */
function placeOf({ files: [first = ''] }: Group): number {
  const isOf = (folder: string) => first.startsWith(folder)
  if (ALONE.has(first)) return FIRST.length + 1
  const place = FIRST.findIndex(isOf)
  if (place >= 0) return place
  return LAST.some(isOf) ? FIRST.length + 2 + LAST.findIndex(isOf) : FIRST.length
}

/** What is pure is tested there, in a tenth of a second: less than a process takes to load it. */
function isBesideCode(file: string): boolean {
  return !file.startsWith('test/')
}

/** Before anything is loaded that looks for its server. */
const ON_SECOND =
  'Object.assign(process.env, { TEST_SERVER_URL: process.env.TEST_SECOND_URL, TEST_TEMPLATE: process.env.TEST_SECOND_TEMPLATE })'

/** For what a failed test left open, once all of its group is told. */
const LEAVE_AFTER_MS = 5000

/**
 * Writes a file for each group that runs its files as suites, and gives the paths of these, which go with this process. A file that says nothing
 * for `timeoutMs` fails and the next one begins. What a test leaves open does not hold its group: the runner's `--test-force-exit` would end the
 * process before all that it had to tell was written.
 */
export function writeGroups(groups: readonly Group[], root: string, timeoutMs: number): string[] {
  // A run's own: of two at once in one checkout neither runs what the other has written.
  const folder = join(root, 'node_modules', '.cache', 'test-groups', String(process.pid))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  remove()
  mkdirSync(folder, { recursive: true })
  process.once('exit', remove)
  return groups.map(({ files, isAgain }, index) => {
    const suites = files.map((file) => {
      const url = pathToFileURL(join(root, file)).href
      const name = suiteName(relative(root, join(root, file)), isAgain)
      return `describe(${JSON.stringify(name)}, { timeout: ${timeoutMs} }, async () => { await import(${JSON.stringify(url)}) })`
    })
    const path = join(folder, `${String(index).padStart(2, '0')}.test.mjs`)
    const leave = `after(() => setTimeout(() => process.exit(), ${LEAVE_AFTER_MS}).unref())`
    const lines = [
      `import { after, describe } from 'node:test'`,
      ...(isAgain ? [ON_SECOND] : []),
      leave,
      ...suites,
    ]
    writeFileSync(path, `${lines.join('\n')}\n`)
    return path
  })
}
