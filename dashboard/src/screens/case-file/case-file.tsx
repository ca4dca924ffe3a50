import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { reviewQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { profileName } from '../../text/profile-name.ts'
import { Card } from '../../ui/card.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { LinkChainTab } from '../report/chain/link-chain-tab.tsx'
import { linkTree } from '../report/chain/link-tree.ts'
import { CoverageTab } from '../report/coverage-tab.tsx'
import { DeliveriesTab } from '../report/deliveries-tab.tsx'
import { DetailsTab } from '../report/details-tab.tsx'
import { EvidenceList } from '../report/evidence/evidence-list.tsx'
import { focusEvidence } from '../report/evidence/focus-evidence.ts'
import { RawTab } from '../report/raw-tab.tsx'
import { CommentsCard } from '../report/review/comments-card.tsx'
import { DecisionRecord } from '../report/review/decision-record.tsx'
import { ReviewLogView } from '../report/review/review-log-view.tsx'
import { isMinorSafety, type Report, type Scan } from '../report/scan.ts'
import { gapsOf } from '../report/summary/gaps.ts'
import { Reasons } from '../report/summary/reasons.tsx'
import { VerdictBand } from '../report/summary/verdict-band.tsx'
import { WhatNext } from '../report/summary/what-next.tsx'

/** What is in the file only where somebody wants it. */
export interface FileParts {
  deliveries: boolean
  raw: boolean
}

/** Everything that is known of a case, from top to bottom. */
export function CaseFile({ scan, report, parts }: { scan: Scan; report: Report; parts: FileParts }) {
  const entries = report.evidence_index ?? []
  const gaps = report.coverage ? gapsOf(report.coverage, entries[0]?.outcome) : null
  const toCoverage = () => document.getElementById('coverage')?.scrollIntoView()
  return (
    <>
      <VerdictBand scan={scan} report={report} gaps={gaps} onGaps={toCoverage} />
      <Decision scanId={scan.profile_id} />
      <Reasons scan={scan} report={report} onRef={focusEvidence} />
      <WhatNext report={report} onRef={focusEvidence} />
      <Part title={`Evidence (${entries.length})`}>
        <EvidenceList scan={scan} report={report} />
      </Part>
      <Part title="Link chain">
        <LinkChainTab roots={linkTree(entries)} label={report.link_chain} onChoose={focusEvidence} />
      </Part>
      <Part title="Coverage" id="coverage">
        <CoverageTab report={report} gaps={gaps} />
      </Part>
      <Part title="Details">
        <DetailsTab scan={scan} report={report} />
      </Part>
      <CommentsCard
        scanId={scan.profile_id}
        name={profileName(scan.url)}
        isMinorSafety={isMinorSafety(report)}
      />
      {parts.deliveries && (
        <Part title="Deliveries">
          <DeliveriesTab scan={scan} />
        </Part>
      )}
      {parts.raw && (
        <Part title="Raw JSON">
          <RawTab scan={scan} />
        </Part>
      )}
    </>
  )
}

function Part({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section id={id} aria-label={title} className="flex min-w-0 flex-col gap-3">
      <h2 className="text-base font-semibold print:break-after-avoid">{title}</h2>
      {children}
    </section>
  )
}

function Decision({ scanId }: { scanId: string }) {
  const { toscan, orgId } = useOrg()
  const query = useQuery(reviewQuery(toscan, orgId, scanId))
  return (
    <Card title="Decision">
      <QueryView query={query} what="The review" rows={2}>
        {(review) => (
          <div className="flex flex-col gap-3">
            {review.decision ? (
              <DecisionRecord decision={review.decision} />
            ) : (
              <p className="text-muted">Nobody has decided on this scan.</p>
            )}
            <ReviewLogView scanId={scanId} version={review.version} />
          </div>
        )}
      </QueryView>
    </Card>
  )
}
