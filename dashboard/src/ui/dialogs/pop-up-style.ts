export const POPOVER = 'rounded-lg border border-line bg-raised p-1 shadow-pop outline-none'
export const ITEM =
  'flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 py-1 text-[0.8125rem] text-ink outline-none data-[focused]:bg-accent-soft data-[disabled]:text-muted no-underline hover:no-underline'
