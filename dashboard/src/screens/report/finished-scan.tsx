import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { profileName } from '../../text/profile-name.ts'
import { Notice } from '../../ui/states/notice.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import { LinkChainTab } from './chain/link-chain-tab.tsx'
import { linkTree } from './chain/link-tree.ts'
import { CoverageTab } from './coverage-tab.tsx'
import { DeliveriesTab } from './deliveries-tab.tsx'
import { DetailsTab } from './details-tab.tsx'
import { inOrder } from './evidence/evidence-groups.ts'
import { EvidenceList } from './evidence/evidence-list.tsx'
import { focusEvidence, focusedEvidence } from './evidence/focus-evidence.ts'
import { RawTab } from './raw-tab.tsx'
import { CommentsCard } from './review/comments-card.tsx'
import { DecisionDock } from './review/decision-dock.tsx'
import { ReviewPanel } from './review/review-panel.tsx'
import { isMinorSafety, type Report, type Scan } from './scan.ts'
import { ScanSubject } from './subject/scan-subject.tsx'
import { DockGlance } from './summary/dock-glance.tsx'
import { gapsOf } from './summary/gaps.ts'
import { Reasons } from './summary/reasons.tsx'
import { VerdictBand } from './summary/verdict-band.tsx'
import { WhatNext } from './summary/what-next.tsx'

/** `queue`: in the queue its own card decides, its keys are other ones, and who decides a second time is not shown the first. */
export function FinishedScan({
  scan,
  queue,
}: {
  scan: Scan
  queue?: { decision: ReactNode; isBlind: boolean }
}) {
  const report = scan.triage_report
  if (!report)
    return (
      <Notice tone="warning" title="This scan has no report">
        It is recorded as completed, and no report was stored with it. Nothing is known about the profile:
        rescan it.
      </Notice>
    )
  return <ReportView scan={scan} report={report} queue={queue} />
}

function ReportView({
  scan,
  report,
  queue,
}: {
  scan: Scan
  report: Report
  queue: { decision: ReactNode; isBlind: boolean } | undefined
}) {
  const { tab = 'evidence' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const entries = report.evidence_index ?? []
  const shown = inOrder(entries, report.findings ?? [])
  const gaps = report.coverage ? gapsOf(report.coverage, entries[0]?.outcome) : null
  const show = (next: string) =>
    void navigate({
      to: '.',
      search: (search) => ({ ...search, tab: next }),
      // The list that the report was opened from stays known.
      state: true,
      replace: true,
      resetScroll: false,
    })
  const showGaps = () => {
    show('coverage')
    document.querySelector('[role=tablist]')?.scrollIntoView()
  }
  // What had the focus may lie in the part that goes; and the tab says what is open now.
  const openTab = (next: string) => {
    show(next)
    document.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus()
  }
  const goTo = (ref: string) => {
    show('evidence')
    focusEvidence(ref)
  }
  // A link may lead to one of them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the report is opened.
  useEffect(() => {
    const ref = location.hash.slice(1)
    if (!queue && entries.some((entry) => entry.ref === ref)) goTo(ref)
  }, [])
  useKeys({
    ...(!queue &&
      Object.fromEntries(shown.slice(0, 9).map(({ ref }, index) => [String(index + 1), () => goTo(ref)]))),
    j: () => goTo(neighbour(shown, 1)),
    k: () => goTo(neighbour(shown, -1)),
    e: () => openTab('evidence'),
    l: () => openTab('chain'),
    v: () => openTab('coverage'),
    c: () => press('c'),
    r: () => press('r'),
    ...(!queue && { d: () => document.querySelector<HTMLElement>('[data-decision] input')?.focus() }),
  })

  const tabs = [
    {
      id: 'evidence',
      label: 'Evidence',
      count: entries.length,
      content: <EvidenceList scan={scan} report={report} />,
    },
    {
      id: 'chain',
      label: 'Link chain',
      content: <LinkChainTab roots={linkTree(entries)} label={report.link_chain} onChoose={goTo} />,
    },
    {
      id: 'coverage',
      label: 'Coverage',
      ...(gaps && { count: gaps.length }),
      content: <CoverageTab report={report} gaps={gaps} />,
    },
    { id: 'deliveries', label: 'Deliveries', content: <DeliveriesTab scan={scan} /> },
    { id: 'details', label: 'Details', content: <DetailsTab scan={scan} report={report} /> },
    { id: 'raw', label: 'Raw JSON', content: <RawTab scan={scan} /> },
  ]
  const comments = (
    <CommentsCard
      scanId={scan.profile_id}
      name={profileName(scan.url)}
      isMinorSafety={isMinorSafety(report)}
    />
  )
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_19rem] print:flex print:flex-col">
      <div className="flex min-w-0 flex-col gap-5">
        <ScanSubject scan={scan} />
        <VerdictBand scan={scan} report={report} gaps={gaps} onGaps={showGaps} />
        <Reasons scan={scan} report={report} onRef={goTo} isBlind={queue?.isBlind} />
        <WhatNext report={report} onRef={goTo} />
        <Tabs
          label="Parts of the report"
          tabs={tabs}
          selected={tabs.some(({ id }) => id === tab) ? tab : 'evidence'}
          onSelect={show}
        />
        {queue && !queue.isBlind && comments}
      </div>
      <div className="flex min-w-0 flex-col gap-5 lg:sticky lg:top-5 lg:self-start print:static print:self-stretch">
        <DecisionDock>
          <DockGlance report={report} gaps={gaps} onGaps={showGaps} />
          {queue ? queue.decision : <ReviewPanel scan={scan} />}
        </DecisionDock>
        {!queue && comments}
      </div>
    </div>
  )
}

/** The evidence before or behind the one that has the focus. */
function neighbour(entries: readonly { ref: string }[], step: 1 | -1): string {
  const current = focusedEvidence()
  const index = entries.findIndex(({ ref }) => ref === current)
  const next =
    index < 0 ? (step === 1 ? 0 : entries.length - 1) : (index + step + entries.length) % entries.length
  return entries[next]?.ref ?? ''
}

/** A key does what its button does: the one in the evidence that has the focus, else the first. */
function press(key: string) {
  const near = document.activeElement?.closest('[data-evidence]')
  const button = [near, document]
    .map((place) => place?.querySelector<HTMLElement>(`[data-shortcut=${key}]`))
    .find(Boolean)
  button?.click()
}
