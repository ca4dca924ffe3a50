import { type Field, type Naming, namingOf } from './known-keys.ts'

/** Accounts that a record names, in small letters without `@`. */
export interface Names {
  handles: string[]
  /** Where a handle may stand, and other things too: that they differ tells nothing. */
  alsoNames: string[]
}

/** The accounts that a record of a state names, as itself or as its author; null when it names none. */
export function namesIn(fields: readonly Field[]): Names | null {
  const names: Names = { handles: [], alsoNames: [] }
  for (const { value, tells } of fields) addName(value, tells.naming.handle, names)
  for (const { value, tells } of fields) {
    if (tells.naming.by === 'party') addParty(value, names, WRAPPED)
    else if (tells.naming.by === 'byline') addByline(value, names.handles, DEEPEST_BYLINE)
  }
  return names.handles.length + names.alsoNames.length === 0 ? null : names
}

/** An author may stand in wrappings of the site's query language. */
function addParty(party: unknown, names: Names, wrappings: number): void {
  if (typeof party !== 'object' || party === null) return
  const wrapped: unknown[] = []
  for (const [key, value] of Object.entries(party)) {
    const { handle, isWrapping } = namingOf(key)
    addName(value, handle, names)
    if (isWrapping) wrapped.push(value)
  }
  if (wrappings > 0) for (const inner of wrapped) addParty(inner, names, wrappings - 1)
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

function addName(value: unknown, handle: Naming['handle'], { handles, alsoNames }: Names): void {
  if (handle === null || typeof value !== 'string' || value === '' || value.length > LONGEST) return
  if (handle === 'surely') handles.push(plain(value))
  else alsoNames.push(plain(value))
}

/** Letters of a handle; what is longer names nobody. */
const LONGEST = 200

/** As handles are compared: small letters, no `@`. */
export function plain(handle: string): string {
  return handle.replace(/^@/, '').toLowerCase()
}
