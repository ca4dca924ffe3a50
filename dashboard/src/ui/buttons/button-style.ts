export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

const BASE =
  'inline-flex items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap cursor-default no-underline hover:no-underline disabled:opacity-55 transition-colors select-none forced-colors:border'
const SIZES = { small: 'h-7 px-2 text-xs', medium: 'h-8 px-3 text-[0.8125rem]' }
const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-solid text-on-solid enabled:hover:bg-solid-hover',
  secondary: 'bg-surface text-ink border border-line enabled:hover:bg-hover enabled:hover:border-edge',
  quiet: 'text-muted enabled:hover:bg-hover enabled:hover:text-ink',
  danger: 'bg-surface text-high border border-line enabled:hover:bg-high-soft enabled:hover:border-high',
}

/** Buttons, and links that look like one. */
export function buttonStyle(
  variant: ButtonVariant = 'secondary',
  size: keyof typeof SIZES = 'medium',
): string {
  const hover = variant === 'primary' ? 'hover:bg-solid-hover' : 'hover:bg-hover'
  return `${BASE} ${SIZES[size]} ${VARIANTS[variant]} not-[button]:${hover}`
}
