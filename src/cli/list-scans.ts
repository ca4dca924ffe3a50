import type { ScanFilter } from '../../sdk/client.ts'
import { RECOMMENDATIONS } from '../../sdk/contract.ts'
import type { Config } from '../config.ts'
import { InvalidInput } from '../errors.ts'
import { printRows } from './output.ts'
import { type ScanLine, scanRows } from './scan-rows.ts'
import { type ServerOptions, wantsJson, withServer } from './with-server.ts'

export interface ListOptions extends ServerOptions {
  recommendation?: string
  mode?: 'deep' | 'quick'
  q?: string
  from?: string
  to?: string
  sort?: 'created_at' | 'risk_score'
  order?: 'desc' | 'asc'
  limit: string
  all?: boolean
}

const LARGEST_PAGE = 100

/** Lists scans of the organization, the newest first, as many as asked for. */
export async function listScans(config: Config, options: ListOptions) {
  const most = options.all ? Number.POSITIVE_INFINITY : readCount(options.limit)
  const filter: ScanFilter = {
    recommendation: options.recommendation === undefined ? undefined : readWords(options.recommendation),
    scan_mode: options.mode,
    q: options.q,
    from_date: options.from,
    to_date: options.to,
    sort_by: options.sort,
    sort_order: options.order,
    limit: Math.min(most, LARGEST_PAGE),
  }
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

function readWords(list: string) {
  return list.split(',').map((word) => {
    const known = RECOMMENDATIONS.find((each) => each === word.trim())
    if (!known) throw new InvalidInput(`--recommendation takes ${RECOMMENDATIONS.join(', ')}`)
    return known
  })
}
