import { moment } from '../../text/times.ts'
import { Card } from '../../ui/card.tsx'
import { ForeignText } from '../../ui/foreign/foreign-text.tsx'
import { Facts } from '../../ui/lists/facts.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { DeliveriesTab } from './deliveries-tab.tsx'
import type { Scan } from './scan.ts'

/** No report: that is no good news, and said so. */
export function FailedScan({ scan }: { scan: Scan }) {
  return (
    <>
      <Notice tone="error" title="This scan failed">
        <ForeignText>{scan.error ?? 'No reason was given.'}</ForeignText>
        <p className="mt-1">
          Nothing is known about this profile: a failed scan is not a clean one. Rescan it above.
        </p>
      </Notice>
      <Card title="When">
        <Facts
          facts={[
            ['Submitted', moment(scan.created_at)],
            ['Started', moment(scan.processing_started_at)],
            ['Ended', moment(scan.processing_completed_at)],
            [
              'Scan',
              <code key="id" className="font-mono text-xs">
                {scan.profile_id}
              </code>,
            ],
          ]}
        />
      </Card>
      <Card title="Deliveries" flush>
        <DeliveriesTab scan={scan} />
      </Card>
    </>
  )
}
