import type { Evidence } from '../evidence/evidence.ts'
import type { Passage } from './opinion.ts'

/** The address that a passage points at: a link of the page, or the page itself. Null when it points at words, or nowhere. */
export function addressOfPassage({ linkIndex }: Pick<Passage, 'linkIndex'>, cited: Evidence): string | null {
  if (linkIndex === undefined) return null
  return linkIndex < 0 ? cited.url : (cited.links[linkIndex]?.url ?? null)
}
