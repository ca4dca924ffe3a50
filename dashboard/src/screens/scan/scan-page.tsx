import { useSearch } from '@tanstack/react-router'
import { readDraft } from '../../scan-draft.ts'
import { useOrg } from '../../session/use-org.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { ScanForm } from './scan-form.tsx'

/** One form for one profile or ten thousand. `?url=` comes from elsewhere in the dashboard, and is only filled in. */
export function ScanPage() {
  const { orgId, owner } = useOrg()
  const { url } = useSearch({ from: '/o/$orgId/scan' })
  const draft = readDraft(owner)
  return (
    <>
      <PageHeader title="Scan" lead="One profile, or many: one address a line." />
      <ScanForm key={orgId} initial={url ? { text: url, leftFrom: null } : draft} />
    </>
  )
}
