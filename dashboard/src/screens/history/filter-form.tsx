import { type Ref, useEffect, useState } from 'react'
import type { RefusedFilter } from '../../api/refused-filter.ts'
import { listOf } from '../../search-params.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CheckBox } from '../../ui/fields/check-box.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { FIELD_ERROR, INPUT, LABEL } from '../../ui/fields/field-style.ts'
import { Select } from '../../ui/fields/select.tsx'
import { VERDICTS } from '../../ui/verdict.tsx'
import {
  type FilterName,
  type HistoryFilter,
  knownRecommendation,
  narrowingNames,
  SORTS,
  sortOf,
  withSort,
} from './history-filter.ts'
import { MoreFilters } from './more-filters.tsx'

const MODES = [
  { value: '', label: 'All modes' },
  { value: 'deep', label: 'Deep' },
  { value: 'quick', label: 'Quick' },
] as const
/** How long somebody may pause between letters. */
const PAUSE_MS = 200

/** Exactly what the API filters by. `refused`: what of it it could not use. */
export function FilterForm({
  filter,
  onChange,
  searchRef,
  refused,
}: {
  filter: HistoryFilter
  onChange(filter: HistoryFilter): void
  searchRef: Ref<HTMLInputElement>
  refused: readonly RefusedFilter[]
}) {
  const set = (change: HistoryFilter) => onChange({ ...filter, ...change })
  const errorOf = (name: FilterName) => refused.find((each) => each.name === name)?.words ?? null
  const recommendations = listOf(filter.recommendation)
  return (
    <search className="flex flex-col gap-3">
      {/* By the room that there is for letters of the reader's size, which a window's width does not tell. */}
      <div className="@container">
        <div className="grid grid-cols-1 items-end gap-3 @lg:grid-cols-2 @2xl:grid-cols-3 @4xl:grid-cols-[minmax(12rem,1fr)_8rem_9.5rem_9.5rem_11rem]">
          <SearchField value={filter.q ?? ''} onChange={(q) => set({ q })} ref={searchRef} />
          <Select
            label="Mode"
            options={MODES}
            value={MODES.find(({ value }) => value === filter.scan_mode)?.value ?? ''}
            onChange={(scan_mode) => set({ scan_mode })}
          />
          <DateField
            label="From (UTC day)"
            value={filter.from_date ?? ''}
            onChange={(from_date) => set({ from_date })}
            error={errorOf('from_date')}
          />
          <DateField
            label="To (UTC day)"
            value={filter.to_date ?? ''}
            onChange={(to_date) => set({ to_date })}
            error={errorOf('to_date')}
          />
          <Select
            label="Order"
            options={SORTS}
            value={sortOf(filter)}
            onChange={(sort) => onChange(withSort(filter, sort))}
          />
        </div>
      </div>
      <fieldset className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
        <legend className={`${LABEL} float-left mr-4 leading-6`}>Recommendation</legend>
        {Object.entries(VERDICTS).map(([value, { word, shape, ink }]) => (
          <CheckBox
            key={value}
            isSelected={recommendations.includes(value)}
            onChange={(isOn) => {
              const chosen = isOn
                ? [...recommendations, value]
                : recommendations.filter((each) => each !== value)
              set({ recommendation: chosen.join(',') })
            }}
          >
            <span aria-hidden="true" className={`text-[0.5625rem] tracking-tighter ${ink}`}>
              {shape}
            </span>
            {word}
          </CheckBox>
        ))}
        {recommendations.some((each) => !knownRecommendation(each)) && (
          <p className={FIELD_ERROR}>{errorOf('recommendation') ?? 'The address holds an unknown value.'}</p>
        )}
        {narrowingNames(filter).length > 0 && (
          <Button
            size="small"
            variant="quiet"
            icon="cross"
            onPress={() => onChange(withSort({}, sortOf(filter)))}
          >
            Clear filters
          </Button>
        )}
      </fieldset>
      <MoreFilters filter={filter} onChange={set} />
      {recommendations.length > 0 && (
        <p className="text-xs text-muted">
          Only completed scans are listed: the others have no recommendation.
        </p>
      )}
    </search>
  )
}

/** Asks once somebody has paused, not at every letter. */
function SearchField({
  value,
  onChange,
  ref,
}: {
  value: string
  onChange(value: string): void
  ref: Ref<HTMLInputElement>
}) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a letter begins the pause anew.
  useEffect(() => {
    if (text.trim() === value) return
    const timer = setTimeout(() => onChange(text.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <label className="flex min-w-0 flex-col gap-1">
      <span className={LABEL}>Search address or username</span>
      <input
        ref={ref}
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onChange(text.trim())
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
        aria-keyshortcuts="/"
        className={`${INPUT} h-8`}
      />
    </label>
  )
}
