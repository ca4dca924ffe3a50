import { setTimeout as pause } from 'node:timers/promises'

/**
 * Looks again and again until `look` gives something true, and gives that.
 * @throws when it has not come within `seconds`.
 */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  seconds = 60,
): Promise<Exclude<T, false | null | undefined>> {
  const deadline = performance.now() + seconds * 1000
  for (;;) {
    const found = await look()
    if (found !== false && found !== null && found !== undefined)
      return found as Exclude<T, false | null | undefined>
    if (performance.now() > deadline) throw new Error(`Not within ${seconds} s: ${what}`)
    await pause(20)
  }
}
