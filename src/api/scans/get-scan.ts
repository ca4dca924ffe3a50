import { ErrorBody, ScanRecord } from '../../../sdk/contract.ts'
import { scanOfOrg } from '../../db/scans/scan-reads.ts'
import { scanRecordJson } from '../../db/scans/scan-record.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { isUuid } from '../requests/ids.ts'

export const getScan = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/scans/:scan_id',
    summary: 'Read one scan',
    description:
      'Its record at any time: with `progress` while it is processing, with the report once it has completed, with `error` where it failed.',
    tag: 'Scans',
    access: 'any',
    answers: { 200: ScanRecord, 404: ErrorBody },
    async handle({ caller, params }) {
      const scanId = params.scan_id ?? ''
      const scan = isUuid(scanId) ? await scanOfOrg(ctx.db, caller.orgId, scanId) : undefined
      if (!scan) throw new Refusal(404, 'Scan not found')
      return scanRecordJson(scan)
    },
  })
