import type { EvidenceSigner } from '../context.ts'
import type { FinishedScan } from '../db/scans/finish-scan.ts'
import type { SignedManifest } from '../db/scans/manifests.ts'
import { writeManifest } from '../evidence/manifest.ts'

/** States what a completed scan rests on and signs it. */
export function signScan(signer: EvidenceSigner, { scan, captured }: FinishedScan): SignedManifest {
  const facts = {
    ...scan,
    completed_at: scan.processing_completed_at,
    report: scan.report ?? '',
    coverage: scan.coverage ?? '',
  }
  const manifest = writeManifest(facts, captured)
  return { manifest, signature: signer.sign(manifest), key_id: signer.keyId }
}
