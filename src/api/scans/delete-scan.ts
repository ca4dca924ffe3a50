import { DeletedScan, ErrorBody } from '../../../sdk/contract.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { isUuid } from '../requests/ids.ts'

export const deleteScan = (ctx: ApiContext) =>
  endpoint({
    method: 'DELETE',
    path: '/scans/:scan_id',
    summary: 'Delete one scan for good',
    description:
      'With its steps, stored pages, webhooks and reviews, also while it runs. Webhooks that wait are not sent. Counters stay, and a note of who deleted it.',
    tag: 'Scans',
    access: 'admin',
    acts: ['scans.delete'],
    answers: { 200: DeletedScan, 404: ErrorBody },
    async handle({ caller, by, params }) {
      const scanId = params.scan_id ?? ''
      const order = { orgId: caller.orgId, erasable: { what: 'scan', scanId }, by } as const
      const scans = isUuid(scanId) ? await ctx.erasing.erase(order) : 0
      if (scans === 0) throw new Refusal(404, 'Scan not found')
      return { scan_id: scanId, status: 'deleted' }
    },
  })
