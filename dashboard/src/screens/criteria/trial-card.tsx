import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Open } from '../../../../sdk/client.ts'
import type { CriterionScanTrial, CriterionTrial } from '../../../../sdk/contract.ts'
import { words } from '../../../../sdk/words.ts'
import { useOrg } from '../../session/use-org.ts'
import { defang } from '../../text/defang.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { ForeignText } from '../../ui/foreign/foreign-text.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { Verdict } from '../../ui/verdict.tsx'
import { type CriterionDraft, definitionOf } from './criterion-draft.ts'

const MOST_SCANS = 1_000

/** What would come of the criterion as it stands in the form, saved or not. Nothing is stored. */
export function TrialCard({ draft }: { draft: CriterionDraft }) {
  const { isAdmin } = useOrg()
  if (!isAdmin) return null
  return (
    <Card title="Try it">
      <div className="flex flex-col gap-5">
        <TextTrial draft={draft} />
        <ScansTrial draft={draft} />
      </div>
    </Card>
  )
}

/** In its own place, where there is one already. */
function triedOf(draft: CriterionDraft) {
  return { definition: definitionOf(draft), ...(draft.code.startsWith('own_') && { code: draft.code }) }
}

function TextTrial({ draft }: { draft: CriterionDraft }) {
  const { toscan } = useOrg()
  const [text, setText] = useState('')
  const [platform, setPlatform] = useState('')
  const trial = useMutation({
    mutationFn: () =>
      toscan.criteria.tryOnText({ ...triedOf(draft), text, platform: platform.trim() || null }),
  })
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label="A text, as the bio of a profile"
        value={text}
        onChange={setText}
        rows={4}
        maxLength={50_000}
      />
      <TextField
        label="On the platform"
        value={platform}
        onChange={setPlatform}
        mono
        spellCheck={false}
        placeholder="instagram"
        description="None: on no platform that is known."
      />
      <div>
        <Button isBusy={trial.isPending} isDisabled={text.trim() === ''} onPress={() => trial.mutate()}>
          {trial.isPending ? 'Trying…' : 'Try on this text'}
        </Button>
      </div>
      <div role="status">{trial.data && <Outcome trial={trial.data} />}</div>
      {trial.error && <Failure what="It could not be tried" error={trial.error} />}
    </div>
  )
}

function Outcome({ trial: { was, is, found } }: { trial: Open<CriterionTrial> }) {
  return (
    <div className="flex flex-col gap-2">
      <p>
        <FromTo was={was} is={is} />
      </p>
      {found.length === 0 ? (
        <p className="text-muted">It finds nothing here.</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {found.map(({ rule, quote, mitigation }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: hits of one answer never move.
            <li key={index}>
              {words(rule)}: <ForeignText>{quote}</ForeignText>
              {mitigation && (
                <span className="text-muted"> (counts for less: {words(mitigation).toLowerCase()})</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function FromTo({ was, is }: Pick<Open<CriterionTrial>, 'was' | 'is'>) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Verdict value={was.recommendation} /> {was.risk_score}
      <span aria-hidden="true">→</span>
      <span className="sr-only">with it</span>
      <Verdict value={is.recommendation} /> {is.risk_score}
    </span>
  )
}

type TriedScan = Open<CriterionScanTrial>['scans'][number]

function ScansTrial({ draft }: { draft: CriterionDraft }) {
  const { toscan, orgId } = useOrg()
  const [tried, setTried] = useState(0)
  const [scans, setScans] = useState<TriedScan[]>([])
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const trial = useMutation({
    async mutationFn() {
      const control = new AbortController()
      stop.current = control
      const found: TriedScan[] = []
      let count = 0
      let after: string | null = null
      do {
        const page: Open<CriterionScanTrial> = await toscan.criteria.tryOnScans(
          { ...triedOf(draft), after },
          { signal: control.signal },
        )
        count += page.tried
        found.push(...page.scans)
        after = page.next_cursor
        setTried(count)
        setScans([...found])
      } while (after !== null && count < MOST_SCANS)
    },
    onMutate() {
      setTried(0)
      setScans([])
    },
  })
  const changed = scans.filter(({ was, is }) => was.recommendation !== is.recommendation).length
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button isBusy={trial.isPending} onPress={() => trial.mutate()}>
          {trial.isPending ? 'Trying…' : 'Try on the last 1,000 scans'}
        </Button>
        {trial.isPending && <Button onPress={() => stop.current?.abort()}>Stop</Button>}
      </div>
      <p role="status">
        {(trial.isPending || tried > 0 || trial.isSuccess) &&
          `${tried} scans tried: it finds something in ${scans.length}, and ${changed} would be recommended otherwise.`}
      </p>
      {trial.error && !stop.current?.signal.aborted && (
        <Failure what="It could not be tried" error={trial.error} />
      )}
      {scans.length > 0 && (
        <DataTable
          label="Scans in which it finds something"
          isStacked
          rows={scans}
          rowId={({ scan_id }) => scan_id}
          columns={[
            {
              id: 'profile',
              header: 'Profile',
              isHeader: true,
              cell: ({ scan_id, profile_url }) => (
                <Link
                  to="/o/$orgId/scans/$scanId"
                  params={{ orgId, scanId: scan_id }}
                  className="font-mono text-xs text-accent underline underline-offset-2 [overflow-wrap:anywhere]"
                >
                  {defang(profile_url)}
                </Link>
              ),
            },
            { id: 'verdict', header: 'Without and with it', cell: (scan) => <FromTo {...scan} /> },
            {
              id: 'found',
              header: 'Found',
              cell: ({ found }) => <ForeignText>{found[0]?.quote ?? ''}</ForeignText>,
            },
          ]}
        />
      )}
    </div>
  )
}
