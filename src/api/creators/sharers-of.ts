import type { SharedThing } from '../../../sdk/contract.ts'
import { MOST_WHO_SHARE, type SharedMark } from '../../db/scans/creators.ts'

export interface Sharer {
  /** The newest of theirs that shows something. */
  scanId: string
  shares: SharedThing[]
}

/** By creator, those who share most first; and what too many share for it to be a sign. Pure. */
export function sharersOf(marks: SharedMark[]): { sharers: Sharer[]; common: SharedThing[] } {
  const byMark = Map.groupBy(marks, ({ mark }) => mark)
  const isCommon = ({ mark }: SharedMark) => (byMark.get(mark)?.length ?? 0) > MOST_WHO_SHARE
  const sharers = [
    ...Map.groupBy(
      marks.filter((each) => !isCommon(each)),
      ({ creator }) => creator,
    ).values(),
  ]
    .map((own) => ({ scanId: own[0]?.scan_id ?? '', shares: thingsOf(own) }))
    .sort((a, b) => b.shares.length - a.shares.length || (a.scanId < b.scanId ? -1 : 1))
  return { sharers, common: thingsOf(marks.filter(isCommon)) }
}

/** Each once: the parts of a picture are one picture. */
function thingsOf(marks: SharedMark[]): SharedThing[] {
  const things = new Map(
    marks.map((each) => {
      const thing = thingOf(each)
      return [`${thing.kind} ${thing.value}`, thing]
    }),
  )
  return [...things.values()].sort((a, b) => (a.value ?? '').localeCompare(b.value ?? ''))
}

function thingOf({ mark, is_theirs, is_ours }: SharedMark): SharedThing {
  const [, kind = '', value = ''] = /^(\w+):(.*)$/s.exec(mark) ?? []
  if (kind === 'look') return { kind: 'picture', value: null }
  if (kind === 'handle') return { kind, value }
  if (is_ours) return { kind: 'links_here', value }
  return { kind: is_theirs ? 'linked_from_here' : 'link', value }
}
