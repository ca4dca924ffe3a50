import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'

/** Under its own name the file is there whole or not at all, also when the process is killed or the power fails. */
export function writeWhole(file: string, text: string, mode = 0o644) {
  const temporary = `${file}.${process.pid}.tmp`
  const handle = openSync(temporary, 'w', mode)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(temporary, file)
}
