import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { retentionQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { AdminNote } from '../../ui/states/admin-note.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { RetentionDialog } from './retention-dialog.tsx'
import { daysOf } from './retention-words.ts'

/** How long scans and the pages behind their reports are kept, and what becomes of them then. */
export function RetentionCard() {
  const { toscan, orgId, isAdmin } = useOrg()
  const retention = useQuery(retentionQuery(toscan, orgId))
  const [isEditing, setIsEditing] = useState(false)
  return (
    <Card
      title="How long things are kept"
      actions={
        isAdmin && (
          <Button size="small" onPress={() => setIsEditing(true)} isDisabled={!retention.data}>
            Change
          </Button>
        )
      }
    >
      <QueryView query={retention} what="How long things are kept" rows={2}>
        {({
          evidence_days,
          own_evidence_days,
          longest_evidence_days,
          scan_days,
          own_scan_days,
          longest_scan_days,
        }) => (
          <div className="flex flex-col gap-2">
            <p>
              Pages and screenshots are deleted <strong>{daysOf(evidence_days)}</strong> after they were
              fetched, within the hour. Reports stay, with the words that they quote.
            </p>
            <p className="text-muted">
              {own_evidence_days === null
                ? 'Whoever runs the service has set this.'
                : `Whoever runs the service keeps them for ${daysOf(longest_evidence_days)} at most.`}
            </p>
            <p>
              {scan_days === null ? (
                'Scans are kept until somebody deletes them.'
              ) : (
                <>
                  Whole scans go <strong>{daysOf(scan_days)}</strong> after they were submitted, with reports,
                  reviews and webhooks.
                </>
              )}
            </p>
            {scan_days !== null && (
              <p className="text-muted">
                {own_scan_days === null
                  ? 'Whoever runs the service has set this.'
                  : longest_scan_days === null
                    ? 'This organization has set this.'
                    : `Whoever runs the service keeps them for ${daysOf(longest_scan_days)} at most.`}
              </p>
            )}
            {!isAdmin && <AdminNote />}
          </div>
        )}
      </QueryView>
      {isEditing && retention.data && (
        <RetentionDialog retention={retention.data} onClose={() => setIsEditing(false)} />
      )}
    </Card>
  )
}
