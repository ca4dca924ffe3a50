import type { IconName } from '../ui/icon.tsx'

/** One thing that the palette can do. */
export interface Command {
  id: string
  label: string
  icon: IconName
  /** What else somebody may type for it. */
  words?: string
  /** Keys that do the same. */
  keys?: string
  run(): void
}

/** Those in which every typed word begins a word of theirs, in their own order; all for nothing typed. */
export function matching<Each extends Pick<Command, 'label' | 'words'>>(
  commands: readonly Each[],
  typed: string,
): Each[] {
  const wanted = wordsOf(typed)
  return commands.filter(({ label, words = '' }) => {
    const has = wordsOf(`${label} ${words}`)
    return wanted.every((word) => has.some((each) => each.startsWith(word)))
  })
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What was typed or pasted, besides words: the id of a scan or a batch, or an address. */
export function kindOf(typed: string): 'id' | 'address' | 'words' {
  if (UUID.test(typed)) return 'id'
  const url = /^https?:\/\/[^/]/i.test(typed) && !/\s/.test(typed) ? URL.parse(typed) : null
  return url ? 'address' : 'words'
}
