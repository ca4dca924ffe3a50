import { type FileHandle, open, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type Pack, pack } from 'tar-stream'
import { Conflict } from '../errors.ts'

/**
 * Makes a file that its owner alone may read, and gives it to `write`; where that fails no file is left.
 * @throws Conflict when the file is there already
 */
export async function writeNewFile<T>(file: string, write: (out: FileHandle) => Promise<T>): Promise<T> {
  const out = await open(file, 'wx', 0o600).catch((cause) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')
      throw new Conflict(`${file} is there already. Name another file, or remove it.`)
    throw cause
  })
  try {
    return await write(out)
  } catch (error) {
    await rm(file, { force: true })
    // The system names a file where it is opened only.
    if (error instanceof Error && 'syscall' in error && error.syscall === 'write' && !('path' in error))
      Object.assign(error, { path: file })
    throw error
  } finally {
    await out.close().catch(() => {})
  }
}

/** Writes a tar into an open file. Whichever breaks off ends the other: a full disk what is read, and what cannot be read the file. */
export async function writeTar<T>(out: FileHandle, fill: (tar: Pack) => Promise<T>): Promise<T> {
  const tar = pack()
  // It says once more, to whoever listens, what is said below.
  tar.on('error', () => {})
  const written = pipeline(tar, out.createWriteStream())
  const filled = fill(tar).catch((error) => {
    tar.destroy(error)
    throw error
  })
  // What failed first is said by both.
  const [, wrote] = await Promise.allSettled([filled, written])
  if (wrote.status === 'rejected') throw wrote.reason
  return filled
}

/** Adds an entry to a tar, which its owner alone may read. */
export function addEntry(tar: Pack, name: string, content: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (error?: Error | null) => (error ? reject(error) : resolve())
    tar.entry({ name, mode: 0o600 }, Buffer.from(content), done).on('error', reject)
  })
}
