import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { mentionsQuery } from '../../api/queries.ts'
import { scanAddress } from '../../scan-address.ts'
import { useOrg } from '../../session/use-org.ts'
import { accountName } from '../../text/account-name.ts'
import { showPlainly } from '../../text/show-plainly.ts'
import { Card } from '../../ui/card.tsx'
import { MissingPart } from '../../ui/states/missing-part.tsx'

/** Who wants something of me. Nothing where nobody does; whoever opens the report has seen it. */
export function MentionsCard() {
  const { toscan, orgId } = useOrg()
  const mentions = useQuery(mentionsQuery(toscan, orgId))
  const unseen = mentions.data?.mentions.filter(({ seen }) => !seen) ?? []
  if (unseen.length === 0) return <MissingPart query={mentions} what="Mentions of you" />
  return (
    <Card title={`Mentions (${unseen.length})`}>
      <ul className="flex flex-col gap-2">
        {unseen.map((mention) => (
          <li key={mention.comment_id} className="min-w-0">
            <Link
              to={scanAddress(orgId, mention.scan_id)}
              className="inline-flex min-h-6 max-w-full items-center"
            >
              <span className="truncate">{showPlainly(accountName(mention.profile_url))}</span>
            </Link>
            <p className="line-clamp-2 [overflow-wrap:anywhere]">{mention.body}</p>
            <p className="text-xs text-muted">{mention.by.email}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
