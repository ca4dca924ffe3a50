import { useState } from 'react'
import { defang } from '../../text/defang.ts'
import { openable } from '../../text/openable.ts'
import { Button } from '../buttons/button.tsx'
import { CopyButton } from '../buttons/copy-button.tsx'
import { OpenSafely } from './open-safely.tsx'

/** From so many letters on three lines are shown: what stands below is looked for, and to copy it or to open it shows all of it. */
const LONG = 200
/** Letters that tell one address from the next by ear. */
const SPOKEN = 60

/** An address of others: shown disarmed, copied as it is, opened only by way of a dialog that shows where it leads. */
export function ForeignUrl({ url, actions = true }: { url: string; actions?: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const shown = defang(url)
  const spoken = shown.replace(/^\w+:\/\//, '').slice(0, SPOKEN)
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-1">
      <bdi
        dir="ltr"
        title={url.length > LONG ? shown.slice(0, 2000) : undefined}
        className={`font-mono text-xs [overflow-wrap:anywhere] ${url.length > LONG ? 'line-clamp-3 print:line-clamp-none' : ''}`}
      >
        {shown}
      </bdi>
      {actions && (
        <span className="inline-flex" data-print="no">
          <CopyButton text={url} label="Copy" of={spoken} variant="quiet" size="small" />
          {openable(url) && (
            <Button variant="quiet" size="small" icon="external" onPress={() => setIsOpen(true)}>
              Open safely
              <span className="sr-only">
                {' '}
                <bdi>{spoken}</bdi>
              </span>
            </Button>
          )}
        </span>
      )}
      <OpenSafely url={url} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </span>
  )
}
