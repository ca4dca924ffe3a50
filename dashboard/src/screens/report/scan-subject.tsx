import { hostOf } from '../../text/account-name.ts'
import { ForeignUrl } from '../../ui/foreign-url.tsx'
import { CreatorLink } from '../creator/creator-link.tsx'
import { ProfileLine } from './profile-line.tsx'
import type { Scan } from './scan.ts'

export function ScanSubject({ scan }: { scan: Scan }) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2">
        <span>{hostOf(scan.url)}</span>
        <ForeignUrl url={scan.url} />
        <span data-print="no">
          <CreatorLink url={scan.url} words="All scans of this profile" />
        </span>
      </span>
      {scan.profile && <ProfileLine profile={scan.profile} />}
    </>
  )
}
