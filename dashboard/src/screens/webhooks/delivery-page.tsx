import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { NotFound, type Open } from '../../../../sdk/client.ts'
import type { WebhookAttempt, WebhookDeliveryRecord } from '../../../../sdk/contract.ts'
import { pollWhile, usePaused } from '../../api/polling.ts'
import { deliveriesOfScanQuery, deliveryQuery } from '../../api/queries.ts'
import { scanAddress } from '../../scan-address.ts'
import { useOrg } from '../../session/use-org.ts'
import { showPlainly } from '../../text/show-plainly.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Card } from '../../ui/card.tsx'
import { OwnUrl } from '../../ui/foreign/own-url.tsx'
import { Facts } from '../../ui/lists/facts.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { DeliveryStatus, outcomeText } from './delivery-words.tsx'
import { ResendDialog } from './resend-dialog.tsx'

type Delivery = Open<WebhookDeliveryRecord>
type Attempt = Open<WebhookAttempt>

/** One event on its way to one address: what was sent, what came back, when, and what comes next. */
export function DeliveryPage() {
  const { toscan, orgId, isAdmin } = useOrg()
  const { deliveryId } = useParams({ from: '/o/$orgId/webhooks/$deliveryId' })
  const [isPaused] = usePaused()
  const [isResending, setIsResending] = useState(false)
  const delivery = useQuery({
    ...deliveryQuery(toscan, orgId, deliveryId),
    refetchInterval: pollWhile(({ status }) => status === 'pending', isPaused),
  })
  const back = (
    <Link to="/o/$orgId/webhooks" params={{ orgId }}>
      Webhooks
    </Link>
  )
  if (delivery.error instanceof NotFound && !delivery.data)
    return (
      <>
        <PageHeader title="No such delivery" lead={back} />
        <Empty title="Nothing is kept under this id">
          Deliveries of this organization are kept for thirty days.
        </Empty>
      </>
    )
  return (
    <>
      <PageHeader
        title={delivery.data ? showPlainly(delivery.data.event_type) : 'Delivery'}
        lead={back}
        actions={
          <>
            <CopyButton label="Copy id" text={deliveryId} />
            {isAdmin && (
              <Button icon="repeat" onPress={() => setIsResending(true)}>
                Send again
              </Button>
            )}
          </>
        }
      />
      <QueryView query={delivery} what="The delivery" rows={8}>
        {(data) => <Record delivery={data} />}
      </QueryView>
      {isResending && <ResendDialog deliveryId={deliveryId} onClose={() => setIsResending(false)} />}
    </>
  )
}

function Record({ delivery }: { delivery: Delivery }) {
  const { orgId } = useOrg()
  const { endpoint } = delivery
  return (
    <>
      {endpoint && (
        <Notice
          tone="warning"
          title={endpoint.disabled_at ? 'This address is switched off' : 'This address is failing'}
        >
          {endpoint.disabled_at ? (
            <>
              Since <Moment at={endpoint.disabled_at} />:{' '}
              {showPlainly(endpoint.disabled_reason ?? 'no reason kept')}. A delivery that arrives switches it
              on again.
            </>
          ) : (
            <>
              Every attempt since <Moment at={endpoint.failing_since} /> failed.
            </>
          )}
        </Notice>
      )}
      <Card title="Delivery">
        <Facts
          facts={[
            [
              'State',
              <span key="state">
                <DeliveryStatus delivery={delivery} />
                {delivery.reason && <span className="ml-2 text-muted">{showPlainly(delivery.reason)}</span>}
              </span>,
            ],
            ['To', <OwnUrl key="to" url={delivery.url} />],
            [
              'webhook-id',
              <code key="id" className="font-mono text-xs">
                {delivery.webhook_id}
              </code>,
            ],
            [
              'Scan',
              delivery.scan_id ? (
                <Link key="scan" to={scanAddress(orgId, delivery.scan_id)} className="font-mono text-xs">
                  {delivery.scan_id}
                </Link>
              ) : (
                'None: a test event'
              ),
            ],
            ['Made', <Moment key="created_at" at={delivery.created_at} />],
            ['Delivered', <Moment key="delivered_at" at={delivery.delivered_at} />],
            ...(delivery.next_attempt_at
              ? [
                  ['Next attempt', <Moment key="next_attempt_at" at={delivery.next_attempt_at} />] satisfies [
                    string,
                    ReactNode,
                  ],
                ]
              : []),
          ]}
        />
      </Card>
      <Card title={`Attempts (${delivery.attempts.length})`}>
        {delivery.attempts.length === 0 ? (
          <p className="text-muted">None yet.</p>
        ) : (
          <ol className="flex flex-col gap-2">
            {[...delivery.attempts].reverse().map((attempt, index) => (
              <li key={attempt.attempt}>
                <AttemptView attempt={attempt} isOpen={index === 0} />
              </li>
            ))}
          </ol>
        )}
      </Card>
      <SentBody text={delivery.request_body} />
      {delivery.scan_id && <SameScan scanId={delivery.scan_id} except={delivery.delivery_id} />}
    </>
  )
}

/** Laid out to be read; what was signed are the bytes as they were sent. */
function SentBody({ text }: { text: string }) {
  const [isAsSent, setIsAsSent] = useState(false)
  const laidOut = laidOutJson(text)
  return (
    <Card
      title="Body that was sent"
      actions={
        <>
          {laidOut !== null && (
            <Button size="small" aria-pressed={isAsSent} onPress={() => setIsAsSent(!isAsSent)}>
              As it was sent
            </Button>
          )}
          <CopyButton size="small" label="Copy the body" text={text} />
        </>
      }
    >
      <Block label="Body that was sent" text={isAsSent ? text : (laidOut ?? text)} />
    </Card>
  )
}

/** Null where it is no JSON. */
function laidOutJson(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return null
  }
}

function AttemptView({ attempt, isOpen }: { attempt: Attempt; isOpen: boolean }) {
  const isGood = attempt.error === null
  return (
    <details open={isOpen} className="rounded-lg border border-line">
      <summary className="flex min-h-9 flex-wrap items-center gap-x-3 px-3 py-1.5 text-[0.8125rem]">
        <span className="font-medium">Attempt {attempt.attempt}</span>
        <span className={isGood ? 'text-none' : 'text-high'}>
          <span aria-hidden="true">{isGood ? '✓ ' : '✗ '}</span>
          {outcomeText(attempt)}
        </span>
        <span className="text-muted tabular-nums">
          <Moment at={attempt.started_at} /> · {attempt.duration_ms} ms
          {attempt.trigger === 'manual' && ' · sent by hand'}
        </span>
      </summary>
      <div className="grid gap-3 border-t border-line px-3 py-2.5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-1">
          <h3 className="text-xs font-medium text-muted">Request headers</h3>
          <Block
            label={`Request headers of attempt ${attempt.attempt}`}
            text={headerLines(attempt.request_headers)}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-1">
          <h3 className="text-xs font-medium text-muted">
            Response {attempt.remote_ip && <>from {showPlainly(attempt.remote_ip)}</>}
          </h3>
          <Block
            label={`Response headers of attempt ${attempt.attempt}`}
            text={headerLines(attempt.response_headers)}
          />
          <Block label={`Response body of attempt ${attempt.attempt}`} text={attempt.response_body} />
        </div>
      </div>
    </details>
  )
}

/** Bytes of others, line by line as they are, in a box that scrolls by itself. */
function Block({ label, text }: { label: string; text: string | null }) {
  if (!text) return <p className="text-xs text-muted">{text === '' ? 'Empty' : 'Not kept'}</p>
  const lines = text.split('\n').map((line) => showPlainly(line.replace(/\r$/, '')))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this is a region that scrolls.
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="max-h-80 overflow-auto rounded-md bg-sunken px-3 py-2"
    >
      <pre className="font-mono text-xs break-all whitespace-pre-wrap">{lines.join('\n')}</pre>
    </div>
  )
}

function headerLines(headers: Record<string, string> | null): string | null {
  if (!headers) return null
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

function SameScan({ scanId, except }: { scanId: string; except: string }) {
  const { toscan, orgId } = useOrg()
  const others = useQuery(deliveriesOfScanQuery(toscan, orgId, scanId))
  return (
    <Card title="Other deliveries about the same scan">
      <QueryView query={others} what="The other deliveries" rows={1}>
        {({ deliveries }) => {
          const rest = deliveries.filter(({ delivery_id }) => delivery_id !== except)
          if (rest.length === 0) return <p className="text-muted">None.</p>
          return (
            <ul className="flex flex-col gap-1">
              {rest.map((each) => (
                <li key={each.delivery_id} className="flex flex-wrap items-center gap-3">
                  <DeliveryStatus delivery={each} />
                  <LinkButton
                    size="small"
                    to="/o/$orgId/webhooks/$deliveryId"
                    params={{ orgId, deliveryId: each.delivery_id }}
                  >
                    {showPlainly(each.event_type)}
                  </LinkButton>
                  <Moment at={each.created_at} />
                </li>
              ))}
            </ul>
          )
        }}
      </QueryView>
    </Card>
  )
}
