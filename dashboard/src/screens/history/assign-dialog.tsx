import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { membersQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx'
import { Select } from '../../ui/fields/select.tsx'
import type { ScanRow } from './history-filter.ts'
import { inHundreds } from './in-hundreds.ts'

/** Whose cases these are: the queue gives them to nobody else. */
export function AssignDialog({ rows, onClose }: { rows: readonly ScanRow[]; onClose(): void }) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const members = useQuery(membersQuery(toscan, orgId)).data?.members ?? []
  const [who, setWho] = useState('me')
  const assigning = useMutation({
    mutationFn: () => {
      const ids = rows.map(({ scan_id }) => scan_id)
      return inHundreds(ids, (some) => toscan.reviewQueue.assign(some, who === '' ? null : who))
    },
    onSuccess: onClose,
    onSettled: () =>
      Promise.all(
        ['history', 'scans', 'review-queue'].map((what) =>
          queries.invalidateQueries({ queryKey: [orgId, what] }),
        ),
      ),
  })
  const options = [
    { value: 'me', label: 'Me' },
    ...members
      .filter(({ is_you }) => !is_you)
      .map(({ user_id, email }) => ({ value: user_id, label: email })),
    { value: '', label: 'Nobody' },
  ]
  return (
    <ActionDialog
      title={`Assign ${rows.length} selected ${rows.length === 1 ? 'scan' : 'scans'}`}
      action="Assign"
      busy="Assigning…"
      change={assigning}
      failure="Not all were assigned"
      onClose={onClose}
    >
      <Select label="To" options={options} value={who} onChange={setWho} />
      <p className="text-muted">
        In the review queue only that person gets them. What is decided already stays as it is.
      </p>
    </ActionDialog>
  )
}
