import { setFlagsFromString } from 'node:v8'

/**
 * What V8 lets a heap keep before it collects follows from the memory of the machine: three times what lives in it on a large one, and 128 MB for what
 * is short-lived. Bounds both, for some tenths of a millisecond of the threads that collect, a scan. The main heap's room for what is short-lived is
 * fixed when a process starts (`--max-semi-space-size`, in `npm start` and in the image).
 */
export function boundHeaps() {
  // Asked whenever a heap was collected.
  setFlagsFromString('--heap-growing-percent=40')
  // For threads that start from now on: the one of the command line would hold for them too, whatever they ask for.
  setFlagsFromString('--max-semi-space-size=8')
}
