import type { Evidence } from '../../../evidence/evidence.ts'
import type { Finding } from '../../finding.ts'
import { hostOf } from '../../pack/host-list.ts'
import { isListed } from './link-findings.ts'
import type { StructureInput } from './targets.ts'
import { isTied } from './ties.ts'

/** Bots and people were shown different destinations, or a long chain through shorteners hides where a link leads. */
export function cloakedLinks({ compiled, code, rule, evidence }: StructureInput): Finding[] {
  const hidden = (page: Evidence): boolean =>
    page.redirects.length >= rule.min_redirects &&
    page.redirects.some((url) => isListed(compiled, rule.host_in, hostOf(url) ?? ''))
  return evidence
    .filter(isTied)
    .filter((page) => page.facts.cloaked !== undefined || hidden(page))
    .map((page) => ({
      code,
      rule: `${code}/${rule.id}`,
      source: 'rule',
      p: rule.p,
      evidenceRef: page.ref,
      channel: 'link',
      binding: page.binding,
      mitigation: null,
      quote: page.url,
      textIndex: -1,
      start: -1,
      end: -1,
      view: 'native',
      url: page.url,
    }))
}
