import type { Pack } from 'tar-stream'
import type { Db } from '../db/database.ts'
import { manifestOfScan } from '../db/scans/manifests.ts'
import { pageHashesOf, scanExport } from '../db/scans/scan-export.ts'
import { scanOfOrg } from '../db/scans/scan-reads.ts'
import { scanRecordJson } from '../db/scans/scan-record.ts'
import type { EvidenceStore } from '../evidence/store.ts'
import { addEntry, writeNewFile, writeTar } from './new-file.ts'

export interface ExportEnd {
  scans: number
  pages: number
  /** Pages that are named and were not to be had. */
  missing: number
}

/**
 * Writes all that is kept of these scans into one new tar that its owner alone may read: `scans/<id>/record.json` as the API gives it,
 * beside it `steps.json`, `captures.json`, `reviews.json`, `webhooks.json` and, signed, `manifest.json`; and `pages/<sha256>`, each stored page once.
 * @throws Conflict when the file is there already
 */
export async function exportScans(
  ctx: { db: Db; evidence: EvidenceStore },
  scanIds: string[],
  file: string,
): Promise<ExportEnd> {
  return writeNewFile(file, (out) => writeTar(out, (tar) => fill(ctx, tar, scanIds)))
}

async function fill(
  { db, evidence }: { db: Db; evidence: EvidenceStore },
  tar: Pack,
  scanIds: string[],
): Promise<ExportEnd> {
  const end: ExportEnd = { scans: 0, pages: 0, missing: 0 }
  const seen = new Set<string>()
  for (const id of scanIds) {
    const kept = await scanExport(db, id)
    const scan = kept && (await scanOfOrg(db, kept.org_id, id))
    // Deleted meanwhile.
    if (!scan) continue
    await addEntry(tar, `scans/${id}/record.json`, scanRecordJson(scan))
    for (const part of ['steps', 'captures', 'reviews', 'webhooks'] as const)
      await addEntry(tar, `scans/${id}/${part}.json`, kept[part])
    const signed = await manifestOfScan(db, id)
    if (signed) await addEntry(tar, `scans/${id}/manifest.json`, JSON.stringify(signed))
    end.scans++
    for (const sha256 of await pageHashesOf(db, id)) {
      if (seen.has(sha256)) continue
      seen.add(sha256)
      const page = await evidence.get(sha256)
      if (page.ok) await addEntry(tar, `pages/${sha256}`, page.bytes)
      end[page.ok ? 'pages' : 'missing']++
    }
  }
  tar.finalize()
  return end
}
