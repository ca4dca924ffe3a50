export const LABEL = 'text-[0.8125rem] font-medium text-ink'
export const DESCRIPTION = 'text-xs text-muted'
export const FIELD_ERROR = 'text-xs font-medium text-high'
export const INPUT =
  'w-full rounded-md border border-edge bg-surface px-2.5 text-sm text-ink placeholder:text-muted aria-invalid:border-high disabled:opacity-60'
