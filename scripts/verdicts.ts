import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Example } from '../src/policy/pack/code-schema.ts'
import { exampleEvidence } from '../src/policy/pack/example-evidence.ts'
import { loadPolicyPack } from '../src/policy/pack/pack.ts'
import type { PolicyPack } from '../src/policy/pack/pack-schema.ts'
import { hideClaims } from '../src/policy/rules/excuses/hide-claims.ts'
import { readCreators } from './eval.ts'
import { foundOnce } from './found-once.ts'

/**
 * `npm run verdicts` writes `test/policy/verdicts.txt`: what the built-in pack finds in the labelled creators of `fixtures/eval` and in the
 * examples of its codes, a line a file or code. A change that should judge nothing otherwise leaves it as it is; one that should, changes the lines
 * that it means, which a reviewer sees.
 */

export const VERDICTS = fileURLToPath(new URL('../test/policy/verdicts.txt', import.meta.url))
const HEAD =
  '# What is found in texts of ours: how many texts, findings, and a hash of these and of what is masked for them. Written by `npm run verdicts`.'
/** Texts that stand on one page: so many sentences are judged as a page's are. */
const ON_A_PAGE = 40

/** The lines of the file, without their head: `<file or code> <texts> <findings> <hash>`. */
export function verdicts(pack: PolicyPack): string[] {
  const groups = new Map<string, Example[]>()
  const add = (group: string, example: Example): void => {
    groups.set(group, [...(groups.get(group) ?? []), example])
  }
  for (const { file, creator, text = '' } of readCreators(pack)) add(file, creator ?? text)
  for (const { id, examples } of Object.values(pack.codes))
    for (const example of [...examples.hit, ...examples.miss]) add(id, example)
  return [...groups].map(([group, examples]) => lineOf(pack, group, [...examples, ...pagesOf(examples)]))
}

/** The texts once more, in the order in which they stand, as pages that link back. */
function pagesOf(examples: readonly Example[]): Example[] {
  const texts = examples.filter((example) => typeof example === 'string')
  const pages: Example[] = []
  for (let at = 0; at < texts.length; at += ON_A_PAGE) {
    const text = texts.slice(at, at + ON_A_PAGE).join('\n')
    pages.push({
      evidence: [{ text: '' }, { text, channel: 'page', linksBack: true, mentionsCreator: true }],
    })
  }
  return pages
}

function lineOf(pack: PolicyPack, group: string, examples: readonly Example[]): string {
  const hash = createHash('sha256')
  let count = 0
  for (const example of examples) {
    const { evidence } = exampleEvidence(example)
    const found = foundOnce(pack, example)
    const { findings, evidence: shown } = hideClaims(pack, evidence, [...found])
    count += found.length
    hash.update(JSON.stringify([findings, shown.map(({ texts }) => texts)])).update('\n')
  }
  return `${group} ${examples.length} ${count} ${hash.digest('hex').slice(0, 16)}`
}

/** The lines that were written last. */
export function writtenVerdicts(): string[] {
  return readFileSync(VERDICTS, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
}

if (import.meta.main) {
  const pack = loadPolicyPack([fileURLToPath(new URL('../policies', import.meta.url))])
  const before = new Set(writtenVerdicts())
  const now = verdicts(pack)
  writeFileSync(VERDICTS, `${[HEAD, ...now].join('\n')}\n`)
  console.log(now.filter((line) => !before.has(line)).join('\n') || 'Nothing is judged otherwise.')
}
