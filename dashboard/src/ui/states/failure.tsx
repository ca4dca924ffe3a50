import type { ReactNode } from 'react'
import { messageOf } from '../../api/message-of.ts'
import { Button } from '../buttons/button.tsx'
import { Notice } from './notice.tsx'

/** What failed, why, and a way to try again; what was there before stays on the page. */
export function Failure({
  what,
  error,
  onRetry,
  more,
}: {
  what: string
  error: unknown
  onRetry?: () => void
  /** Further ways out. */
  more?: ReactNode
}) {
  return (
    <Notice
      tone="error"
      title={what}
      action={
        onRetry && (
          <div className="flex flex-wrap gap-2">
            <Button size="small" icon="repeat" onPress={onRetry}>
              Retry
            </Button>
            {more}
          </div>
        )
      }
    >
      {messageOf(error)}
    </Notice>
  )
}
