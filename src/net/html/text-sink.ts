import type { Aside } from '../../evidence/page.ts'

/** Collects text as a reader would see it: blanks collapsed, lines where blocks begin and end. */
export interface TextSink {
  /** @param role whose it is, where it is not its owner's */
  add(text: string, role?: Aside['role'] | null): void
  /** A word ends here. */
  space(): void
  /** A line ends here. */
  line(): void
  /** True once the limit cut something. */
  readonly full: boolean
  text(): string
  /** Where in the text those parts stand. */
  asides(): Aside[]
}

/** Blanks that have to be collapsed; most text has none. */
const UNEVEN = / \s|[^\S ]/

export function createTextSink(limit: number): TextSink {
  const parts: string[] = []
  const asides: Aside[] = []
  let size = 0
  let pending: '' | ' ' | '\n' = ''
  let full = false

  function separate(separator: ' ' | '\n'): void {
    if (pending !== '\n') pending = separator
  }

  function mark(role: Aside['role'], from: number, to: number): void {
    const last = asides.at(-1)
    if (last?.role === role && from - last.to <= 1) last.to = to
    else asides.push({ role, from, to })
  }

  return {
    add(given, role = null) {
      // Browsers leave it out of text (HTML, "in body"), so a word with one in it is read as one.
      const text = given.includes('\0') ? given.replaceAll('\0', '') : given
      const begun = text.trimStart()
      if (begun.length < text.length) separate(' ')
      if (begun === '') return
      const core = begun.trimEnd()
      if (size >= limit) {
        full = true
        return
      }
      const collapsed = (UNEVEN.test(core) ? core.replace(/\s+/g, ' ') : core).slice(0, limit - size)
      full ||= collapsed.length === limit - size
      if (size > 0) {
        parts.push(pending)
        size += pending.length
      }
      if (role !== null) mark(role, size, size + collapsed.length)
      parts.push(collapsed)
      size += collapsed.length
      pending = core.length < begun.length ? ' ' : ''
    },
    space: () => separate(' '),
    line: () => separate('\n'),
    get full() {
      return full
    },
    text: () => parts.join(''),
    asides: () => asides,
  }
}
