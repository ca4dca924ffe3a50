import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { NotFound } from '../../../../../sdk/client.ts'
import { manifestQuery } from '../../../api/queries.ts'
import { useOrg } from '../../../session/use-org.ts'
import { moment } from '../../../text/times.ts'
import { ForeignText } from '../../../ui/foreign/foreign-text.tsx'
import { Facts } from '../../../ui/lists/facts.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { type AskedHow, askedHow } from './asked-how.ts'

/** What was sent for a page, and the certificate of who answered: read when it is opened, for nobody decides by it. */
export function AskedHowView({ scanId, entryRef }: { scanId: string; entryRef: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      data-print="no"
      className="text-xs"
      onToggle={(event) => event.currentTarget.open && setOpen(true)}
    >
      <summary className="min-h-6 cursor-default text-muted hover:text-ink">Request and certificate</summary>
      {isOpen && <Signed scanId={scanId} entryRef={entryRef} />}
    </details>
  )
}

function Signed({ scanId, entryRef }: { scanId: string; entryRef: string }) {
  const { toscan, orgId } = useOrg()
  const query = useQuery(manifestQuery(toscan, orgId, scanId))
  if (query.error instanceof NotFound) return <NotKept />
  return (
    <QueryView query={query} what="The request" rows={2}>
      {({ manifest }) => {
        const asked = askedHow(manifest, entryRef)
        return asked ? <Asked asked={asked} /> : <NotKept />
      }}
    </QueryView>
  )
}

function NotKept() {
  return (
    <p className="mt-1 text-muted">
      Not kept: another scan had fetched this page a moment before, or it is of before requests were kept.
    </p>
  )
}

function Asked({ asked: { method, headers, tls } }: { asked: AskedHow }) {
  const sent = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const connection = tls ? [tls.protocol, tls.cipher].filter(Boolean).join(', ') : 'Without TLS'
  const facts: [string, ReactNode][] = [
    [
      'Sent',
      <span key="sent" className="font-mono whitespace-pre-line">
        {[method, ...sent].join('\n')}
      </span>,
    ],
    ['Connection', connection],
  ]
  if (tls) {
    const { subject, issuer, valid_from, valid_to, sha256 } = tls.certificate
    facts.push(
      ['Certificate of', <ForeignText key="subject">{subject}</ForeignText>],
      ['Issued by', <ForeignText key="issuer">{issuer}</ForeignText>],
      ['Valid', `${moment(valid_from)} – ${moment(valid_to)}`],
      [
        'SHA-256',
        <span key="sha256" className="font-mono">
          {sha256}
        </span>,
      ],
    )
  }
  return <Facts facts={facts} />
}
