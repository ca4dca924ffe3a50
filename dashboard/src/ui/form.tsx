import type { FormEvent, ReactNode } from 'react'
import { Form as AriaForm } from 'react-aria-components'

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
    <AriaForm
      {...data}
      validationBehavior="aria"
      className={className}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </AriaForm>
  )
}
