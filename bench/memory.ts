/** Resident memory in MB, after a collection where the process may ask for one. */
export function memory(): number {
  globalThis.gc?.()
  return process.memoryUsage.rss() / 1e6
}
