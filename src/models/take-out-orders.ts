import type { PolicyPack } from '../policy/pack/pack-schema.ts'
import type { Span } from '../policy/text/text-views.ts'
import { TAKEN_OUT } from './disarm.ts'
import { passagesToReviewer } from './passages-to-reviewer.ts'
import type { ShownEvidence } from './select-evidence.ts'

/**
 * What a model is shown, without what may have been written for it: a page loses the sentences that address a reviewer, and an address
 * that spells such an order is not shown. Texts stay as long as they were, so that places in them are places in the stored ones.
 */
export function takeOutOrders(shown: readonly ShownEvidence[], pack: PolicyPack): ShownEvidence[] {
  return shown.map((each) => ({
    ...each,
    texts: each.texts.map((text) => {
      const takenOut = passagesToReviewer(text.text, pack)
      return { ...text, takenOut, text: without(text.text, takenOut) }
    }),
    links: each.links.filter((url) => passagesToReviewer(wordsOf(url), pack).length === 0),
  }))
}

function without(text: string, spans: readonly Span[]): string {
  return spans.reduce(
    (rest, { start, end }) =>
      rest.slice(0, start) + TAKEN_OUT.padEnd(end - start).slice(0, end - start) + rest.slice(end),
    text,
  )
}

/** The words that the parts of an address are made of. */
function wordsOf(url: string): string {
  return unescaped(url).replace(/[^\p{L}\p{N}]+/gu, ' ')
}

function unescaped(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    // A lone percent sign: its letters are read as they stand.
    return url
  }
}
