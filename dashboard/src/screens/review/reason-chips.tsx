import { LABEL } from '../../ui/fields/field-style.ts'

/** Reasons of the organization: one, or none. Pressing the same again takes it back. */
export function ReasonChips({
  label = 'Reason',
  reasons,
  firstKey,
  isRequired,
  chosen,
  onToggle,
}: {
  label?: string
  reasons: readonly string[]
  /** The single key of the first; those after 9 have none. */
  firstKey?: number
  isRequired: boolean
  chosen: string | null
  onToggle(reason: string): void
}) {
  return (
    <fieldset className="min-w-0">
      <legend className={`${LABEL} mb-1.5`}>
        {label}
        {isRequired && <span className="font-normal text-muted"> (required)</span>}
      </legend>
      <div className="flex flex-wrap gap-1.5">
        {reasons.map((reason, index) => {
          const key = firstKey !== undefined && firstKey + index <= 9 ? firstKey + index : null
          return (
            <button
              key={reason}
              type="button"
              aria-pressed={reason === chosen}
              onClick={() => onToggle(reason)}
              className="min-h-7 rounded-full border border-line px-2.5 text-left text-xs hover:bg-hover aria-pressed:border-solid aria-pressed:bg-accent-soft aria-pressed:font-medium"
            >
              {key !== null && (
                <span aria-hidden="true" className="mr-1 font-mono text-[0.625rem] text-muted">
                  {key}
                </span>
              )}
              {reason}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
