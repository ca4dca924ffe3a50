/** Collects text as a reader would see it: blanks collapsed, lines where blocks begin and end. */
export interface TextSink {
  add(text: string): void
  /** A word ends here. */
  space(): void
  /** A line ends here. */
  line(): void
  /** True once the limit cut something. */
  readonly full: boolean
  text(): string
}

/** Blanks that have to be collapsed; most text has none. */
const UNEVEN = /\s\s|[^\S ]/

export function createTextSink(limit: number): TextSink {
  const parts: string[] = []
  let size = 0
  let pending: '' | ' ' | '\n' = ''
  let full = false

  function separate(separator: ' ' | '\n'): void {
    if (pending !== '\n') pending = separator
  }

  return {
    add(text) {
      const core = text.trim()
      if (/^\s/.test(text)) separate(' ')
      if (core === '') return
      if (size >= limit) {
        full = true
        return
      }
      const collapsed = (UNEVEN.test(core) ? core.replace(/\s+/g, ' ') : core).slice(0, limit - size)
      full ||= collapsed.length === limit - size
      if (size > 0) parts.push(pending)
      parts.push(collapsed)
      size += collapsed.length + 1
      pending = /\s$/.test(text) ? ' ' : ''
    },
    space: () => separate(' '),
    line: () => separate('\n'),
    get full() {
      return full
    },
    text: () => parts.join(''),
  }
}
