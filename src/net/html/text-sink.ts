import type { Aside } from '../../evidence/page.ts'

/** Collects text as a reader would see it: blanks collapsed, lines where blocks begin and end. */
export interface TextSink {
  /** @param role whose it is, where it is not its owner's */
  add(text: string, role?: Aside['role'] | null): void
  /** The same for a text of which `isEven` is said. */
  addEven(text: string, role?: Aside['role'] | null): void
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
  let told = ''
  const asides: Aside[] = []
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

  function addEven(words: string, role: Aside['role'] | null = null): void {
    const left = limit - told.length
    if (words.length >= left) full = true
    if (left <= 0) return
    const kept = words.length > left ? words.slice(0, left) : words
    if (told !== '') told += pending
    if (role !== null) mark(role, told.length, told.length + kept.length)
    told += kept
    pending = ''
  }

  return {
    add(given, role = null) {
      // Browsers leave it out of text (HTML, "in body"), so a word with one in it is read as one.
      const text = given.includes('\0') ? given.replaceAll('\0', '') : given
      const begun = text.trimStart()
      if (begun.length < text.length) separate(' ')
      if (begun === '') return
      const core = begun.trimEnd()
      addEven(UNEVEN.test(core) ? core.replace(/\s+/g, ' ') : core, role)
      if (core.length < begun.length) separate(' ')
    },
    addEven,
    space: () => separate(' '),
    line: () => separate('\n'),
    get full() {
      return full
    },
    text: () => told,
    asides: () => asides,
  }
}
