import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Conflict, type Open, type QueueFilter } from '../../../../sdk/client.ts'
import type { ReviewCase } from '../../../../sdk/contract.ts'
import { scanQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { leaveCase, takeCase } from './tab-cases.ts'

export type Case = Open<ReviewCase>

/** Well within the five minutes that a claim holds. */
const RENEW_MS = 90_000
/** One in hand, and the next one loaded while that is read. */
const HELD = 2
/** Of this tab: what another page of it gives back on leaving is not to be given back under the next one, which has claimed it. */
let givenBack: Promise<unknown> = Promise.resolve()

/**
 * The cases that this page holds: the first is in hand, the second is ready. What is held is renewed as long as the page is open, and
 * given back when it closes, with its tab or before; a page that vanishes keeps them for five minutes at most.
 */
export function useCases(filter: QueueFilter) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const [held, setHeld] = useState<readonly Case[]>([])
  const [isEmpty, setIsEmpty] = useState(false)
  const [hadEnough, setHadEnough] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const [lost, setLost] = useState<{ scanId: string; why: string } | null>(null)
  const life = useRef({
    held: [] as readonly Case[],
    skipped: [] as string[],
    isFilling: false,
    isOver: false,
  })

  const hold = useCallback((cases: readonly Case[]) => {
    life.current.held = cases
    if (!life.current.isOver) setHeld(cases)
  }, [])
  const giveBack = useCallback(
    (scanId: string) => {
      const given = toscan.reviewQueue
        .release(scanId)
        .catch(() => {})
        // Not before: another tab that took it meanwhile would have it given back under its hands.
        .then(() => leaveCase(scanId))
      givenBack = Promise.all([givenBack, given])
    },
    [toscan],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is another page, see `key`.
  const fill = useCallback(async () => {
    const state = life.current
    if (state.isFilling) return
    state.isFilling = true
    setError(null)
    const elsewhere: string[] = []
    try {
      while (!state.isOver && state.held.length < HELD) {
        const except = [...state.held.map((each) => each.scan_id), ...state.skipped, ...elsewhere]
        const { case: next, severe_limit } = await toscan.reviewQueue.claim({ ...filter, except })
        setIsEmpty(next === null)
        setHadEnough(severe_limit === true)
        if (!next) break
        if (!(await takeCase(next.scan_id))) {
          elsewhere.push(next.scan_id)
          continue
        }
        if (state.isOver) giveBack(next.scan_id)
        else hold([...state.held, next])
        void queries.prefetchQuery(scanQuery(toscan, orgId, next.scan_id))
      }
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)))
    }
    state.isFilling = false
    void queries.invalidateQueries({ queryKey: [orgId, 'review-queue'] })
  }, [])

  useEffect(() => {
    const state = life.current
    state.isOver = false
    void givenBack.then(fill)
    const renewing = setInterval(() => {
      for (const { scan_id } of state.held)
        toscan.reviewQueue.claimThis(scan_id).then(
          () => setLost((before) => (before?.scanId === scan_id ? null : before)),
          (failure) => {
            // Somebody has it by now: this page was asleep.
            if (!(failure instanceof Conflict)) return
            // The case in hand stays until its reader goes on: they may be writing.
            if (state.held[0]?.scan_id === scan_id) setLost({ scanId: scan_id, why: failure.message })
            else {
              leaveCase(scan_id)
              hold(state.held.filter((each) => each.scan_id !== scan_id))
            }
          },
        )
      void fill()
    }, RENEW_MS)
    // The document goes: others need not wait for the claims to end. One that comes back all the same renews them.
    const giveAllBack = () => {
      for (const { scan_id } of state.held) giveBack(scan_id)
    }
    window.addEventListener('pagehide', giveAllBack)
    return () => {
      clearInterval(renewing)
      window.removeEventListener('pagehide', giveAllBack)
      state.isOver = true
      giveAllBack()
      state.held = []
    }
  }, [fill, giveBack, hold, toscan])

  const [current = null] = held
  return {
    current,
    /** Why the case in hand can no longer be decided on: who has it, or that it has been decided. */
    lost: lost !== null && lost.scanId === current?.scan_id ? lost.why : null,
    /** Nothing is left that nobody holds. */
    isEmpty: isEmpty && held.length === 0,
    /** Severe cases may be left, of which this person had enough for now. */
    hadEnough,
    error,
    look: fill,
    /** The case in hand is done with. */
    goOn() {
      const [done] = life.current.held
      if (done) leaveCase(done.scan_id)
      hold(life.current.held.slice(1))
      void fill()
    },
    /** Gives the case in hand back and does not ask for it again. */
    skip() {
      const [first, ...rest] = life.current.held
      if (!first) return
      life.current.skipped.push(first.scan_id)
      giveBack(first.scan_id)
      hold(rest)
      void fill()
    },
    /** Puts a case that this person holds before all others. */
    takeUp,
    /** Claims this very case and puts it before all others. @throws Conflict */
    async takeThis(scanId: string): Promise<Case> {
      const { case: found } = await toscan.reviewQueue.claimThis(scanId)
      if (!found) throw new Error('It is no longer in the queue.')
      if (!(await takeCase(scanId))) throw new Error('You have it in hand in another tab.')
      takeUp(found)
      return found
    },
  }

  function takeUp(again: Case) {
    void takeCase(again.scan_id)
    const state = life.current
    state.skipped = state.skipped.filter((scanId) => scanId !== again.scan_id)
    const cases = [again, ...state.held.filter(({ scan_id }) => scan_id !== again.scan_id)]
    for (const { scan_id } of cases.slice(HELD)) giveBack(scan_id)
    hold(cases.slice(0, HELD))
  }
}
