import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { outcomeText } from './delivery-words.tsx'

/** Sends one signed event and says what the receiver made of it. */
export function TestEvent() {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const test = useMutation({
    mutationFn: () => toscan.webhookTest(),
    onSuccess: () => queries.invalidateQueries({ queryKey: [orgId, 'deliveries'] }),
  })
  const attempt = test.data?.attempts.at(-1)
  const isGood = test.data?.status === 'delivered'
  return (
    <div className="flex flex-col gap-2">
      <div>
        <Button size="small" isBusy={test.isPending} onPress={() => test.mutate()}>
          {test.isPending ? 'Sending…' : 'Send a test event'}
        </Button>
      </div>
      <div role="status">
        {test.data && (
          <Notice
            tone={isGood ? 'good' : 'warning'}
            title={isGood ? 'The receiver took it' : 'The receiver did not take it'}
            action={
              <LinkButton
                size="small"
                to="/o/$orgId/webhooks/$deliveryId"
                params={{ orgId, deliveryId: test.data.delivery_id }}
              >
                Details
              </LinkButton>
            }
          >
            {attempt && `${outcomeText(attempt)}, ${attempt.duration_ms} ms`}
          </Notice>
        )}
      </div>
      {test.error && <Failure what="No test event was sent" error={test.error} />}
    </div>
  )
}
