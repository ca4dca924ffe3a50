import type { Hop, ParsedPage } from '../../evidence/page.ts'
import { carriesState } from '../html/parts/carries-state.ts'

/** A page with more visible text than this is a page, whatever its scripts may do later. */
const MAX_TEXT = 200

/** Single-page applications show no text either, but carry their state in scripts. */
const MAX_STATE = 4096

/** Where a page without content of its own sends its visitor, or null. */
export function softRedirect(page: ParsedPage | null): Pick<Hop, 'location' | 'kind'> | null {
  if (!page || page.text.length >= MAX_TEXT || page.jsonLd.length > 0) return null
  const states = page.scripts.filter(({ text, type, id }) => carriesState(text, type, id))
  const state = states.reduce((size, script) => size + script.text.length, 0)
  if (state > MAX_STATE) return null
  if (page.refresh) return { location: page.refresh, kind: 'meta_refresh' }
  if (page.scriptRedirect) return { location: page.scriptRedirect, kind: 'script' }
  return null
}
