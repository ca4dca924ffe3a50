import type { MeantWords } from '../text/disguises/slips-mended.ts'
import { madeOnce } from '../text/made-once.ts'
import { nearTable, nearWords } from '../text/terms/near-words.ts'
import { normaliseText } from '../text/text-views.ts'
import type { PolicyPack } from './pack-schema.ts'
import { ownClauseOf, type TextRule } from './rule-schema.ts'
import { spelledBy, wordsIn } from './vocabulary-of.ts'

/**
 * Whether a rule asks for a sentence by its form: only such rules read words that are written otherwise, for what they ask for is nothing that chance spells. A condition's words are
 * those of whom one meets: they would be taken for what others mean.
 */
export function asksClause(rule: TextRule): boolean {
  return rule.clause !== undefined && rule.clause !== 'conditional' && ownClauseOf(rule) === null
}

/** What rules that ask for a whole clause look for in it: their atoms. */
export const clauseAtoms = madeOnce(
  (codes: PolicyPack['codes']): ReadonlySet<string> =>
    new Set(
      Object.values(codes)
        .flatMap(({ rules }) => rules)
        .flatMap((rule) => ('all' in rule && asksClause(rule) ? rule.all : []))
        .flatMap((group) => (typeof group === 'string' ? [group] : group.any)),
    ),
)

/** The words that clauses are made of, and their parts among them. A pack of an organization shares them with its base unless it changes codes. */
export const meantWords = madeOnce((pack: PolicyPack): MeantWords => {
  const { lexicons, patterns, clauses, codes } = pack
  const parts = new Set<string>()
  for (const atom of clauseAtoms(codes)) {
    const [kind, name = ''] = atom.split('.')
    if (kind === 're') for (const word of spelledBy(patterns[name] ?? '')) parts.add(word)
    else
      for (const term of Object.values(lexicons[name]?.terms ?? {}).flat())
        for (const word of wordsIn(normaliseText(term))) if (word.length >= LEAST_PART) parts.add(word)
  }
  const joining = new Set(
    Object.values(clauses)
      .flatMap((kinds) => Object.values(kinds).flat())
      .flatMap((words) => wordsIn(normaliseText(words))),
  )
  const all = [...parts]
  const weightOf = (word: string) => Number(parts.has(word))
  return { parts, joining, near: nearWords({ words: all, weightOf }, nearTable(all)) }
})

/** Letters. */
const LEAST_PART = 4
