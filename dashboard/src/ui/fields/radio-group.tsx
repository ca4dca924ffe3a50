import { useId } from 'react'
import { LABEL } from './field-style.ts'

export interface RadioOption<Value extends string> {
  value: Value
  label: string
  note?: string
}

/** The browser's own radio buttons, each in the box of its words. */
export function RadioGroup<Value extends string>({
  label,
  options,
  value,
  onChange,
  isHorizontal = false,
  inDock = false,
}: {
  label: string
  options: readonly RadioOption<Value>[]
  value: Value | null
  onChange(value: Value): void
  isHorizontal?: boolean
  /** Where it is docked, in a row and without notes. */
  inDock?: boolean
}) {
  const id = useId()
  return (
    <fieldset className="min-w-0">
      <legend className={`${LABEL} mb-1.5`}>{label}</legend>
      <div
        className={`flex gap-2 ${isHorizontal ? 'flex-wrap' : 'flex-col'} ${inDock ? 'docked:flex-row docked:flex-wrap docked:gap-1.5' : ''}`}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-8 grow cursor-default items-start gap-2 rounded-md border border-line px-2.5 py-1.5 hover:bg-hover has-checked:border-solid has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={id}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="mt-0.5 size-4 shrink-0 accent-solid outline-none"
            />
            <span className="text-[0.8125rem]">
              <span className="font-medium">{option.label}</span>
              {option.note && (
                <span className={`block text-xs text-muted ${inDock ? 'docked:hidden' : ''}`}>
                  {option.note}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
