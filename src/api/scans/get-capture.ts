import { CaptureBytes, ErrorBody } from '../../../sdk/contract.ts'
import { captureOfScan, type StoredCapture } from '../../db/scans/captures.ts'
import { scanOfOrg } from '../../db/scans/scan-reads.ts'
import { type ApiContext, endpoint, type FileAnswer } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { isPlainId, isUuid } from '../requests/ids.ts'

/** What a browser may show of ours without running anything; everything else is handed over as plain text. */
const PICTURES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif'])

export const getCapture = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/scans/:scan_id/evidence/:ref/capture',
    summary: 'Read the stored bytes of one piece of evidence',
    description:
      'The bytes whose SHA-256 the entry of `evidence_index` states: a page as plain text, a screenshot as a picture. Never as something that runs.',
    tag: 'Scans',
    access: 'any',
    produces: ['text/plain', ...PICTURES],
    answers: { 200: CaptureBytes, 404: ErrorBody, 410: ErrorBody },
    async handle({ caller, params }) {
      const { scan_id: scanId = '', ref = '' } = params
      const scan = isUuid(scanId) ? await scanOfOrg(ctx.db, caller.orgId, scanId) : undefined
      if (!scan) throw new Refusal(404, 'Scan not found')
      const capture = isPlainId(ref) ? await captureOfScan(ctx.db, scan.scan_id, ref) : undefined
      if (!capture) throw new Refusal(404, 'Capture not found')
      if (capture.withheld) throw new Refusal(410, 'Capture is withheld')
      const stored = await ctx.evidence.get(capture.sha256)
      if (stored.ok) return fileOf(stored.bytes, capture, ref)
      if (stored.reason === 'missing') throw new Refusal(410, 'Capture is no longer stored')
      // Not to be shown as evidence of anything; `toscan evidence verify` names it as well.
      ctx.log.error(
        { scan_id: scanId, ref, sha256: capture.sha256 },
        'a stored capture does not match its hash',
      )
      throw new Refusal(410, 'Capture does not match its hash')
    },
  })

function fileOf(bytes: Uint8Array, { sha256, contentType }: StoredCapture, ref: string): FileAnswer {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';')
  const isPicture = PICTURES.has(type.trim())
  const charset = parameters.map((text) => /^\s*charset="?([\w-]{1,40})"?\s*$/.exec(text)?.[1]).find(Boolean)
  return {
    bytes,
    headers: {
      'content-type': isPicture ? type.trim() : `text/plain; charset=${charset ?? 'utf-8'}`,
      'content-disposition': isPicture
        ? `inline; filename="${ref}.${type.trim().slice(6)}"`
        : `attachment; filename="${ref}.txt"`,
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      // RFC 9530: the hash of the report, for whoever checks.
      'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
    },
  }
}
