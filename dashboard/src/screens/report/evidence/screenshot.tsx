import { moment } from '../../../text/times.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Failure } from '../../../ui/states/failure.tsx'
import type { Entry } from '../scan.ts'
import { usePicture } from '../subject/use-picture.ts'

/** Blurred and grey until somebody asks. */
export function Screenshot({ scanId, entry, isOwn }: { scanId: string; entry: Entry; isOwn: boolean }) {
  const { address, isRevealed, isShown, isGone, error, toggle, refetch } = usePicture(scanId, entry.ref)
  return (
    <div
      {...(!isOwn && { 'data-evidence': entry.ref, tabIndex: -1 })}
      className="flex flex-col gap-1.5 rounded-md outline-offset-2 focus:outline-2 focus:outline-accent"
    >
      <div className="flex flex-wrap items-center gap-2 text-xs text-muted">
        {!isOwn && (
          <span className="rounded bg-accent-soft px-1.5 font-mono leading-5 font-semibold text-accent">
            {entry.ref}
          </span>
        )}
        Screenshot · {moment(entry.captured_at)}
        {(address || !isShown) && (
          <span data-print="no">
            <Button size="small" icon="eye" aria-pressed={isRevealed} shortcut="r" onPress={toggle}>
              {isRevealed ? 'Hide again' : 'Reveal'}
            </Button>
          </span>
        )}
      </div>
      {isGone && <p className="text-xs text-muted">The picture is no longer stored.</p>}
      {error && (
        <Failure what="The screenshot could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {!isShown && (
        <p className="text-xs text-muted">A case of minor safety: not shown unless you ask for it.</p>
      )}
      {isShown && address && (
        <div
          data-print={isRevealed ? undefined : 'no'}
          className="max-h-96 max-w-md overflow-hidden rounded-md border border-line print:max-h-none print:break-inside-avoid"
        >
          <img
            src={address}
            alt={isRevealed ? `Screenshot of ${entry.domain}` : `Blurred screenshot of ${entry.domain}`}
            className={`w-full ${isRevealed ? '' : 'scale-105 blur-lg grayscale'}`}
          />
        </div>
      )}
      {address && !isRevealed && (
        <p className="hidden text-xs text-muted print:block">Stored, and not shown in print.</p>
      )}
    </div>
  )
}
