import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Open } from '../../../../sdk/client.ts'
import type { Criterion } from '../../../../sdk/contract.ts'
import { criteriaQuery, criterionQuery, reasonCodesQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { download } from '../../ui/download.ts'
import { Failure } from '../../ui/states/failure.tsx'
import { stateWords } from './state-words.ts'

const STATES: { state: Criterion['state']; action: string }[] = [
  { state: 'draft', action: 'Take out of force' },
  { state: 'shadow', action: 'Put in shadow' },
  { state: 'live', action: 'Make live' },
]

/** Whether it judges, and the steps from here: always to the newest version. */
export function StateCard({ criterion }: { criterion: Open<Criterion> }) {
  const { toscan, orgId, isAdmin } = useOrg()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { code, state, version, judging_version } = criterion
  const renew = () =>
    Promise.all(
      [
        criteriaQuery(toscan, orgId).queryKey,
        criterionQuery(toscan, orgId, code).queryKey,
        reasonCodesQuery(toscan, orgId).queryKey,
      ].map((queryKey) => queries.invalidateQueries({ queryKey })),
    )
  const set = useMutation({
    mutationFn: (to: Criterion['state']) => toscan.criteria.setState(code, { state: to, version }),
    onSuccess: renew,
  })
  const remove = useMutation({
    mutationFn: () => toscan.criteria.remove(code),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: criteriaQuery(toscan, orgId).queryKey })
      await navigate({ to: '/o/$orgId/criteria', params: { orgId } })
    },
  })
  const take = useMutation({
    mutationFn: async () => download(`${code}.yaml`, 'application/yaml', await toscan.criteria.export(code)),
  })
  const isNewer = judging_version !== null && judging_version < version
  return (
    <Card title="State">
      <div className="flex flex-col gap-3">
        <p role="status">{stateWords(criterion)}.</p>
        <p className="text-muted">
          In shadow, reports record what it finds, and nothing else changes. Live, it counts for scans from
          now on.
        </p>
        <div className="flex flex-wrap gap-2">
          {isAdmin &&
            STATES.filter((each) => each.state !== state || (isNewer && state !== 'draft')).map((each) => (
              <Button
                key={each.state}
                variant={each.state === 'live' ? 'primary' : undefined}
                isDisabled={set.isPending}
                onPress={() => set.mutate(each.state)}
              >
                {each.state === 'draft' ? each.action : `${each.action} (version ${version})`}
              </Button>
            ))}
          <Button isBusy={take.isPending} onPress={() => take.mutate()}>
            Export YAML
          </Button>
          {isAdmin && criterion.can_delete && (
            <Button variant="danger" isBusy={remove.isPending} onPress={() => remove.mutate()}>
              Delete the draft
            </Button>
          )}
        </div>
        {set.error && <Failure what="The state was not set" error={set.error} />}
        {remove.error && <Failure what="The draft was not deleted" error={remove.error} />}
        {take.error && <Failure what="The criterion could not be exported" error={take.error} />}
      </div>
    </Card>
  )
}
