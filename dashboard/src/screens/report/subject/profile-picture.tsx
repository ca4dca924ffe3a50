import { Icon } from '../../../ui/icon.tsx'
import { MissingPart } from '../../../ui/states/missing-part.tsx'
import type { Scan } from '../scan.ts'
import { usePicture } from './use-picture.ts'

/** The picture of the profile, else how its page looked. Nothing where neither is stored. */
export function ProfilePicture({ scan }: { scan: Scan }) {
  const ref = scan.profile?.picture ?? screenshotOf(scan)
  return ref ? <Picture key={ref} scanId={scan.profile_id} pictureRef={ref} /> : null
}

function Picture({ scanId, pictureRef }: { scanId: string; pictureRef: string }) {
  const { address, isRevealed, isShown, isGone, error, toggle, refetch } = usePicture(scanId, pictureRef)
  if (isGone) return null
  if (error) return <MissingPart query={{ data: undefined, error, refetch }} what="The picture" />
  return (
    <button
      type="button"
      aria-label={`${isRevealed ? 'Hide' : 'Reveal'} the picture of the profile`}
      aria-pressed={isRevealed}
      data-print={isRevealed ? undefined : 'no'}
      onClick={toggle}
      className="relative grid size-14 shrink-0 cursor-default place-items-center overflow-hidden rounded-lg border border-line bg-gap-soft text-gap sm:size-20"
    >
      {isShown && address && (
        <img
          src={address}
          alt=""
          className={`size-full object-cover object-top ${isRevealed ? '' : 'scale-110 blur-md grayscale'}`}
        />
      )}
      {!isRevealed && (
        <span className="absolute rounded-md bg-surface p-1 text-ink">
          <Icon name="eye" size={14} />
        </span>
      )}
    </button>
  )
}

function screenshotOf({ triage_report: report }: Scan): string | undefined {
  const entries = report?.evidence_index ?? []
  return entries.find(({ type, shows }) => type === 'screenshot' && shows === entries[0]?.ref)?.ref
}
