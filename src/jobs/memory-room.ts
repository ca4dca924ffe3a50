import { totalmem } from 'node:os'

/** Bytes. What one deep scan of large pages takes at its height; most take a tenth. */
const A_SCAN = 64 * 1024 ** 2
/** Beyond it whoever limits the memory may end the process at any moment. */
const SHARE = 0.9

/**
 * How many scans more fit into the memory that a container lets this process have, by what it holds now: those that were taken
 * a moment ago show in it soon. No bound where the machine's is the only one.
 */
export function scansThatFit(
  limit = process.constrainedMemory(),
  { machine = totalmem(), held = null as number | null } = {},
): number {
  if (limit <= 0 || limit >= machine) return Number.POSITIVE_INFINITY
  const holds = held ?? residentBytes()
  return holds === null ? 0 : Math.max(0, Math.floor((limit * SHARE - holds) / A_SCAN))
}

/** Null where this process may open no more files: the system tells it by one. */
function residentBytes(): number | null {
  try {
    return process.memoryUsage.rss()
  } catch {
    return null
  }
}
