import { at } from './read-path.ts'

/** Whether a record names the profile that is read, somebody else, or nobody. `handle` in any case, without `@`. */
export function speakerOf(record: object, handle: string): 'owner' | 'other' | null {
  const parties = [record, ...AUTHORS.map((key) => at(record, key))]
  const named = namesAt(parties, HANDLES)
  if (named.includes(handle) || namesAt(parties, ALSO_NAMES).includes(handle)) return 'owner'
  return named.length > 0 ? 'other' : null
}

function namesAt(parties: unknown[], keys: readonly string[]): string[] {
  return parties
    .flatMap((party) => keys.map((key) => at(party, key)))
    .filter((name): name is string => typeof name === 'string' && name !== '')
    .map(plain)
}

/** As handles are compared: small letters, no `@`. */
export function plain(handle: string): string {
  return handle.replace(/^@/, '').toLowerCase()
}

const HANDLES = [
  'username',
  'userName',
  'user_name',
  'handle',
  'screen_name',
  'screenName',
  'unique_id',
  'uniqueId',
  'acct',
]
/** Where a handle may stand, and other things too: that they differ tells nothing. */
const ALSO_NAMES = [
  'alternateName',
  'additionalName',
  'login',
  'slug',
  'vanity',
  'vanityUrl',
  'nickname',
  'permalink',
  'subdomain',
  'domain',
]
/** Who a post says that it is by. */
const AUTHORS = ['author', 'from', 'creator', 'owner', 'user', 'commenter', 'reviewer', 'account']
