import { useSignedIn } from '../../services.ts'
import { useOrg } from '../../session/use-org.ts'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

/** The scan of another organization looks like none: the way there is offered instead. */
export function NoSuchScan({ scanId }: { scanId: string }) {
  const { orgId, name } = useOrg()
  const others = useSignedIn().organizations.filter((each) => each.org_id !== orgId)
  return (
    <>
      <PageHeader title="No such scan" lead={`There is no scan of this id in ${name}.`} />
      <p className="font-mono text-xs text-muted [overflow-wrap:anywhere]">{scanId}</p>
      {others.length > 0 && (
        <section className="flex flex-col items-start gap-2">
          <h2 className="font-medium">Perhaps in another organization</h2>
          {others.map((each) => (
            <LinkButton
              key={each.org_id}
              to="/o/$orgId/scans/$scanId"
              params={{ orgId: each.org_id, scanId }}
            >
              Look in {each.name}
            </LinkButton>
          ))}
        </section>
      )}
      <div>
        <LinkButton to="/o/$orgId" params={{ orgId }}>
          Home
        </LinkButton>
      </div>
    </>
  )
}
