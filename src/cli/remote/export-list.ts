import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../../config.ts'
import { InvalidInput, Unavailable } from '../../errors.ts'
import { type FilterOptions, filterOf } from './list-scans.ts'
import { type ServerOptions, withServer } from './with-server.ts'

export interface ExportOptions extends FilterOptions, Pick<ServerOptions, 'server'> {
  format?: 'ndjson' | 'csv'
}

/** `toscan export`: the list of scans as the server writes it, into a new file or to standard output. A part of it leaves no file. */
export async function exportList(config: Config, file: string | undefined, options: ExportOptions) {
  const format = options.format ?? (file?.endsWith('.csv') ? 'csv' : 'ndjson')
  const filter = filterOf(options)
  await withServer(config, options, async (toscan) => {
    const parts = Readable.from(await toscan.scans.export({ ...filter, format }))
    if (file === undefined) await pipeline(parts, process.stdout, { end: false }).catch(cutShort)
    else
      await pipeline(parts, createWriteStream(file, { flags: 'wx' })).catch((error) => notWhole(file, error))
  })
}

async function notWhole(file: string, error: unknown) {
  if (codeOf(error) === 'EEXIST') throw new InvalidInput(`${file} is there already: name a new file`)
  // Nothing was begun: the file could not be made.
  if (error instanceof Error && 'syscall' in error && error.syscall === 'open') throw error
  await rm(file, { force: true })
  cutShort(error)
}

function cutShort(cause: unknown) {
  // Who reads standard output has enough, as `head` does.
  if (codeOf(cause) === 'EPIPE') return
  const why = cause instanceof Error ? cause.message : String(cause)
  throw new Unavailable(`The list broke off, and is not whole: ${why}`, { cause })
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
