import type { FormEvent, ReactNode } from 'react'

/** Sends nothing by itself: what is wrong with a field is ours to say, beside it. */
export function Form({
  onSubmit,
  className,
  children,
  ...data
}: {
  onSubmit(): void
  className: string
  children: ReactNode
  /** Somebody has come to one of its fields. */
  onFocus?: (() => void) | undefined
  /** Somebody has changed one of its fields. */
  onInput?: () => void
  'data-decision'?: string
  'data-print'?: 'no'
}) {
  return (
    <form
      {...data}
      noValidate
      className={className}
      onKeyDown={(event) => {
        // In a field of several lines Enter begins the next one.
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        event.stopPropagation()
        event.currentTarget.requestSubmit()
      }}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        // A dialog's form is no part of the form that opened it, though React lets its events rise there.
        event.stopPropagation()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}
