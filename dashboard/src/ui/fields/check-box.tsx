import type { ReactNode } from 'react'

/** The browser's own box, for lists: hundreds of them cost nothing. Without words beside it, it needs an `aria-label`. */
export function CheckBox({
  children,
  isSelected,
  isSome = false,
  isDisabled,
  onChange,
  'aria-label': ariaLabel,
}: {
  children?: ReactNode
  isSelected: boolean
  /** Neither all nor none. */
  isSome?: boolean
  isDisabled?: boolean
  onChange(isSelected: boolean): void
  'aria-label'?: string
}) {
  return (
    <label className="inline-flex min-h-6 min-w-6 items-center gap-1.5 text-[0.8125rem]">
      <input
        type="checkbox"
        aria-label={ariaLabel}
        checked={isSelected}
        disabled={isDisabled}
        ref={(element) => {
          if (element) element.indeterminate = isSome && !isSelected
        }}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 shrink-0 accent-solid"
      />
      {children}
    </label>
  )
}
