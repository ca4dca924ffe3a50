import { ErrorBody, EvidenceManifest } from '../../../sdk/contract.ts'
import { manifestOfScan } from '../../db/scans/manifests.ts'
import { scanOfOrg } from '../../db/scans/scan-reads.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { isUuid } from '../requests/ids.ts'

export const getManifest = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/scans/:scan_id/evidence-manifest',
    summary: 'Read what a scan rests on, signed',
    description:
      'Every stored page in the order of capture, and the hash of the report, as they were when the scan ended. Signed with the key at `/.well-known/toscan-evidence-key`.',
    tag: 'Scans',
    access: 'any',
    answers: { 200: EvidenceManifest, 404: ErrorBody },
    async handle({ caller, params }) {
      const { scan_id: scanId = '' } = params
      const scan = isUuid(scanId) ? await scanOfOrg(ctx.db, caller.orgId, scanId) : undefined
      if (!scan) throw new Refusal(404, 'Scan not found')
      const signed = await manifestOfScan(ctx.db, scan.scan_id)
      if (!signed) throw new Refusal(404, 'Manifest not found')
      return signed
    },
  })
