import type { EvidenceManifest } from './contract.ts'
import type { Open } from './open.ts'
import type { CallOptions, Transport } from './transport.ts'

export interface Evidence {
  /** Where the stored bytes of an entry of `evidence_index` lie; reading them takes the `Authorization` header. */
  captureUrl(scanId: string, ref: string): string
  /** The bytes: a page as `text/plain`, a screenshot as a picture. @throws Refused with status 410 when they are not kept */
  capture(scanId: string, ref: string, options?: CallOptions): Promise<Blob>
  /** What the scan rests on, signed when it ended. @throws NotFound for one of before scans were signed */
  manifest(scanId: string, options?: CallOptions): Promise<Open<EvidenceManifest>>
}

export function evidenceOf(transport: Transport): Evidence {
  return {
    captureUrl: (scanId, ref) => transport.address(pathOf(scanId, ref)),
    capture: (scanId, ref, options) =>
      transport.bytes({ ...options, method: 'GET', path: pathOf(scanId, ref) }),
    manifest: (scanId, options) =>
      transport.json({
        ...options,
        method: 'GET',
        path: `/api/v2/scans/${encodeURIComponent(scanId)}/evidence-manifest`,
      }),
  }
}

function pathOf(scanId: string, ref: string): string {
  return `/api/v2/scans/${encodeURIComponent(scanId)}/evidence/${encodeURIComponent(ref)}/capture`
}
