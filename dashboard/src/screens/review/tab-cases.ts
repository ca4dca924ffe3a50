/**
 * To the service two tabs of one person are one person: it gives both the same case. Between the tabs of a browser each case is one
 * tab's, by a lock that the browser takes from a tab that is gone. Where pages have no locks (plain HTTP to another machine), the service
 * alone decides: who decides second is told so.
 */
const ends = new Map<string, () => void>()

/** False where another tab of this browser has it in hand. */
export async function takeCase(scanId: string): Promise<boolean> {
  // Typed as always there; without a secure context it is not.
  const locks: LockManager | undefined = navigator.locks
  if (!locks || ends.has(scanId)) return true
  return new Promise((resolve) => {
    void locks.request(`toscan.case.${scanId}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock && new Promise<void>((end) => ends.set(scanId, end))
    })
  })
}

export function leaveCase(scanId: string) {
  ends.get(scanId)?.()
  ends.delete(scanId)
}
