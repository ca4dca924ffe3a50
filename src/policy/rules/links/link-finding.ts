import type { Finding } from '../../finding.ts'
import type { Target } from './targets.ts'

/** A hit that is an address: its quote is the address, and it has no place in a text. */
export function linkFinding(
  code: string,
  rule: { id: string; p: number; tag?: string | undefined },
  target: Target,
): Finding {
  return {
    code,
    rule: `${code}/${rule.id}`,
    source: 'rule',
    p: rule.p,
    evidenceRef: target.evidence.ref,
    channel: 'link',
    binding: target.binding,
    mitigation: null,
    quote: target.url,
    textIndex: -1,
    start: -1,
    end: -1,
    view: 'native',
    url: target.url,
    ...(rule.tag === undefined ? {} : { tag: rule.tag }),
  }
}
