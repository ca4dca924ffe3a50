import type { Open } from '../../../../../sdk/client.ts'
import type { ScanReview } from '../../../../../sdk/contract.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Failure } from '../../../ui/states/failure.tsx'
import { useReviewChange } from './use-review-change.ts'

/** Is this finding right? Pressing the same again takes it back. */
export function FindingVerdict({
  scanId,
  code,
  review,
}: {
  scanId: string
  code: string
  review: Open<ScanReview> | undefined
}) {
  const change = useReviewChange(scanId)
  if (!review) return null
  const given = review.findings.find((finding) => finding.code === code)
  const toggle = (verdict: 'accepted' | 'rejected') =>
    change.mutate({ findings: { [code]: given?.verdict === verdict ? null : verdict } })
  return (
    <div data-print="no" className="flex flex-col items-end gap-1 max-sm:items-start">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; these are two buttons about one thing. */}
      <div role="group" aria-label={`Is ${code} right?`} className="flex gap-1">
        <Button
          size="small"
          icon="check"
          variant={given?.verdict === 'accepted' ? 'primary' : 'secondary'}
          aria-pressed={given?.verdict === 'accepted'}
          isBusy={change.isPending}
          onPress={() => toggle('accepted')}
        >
          Right
          <span className="sr-only">
            : <code>{code}</code>
          </span>
        </Button>
        <Button
          size="small"
          icon="cross"
          variant={given?.verdict === 'rejected' ? 'primary' : 'secondary'}
          aria-pressed={given?.verdict === 'rejected'}
          isBusy={change.isPending}
          onPress={() => toggle('rejected')}
        >
          Wrong
          <span className="sr-only">
            : <code>{code}</code>
          </span>
        </Button>
      </div>
      {given && <p className="text-xs text-muted">by {given.by.email}</p>}
      {change.error && <Failure what="Not saved" error={change.error} />}
    </div>
  )
}
