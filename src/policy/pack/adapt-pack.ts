import { createHash } from 'node:crypto'
import { InvalidInput } from '../../errors.ts'
import type { Severity } from '../finding.ts'
import { type Criterion, partsOfCriterion } from './criterion.ts'
import type { PolicyPack } from './pack-schema.ts'

/** By reason code: a severity of its own, or `off`. */
export type PolicyOverrides = Readonly<Record<string, Severity | 'off'>>

/** What an organization changes of a pack. */
export interface OrgChanges {
  codes: PolicyOverrides
  /** By reason code: the probability from which on it is heard at all. */
  thresholds?: Readonly<Record<string, number>>
  /** Codes of the pack that are recorded and do not count. */
  shadow?: readonly string[]
  /** Its own criteria that judge, by code. */
  criteria?: readonly CriterionInForce[]
}

export interface CriterionInForce {
  code: string
  version: number
  state: 'shadow' | 'live'
  definition: Criterion
}

export const NO_CHANGES: OrgChanges = { codes: {} }

const MAX_ADAPTED = 200
const adapted = new WeakMap<PolicyPack, Map<string, PolicyPack>>()

/**
 * The pack as an organization has it: codes that are `off` are gone, others weigh what it says, and its own criteria are codes like any
 * others. Its version differs from the pack's, so that a report names by what it was judged. Equal changes give the same object, made
 * ready once.
 */
export function adaptPack(pack: PolicyPack, changes: OrgChanges): PolicyPack {
  const key = keyOf(pack, changes)
  if (key === null) return pack
  const made = adapted.get(pack) ?? new Map<string, PolicyPack>()
  adapted.set(pack, made)
  const hash = createHash('sha256').update(key).digest('hex')
  const ready = made.get(hash) ?? fresh(pack, changes, key)
  // The longest unused goes first.
  made.delete(hash)
  made.set(hash, ready)
  for (const oldest of [...made.keys()].slice(0, Math.max(0, made.size - MAX_ADAPTED))) made.delete(oldest)
  return ready
}

/** What the changes come to as text; null where they change nothing. Of changed codes alone it is what it was before there was more to change. */
function keyOf(
  pack: PolicyPack,
  { codes, thresholds = {}, shadow = [], criteria = [] }: OrgChanges,
): string | null {
  const known = (changed: Readonly<Record<string, unknown>>) =>
    Object.entries(changed)
      .filter(([code]) => pack.codes[code] !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
  const further = [known(thresholds), shadow.filter((code) => pack.codes[code]).toSorted(), criteria]
  const changed = known(codes)
  if (further.some((each) => each.length > 0)) return JSON.stringify([changed, ...further])
  return changed.length === 0 ? null : JSON.stringify(changed)
}

function fresh(pack: PolicyPack, changes: OrgChanges, key: string): PolicyPack {
  const { shadow = [], criteria = [] } = changes
  const version = createHash('sha256').update(`${pack.version}\n${key}`).digest('hex').slice(0, 12)
  const off = Object.fromEntries(shadow.map((code) => [code, 'off' as const]))
  const counted = { ...changes, codes: { ...changes.codes, ...off } }
  const isCounted = ({ state }: CriterionInForce): boolean => state === 'live'
  const judging = { ...withChanges(pack, { ...counted, criteria: criteria.filter(isCounted) }), version }
  const hasShadow = shadow.some((code) => pack.codes[code]) || !criteria.every(isCounted)
  return {
    ...judging,
    ...(criteria.length > 0 && {
      criteria: criteria.map(({ code, version: spoke, state }) => ({ code, version: spoke, state })),
    }),
    ...(hasShadow && { withShadow: { ...withChanges(pack, changes), version } }),
  }
}

function withChanges(
  pack: PolicyPack,
  { codes: overrides, thresholds = {}, criteria = [] }: OrgChanges,
): PolicyPack {
  const codes = Object.values(pack.codes).flatMap((code) => {
    const wanted = overrides[code.id]
    if (wanted === 'off') return []
    return [wanted === undefined ? code : { ...code, severity: wanted }]
  })
  const changed = { ...pack, codes: Object.fromEntries(codes.map((code) => [code.id, code])) }
  const weighed =
    Object.keys(thresholds).length > 0
      ? {
          ...changed,
          scoring: { ...pack.scoring, thresholds: { ...pack.scoring.thresholds, ...thresholds } },
        }
      : changed
  return criteria.length > 0 ? withCriteria(weighed, criteria) : weighed
}

/** Shares the tables of the pack that it grows from: making what is added ready takes as long as that is large. */
function withCriteria(pack: PolicyPack, criteria: readonly CriterionInForce[]): PolicyPack {
  const parts = criteria.map(({ code, definition }) => partsOfCriterion(code, definition))
  return {
    ...pack,
    base: pack,
    codes: { ...pack.codes, ...Object.fromEntries(parts.map(({ code }) => [code.id, code])) },
    lexicons: Object.assign({}, pack.lexicons, ...parts.map(({ lexicons }) => lexicons)),
    lists: Object.assign({}, pack.lists, ...parts.map(({ lists }) => lists)),
  }
}

/** Below this no code is reported anyway, and from that on none ever would be. */
const THRESHOLDS = { min: 0.2, max: 0.97 }

/**
 * Minor safety and what is said of coverage are not an organization's to silence.
 * @throws InvalidInput naming the code and what is possible
 */
export function checkChanges(pack: PolicyPack, { codes, thresholds = {}, shadow = [] }: OrgChanges): void {
  const changes: [string, string][] = [
    ...Object.entries(codes).map(([id, wanted]): [string, string] => [id, `changed to ${wanted}`]),
    ...Object.keys(thresholds).map((id): [string, string] => [id, 'given a threshold']),
    ...shadow.map((id): [string, string] => [id, 'put in shadow']),
  ]
  for (const [id, change] of changes) {
    const code = pack.codes[id]
    if (!code) throw new InvalidInput(`Unknown reason code: ${id}`)
    if (code.family === 'minor_safety' || code.family === 'status')
      throw new InvalidInput(`${id} cannot be ${change}: codes of ${code.family} are always reported`)
  }
  for (const [id, threshold] of Object.entries(thresholds))
    if (!(threshold >= THRESHOLDS.min && threshold <= THRESHOLDS.max))
      throw new InvalidInput(
        `The threshold of ${id} must lie between ${THRESHOLDS.min} and ${THRESHOLDS.max}`,
      )
}
