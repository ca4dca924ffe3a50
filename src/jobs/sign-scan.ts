import type { EvidenceSigner } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { capturedRows, insertManifest } from '../db/manifests.ts'
import type { ScanRow } from '../db/scan-reads.ts'
import { writeManifest } from '../evidence/manifest.ts'

/** States what a completed scan rests on and signs it, in the transaction that ends it. */
export async function signScan(tx: Tx, signer: EvidenceSigner, scan: ScanRow) {
  const facts = {
    ...scan,
    completed_at: scan.processing_completed_at,
    report: scan.report ?? '',
    coverage: scan.coverage ?? '',
  }
  const manifest = writeManifest(facts, await capturedRows(tx, scan.scan_id))
  await insertManifest(
    tx,
    { scanId: scan.scan_id, orgId: scan.org_id },
    { manifest, signature: signer.sign(manifest), key_id: signer.keyId },
  )
}
