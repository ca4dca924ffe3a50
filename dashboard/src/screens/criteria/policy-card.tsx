import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReasonCode } from '../../../../sdk/contract.ts'
import { words } from '../../../../sdk/words.ts'
import { policyQuery, reasonCodesQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckBox } from '../../ui/fields/check-box.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { AdminNote } from '../../ui/states/admin-note.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import {
  type CodeChange,
  changedCodes,
  changeOf,
  differing,
  isFixed,
  type PolicyDraft,
  withChange,
  withThreshold,
} from './policy-draft.ts'

const CHANGES = [
  { value: 'pack', label: 'As the pack has it' },
  { value: 'off', label: 'Off' },
  { value: 'shadow', label: 'In shadow' },
  { value: 'info', label: 'Info' },
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
  { value: 'critical', label: 'Critical' },
] as const

const FROM_THE_FIRST = 'first'
const THRESHOLDS = [
  { value: FROM_THE_FIRST, label: 'From the first' },
  ...[30, 40, 50, 60, 70, 80, 90].map((percent) => ({
    value: String(percent / 100),
    label: `From ${percent} % on`,
  })),
]

/** Which reason codes count here, and for how much. Holds for scans that are judged from now on. */
export function PolicyCard() {
  const { toscan, orgId } = useOrg()
  const policy = useQuery(policyQuery(toscan, orgId))
  const codes = useQuery(reasonCodesQuery(toscan, orgId))
  return (
    <Card title="Codes of the policy pack" flush>
      <div className="px-4 pb-3">
        <QueryView query={policy} what="The policy" rows={2}>
          {({ policy_version }) => (
            <p className="text-muted">
              What does not matter to this organization can be switched off, weighed otherwise, heard only
              when it is surer, or put in shadow: recorded, not counted. For scans from now on. Minor safety
              and gaps of coverage are always reported. Version{' '}
              <code className="font-mono text-xs break-all">{policy_version}</code>.
            </p>
          )}
        </QueryView>
      </div>
      {policy.data && (
        <QueryView query={codes} what="The reason codes" rows={8}>
          {(list) => (
            // The service's own words; what it knows and this page does not passes through.
            <PolicyTable list={list.filter(({ own }) => !own)} saved={policy.data as PolicyDraft} />
          )}
        </QueryView>
      )}
    </Card>
  )
}

/** What this person changes and has not saved: it holds whatever was saved since they began. */
type Edit = (policy: PolicyDraft) => PolicyDraft

function edited({ codes, thresholds, shadow }: PolicyDraft, edits: readonly Edit[]): PolicyDraft {
  return edits.reduce((policy, edit) => edit(policy), { codes, thresholds, shadow })
}

function PolicyTable({ list, saved }: { list: readonly ReasonCode[]; saved: PolicyDraft }) {
  const { toscan, orgId, isAdmin } = useOrg()
  const queries = useQueryClient()
  const [edits, setEdits] = useState<readonly Edit[]>([])
  const [onlyChanged, setOnlyChanged] = useState(false)
  const draft = edited(saved, edits)
  const edit = (one: Edit) => setEdits([...edits, one])
  const changed = differing(saved, draft)
  useUnsaved(isAdmin && changed.length > 0 ? `Changes of the policy: ${changed.join(', ')}` : null)
  const save = useMutation({
    // The service replaces all changes by what it is sent: what others saved meanwhile is among it.
    async mutationFn() {
      const latest = await queries.fetchQuery({ ...policyQuery(toscan, orgId), staleTime: 0 })
      return toscan.org.updatePolicy(edited(latest as PolicyDraft, edits))
    },
    onSuccess(policy) {
      queries.setQueryData(policyQuery(toscan, orgId).queryKey, policy)
      setEdits([])
    },
  })
  const notAsInPack = new Set([...changedCodes(draft), ...changedCodes(saved)])
  const shown = onlyChanged ? list.filter(({ code }) => notAsInPack.has(code)) : list
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 px-4 pb-2">
        <CheckBox isSelected={onlyChanged} onChange={setOnlyChanged}>
          Only what differs from the pack ({changedCodes(draft).length})
        </CheckBox>
        {!isAdmin && <AdminNote />}
      </div>
      <DataTable
        label="Reason codes"
        isStacked
        rows={shown}
        rowId={({ code }) => code}
        columns={[
          {
            id: 'code',
            header: 'Reason code',
            isHeader: true,
            cell: ({ title, code }) => (
              <div className="max-w-80">
                <span className="font-medium">{title}</span>
                <code className="block font-mono text-xs text-muted">{code}</code>
              </div>
            ),
          },
          { id: 'family', header: 'Family', isMinor: true, cell: ({ family }) => words(family) },
          { id: 'pack', header: 'In the pack', cell: ({ severity }) => words(severity) },
          {
            id: 'here',
            header: 'Here',
            cell: (code) => (
              <Change
                code={code}
                value={changeOf(draft, code.code)}
                isReadOnly={!isAdmin}
                onChange={(change) => edit((policy) => withChange(policy, code.code, change))}
              />
            ),
          },
          {
            id: 'heard',
            header: 'Heard',
            cell: (code) => (
              <Threshold
                code={code}
                value={draft.thresholds[code.code] ?? null}
                isReadOnly={!isAdmin}
                onChange={(threshold) => edit((policy) => withThreshold(policy, code.code, threshold))}
              />
            ),
          },
        ]}
      />
      {isAdmin && (
        <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2 rounded-b-xl border-t border-line bg-surface px-4 py-2.5">
          <Button
            variant="primary"
            isDisabled={changed.length === 0}
            isBusy={save.isPending}
            onPress={() => save.mutate()}
          >
            {save.isPending ? 'Saving…' : 'Save the policy'}
          </Button>
          <Button isDisabled={changed.length === 0} onPress={() => setEdits([])}>
            Discard
          </Button>
          <p role="status" className="text-muted">
            {changed.length > 0 && `${changed.length} not saved yet: ${changed.slice(0, 3).join(', ')}`}
            {changed.length > 3 && ', …'}
          </p>
          {save.error && <Failure what="The policy was not saved" error={save.error} />}
        </div>
      )}
    </>
  )
}

function Change({
  code,
  value,
  isReadOnly,
  onChange,
}: {
  code: ReasonCode
  value: CodeChange
  isReadOnly: boolean
  onChange(change: CodeChange): void
}) {
  if (isFixed(code)) return <span className="text-muted">Always reported</span>
  if (isReadOnly) return <span>{CHANGES.find((change) => change.value === (value ?? 'pack'))?.label}</span>
  return (
    <div className="w-44">
      <Select
        label={`${code.title}, here`}
        hideLabel
        options={CHANGES}
        value={value ?? 'pack'}
        onChange={(chosen) => onChange(chosen === 'pack' ? null : chosen)}
      />
    </div>
  )
}

function Threshold({
  code,
  value,
  isReadOnly,
  onChange,
}: {
  code: ReasonCode
  value: number | null
  isReadOnly: boolean
  onChange(threshold: number | null): void
}) {
  if (isFixed(code)) return null
  const label = value === null ? FROM_THE_FIRST : String(value)
  // Set by the API, it may lie between those that are offered.
  const options = THRESHOLDS.some((each) => each.value === label)
    ? THRESHOLDS
    : [...THRESHOLDS, { value: label, label: `From ${Math.round(Number(label) * 100)} % on` }]
  if (isReadOnly) return <span>{options.find((each) => each.value === label)?.label}</span>
  return (
    <div className="w-36">
      <Select
        label={`${code.title}, heard`}
        hideLabel
        options={options}
        value={label}
        onChange={(chosen) => onChange(chosen === FROM_THE_FIRST ? null : Number(chosen))}
      />
    </div>
  )
}
