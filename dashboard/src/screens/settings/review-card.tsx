import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Open } from '../../../../sdk/client.ts'
import type { ReviewSettings } from '../../../../sdk/contract.ts'
import { reviewSettingsQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { AdminNote } from '../../ui/states/admin-note.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { ReviewDialog } from './review-dialog.tsx'

/** How the organization reviews: reasons, what is required, and how much is looked at twice. */
export function ReviewCard() {
  const { toscan, orgId, isAdmin } = useOrg()
  const settings = useQuery(reviewSettingsQuery(toscan, orgId))
  const [isEditing, setIsEditing] = useState(false)
  return (
    <Card
      title="Review"
      actions={
        isAdmin && (
          <Button
            size="small"
            aria-label="Change how you review"
            onPress={() => setIsEditing(true)}
            isDisabled={!settings.data}
          >
            Change
          </Button>
        )
      }
    >
      <QueryView query={settings} what="How you review" rows={3}>
        {({ reasons, reason_required, note_required, second_review: { percent, codes }, wellbeing }) => (
          <div className="flex flex-col gap-2">
            <p>
              {reasons.length > 0
                ? `Reasons: ${reasons.join(' · ')}`
                : 'There are no reasons to choose from.'}
            </p>
            <p>
              Required:{' '}
              {[reason_required && 'a reason', note_required && 'a note'].filter(Boolean).join(' and ') ||
                'nothing'}
              .{(reason_required || note_required) && ' To clear what was not flagged takes neither.'}
            </p>
            {percent === 0 && Object.keys(codes).length === 0 ? (
              <p>Nothing is decided a second time.</p>
            ) : (
              <p>
                A second person decides again on {percent} % of all
                {Object.entries(codes).map(([code, share]) => (
                  <span key={code}>
                    , {share} % with <code className="font-mono text-xs">{code}</code>
                  </span>
                ))}
                .
              </p>
            )}
            <p>{wellbeingWords(wellbeing)}</p>
            {!isAdmin && <AdminNote />}
          </div>
        )}
      </QueryView>
      {isEditing && settings.data && (
        <ReviewDialog settings={settings.data} onClose={() => setIsEditing(false)} />
      )}
    </Card>
  )
}

function wellbeingWords({
  blur_pictures,
  severe_in_row,
  break_minutes,
}: Open<ReviewSettings>['wellbeing']): string {
  return [
    blur_pictures
      ? 'Pictures are blurred for everybody.'
      : 'Whether pictures are blurred is for each to say.',
    severe_in_row === null
      ? 'Severe cases come as they come.'
      : `After ${severe_in_row} severe cases in a row a milder one comes, or a pause.`,
    break_minutes === null ? '' : `After ${break_minutes} minutes a break is suggested.`,
  ].join(' ')
}
