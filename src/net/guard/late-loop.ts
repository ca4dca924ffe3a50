const BEAT_MS = 20

let last = 0
let missed = 0
let beating: NodeJS.Timeout | null = null

/** Milliseconds, since the first call, in which this process was too busy to read what had come: only differences mean anything. */
export function lateMs(): number {
  if (beating === null) {
    last = performance.now()
    beating = setInterval(beat, BEAT_MS).unref()
  }
  beat()
  return missed
}

/** A beat that comes a whole beat too late says that nothing else ran either. */
function beat() {
  const now = performance.now()
  if (now - last > 2 * BEAT_MS) missed += now - last - BEAT_MS
  last = now
}
