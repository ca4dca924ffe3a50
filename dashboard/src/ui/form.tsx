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
  'data-decision'?: string
  'data-print'?: 'no'
}) {
  return (
    <form
      {...data}
      noValidate
      className={className}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}
