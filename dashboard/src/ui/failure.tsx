import { messageOf } from '../api/message-of.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/** What failed, why, and a way to try again; what was there before stays on the page. */
export function Failure({ what, error, onRetry }: { what: string; error: unknown; onRetry?: () => void }) {
  return (
    <Notice
      tone="error"
      title={what}
      action={
        onRetry && (
          <Button size="small" icon="repeat" onPress={onRetry}>
            Retry
          </Button>
        )
      }
    >
      {messageOf(error)}
    </Notice>
  )
}
