import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { Toscan } from '../../../sdk/client.ts'
import type { ScanMode } from '../../../sdk/contract.ts'
import { pause } from '../../../sdk/pause.ts'
import type { Config } from '../../config.ts'
import { InvalidInput } from '../../errors.ts'
import { followToEnd } from '../terminal/follow-to-end.ts'
import { printRows } from '../terminal/output.ts'
import { readUrls } from '../terminal/read-urls.ts'
import { type ScanLine, scanRows } from '../terminal/scan-rows.ts'
import { EXIT, isFlagged, type ServerOptions, wantsJson, withServer } from './with-server.ts'

export interface SubmitOptions extends ServerOptions {
  /** A list of addresses; `-` is standard input. */
  file?: string
  column?: string
  quick?: boolean
  wait?: boolean
  /** The recommendation from which on a scan counts as flagged; implies `wait`. */
  failOn?: string
  callback?: string
}

interface Submitted {
  batch_id: string | null
  scans: ScanLine[]
  /** What the daily limit left out. */
  skipped_urls: string[]
}

const FIRST_POLL_MS = 2000
const LONGEST_POLL_MS = 15_000

/** Submits one profile or many; with `wait` it ends when all have ended, and its exit code says how. */
export async function submit(config: Config, urls: string[], options: SubmitOptions) {
  const all = [...urls, ...(options.file === undefined ? [] : await urlsOf(options.file, options.column))]
  if (all.length === 0) throw new InvalidInput('Name a profile URL, or a list with --file')
  await withServer(config, options, async (toscan) => {
    const submitted = await submitAll(toscan, all, options)
    if (options.wait || options.failOn !== undefined) await waitForAll(toscan, submitted)
    report(submitted, options)
  })
}

async function urlsOf(file: string, column: string | undefined): Promise<string[]> {
  const content = file === '-' ? await text(process.stdin) : await readText(file)
  const urls = readUrls(content, column)
  if (urls === null) throw new InvalidInput(`${file} has no column "${column}"`)
  if (urls.length === 0) throw new InvalidInput(`${file} names no address`)
  return urls
}

function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause) => {
    throw new InvalidInput(`${file} cannot be read`, { cause })
  })
}

/** One is a single scan; several are a batch, whose members are read from its progress. */
async function submitAll(toscan: Toscan, urls: string[], options: SubmitOptions): Promise<Submitted> {
  const scan_mode: ScanMode = options.quick ? 'quick' : 'deep'
  const [only, ...others] = urls
  if (only !== undefined && others.length === 0) {
    const scan = await toscan.scans.create({ profile_url: only, scan_mode, callback_url: options.callback })
    const none = { recommendation: null, risk_score: null }
    return {
      batch_id: null,
      scans: [{ scan_id: scan.scan_id, profile_url: only, status: scan.status, ...none }],
      skipped_urls: [],
    }
  }
  const batch = await toscan.batches.create({ profile_urls: urls, scan_mode, callback_url: options.callback })
  const { batch_id, skipped_urls } = batch
  return { batch_id, scans: await scansOfBatch(toscan, batch_id), skipped_urls }
}

async function scansOfBatch(toscan: Toscan, batchId: string): Promise<ScanLine[]> {
  const { profiles } = await toscan.batches.get(batchId)
  return profiles.map(({ url, ...profile }) => ({ ...profile, profile_url: url }))
}

async function waitForAll(toscan: Toscan, submitted: Submitted) {
  const [only] = submitted.scans
  if (submitted.batch_id === null && only) submitted.scans = [await waitForOne(toscan, only)]
  else await waitForBatch(toscan, submitted)
}

/** At a terminal its steps are shown on one line. */
async function waitForOne(toscan: Toscan, scan: ScanLine): Promise<ScanLine> {
  const { isTTY } = process.stderr
  const ended = await followToEnd(toscan, scan.scan_id, (state) => {
    if (isTTY) process.stderr.write(`\r\x1b[2K${state} …`)
  })
  if (isTTY) process.stderr.write('\r\x1b[2K')
  const { recommendation = null, risk_score = null } = ended.triage_report ?? {}
  return { ...scan, status: ended.status, recommendation, risk_score }
}

async function waitForBatch(toscan: Toscan, submitted: Submitted) {
  const open = () => submitted.scans.filter((scan) => scan.status === 'processing').length
  let pollMs = FIRST_POLL_MS
  while (open() > 0) {
    if (process.stderr.isTTY)
      process.stderr.write(`\r\x1b[2K${submitted.scans.length - open()} of ${submitted.scans.length} …`)
    await pause(pollMs)
    pollMs = Math.min(pollMs * 1.5, LONGEST_POLL_MS)
    submitted.scans = await scansOfBatch(toscan, submitted.batch_id ?? '')
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[2K')
}

function report(submitted: Submitted, options: SubmitOptions) {
  const { scans, skipped_urls: skipped } = submitted
  if (wantsJson(options)) console.log(JSON.stringify(submitted))
  else printRows(scanRows(scans))
  if (skipped.length > 0)
    console.error(`toscan: ${skipped.length} left out by the daily limit, the first is ${skipped[0]}`)

  if (skipped.length > 0) process.exitCode = EXIT.limit
  else if (scans.some((scan) => scan.status === 'failed')) process.exitCode = EXIT.scanFailed
  else if (scans.some(({ recommendation }) => isFlagged(recommendation, options.failOn)))
    process.exitCode = EXIT.flagged
}
