/** Accounts that a record names, in small letters without `@`. */
export interface Names {
  handles: string[]
  /** Where a handle may stand, and other things too: that they differ tells nothing. */
  alsoNames: string[]
}

/**
 * The accounts that a record of a state names, as itself or as its author; null when it names none.
 * @param fields the entries of the record
 */
export function namesIn(fields: readonly [string, unknown][]): Names | null {
  const names: Names = { handles: [], alsoNames: [] }
  addNames(fields, names)
  for (const [key, party] of fields) {
    if (AUTHORS.has(key)) addParty(party, names, WRAPPED)
    if (BYLINES.has(key)) addByline(party, names.handles, DEEPEST_BYLINE)
  }
  return names.handles.length + names.alsoNames.length === 0 ? null : names
}

/** An author may stand in wrappings of the site's query language. */
function addParty(party: unknown, names: Names, wrappings: number): void {
  if (typeof party !== 'object' || party === null) return
  addNames(Object.entries(party), names)
  if (wrappings === 0) return
  for (const [key, inner] of Object.entries(party))
    if (WRAPPINGS.has(key)) addParty(inner, names, wrappings - 1)
}

const WRAPPED = 3

/** A line of words that leads to its author's channel: its id, and its handle in the address. */
function addByline(value: unknown, handles: string[], levels: number): void {
  if (typeof value !== 'object' || value === null || levels === 0) return
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner !== 'string') addByline(inner, handles, levels - 1)
    else if (inner.length > LONGEST || handles.length >= MOST_NAMED) continue
    else if (key === 'browseId') handles.push(plain(inner))
    else if (key === 'canonicalBaseUrl') handles.push(plain(inner.replace(/^.*\//, '')))
  }
}

const DEEPEST_BYLINE = 6
/** Accounts that a line can be by. */
const MOST_NAMED = 100

function addNames(fields: readonly [string, unknown][], { handles, alsoNames }: Names): void {
  for (const [key, name] of fields) {
    if (typeof name !== 'string' || name === '' || name.length > LONGEST) continue
    const list = HANDLES.has(key) ? handles : ALSO_NAMES.has(key) ? alsoNames : null
    if (list !== null) list.push(plain(name))
  }
}

/** Letters of a handle; what is longer names nobody. */
const LONGEST = 200

/** As handles are compared: small letters, no `@`. */
export function plain(handle: string): string {
  return handle.replace(/^@/, '').toLowerCase()
}

const HANDLES = new Set(
  'username userName user_name handle screen_name screenName unique_id uniqueId acct'.split(' '),
)
const ALSO_NAMES = new Set(
  'alternateName additionalName login slug vanity vanityUrl nickname permalink subdomain domain'.split(' '),
)
/** Who a post says that it is by. */
const AUTHORS = new Set('author from creator owner user commenter reviewer account core'.split(' '))
const BYLINES = new Set('ownerText shortBylineText longBylineText bylineText'.split(' '))
const WRAPPINGS = new Set('user_results result legacy core data node attributes'.split(' '))
