import { ForeignUrl } from '../../../ui/foreign/foreign-url.tsx'
import { CreatorLink } from '../../creator/creator-link.tsx'
import type { Scan } from '../scan.ts'
import { ProfileLine } from './profile-line.tsx'
import { ProfilePicture } from './profile-picture.tsx'

/** Who it is: how they look, what they call themselves, where. */
export function ScanSubject({ scan }: { scan: Scan }) {
  return (
    <div className="flex items-start gap-3 text-muted">
      <ProfilePicture scan={scan} />
      <div className="min-w-0 grow">
        {scan.profile && <ProfileLine profile={scan.profile} />}
        <div className="flex flex-wrap items-center gap-x-2">
          <ForeignUrl url={scan.url} />
          <span data-print="no">
            <CreatorLink url={scan.url} words="All scans of this profile" />
          </span>
        </div>
      </div>
    </div>
  )
}
