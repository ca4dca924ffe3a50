import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { DailyLimitReached, type Open, ValidationFailed } from '../../../../sdk/client.ts'
import type { OrgSettings, ScanMode } from '../../../../sdk/contract.ts'
import { settingsQuery, usageQuery } from '../../api/queries.ts'
import { type Draft, writeDraft } from '../../scan-draft.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FileButton } from '../../ui/fields/file-button.tsx'
import { Form } from '../../ui/fields/form.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { MissingPart } from '../../ui/states/missing-part.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { useNow } from '../../ui/use-now.ts'
import { DropArea } from './drop-area.tsx'
import { LineReport } from './line-report.tsx'
import { readProfileList } from './profile-list.ts'
import { QuotaNote } from './quota-note.tsx'
import { refusedFields } from './refused-fields.ts'
import { SameRequest } from './same-request.tsx'
import { readMetadata, type Submission } from './submission.ts'
import { useSubmit } from './use-submit.ts'

export function ScanForm({ initial }: { initial: Draft }) {
  const { toscan, orgId, owner } = useOrg()
  const usageRead = useQuery(usageQuery(toscan, orgId))
  const usage = usageRead.data
  const settings = useQuery(settingsQuery(toscan, orgId))
  const now = useNow(60_000)
  const [text, setText] = useState(initial.text)
  const [mode, setMode] = useState<ScanMode>('deep')
  const [callbackUrl, setCallbackUrl] = useState('')
  const [metadataText, setMetadataText] = useState('')
  const [wasTried, setWasTried] = useState(false)
  const form = useRef<HTMLDivElement>(null)

  const submit = useSubmit({ isDraft: true })
  useEffect(() => writeDraft(owner, { text, leftFrom: initial.leftFrom }), [owner, text, initial.leftFrom])

  const list = readProfileList(text)
  const metadata = readMetadata(metadataText)
  const refused = refusedFields(submit.error, submit.variables?.urls ?? [], list.lines)
  const isWhole = submit.variables?.urls.join('\n') === list.urls.join('\n')
  const bad = [...list.bad, ...(isWhole ? refused.lines : [])]
  const submission: Submission = {
    urls: list.urls,
    mode,
    callbackUrl: callbackUrl.trim(),
    metadata: 'metadata' in metadata ? metadata.metadata : {},
  }
  const count = Math.min(list.urls.length, usage?.remaining ?? list.urls.length)
  const noneLeft = usage?.remaining === 0

  const selectLine = (line: number) => {
    const area = form.current?.querySelector('textarea')
    if (!area) return
    const rows = text.split('\n')
    const start = rows.slice(0, line - 1).reduce((length, row) => length + row.length + 1, 0)
    area.focus()
    area.setSelectionRange(start, start + (rows[line - 1]?.length ?? 0))
  }
  const add = (more: string) =>
    setText((before) => (before.trim() === '' ? more : `${before.trimEnd()}\n${more}`))
  const send = () => {
    setWasTried(true)
    if (list.urls.length === 0 || 'problem' in metadata || submit.isPending) {
      if (list.urls.length === 0) form.current?.querySelector('textarea')?.focus()
      return
    }
    submit.mutate(submission)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: one more way to press its button.
    <div
      ref={form}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send()
      }}
      className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <Card title={list.urls.length > 1 ? `${list.urls.length} profiles` : 'Profile'}>
        <Form
          className="flex flex-col gap-4"
          onSubmit={() => {
            send()
          }}
        >
          {initial.leftFrom && (
            <Notice tone="warning" title="Left over from a batch">
              The daily limit left these out. They are in their order; submit them when there is room again.
            </Notice>
          )}
          <DropArea onText={add}>
            <TextField
              label="Profile addresses"
              description="One a line. Paste, type, or drop a .csv or .txt file here."
              placeholder="https://platform.example/u/name"
              rows={Math.min(14, Math.max(3, text.split('\n').length + 1))}
              mono
              isRequired
              value={text}
              onChange={setText}
              error={wasTried && list.urls.length === 0 ? 'At least one address is needed.' : null}
            />
          </DropArea>
          <LineReport list={list} bad={bad} onLine={selectLine} />
          <RadioGroup<ScanMode>
            label="Mode"
            isHorizontal
            value={mode}
            onChange={setMode}
            options={[
              { value: 'deep', label: 'Deep', note: 'Links, social profiles, outside search: about 2 min' },
              { value: 'quick', label: 'Quick', note: 'The profile only: about 30 s' },
            ]}
          />
          <details open={refused.callback !== null || refused.metadata !== null || undefined}>
            <summary className="min-h-6 cursor-default text-[0.8125rem] font-medium text-muted hover:text-ink">
              Callback and metadata
            </summary>
            <div className="mt-2 flex flex-col gap-3">
              <TextField
                label="Callback URL"
                type="url"
                value={callbackUrl}
                onChange={setCallbackUrl}
                placeholder="https://…"
                description={whenEmpty(settings.data)}
                error={refused.callback}
              />
              <MissingPart query={settings} what="The organization’s callback" />
              <TextField
                label="Metadata (JSON)"
                rows={3}
                mono
                value={metadataText}
                onChange={setMetadataText}
                placeholder='{"case": 7}'
                description="Comes back with the result."
                error={'problem' in metadata ? metadata.problem : refused.metadata}
              />
            </div>
          </details>
          {submit.error instanceof DailyLimitReached ? (
            <Notice tone="error" title={`Daily limit: ${submit.error.used} of ${submit.error.limit} used`}>
              Nothing was submitted, and your list stays here. The limit resets at 00:00 UTC.
            </Notice>
          ) : submit.error instanceof ValidationFailed ? (
            <Notice tone="error" title="The service refused this">
              {refused.other.length > 0
                ? refused.other.join(' · ')
                : 'What is wrong stands beside its line or field.'}
            </Notice>
          ) : (
            submit.error && <Failure what="This was not submitted" error={submit.error} />
          )}
          {usage && <QuotaNote usage={usage} wanted={list.urls.length} now={now} />}
          <MissingPart query={usageRead} what="What is left of today’s limit" />
          <div className="flex flex-wrap items-center gap-2">
            <Button type="submit" variant="primary" isBusy={submit.isPending} isDisabled={noneLeft}>
              {submit.isPending ? 'Submitting…' : wordsOf(list.urls.length, count)}
            </Button>
            <FileButton label="Open a file" onText={add} />
            {text !== '' && (
              <Button variant="quiet" onPress={() => setText('')}>
                Clear
              </Button>
            )}
          </div>
        </Form>
      </Card>
      <SameRequest submission={submission} />
    </div>
  )
}

/** Whether a webhook is sent without an address is only said when it is known. */
function whenEmpty(settings: Open<OrgSettings> | undefined): string {
  if (settings === undefined) return 'Empty: the organization’s, where it has one.'
  return settings.default_callback_url
    ? `Empty: the organization’s, ${settings.default_callback_url}`
    : 'Empty: no webhook is sent, the result is read here or by polling.'
}

function wordsOf(wanted: number, count: number): string {
  if (wanted <= 1) return 'Start scan'
  return count < wanted ? `Submit ${count} and keep ${wanted - count}` : `Start ${wanted} scans`
}
