import { type ComponentProps, type ReactNode, useId } from 'react'
import { DESCRIPTION, FIELD_ERROR, INPUT, LABEL } from './field-style.ts'

type Passed =
  | 'type'
  | 'name'
  | 'placeholder'
  | 'maxLength'
  | 'autoComplete'
  | 'autoFocus'
  | 'spellCheck'
  | 'inputMode'

export interface TextFieldProps extends Pick<ComponentProps<'input'>, Passed> {
  label: string
  value: string
  /** Absent for one that is only read. */
  onChange?: (value: string) => void
  description?: ReactNode
  /** What is wrong with the value; read out with the field. */
  error?: string | null
  onBlur?: () => void
  /** More than one line: how many are shown. */
  rows?: number
  hideLabel?: boolean
  mono?: boolean
  isRequired?: boolean
  isReadOnly?: boolean
}

/** The browser's own field, with what is said about it. */
export function TextField({
  label,
  value,
  onChange,
  description,
  error,
  rows,
  hideLabel = false,
  mono = false,
  isRequired,
  isReadOnly = onChange === undefined,
  type = 'text',
  ...passed
}: TextFieldProps) {
  const id = useId()
  const field = {
    ...passed,
    id,
    value,
    readOnly: isReadOnly,
    'aria-required': isRequired,
    'aria-invalid': error ? true : undefined,
    'aria-describedby':
      [error && `${id}error`, description && `${id}about`].filter(Boolean).join(' ') || undefined,
  }
  const style = `${INPUT} ${mono ? 'font-mono text-[0.8125rem]' : ''}`
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : LABEL}>
        {label}
        {isRequired && <span className="font-normal text-muted"> (required)</span>}
      </label>
      {rows ? (
        <textarea
          {...field}
          rows={rows}
          onChange={(event) => onChange?.(event.target.value)}
          className={`${style} py-1.5 leading-5`}
        />
      ) : (
        <input
          {...field}
          type={type}
          onChange={(event) => onChange?.(event.target.value)}
          className={`${style} h-8`}
        />
      )}
      {description && (
        <div id={`${id}about`} className={DESCRIPTION}>
          {description}
        </div>
      )}
      {error && (
        <p id={`${id}error`} className={FIELD_ERROR}>
          {error}
        </p>
      )}
    </div>
  )
}
