import type { Role } from '../evidence/piece.ts'
import { roleOfKey } from './role-of-key.ts'

/** What the name of a field tells by itself. */
export interface KeyTells {
  role: Role | null
  /** How old somebody is, or when they were born, may stand under it. */
  says: 'age' | 'birth' | null
  /** What stands under it, or a level deeper, may be an account elsewhere. */
  isOfLink: boolean
  /** What stands under it leads through the site, unless it has prices. */
  isMenu: boolean
}

/** Sites call their fields alike on every page, and to tell a name takes six patterns. */
const MOST_KNOWN = 4_000
/** Longer ones are numbers of things, which come once. */
const LONGEST_KNOWN = 60

let known = new Map<string, KeyTells>()

export function tellsOf(key: string): KeyTells {
  const before = known.get(key)
  if (before) return before
  const tells = read(key)
  if (key.length > LONGEST_KNOWN) return tells
  if (known.size >= MOST_KNOWN) known = new Map()
  known.set(key, tells)
  return tells
}

function read(key: string): KeyTells {
  return {
    role: roleOfKey(key),
    says: AGES.test(key) ? 'age' : BIRTHS.test(key) ? 'birth' : null,
    isOfLink: /link|social|account|verifi|connect|sameAs/i.test(key),
    isMenu: /menus?$/i.test(key),
  }
}

const AGES = /^age(?:_?years)?$/i
const BIRTHS = /^(?:birth_?date|birth_?day|date_?of_?birth|dob|birth_?year|year_?of_?birth)$/i

/** Of an entry of a list, whose name is its place. */
export const OF_PLACE: KeyTells = { role: null, says: null, isOfLink: false, isMenu: false }
