import type { Open } from '../../../../sdk/client.ts'
import type { CriterionDefinition, CriterionWithVersions } from '../../../../sdk/contract.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Moment } from '../../ui/moment.tsx'

/** What it said before, by whom and when. */
export function VersionsCard({
  versions,
  judging,
  onTake,
}: {
  versions: Open<CriterionWithVersions>['versions']
  judging: number | null
  /** Into the form, to be saved anew. */
  onTake(definition: Open<CriterionDefinition>): void
}) {
  const { isAdmin } = useOrg()
  return (
    <Card title="Versions">
      <ul className="flex flex-col gap-2">
        {versions.map(({ version, definition, created_at, created_by_email }) => (
          <li key={version} className="flex flex-wrap items-center justify-between gap-2">
            <span>
              <strong>{version}</strong>
              {version === judging && ' (in force)'}: {definition.name}, <Moment at={created_at} /> by{' '}
              <span className="break-all">{created_by_email}</span>
            </span>
            {isAdmin && (
              <Button
                size="small"
                aria-label={`Take version ${version} into the form`}
                onPress={() => onTake(definition)}
              >
                Into the form
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
