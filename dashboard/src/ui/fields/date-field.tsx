import { useId } from 'react'
import { FIELD_ERROR, INPUT, LABEL } from './field-style.ts'

/** A day (`YYYY-MM-DD`) or, with `withTime`, a minute (`YYYY-MM-DDTHH:MM`): the browser's own field. Empty for none. */
export function DateField({
  label,
  value,
  onChange,
  error,
  withTime = false,
}: {
  label: string
  value: string
  onChange(value: string): void
  error?: string | null
  withTime?: boolean
}) {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={LABEL}>
        {label}
      </label>
      <input
        id={id}
        type={withTime ? 'datetime-local' : 'date'}
        value={value}
        aria-invalid={Boolean(error)}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => onChange(event.target.value)}
        className={`${INPUT} h-8`}
      />
      {error && (
        <p id={`${id}-error`} className={FIELD_ERROR}>
          {error}
        </p>
      )}
    </div>
  )
}
