import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Conflict, type Open } from '../../../../sdk/client.ts'
import type { Statement } from '../../../../sdk/contract.ts'
import { statementQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Card } from '../../ui/card.tsx'
import { download } from '../../ui/download.ts'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'

/** What somebody has written, by scan and language: kept until the page is loaded anew, whatever else is looked at meanwhile. */
const drafts = new Map<string, string>()

/** The statement of reasons of a decided scan: drafted by the service, completed here, sent by whoever sends such things. */
export function StatementPage() {
  const { scanId } = useParams({ from: '/o/$orgId/scans/$scanId/statement' })
  const { language = 'en' } = useSearch({ from: '/o/$orgId/scans/$scanId/statement' })
  const { toscan, orgId } = useOrg()
  const query = useQuery(statementQuery(toscan, orgId, scanId, language))
  return (
    <>
      <div data-print="no">
        <PageHeader
          title="Statement of reasons"
          lead="What may be said to the creator about the decision. A draft: nothing is sent from here."
          actions={
            <LinkButton icon="left" to="/o/$orgId/scans/$scanId" params={{ orgId, scanId }}>
              The report
            </LinkButton>
          }
        />
      </div>
      {query.error instanceof Conflict ? (
        <Empty title="Nobody has decided yet">
          A statement gives the reasons of a decision: decide on the scan first.
        </Empty>
      ) : (
        <QueryView query={query} what="The statement" rows={8}>
          {(statement) => (
            <Editor key={statement.language} draftKey={`${orgId} ${scanId}`} statement={statement} />
          )}
        </QueryView>
      )}
    </>
  )
}

function Editor({ statement, draftKey }: { statement: Open<Statement>; draftKey: string }) {
  const navigate = useNavigate()
  const { language, languages, blanks, details_withheld, scan_id } = statement
  const key = `${draftKey} ${language}`
  const [text, setText] = useState(drafts.get(key) ?? statement.text)
  const left = blanks.filter((blank) => text.includes(blank))
  const write = (next: string) => {
    drafts.set(key, next)
    setText(next)
  }
  return (
    <>
      <div className="flex flex-wrap items-end gap-3" data-print="no">
        <div className="min-w-48">
          <Select
            label="Language"
            options={languages.map((each) => ({ value: each.language, label: each.name }))}
            value={language}
            onChange={(chosen) =>
              void navigate({ to: '.', search: { language: chosen }, replace: true, resetScroll: false })
            }
          />
        </div>
        <CopyButton text={text} label="Copy" />
        <Button
          icon="download"
          onPress={() =>
            download(`statement-${scan_id.slice(-8)}-${language}.txt`, 'text/plain;charset=utf-8', text)
          }
        >
          Save as text
        </Button>
        <Button onPress={() => print()}>Print</Button>
        {text !== statement.text && (
          <Button variant="quiet" onPress={() => write(statement.text)}>
            Back to the draft
          </Button>
        )}
      </div>
      {details_withheld && (
        <div data-print="no">
          <Notice title="Without details">
            Something in this report may endanger a child. The statement names the general ground and nothing
            more: add no details.
          </Notice>
        </div>
      )}
      <div role="status" data-print="no">
        {left.length > 0 && (
          <Notice tone="warning" title={`Still to be filled in: ${left.length}`}>
            {left.join(' · ')}
          </Notice>
        )}
      </div>
      <div data-print="no">
        <Card title="Draft">
          <TextField label="Text" hideLabel value={text} onChange={write} rows={26} />
        </Card>
      </div>
      {/* A field prints only what it shows. */}
      <p lang={language} className="hidden whitespace-pre-line print:block">
        {text}
      </p>
    </>
  )
}
