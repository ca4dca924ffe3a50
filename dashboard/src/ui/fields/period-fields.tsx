import { DateField } from './date-field.tsx'

interface Period {
  /** Moments in UTC, as the API reads them; '' for none. */
  from?: string
  to?: string
}

/** From when on and before when a list is asked for. */
export function PeriodFields({
  period: { from = '', to = '' },
  onChange,
}: {
  period: Period
  onChange(change: Period): void
}) {
  return (
    <>
      <DateField
        label="From (UTC)"
        value={from.slice(0, 16)}
        onChange={(value) => onChange({ from: value && `${value}:00Z` })}
        withTime
      />
      <DateField
        label="Before (UTC)"
        value={to.slice(0, 16)}
        onChange={(value) => onChange({ to: value && `${value}:00Z` })}
        withTime
      />
    </>
  )
}
