import { useIsFetching, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { scanQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { accountName } from '../../text/account-name.ts'
import { showPlainly } from '../../text/show-plainly.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { CheckBox } from '../../ui/fields/check-box.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { isMinorSafety } from '../report/scan.ts'
import { RevealProvider } from '../report/subject/reveal.tsx'
import { ScanSubject } from '../report/subject/scan-subject.tsx'
import { CaseFile, type FileParts } from './case-file.tsx'

/** A report with all its parts one below the other, for print; which of them, and whether its screenshots are shown, is chosen here. */
export function CaseFilePage() {
  const { scanId } = useParams({ from: '/o/$orgId/scans/$scanId/case-file' })
  const { toscan, orgId } = useOrg()
  const query = useQuery(scanQuery(toscan, orgId, scanId))
  const [parts, setParts] = useState<FileParts>({ deliveries: false, raw: false })
  const [showsPictures, setShowsPictures] = useState(false)
  const isLoading = useIsFetching() > 0
  const { data: scan } = query
  return (
    <>
      <PageHeader
        title={scan ? `Case file: ${showPlainly(accountName(scan.url))}` : 'Case file'}
        lead={
          scan && (
            <RevealProvider
              key={String(showsPictures)}
              isMinorSafety={isMinorSafety(scan.triage_report)}
              all={showsPictures}
            >
              <ScanSubject scan={scan} />
            </RevealProvider>
          )
        }
        actions={
          <>
            <LinkButton icon="left" to="/o/$orgId/scans/$scanId" params={{ orgId, scanId }}>
              The report
            </LinkButton>
            <Button variant="primary" isBusy={isLoading} onPress={() => print()}>
              {isLoading ? 'Loading…' : 'Print'}
            </Button>
          </>
        }
      />
      <fieldset className="flex flex-wrap gap-x-5 gap-y-1" data-print="no">
        <legend className="mb-1 text-xs text-muted">In the file, beside the report</legend>
        {!isMinorSafety(scan?.triage_report) && (
          <CheckBox isSelected={showsPictures} onChange={setShowsPictures}>
            Screenshots, unblurred
          </CheckBox>
        )}
        <CheckBox isSelected={parts.deliveries} onChange={(deliveries) => setParts({ ...parts, deliveries })}>
          Deliveries
        </CheckBox>
        <CheckBox isSelected={parts.raw} onChange={(raw) => setParts({ ...parts, raw })}>
          Raw JSON
        </CheckBox>
      </fieldset>
      <QueryView query={query} what="The scan" rows={8}>
        {(found) =>
          found.triage_report ? (
            <RevealProvider
              key={String(showsPictures)}
              isMinorSafety={isMinorSafety(found.triage_report)}
              all={showsPictures}
            >
              <CaseFile scan={found} report={found.triage_report} parts={parts} />
            </RevealProvider>
          ) : (
            <p className="text-muted">This scan has no report, and so no file.</p>
          )
        }
      </QueryView>
    </>
  )
}
