import type { PolicyPack } from './pack-schema.ts'
import { ownClauseOf, type Rule, type TextRule } from './rule-schema.ts'

/** Facts about an account that no sentence can state: with one of them a rule does not rest on words alone. */
const FACTS = ['young_account', 'small_account']

/**
 * Whether a rule asks for one lexicon or one pattern and nothing beside it, and does not say that this one holds a full
 * statement. A word is not an offence: such a rule counts for little. An age that somebody states of themselves is a full
 * statement.
 */
export function isBare(rule: TextRule, family: string): boolean {
  const parts = rule.all.length + (rule.any.length > 0 ? 1 : 0)
  const hasFact = rule.when.some((condition) => FACTS.includes(condition))
  return parts === 1 && family !== 'minor_safety' && rule.holds.length === 0 && !hasFact
}

/** Whether a rule's only part is a lexicon whose terms are not each a whole claim, and it asks for no clause that would make one of them. */
export function asksAmbiguousWords(rule: TextRule, pack: PolicyPack): boolean {
  if (rule.clause === 'whole' || ownClauseOf(rule) !== null) return false
  const atoms = rule.all.flatMap((group) => (typeof group === 'string' ? [group] : group.any))
  return atoms.every((atom) => isLexicon(atom) && pack.lexicons[atom.slice(4)]?.whole === false)
}

/** What a pack's author should know of its bare rules: each that claims more than they may, and each lexicon that claims to hold an offer. */
export function lintRules(pack: PolicyPack): string[] {
  return Object.values(pack.codes).flatMap(({ id, family, rules }) =>
    rules.filter(isTextRule).flatMap((rule) => {
      const at = `${id}/${rule.id}`
      if (isBare(rule, family) && rule.p > pack.scoring.cap.bare)
        return [
          `${at}: one lexicon or pattern alone counts ${pack.scoring.cap.bare} at most; ask for an act, an object and a price, contact, place or target, or say in \`holds\` which of them the pattern names`,
        ]
      const asksWordsAlone = rule.all.every((group) =>
        (typeof group === 'string' ? [group] : group.any).every(isLexicon),
      )
      return rule.holds.length > 0 && asksWordsAlone
        ? [`${at}: a lexicon holds no full statement, only a pattern can`]
        : []
    }),
  )
}

function isTextRule(rule: Rule): rule is TextRule {
  return 'all' in rule
}

function isLexicon(atom: string): boolean {
  return atom.startsWith('lex.')
}
