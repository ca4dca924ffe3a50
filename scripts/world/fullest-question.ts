import { writeFileSync } from 'node:fs'
import type { Evidence } from '../../src/evidence/evidence.ts'
import { findingsSchema } from '../../src/models/findings-schema.ts'
import { fence, renderPrompt } from '../../src/models/prompt.ts'
import { selectEvidence } from '../../src/models/select-evidence.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { readWords } from './words.ts'
import { worldPolicies } from './world-policies.ts'

/**
 * `npx node scripts/world/fullest-question.ts FILE` writes the question about a creator who fills every budget of a deep scan, as `--model-texts`
 * writes questions: the prose of the world's trades on pages with as many links as are shown.
 */
const PAGES = 14
const words = readWords().people.trades.flatMap(({ bios, posts, pinned, faq }) => [
  ...bios,
  ...posts,
  pinned,
  ...faq.map(({ answer }) => answer),
])
const pack = worldPolicies()
const [own] = exampleEvidence('').evidence
const file = process.argv[2]
if (!own || file === undefined) throw new Error('Name a file to write to')
const shown = selectEvidence(
  Array.from({ length: PAGES }, (_, index) => pageOf(own, index)),
  'deep',
)
const { system, evidence, codes } = renderPrompt(pack, null, shown)
const schema = JSON.stringify(findingsSchema(codes.map(({ id }) => id)))
const nothing = '{"findings":[],"language":"en","injection_seen":false}'
writeFileSync(
  file,
  JSON.stringify({
    scans: 1,
    asked: [`${system}\n${fence(evidence, '0'.repeat(24))}\n${schema}`],
    said: [nothing],
  }),
)

function pageOf(page: Evidence, index: number): Evidence {
  const text = [...words.slice(index * 5), ...words, ...words].join('\n')
  const links = Array.from({ length: 40 }, (_, link) => ({
    url: `https://somewhere-${link}.example/person/${index}${link}`,
    domain: `somewhere-${link}.example`,
    label: '',
  }))
  const place = index === 0 ? {} : { hop: 1, binding: 'linked' as const, via: 'E1' }
  return { ...page, ref: `E${index + 1}`, ...place, texts: [{ channel: 'page', text }], links }
}
