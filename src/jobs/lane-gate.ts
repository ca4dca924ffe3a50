import type { HostKind, Receivers } from './receivers.ts'

/** Who may have a slot of a lane. Slow hosts together hold a third of the slots at most, and so do those not heard of. */
export interface LaneGate<Job> {
  /** How many more jobs may be fetched. */
  room(): number
  /** Groups whose jobs are left where they are. */
  closed(): string[]
  /** Attempts that are under way, by group. */
  running(): Map<string, number>
  /** Which of the fetched jobs run, each with its slot; the others go back. */
  admit(jobs: Job[]): Promise<{ admitted: Job[]; refused: Job[] }>
  /** The receiver has answered: the slot is free while the rest is written down. */
  answered(job: Job, tookMs: number): void
  silent(job: Job, url: string, error: string): Promise<void>
  /** The job is over. */
  leave(job: Job): void
}

interface Place {
  group: string
  since: number
  /** It has the one attempt of a host that was not heard of. */
  isTry: boolean
  state: 'open' | 'answered' | 'silent'
}

/** With refusals at the last fetch, what is fetched beyond the room: a few that may be of hosts that answer. */
const PROBED = 8

export function laneGate<Job extends { groupId?: string | null }>(
  receivers: Receivers,
  { slots, slowAfterMs }: { slots: number; slowAfterMs: number },
): LaneGate<Job> {
  const ceiling = Math.max(1, Math.floor(slots / 3))
  const places = new Map<Job, Place>()
  let wasCrowded = false

  /** Slots by what their hosts are now; and the hosts that keep us waiting. */
  const count = () => {
    const held: Record<HostKind, number> = { quick: 0, slow: 0, unheard: 0 }
    const late = new Set<string>()
    for (const { group, since, state } of places.values()) {
      if (state === 'answered') continue
      const isLate = performance.now() - since > slowAfterMs
      if (isLate) late.add(group)
      const kind = receivers.kindOf(group)
      held[kind === 'quick' && isLate ? 'slow' : kind]++
    }
    const kindOf = (group: string) => {
      const kind = receivers.kindOf(group)
      return kind === 'quick' && late.has(group) ? 'slow' : kind
    }
    return { held, kindOf }
  }

  return {
    room() {
      const unsettled = 2 * slots - places.size
      if (unsettled <= 0) return 0
      const { held } = count()
      // What is beyond the ceilings has turned slow or silent with the slot in hand: it shall not cost others theirs.
      const taken = held.quick + Math.min(held.slow, ceiling) + Math.min(held.unheard, ceiling)
      const free = Math.min(slots - taken, unsettled)
      return wasCrowded ? Math.min(free, Math.max(PROBED, ceiling - held.unheard)) : free
    },

    closed() {
      const { held, kindOf } = count()
      return [...receivers.keys()].filter((group) => {
        const kind = kindOf(group)
        return kind !== 'quick' && (held[kind] >= ceiling || receivers.isClosed(group))
      })
    },

    running() {
      const running = new Map<string, number>()
      for (const { group, state } of places.values())
        if (state === 'open') running.set(group, (running.get(group) ?? 0) + 1)
      return running
    },

    async admit(jobs) {
      const admitted: Job[] = []
      const refused: Job[] = []
      const { held, kindOf } = count()
      for (const job of jobs) {
        const group = job.groupId ?? ''
        const kind = kindOf(group)
        const mayRun =
          kind === 'quick' ||
          (held[kind] < ceiling &&
            !receivers.isClosed(group) &&
            (kind === 'slow' || (await receivers.enter(group))))
        if (!mayRun) {
          refused.push(job)
          continue
        }
        held[kind]++
        admitted.push(job)
        places.set(job, { group, since: performance.now(), isTry: kind === 'unheard', state: 'open' })
      }
      wasCrowded = refused.length > 0
      return { admitted, refused }
    },

    answered(job, tookMs) {
      const place = places.get(job)
      if (!place) return
      place.state = 'answered'
      receivers.answered(place.group, tookMs)
    },

    async silent(job, url, error) {
      const place = places.get(job)
      if (!place) return
      place.state = 'silent'
      await receivers.silent(place.group, url, error)
    },

    leave(job) {
      const place = places.get(job)
      places.delete(job)
      if (place?.isTry && place.state !== 'answered') receivers.leave(place.group, place.state === 'silent')
    },
  }
}
