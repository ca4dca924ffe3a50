import { useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { checkSignature, type SignatureCheck } from './check-signature.ts'

const SNIPPET = `import { verifyWebhook } from '@toscan/sdk'

// body: the raw bytes, before any JSON parser
const event = verifyWebhook(body, request.headers, process.env.TOSCAN_WEBHOOK_SECRET)
// throws WebhookNotVerified: answer 400 and do nothing`

/** How a receiver checks a signature, and a place to find out why its check fails. */
export function VerifyCard() {
  const [secret, setSecret] = useState('')
  const [headers, setHeaders] = useState('')
  const [body, setBody] = useState('')
  const [result, setResult] = useState<SignatureCheck | null>(null)
  const check = async () => setResult(await checkSignature({ secret, headers, body, now: Date.now() }))
  return (
    <Card title="Verify a signature">
      <div className="grid gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-2">
          <p className="text-muted">
            Deliveries follow Standard Webhooks. In a receiver, with the SDK of this service:
          </p>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
            tabIndex={0}
            className="overflow-x-auto rounded-md bg-sunken px-3 py-2 font-mono text-xs"
          >
            {SNIPPET}
          </pre>
          <div>
            <CopyButton size="small" label="Copy the snippet" text={SNIPPET} />
          </div>
        </div>
        <form
          className="flex min-w-0 flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void check()
          }}
        >
          <TextField
            label="Secret"
            type="password"
            value={secret}
            onChange={setSecret}
            placeholder="whsec_…"
            autoComplete="off"
            description="Stays in this page: the check runs in your browser."
            mono
          />
          <TextField
            label="Headers"
            value={headers}
            onChange={setHeaders}
            rows={3}
            placeholder={'webhook-id: …\nwebhook-timestamp: …\nwebhook-signature: v1,…'}
            mono
          />
          <TextField label="Body, as it was received" value={body} onChange={setBody} rows={4} mono />
          <div>
            <Button type="submit">Check</Button>
          </div>
          <div role="status">
            {result?.kind === 'valid' && (
              <Notice tone={result.note ? 'warning' : 'good'} title="Valid: this service wrote it">
                {result.note}
              </Notice>
            )}
            {result?.kind === 'invalid' && (
              <Notice tone="warning" title="Not valid">
                {result.why}
              </Notice>
            )}
          </div>
        </form>
      </div>
    </Card>
  )
}
