import { useState } from 'react'
import { defang } from '../text/defang.ts'
import { openable } from '../text/openable.ts'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { OpenSafely } from './open-safely.tsx'

/** An address of others: shown disarmed, copied as it is, opened only by way of a dialog that shows where it leads. */
export function ForeignUrl({ url, actions = true }: { url: string; actions?: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-1">
      <bdi dir="ltr" className="font-mono text-xs [overflow-wrap:anywhere]">
        {defang(url)}
      </bdi>
      {actions && (
        <span className="inline-flex" data-print="no">
          <CopyButton text={url} label="Copy" variant="quiet" size="small" />
          {openable(url) && (
            <Button variant="quiet" size="small" icon="external" onPress={() => setIsOpen(true)}>
              Open safely
            </Button>
          )}
        </span>
      )}
      <OpenSafely url={url} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </span>
  )
}
