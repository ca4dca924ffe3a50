import type { Evidence, Outcome } from '../../evidence/evidence.ts'
import type { Finding } from '../finding.ts'
import type { StructureInput } from './links/targets.ts'

const GONE: readonly Outcome[] = ['gone', 'banned']
const WALLED: readonly Outcome[] = [
  'private',
  'age_gate',
  'login_wall',
  'bot_challenge',
  'rate_limited',
  'error',
]

/** The submitted profile is banned, deleted or suspended at its source. */
export function profileUnavailable(input: StructureInput): Finding[] {
  return profilesWith(input, GONE)
}

/** The submitted profile stands behind a wall or an error: nothing seen is not "nothing there". */
export function profileWalled(input: StructureInput): Finding[] {
  return profilesWith(input, WALLED)
}

function profilesWith({ code, rule, evidence }: StructureInput, outcomes: readonly Outcome[]): Finding[] {
  return evidence
    .filter((each) => each.type === 'profile' && each.binding === 'own' && outcomes.includes(each.outcome))
    .map((each) => statusFinding(code, rule, each))
}

function statusFinding(code: string, rule: { id: string; p: number }, evidence: Evidence): Finding {
  return {
    code,
    rule: `${code}/${rule.id}`,
    source: 'rule',
    p: rule.p,
    evidenceRef: evidence.ref,
    channel: 'page',
    binding: evidence.binding,
    mitigation: null,
    quote: evidence.outcomeSignal,
    textIndex: -1,
    start: -1,
    end: -1,
    view: 'native',
    tag: evidence.outcome,
  }
}
