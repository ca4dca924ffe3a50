import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { publicAct } from '../../api/organization/org-audit.ts'
import { readMoment } from '../../api/requests/checks.ts'
import type { Config } from '../../config.ts'
import { INSTANCE_CHAIN } from '../../db/people/acts.ts'
import { type ActRow, listActs } from '../../db/people/list-acts.ts'
import { type ChainFault, type ChainTip, verifyActs } from '../../db/people/verify-acts.ts'
import { InvalidInput } from '../../errors.ts'
import { withDatabase } from '../start/start.ts'
import { printRows } from '../terminal/output.ts'
import { orgOnRecord } from './known-org.ts'

interface ListOptions {
  org?: string
  actor?: string
  action?: string
  from?: string
  to?: string
  limit: string
  json?: boolean
}

/** `toscan audit list`: who did what, the newest first; without an organization what belongs to none. */
export async function printActs(config: Config, options: ListOptions) {
  const limit = Number(options.limit)
  if (!Number.isInteger(limit) || limit < 1)
    throw new InvalidInput(`--limit ${options.limit}: not a whole number above 0`)
  const [from, to] = [momentOf('--from', options.from), momentOf('--to', options.to)]
  const rows = await withDatabase(config, async ({ db }) => {
    const chain = (await orgOnRecord(db, options.org)) ?? INSTANCE_CHAIN
    const filter = { chain, actor: options.actor ?? null, action: options.action ?? null, from, to }
    return (await listActs(db, filter, null, limit)).rows
  })
  if (options.json) console.log(JSON.stringify({ acts: rows.map(publicAct) }))
  else printRows(rows.map(lineOf))
}

/**
 * `toscan audit verify`: whether a row was removed, changed or put in, of every chain. Exit code 1 when one was.
 * `--against`: what an earlier run printed with `--json`, kept elsewhere, so that a chain that was cut or made anew is told as well.
 */
export async function verifyAudit(config: Config, options: { against?: string; json?: boolean }) {
  const known = options.against === undefined ? [] : await readTips(options.against)
  const { acts, tips, faults } = await withDatabase(config, ({ db }) => verifyActs(db, known))
  if (options.json) console.log(JSON.stringify({ acts, faults, tips }))
  else
    printRows([
      ['acts', acts],
      ['chains', tips.length],
      ['faults', faults.length],
    ])
  for (const fault of faults) console.error(wordsOf(fault))
  if (faults.length > 0) process.exitCode = 1
}

function lineOf({ at, action, subject, before, after, ...row }: ActRow) {
  const who = row.actor_name ?? row.key_name ?? row.actor_id ?? row.actor_kind
  return [at, who, row.actor_address ?? '-', action, subject ?? '-', before ?? '-', after ?? '-']
}

function wordsOf({ chain, seq, fault, act_id, to }: ChainFault): string {
  if (fault === 'removed') return `removed: ${chain} ${seq === to ? `row ${seq}` : `rows ${seq} to ${to}`}`
  return `${fault}: ${chain} row ${seq}${act_id ? ` (${act_id})` : ''}`
}

const Tips = z.object({
  tips: z.array(z.object({ chain: z.string(), seq: z.int(), hash: z.string().regex(/^[0-9a-f]{64}$/) })),
})

async function readTips(file: string): Promise<ChainTip[]> {
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw new InvalidInput(`${file} cannot be read`, { cause })
  })
  const read = Tips.safeParse(jsonOf(text))
  if (!read.success) throw new InvalidInput(`${file} is not what toscan audit verify --json prints`)
  return read.data.tips
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function momentOf(option: string, text: string | undefined): string | null {
  const moment = readMoment(text)
  if (text !== undefined && moment === null)
    throw new InvalidInput(`${option} ${text}: not a date, for example 2026-01-31`)
  return moment
}
