/** What is opened once for all files that run in a process. */
export interface Shared<T> {
  /** Opens it, or gives what somebody has opened. */
  take(): Promise<T>
  /** Whoever has taken it needs it no more. */
  giveBack(): void
}

/** Another file of the process may ask for it within this time. */
const KEPT_MS = 1500

export function shareInProcess<T>(open: () => Promise<T>, close: (opened: T) => Promise<void>): Shared<T> {
  let users = 0
  let opened: Promise<T> | undefined
  let ending: NodeJS.Timeout | undefined
  return {
    take() {
      clearTimeout(ending)
      users += 1
      opened ??= open()
      return opened
    },
    giveBack() {
      users -= 1
      if (users > 0) return
      const unused = opened
      ending = setTimeout(async () => {
        opened = undefined
        if (unused) await close(await unused)
      }, KEPT_MS)
    },
  }
}
