import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { membersQuery, reasonCodesQuery } from '../../api/queries.ts'
import { useOrg } from '../../session/use-org.ts'
import { Form } from '../../ui/fields/form.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { MissingPart } from '../../ui/states/missing-part.tsx'
import type { HistoryFilter } from './history-filter.ts'

const STATES = [
  { value: '', label: 'All states' },
  { value: 'completed', label: 'Completed' },
  { value: 'failed', label: 'Failed' },
  { value: 'processing', label: 'Running' },
] as const
const DECISIONS = [
  { value: '', label: 'Decided or not' },
  { value: 'undecided', label: 'Undecided' },
  { value: 'cleared', label: 'Cleared' },
  { value: 'escalated', label: 'Escalated' },
  { value: 'false_alarm', label: 'False alarm' },
] as const
const NAMES = ['status', 'decision', 'reviewer', 'assigned', 'reason_code', 'domain', 'batch_id'] as const

/** What people made of scans, what was found, and where. Open from the start where one of them holds. */
export function MoreFilters({
  filter,
  onChange,
}: {
  filter: HistoryFilter
  onChange(change: HistoryFilter): void
}) {
  const used = NAMES.filter((name) => filter[name]).length
  const [isOpen, setIsOpen] = useState(used > 0)
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="min-h-6 cursor-default text-[0.8125rem] font-medium text-muted hover:text-ink">
        More filters{used > 0 && ` (${used})`}
      </summary>
      {isOpen && <Fields filter={filter} onChange={onChange} />}
    </details>
  )
}

function Fields({ filter, onChange }: { filter: HistoryFilter; onChange(change: HistoryFilter): void }) {
  const { toscan, orgId } = useOrg()
  const membersRead = useQuery(membersQuery(toscan, orgId))
  const codesRead = useQuery(reasonCodesQuery(toscan, orgId))
  const members = membersRead.data?.members ?? []
  const codes = codesRead.data ?? []
  const people = [
    { value: 'me', label: 'Me' },
    ...members
      .filter(({ is_you }) => !is_you)
      .map(({ user_id, email }) => ({ value: user_id, label: email })),
  ]
  const [domain, setDomain] = useState(filter.domain ?? '')
  const setByDomain = () => {
    if (domain.trim() !== (filter.domain ?? '')) onChange({ domain: domain.trim() })
  }
  return (
    <div className="grid grid-cols-1 items-end gap-3 pt-2 sm:grid-cols-2 lg:grid-cols-3">
      <Choice label="State" options={STATES} name="status" filter={filter} onChange={onChange} />
      <Choice label="Decision" options={DECISIONS} name="decision" filter={filter} onChange={onChange} />
      <Choice
        label="Decided by"
        options={[{ value: '', label: 'Anybody' }, ...people]}
        name="reviewer"
        filter={filter}
        onChange={onChange}
      />
      <Choice
        label="Assigned to"
        options={[{ value: '', label: 'Anybody' }, { value: 'nobody', label: 'Nobody' }, ...people]}
        name="assigned"
        filter={filter}
        onChange={onChange}
      />
      <Choice
        label="Reason code"
        options={[
          { value: '', label: 'All codes' },
          ...codes.map(({ code, title }) => ({ value: code, label: title })),
        ]}
        name="reason_code"
        filter={filter}
        onChange={onChange}
      />
      <Form className="min-w-0" onSubmit={setByDomain}>
        <TextField
          label="Domain of a page that is cited"
          value={domain}
          onChange={setDomain}
          onBlur={setByDomain}
          maxLength={200}
          spellCheck={false}
        />
      </Form>
      <MissingPart query={membersRead} what="The members" />
      <MissingPart query={codesRead} what="The reason codes" />
    </div>
  )
}

/** A value of the address that is none of the options is shown as it is. */
function Choice({
  label,
  options,
  name,
  filter,
  onChange,
}: {
  label: string
  options: readonly { value: string; label: string }[]
  name: (typeof NAMES)[number]
  filter: HistoryFilter
  onChange(change: HistoryFilter): void
}) {
  const value = filter[name] ?? ''
  const isKnown = options.some((option) => option.value === value)
  return (
    <Select
      label={label}
      options={isKnown ? options : [...options, { value, label: value.slice(0, 60) }]}
      value={value}
      onChange={(chosen) => onChange({ [name]: chosen })}
    />
  )
}
