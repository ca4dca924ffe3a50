import { useState } from 'react'
import type { Open } from '../../../../sdk/client.ts'
import type { ReasonCodeList } from '../../../../sdk/contract.ts'
import { listOf } from '../../search-params.ts'
import { showPlainly } from '../../text/show-plainly.ts'
import { Select } from '../../ui/fields/select.tsx'
import type { QueueSearch } from './queue-search.ts'

const LEVELS = [
  { value: '', label: 'All that are flagged' },
  { value: 'review_high', label: 'High' },
  { value: 'review_medium', label: 'Medium' },
  { value: 'review_low', label: 'Low' },
  { value: 'no_flags', label: 'Without flags' },
] as const
const ORDERS = [
  { value: '', label: 'Highest risk first' },
  { value: 'age', label: 'Oldest first' },
  { value: 'reason_code', label: 'By reason code' },
] as const
const ASSIGNED = [
  { value: '', label: 'Mine and nobody’s' },
  { value: 'me', label: 'Mine' },
  { value: 'nobody', label: 'Nobody’s' },
  { value: 'all', label: 'Everybody’s' },
] as const

interface Option {
  value: string
  label: string
}

/** Which cases, in which order. Open from the start where it is not the usual. */
export function QueueFilterForm({
  search,
  codes,
  onChange,
}: {
  search: QueueSearch
  codes: Open<ReasonCodeList>
  onChange(search: QueueSearch): void
}) {
  const [isOpen, setIsOpen] = useState(Object.keys(search).length > 0)
  const set = (change: QueueSearch) => onChange({ ...search, ...change })
  const codeOptions = [
    { value: '', label: 'All codes' },
    ...codes.map(({ code, title }) => ({ value: code, label: title })),
  ]
  return (
    <search aria-label="Which cases" className="-mt-3">
      <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="min-h-6 cursor-default text-[0.8125rem] font-medium text-muted hover:text-ink">
          Which cases
        </summary>
        <div className="grid grid-cols-1 gap-3 pt-2 sm:grid-cols-2 lg:grid-cols-4">
          <Select
            label="Recommendation"
            options={withUnknown(LEVELS, search.recommendation)}
            value={search.recommendation ?? ''}
            onChange={(recommendation) => set({ recommendation })}
          />
          <Select
            label="Order"
            options={withUnknown(ORDERS, search.order_by)}
            value={search.order_by ?? ''}
            onChange={(order_by) => set({ order_by })}
          />
          <Select
            label="Reason code"
            options={withUnknown(codeOptions, search.reason_code)}
            value={search.reason_code ?? ''}
            onChange={(reason_code) => set({ reason_code })}
          />
          <Select
            label="Assigned"
            options={withUnknown(ASSIGNED, search.assigned)}
            value={search.assigned ?? ''}
            onChange={(assigned) => set({ assigned })}
          />
        </div>
      </details>
    </search>
  )
}

/** What the address asks for is shown as chosen, also where nobody could choose it here. */
function withUnknown(options: readonly Option[], value = ''): readonly Option[] {
  const isKnown = options.some((option) => option.value === value)
  return isKnown ? options : [...options, { value, label: wordsFor(options, value) }]
}

function wordsFor(options: readonly Option[], value: string): string {
  const labels = listOf(value).map((each) => options.find((option) => option.value === each)?.label)
  return labels.every(Boolean) && labels.length > 0
    ? labels.join(', ')
    : `“${showPlainly(value.slice(0, 60))}”`
}
