import type { ScanFilter } from '../../../sdk/client.ts'
import { LISTED_DECISIONS, RECOMMENDATIONS } from '../../../sdk/contract.ts'
import type { Config } from '../../config.ts'
import { InvalidInput } from '../../errors.ts'
import { printRows } from '../terminal/output.ts'
import { type ScanLine, scanRows } from '../terminal/scan-rows.ts'
import { type ServerOptions, wantsJson, withServer } from './with-server.ts'

/** Which scans, in which order, as the options of commands name it. */
export interface FilterOptions {
  recommendation?: string
  mode?: 'deep' | 'quick'
  q?: string
  from?: string
  to?: string
  status?: 'processing' | 'completed' | 'failed'
  decision?: string
  reviewer?: string
  assigned?: string
  reasonCode?: string
  domain?: string
  batch?: string
  sort?: 'created_at' | 'risk_score'
  order?: 'desc' | 'asc'
}

export interface ListOptions extends FilterOptions, ServerOptions {
  limit: string
  all?: boolean
}

const LARGEST_PAGE = 100

/** Lists scans of the organization, the newest first, as many as asked for. */
export async function listScans(config: Config, options: ListOptions) {
  const most = options.all ? Number.POSITIVE_INFINITY : readCount(options.limit)
  const filter = { ...filterOf(options), limit: Math.min(most, LARGEST_PAGE) }
  await withServer(config, options, async (toscan) => {
    const scans: ScanLine[] = []
    for await (const scan of toscan.scans.list(filter)) {
      scans.push(scan)
      if (scans.length >= most) break
    }
    if (wantsJson(options)) console.log(JSON.stringify({ scans }))
    else printRows(scanRows(scans))
  })
}

function readCount(value: string): number {
  if (!/^[1-9]\d{0,6}$/.test(value)) throw new InvalidInput('--limit must be a whole number above 0')
  return Number(value)
}

/** @throws InvalidInput for a word that the interface does not know */
export function filterOf(options: FilterOptions): Omit<ScanFilter, 'limit' | 'after'> {
  return {
    recommendation: readWords('--recommendation', options.recommendation, RECOMMENDATIONS),
    scan_mode: options.mode,
    q: options.q,
    from_date: options.from,
    to_date: options.to,
    status: options.status,
    decision: readWords('--decision', options.decision, LISTED_DECISIONS),
    reviewer: options.reviewer,
    assigned: options.assigned,
    reason_code: options.reasonCode,
    domain: options.domain,
    batch_id: options.batch,
    sort_by: options.sort,
    sort_order: options.order,
  }
}

function readWords<Word extends string>(
  option: string,
  list: string | undefined,
  allowed: readonly Word[],
): Word[] | undefined {
  return list?.split(',').map((word) => {
    const known = allowed.find((each) => each === word.trim())
    if (known === undefined) throw new InvalidInput(`${option} takes ${allowed.join(', ')}`)
    return known
  })
}
