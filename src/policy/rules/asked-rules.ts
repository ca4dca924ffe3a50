import type { Evidence, EvidenceText } from '../../evidence/evidence.ts'
import type { CompiledPack, OwnedTextRule } from '../pack/compile-pack.ts'
import { CONDITIONS, type Condition } from '../pack/rule-schema.ts'
import type { AtomHits } from './atom-hits.ts'
import { groupsAsked } from './match-text-rule.ts'

const YOUNG_ACCOUNT_DAYS = 90
const SMALL_ACCOUNT_FOLLOWERS = 1_000

/** The code whose rules are each about a theme that some platforms forbid. */
export const FORBIDS_THEMES = 'prohibited_theme'

/** What the other evidence says about the creator. */
export interface Surroundings {
  /** Themes that the platforms at hand forbid. */
  themes: ReadonlySet<string>
  /** Adult content is within the creator's reach. */
  adult: boolean
}

/** The text rules that this evidence and what is around it are for. */
export function rulesFor(
  compiled: CompiledPack,
  evidence: Evidence,
  surroundings: Surroundings,
): readonly OwnedTextRule[] {
  return ruleSetFor(compiled, evidence, surroundings).all
}

/** The rules for one kind of evidence. */
export interface RuleSet {
  all: readonly OwnedTextRule[]
  /** Those of a channel; looked for when it is first asked about. */
  byChannel: Map<EvidenceText['channel'], AskedRules>
}

/** Rules with what leads to them: of hundreds, a plain page asks hardly one. */
export interface AskedRules {
  rules: readonly OwnedTextRule[]
  /** Every atom that they ask for has a number here. */
  atoms: ReadonlyMap<string, number>
  /** Of each rule the groups of which each must have a hit, as atoms by their numbers; those that a link may stand for are left out. */
  groups: readonly (readonly Int32Array[])[]
  /** By the number of an atom, the rules whose first group it is of. */
  byFirst: readonly (readonly number[])[]
  /** The rules that ask first for what a link may stand for. */
  always: readonly number[]
}

const ruleSets = new WeakMap<CompiledPack, Map<string, RuleSet>>()

/** Nearly all evidence is for the same rules: what is chosen by is written down, and looked up. */
export function ruleSetFor(
  compiled: CompiledPack,
  evidence: Evidence,
  { themes, adult }: Surroundings,
): RuleSet {
  const met = CONDITIONS.filter((condition) => isMet(condition, evidence, adult))
  const key = [evidence.type, ...met, '/', ...[...themes].sort()].join('\n')
  const known = ruleSets.get(compiled) ?? new Map<string, RuleSet>()
  ruleSets.set(compiled, known)
  const ready = known.get(key)
  if (ready) return ready
  const all = compiled.textRules.filter(
    ({ code, rule }) =>
      (rule.types === undefined || rule.types.includes(evidence.type)) &&
      (code !== FORBIDS_THEMES || rule.tag === undefined || themes.has(rule.tag)) &&
      rule.when.every((condition) => met.includes(condition)),
  )
  const fresh = { all, byChannel: new Map() }
  known.set(key, fresh)
  return fresh
}

/** Those of them that read a channel. */
export function rulesOf({ all, byChannel }: RuleSet, channel: EvidenceText['channel']): AskedRules {
  const known = byChannel.get(channel)
  if (known) return known
  const fresh = asked(all.filter(({ rule }) => (rule.channels as readonly string[]).includes(channel)))
  byChannel.set(channel, fresh)
  return fresh
}

/** Rules with what leads to each of them. */
function asked(rules: readonly OwnedTextRule[]): AskedRules {
  const atoms = new Map<string, number>()
  const byFirst: number[][] = []
  const always: number[] = []
  const numberOf = (atom: string): number => {
    const number = atoms.get(atom) ?? atoms.size
    atoms.set(atom, number)
    byFirst[number] ??= []
    return number
  }
  const groups = rules.map(({ rule }, i) => {
    const all = groupsAsked(rule)
    const [first] = all
    if (first === undefined || first.links.length > 0) always.push(i)
    for (const atom of first?.atoms ?? []) byFirst[numberOf(atom)]?.push(i)
    return all
      .filter(({ links }) => links.length === 0)
      .map((group) => Int32Array.from(group.atoms, numberOf))
  })
  return { rules, atoms, groups, byFirst, always }
}

/** The same rules but those of a code; of the few texts that are asked for these, each is asked for the same. */
export function withoutCode(all: AskedRules, code: string): AskedRules {
  const known = rests.get(all)?.get(code)
  if (known !== undefined) return known
  const rest = asked(all.rules.filter((owned) => owned.code !== code))
  rests.set(all, new Map(rests.get(all)).set(code, rest))
  return rest
}

const rests = new WeakMap<AskedRules, ReadonlyMap<string, AskedRules>>()

const NO_RULES: readonly number[] = []

/** The rules that may find something in one of these views, in their order. */
export function mayFind(
  { rules, atoms, groups, byFirst, always }: AskedRules,
  views: readonly AtomHits[],
): OwnedTextRule[] {
  const isThere = new Uint8Array(atoms.size)
  for (const hits of views)
    for (const atom of hits.atoms()) {
      const number = atoms.get(atom)
      if (number !== undefined) isThere[number] = 1
    }
  // A short text asks few of hundreds.
  const numbers = new Set(always)
  for (let number = 0; number < isThere.length; number++)
    if (isThere[number] === 1) for (const i of byFirst[number] ?? NO_RULES) numbers.add(i)
  const mayBeMet = (i: number): boolean => {
    for (const group of groups[i] ?? []) {
      let at = 0
      while (at < group.length && isThere[group[at] as number] === 0) at++
      if (at === group.length) return false
    }
    return true
  }
  return Array.from(Int32Array.from(numbers).filter(mayBeMet).sort(), (i) => rules[i] as OwnedTextRule)
}

function isMet(condition: Condition, evidence: Evidence, adult: boolean): boolean {
  if (condition === 'adult_context') return adult
  if (condition === 'small_account') return isSmall(evidence)
  if (condition === 'not_verified') return evidence.facts.verified !== true
  return isYoung(evidence)
}

/** Few follow it; an account that does not say how many is not called small. */
function isSmall({ facts }: Evidence): boolean {
  const followers = facts.counts?.followers
  return followers !== undefined && followers < SMALL_ACCOUNT_FOLLOWERS
}

function isYoung(evidence: Evidence): boolean {
  const { createdAt } = evidence.facts
  if (createdAt === undefined) return false
  const days = (Date.parse(evidence.capturedAt) - Date.parse(createdAt)) / 86_400_000
  return days >= 0 && days <= YOUNG_ACCOUNT_DAYS
}

/** Whether a text names themes, and none that a platform at hand forbids. */
export function namesAllowedThemes(
  { textRules }: CompiledPack,
  hits: AtomHits,
  { themes }: Surroundings,
): boolean {
  const named = textRules.flatMap(({ code, rule }) =>
    code === FORBIDS_THEMES && rule.tag !== undefined && actOf(rule).some((atom) => hits.of(atom).length > 0)
      ? rule.tag
      : [],
  )
  return named.length > 0 && !named.some((theme) => themes.has(theme))
}

function actOf({ all: [act = ''] }: OwnedTextRule['rule']): readonly string[] {
  return typeof act === 'string' ? [act] : act.any
}
