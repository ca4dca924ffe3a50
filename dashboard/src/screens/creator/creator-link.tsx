import { Link } from '@tanstack/react-router'
import { useOrg } from '../../session/use-org.ts'
import { accountName } from '../../text/account-name.ts'
import { showPlainly } from '../../text/show-plainly.ts'
import { Icon } from '../../ui/icon.tsx'

/** As long as the service takes an address. */
const LONGEST = 2083

/** To all scans of the profile at an address; nothing where it is none that can be asked for. */
export function CreatorLink({
  url,
  words = 'All scans',
  isIcon = false,
}: {
  url: string
  words?: string
  /** For rows, where words would stand a hundred times. */
  isIcon?: boolean
}) {
  const { orgId } = useOrg()
  if (!/^https?:/i.test(url) || url.length > LONGEST) return null
  return (
    <Link
      to="/o/$orgId/creator"
      params={{ orgId }}
      search={{ profile_url: url }}
      title={isIcon ? words : undefined}
      className={
        isIcon
          ? 'inline-grid size-6 shrink-0 place-items-center rounded text-muted hover:text-ink'
          : 'inline-flex min-h-6 items-center text-xs whitespace-nowrap'
      }
    >
      {isIcon ? (
        <>
          <Icon name="history" size={14} />
          <span className="sr-only">{words}</span>
        </>
      ) : (
        words
      )}
      <span className="sr-only"> of {showPlainly(accountName(url)).slice(0, 100)}</span>
    </Link>
  )
}
