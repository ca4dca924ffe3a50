import { getHeapStatistics, setFlagsFromString } from 'node:v8'

const LOOK_MS = 1000
/** In use, of the main heap. */
const SMALL_BYTES = 64 * 1024 ** 2

/**
 * What V8 lets a heap keep before it collects follows from the memory of the machine: three times what lives in it on a large one, and 128 MB for what
 * is short-lived. Bounds both, for some tenths of a millisecond of the threads that collect, a scan. The main heap's room for what is short-lived is
 * fixed when a process starts (`--max-semi-space-size`, in `npm start` and in the image).
 */
export function boundHeaps() {
  let percent = 0
  const letGrow = () => {
    const wanted = growingPercent()
    if (percent === wanted) return
    percent = wanted
    // Asked whenever a heap was collected.
    setFlagsFromString(`--heap-growing-percent=${percent}`)
  }
  letGrow()
  setInterval(letGrow, LOOK_MS).unref()
  // For threads that start from now on: the one of the command line would hold for them too, whatever they ask for.
  setFlagsFromString('--max-semi-space-size=8')
}

/**
 * By what part of what lives in it a heap may grow. From that V8 takes the room for what is short-lived before it begins to collect: two fifths of a
 * small heap are no more than that, and it would collect without a pause.
 */
function growingPercent(): number {
  return getHeapStatistics().used_heap_size < SMALL_BYTES ? 100 : 40
}
