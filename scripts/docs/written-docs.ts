import { join } from 'node:path'
import { loadPlatforms } from '../../src/platforms/index.ts'
import { loadPolicyPack } from '../../src/policy/pack/pack.ts'
import { codesPage } from './codes-page.ts'
import { drawCoverage, drawRooms, drawScores, drawWings } from './drawings.ts'
import { platformsPage } from './platforms-page.ts'
import { keysOfPolicy, POLICY_SCHEMAS } from './policy-schemas.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/**
 * Every file of the docs that is made from the code and the data, by its path from the root.
 * @param read the files as they are: of some only a part is written, between two marks
 */
export async function writtenDocs(read: (path: string) => string): Promise<Map<string, string>> {
  const pack = loadPolicyPack([join(ROOT, 'policies')])
  const platforms = await loadPlatforms()
  return new Map([
    ['docs/codes.md', codesPage(pack)],
    ['docs/platforms.md', platformsPage(platforms, pack)],
    ['docs/policy.md', between(read('docs/policy.md'), 'keys', keysOfPolicy())],
    ['docs/drawings/coverage.svg', drawCoverage(pack.scoring)],
    ['docs/drawings/scores.svg', drawScores(pack.scoring)],
    ['docs/drawings/rooms.svg', drawRooms(read('ARCHITECTURE.md'))],
    ['docs/drawings/wings.svg', drawWings(read('ARCHITECTURE.md'))],
    ...Object.entries(POLICY_SCHEMAS).map(
      ([name, { schema }]) => [`docs/schemas/${name}.json`, `${JSON.stringify(schema, null, 2)}\n`] as const,
    ),
  ])
}

/** A text with what stands between `<!-- name -->` and `<!-- /name -->` replaced. */
function between(text: string, name: string, part: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [start, end] = [text.indexOf(open), text.indexOf(close)]
  if (start < 0 || end < start) throw new Error(`No marks for ${name}`)
  return `${text.slice(0, start + open.length)}\n\n${part}\n\n${text.slice(end)}`
}
