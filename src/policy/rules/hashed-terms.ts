import { hash } from 'node:crypto'
import type { Evidence } from '../../evidence/evidence.ts'
import type { Finding } from '../finding.ts'
import { maskQuote } from '../text/mask-quote.ts'
import { nativeView, originalSpan } from '../text/text-views.ts'
import type { StructureInput } from './links/targets.ts'
import { isTied } from './links/ties.ts'

const MAX_WORDS = 3

/**
 * Terms that an operator supplies as hashes, so that no such words stand in this repository: the hex SHA-256 of one to
 * three words in the native view, joined by single spaces.
 */
export function hashedTerms({ compiled, code, rule, evidence }: StructureInput): Finding[] {
  const hashes = new Set(compiled.pack.lists[rule.list ?? ''] ?? [])
  if (hashes.size === 0) return []
  return evidence.filter(isTied).flatMap((each) => hitsIn(each, hashes, code, rule))
}

function hitsIn(
  evidence: Evidence,
  hashes: ReadonlySet<string>,
  code: string,
  rule: { id: string; p: number },
): Finding[] {
  return evidence.texts.flatMap(({ channel, text }, textIndex) => {
    const view = nativeView(text.slice(0, 20_000))
    const words = [...view.text.matchAll(/[\p{L}\p{N}_]+/gu)]
    return words.flatMap((first, i) => {
      for (let count = 1; count <= MAX_WORDS && i + count <= words.length; count++) {
        const last = words[i + count - 1]
        const term = words
          .slice(i, i + count)
          .map(([word]) => word)
          .join(' ')
        if (!last || !hashes.has(hash('sha256', term))) continue
        const span = originalSpan(view, first.index, last.index + last[0].length)
        const finding: Finding = {
          code,
          rule: `${code}/${rule.id}`,
          source: 'rule',
          p: rule.p,
          evidenceRef: evidence.ref,
          channel,
          binding: evidence.binding,
          mitigation: null,
          quote: maskQuote(text.slice(span.start, span.end)),
          textIndex,
          ...span,
          view: 'native',
        }
        return [finding]
      }
      return []
    })
  })
}
