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
  naming: Naming
  /** Where a record says what it is: JSON-LD, JSON:API, GraphQL, content stores. */
  isType: boolean
}

/** What a name tells of who is named under it. */
export interface Naming {
  /** An account is named under it; or other things too: that they differ tells nothing. */
  handle: 'surely' | 'perhaps' | null
  /** Who a post says that it is by: a record of theirs, or a line of words that leads to them. */
  by: 'party' | 'byline' | null
  /** A wrapping of a site's query language. */
  isWrapping: boolean
}

/** A field of a record. */
export interface Field {
  key: string
  value: unknown
  tells: KeyTells
}

/** The fields of a record of JSON, which has none but its own. */
export function fieldsOf(record: object): Field[] {
  const fields: Field[] = []
  for (const key in record) {
    const value: unknown = record[key as keyof typeof record]
    fields.push({ key, value, tells: tellsOf(key) })
  }
  return fields
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
    naming: namingOf(key),
    isType: TYPES.has(key),
  }
}

/** The same for each name alike: most name nobody. */
export function namingOf(key: string): Naming {
  return NAMING.get(key) ?? NOBODY
}

const NOBODY: Naming = { handle: null, by: null, isWrapping: false }

const HANDLES = new Set(
  'username userName user_name handle screen_name screenName unique_id uniqueId acct'.split(' '),
)
const ALSO_NAMES = new Set(
  'alternateName additionalName login slug vanity vanityUrl nickname permalink subdomain domain'.split(' '),
)
const AUTHORS = new Set('author from creator owner user commenter reviewer account core'.split(' '))
const BYLINES = new Set('ownerText shortBylineText longBylineText bylineText'.split(' '))
const WRAPPINGS = new Set('user_results result legacy core data node attributes'.split(' '))
const NAMING: ReadonlyMap<string, Naming> = new Map(
  [...HANDLES, ...ALSO_NAMES, ...AUTHORS, ...BYLINES, ...WRAPPINGS].map((key) => [
    key,
    {
      handle: HANDLES.has(key) ? 'surely' : ALSO_NAMES.has(key) ? 'perhaps' : null,
      by: AUTHORS.has(key) ? 'party' : BYLINES.has(key) ? 'byline' : null,
      isWrapping: WRAPPINGS.has(key),
    },
  ]),
)

const TYPES = new Set(['@type', 'type', '__typename', '_type', 'kind'])

const AGES = /^age(?:_?years)?$/i
const BIRTHS = /^(?:birth_?date|birth_?day|date_?of_?birth|dob|birth_?year|year_?of_?birth)$/i

/** Of an entry of a list, whose name is its place. */
export const OF_PLACE: KeyTells = {
  role: null,
  says: null,
  isOfLink: false,
  isMenu: false,
  naming: NOBODY,
  isType: false,
}
