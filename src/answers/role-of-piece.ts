import type { NamingRecord, Piece, Role } from '../evidence/piece.ts'
import { plain } from './names-in.ts'

/** Whose a piece is to somebody who reads the profile of a handle. */
export interface Standing {
  role: Role
  /** It stands in a record that names the profile: no word of anybody else's, however its keys are called. */
  named: boolean
}

/**
 * Whose pieces are where the profile of `handle` is read: records that name it are its owner's, records that name another are a visitor's.
 * @param handle in any case; null where nobody is known, so that names tell nothing
 */
export function standings(handle: string | null): (piece: Piece) => Standing {
  const own = handle === null ? null : plain(handle)
  const known = new Map<NamingRecord, Standing>()

  function within(record: NamingRecord | null): Standing {
    if (record === null) return { role: 'unknown', named: false }
    const before = known.get(record)
    if (before) return before
    const above = within(record.above)
    const standing = standingIn(record, narrowed(above.role, record.role) ?? above.role, above.named)
    known.set(record, standing)
    return standing
  }

  function standingIn({ handles, alsoNames, otherwise }: NamingRecord, role: Role, named: boolean): Standing {
    if (role === 'visitor') return { role, named: false }
    if (own !== null && (handles.includes(own) || alsoNames.includes(own)))
      return { role: 'owner', named: true }
    if (own !== null && handles.length > 0) return { role: 'visitor', named: false }
    const other = otherwise ?? role
    return { role: other, named: named && other !== 'visitor' }
  }

  return ({ role, record }) => {
    const above = within(record)
    return { role: narrowed(above.role, role) ?? above.role, named: above.named }
  }
}

/** What is a visitor's or the site's stays so, whatever stands in it. */
export function narrowed(above: Role | null, own: Role | null): Role | null {
  return above === 'visitor' || above === 'site' || above === 'hidden' ? above : (own ?? above)
}
