import { useEffect, useState } from 'react'
import { Conflict, Forbidden } from '../../../../../sdk/client.ts'
import { useOrg } from '../../../session/use-org.ts'
import { leaveCase, takeCase } from '../../review/tab-cases.ts'

/** Well within the five minutes that a claim holds. */
const RENEW_MS = 90_000
/** How the service begins what it says of another browser. */
const IN_HAND = 'You have it in hand'

/**
 * Who writes a decision on a report has the case to themselves, as if it had come from the queue: nobody else gets it there meanwhile.
 * @returns what stands against deciding here, said while somebody begins and not when they are done
 */
export function useHold(scanId: string, isWriting: boolean): string | null {
  const { toscan } = useOrg()
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(() => {
    if (!isWriting) return
    let isOver = false
    let isOurs = false
    const hold = async () => {
      isOurs = await takeCase(scanId)
      if (!isOurs) return `${IN_HAND} in another tab`
      try {
        await toscan.reviewQueue.claimThis(scanId)
        return null
      } catch (error) {
        // Whatever else fails is told when the decision is sent.
        return error instanceof Conflict || error instanceof Forbidden ? error.message : null
      }
    }
    const look = async () => {
      const why = await hold()
      if (!isOver) setRefusal(why)
    }
    void look()
    const renewing = setInterval(look, RENEW_MS)
    const giveBack = () => {
      // What another tab has in hand stays with it.
      if (!isOurs) return
      void toscan.reviewQueue
        .release(scanId)
        .catch(() => {})
        .then(() => leaveCase(scanId))
    }
    window.addEventListener('pagehide', giveBack)
    return () => {
      isOver = true
      clearInterval(renewing)
      window.removeEventListener('pagehide', giveBack)
      setRefusal(null)
      giveBack()
    }
  }, [toscan, scanId, isWriting])
  return refusal
}

/** What it means for who writes: of what one holds oneself elsewhere, the decision here is taken, and ends it there. */
export function wordsForRefusal(refusal: string): string {
  return refusal.startsWith(IN_HAND)
    ? 'Decide here or there: the first decision is the one that counts.'
    : 'A decision would not be taken now. What you write here is kept until then.'
}
