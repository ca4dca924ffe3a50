import { evaluate } from '../../policy/evaluate.ts'
import type { Finding } from '../../policy/finding.ts'
import type { Sense } from '../../policy/learnt/sense.ts'
import { exampleEvidence } from '../../policy/pack/example-evidence.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import { hideClaims } from '../../policy/rules/excuses/hide-claims.ts'
import { type Score, score } from '../../policy/score/score.ts'
import { windowsOf } from '../collect/windows-of.ts'

export interface ProfileText {
  text: string
  platform?: string | null
  /** Addresses that the profile links to. */
  links?: string[]
}

/** Judges a text as the bio of a profile page that was read whole, by the rules and the classifier of the pack. */
export function judgeText(
  pack: PolicyPack,
  { text, platform, links }: ProfileText,
  sense: Sense | null = null,
): { findings: Finding[]; score: Score } {
  const { evidence, subject } = exampleEvidence({
    ...(platform && { platform }),
    evidence: [{ text, ...(links && { links }) }],
  })
  const whole = evidence.map((each) => ({
    ...each,
    texts: windowsOf(text).map((window) => ({ channel: 'bio' as const, text: window })),
  }))
  const { findings } = hideClaims(pack, whole, evaluate(pack, { evidence: whole, subject }, sense))
  const weighed = score(findings, {
    coverage: 1,
    mode: 'deep',
    analysisMode: 'rules',
    pack,
    subject,
    statusCodes: [],
  })
  return { findings, score: weighed }
}
