import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Menu } from '../../ui/dialogs/menu.tsx'
import { download } from '../../ui/download.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { AdminNote } from '../../ui/states/admin-note.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { toActFilter } from './act-filter.ts'
import { ActsCard } from './acts-card.tsx'

const FORMATS = {
  csv: { label: 'CSV', type: 'text/csv;charset=utf-8', start: '\ufeff' },
  ndjson: { label: 'JSON lines', type: 'application/x-ndjson', start: '' },
} as const
type Format = keyof typeof FORMATS

/** Who did what in the organization, for its administrators. */
export function AuditPage() {
  const { toscan, isAdmin } = useOrg()
  const search = useSearch({ from: '/o/$orgId/audit' })
  const exporting = useMutation({
    mutationFn: async (format: Format) => {
      const { type, start } = FORMATS[format]
      const acts = await toscan.audit.export({ ...toActFilter(search), format })
      download(`audit.${format}`, type, new Blob([start, acts]))
    },
  })
  return (
    <>
      <PageHeader
        title="Audit trail"
        lead="Who did what, from where, and what it was before. Rows are never changed; each is sealed with the one before it."
        actions={
          isAdmin ? (
            <Menu
              label="Export"
              trigger={<Button isBusy={exporting.isPending}>Export…</Button>}
              entries={Object.entries(FORMATS).map(([id, { label }]) => ({
                id,
                label,
                note: 'All that the filter lets through',
                onAction: () => exporting.mutate(id as Format),
              }))}
            />
          ) : (
            <AdminNote />
          )
        }
      />
      {exporting.error && <Failure what="The acts could not be exported" error={exporting.error} />}
      {isAdmin && <ActsCard search={search} />}
    </>
  )
}
