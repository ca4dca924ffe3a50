import type { Evidence } from '../evidence/evidence.ts'
import type { Finding, Subject } from './finding.ts'
import { resemblances } from './learnt/resemblances.ts'
import type { Sense } from './learnt/sense.ts'
import { compilePack } from './pack/compile-pack.ts'
import type { PolicyPack } from './pack/pack-schema.ts'
import { platformPolicy } from './pack/platform-policy.ts'
import type { Surroundings } from './rules/asked-rules.ts'
import { isListed, linkFindings } from './rules/links/link-findings.ts'
import { type Target, targetsOf } from './rules/links/targets.ts'
import { isTied } from './rules/links/ties.ts'
import { structureFindings } from './rules/structure-findings.ts'
import { textFindings } from './rules/text-findings.ts'
import { isOff } from './score/sum-codes.ts'
import { normaliseText } from './text/text-views.ts'

/**
 * All findings of the rules of `pack` and of its classifier in `evidence`, in the order of evidence, text and place. Pure and deterministic.
 * Only evidence tied to the creator counts; only an `ok` outcome carries text. Quotes are exact slices of the stored
 * text, masked for minor-safety codes.
 */
export function evaluate(
  pack: PolicyPack,
  input: { evidence: Evidence[]; subject: Subject },
  sense: Sense | null = null,
): Finding[] {
  const compiled = compilePack(pack)
  const { evidence, subject } = input
  const targets = targetsOf(evidence)
  const subjectThemes = platformPolicy(pack, subject.platform).themes
  const adult = leadsToAdult(pack, evidence, targets, (host) => isListed(compiled, ['adult_hosts'], host))
  const around = (each: Evidence): Surroundings => {
    const themes = each.platform === null ? [] : platformPolicy(pack, each.platform).themes
    return { themes: new Set([...subjectThemes, ...themes]), adult }
  }
  const fromTexts = evidence.filter(isTied).flatMap((each) => textFindings(compiled, each, around(each)))
  const fromStructure = structureFindings({ compiled, evidence, targets, subject })
  const found = [
    ...withoutHints(withoutEchoes(fromTexts, evidence), pack),
    ...resemblances(compiled, evidence, [...fromTexts, ...fromStructure], around, sense),
    ...linkFindings(compiled, targets),
    ...fromStructure,
  ]
  const heard = found.filter(({ code }) => !isOff(pack.codes[code], subject))
  return inOrder(adult ? heard.map(tagAgeClaim) : heard, evidence)
}

/** A hint beside the plain statement that it hints at, in one text, is no second reason. */
function withoutHints(findings: readonly Finding[], pack: PolicyPack): Finding[] {
  const plain = new Set(
    findings
      .filter((finding) => finding.mitigation === null)
      .map((finding) => `${finding.code} ${finding.evidenceRef} ${finding.textIndex}`),
  )
  return findings.filter(
    ({ code, evidenceRef, textIndex }) =>
      !pack.codes[code]?.yields_to.some((other) => plain.has(`${other} ${evidenceRef} ${textIndex}`)),
  )
}

/** One sentence that stands in the bio, in the page around it and in a search snippet is one signal. */
function withoutEchoes(findings: readonly Finding[], evidence: readonly Evidence[]): Finding[] {
  const urls = new Map(evidence.map((each) => [each.ref, each.url]))
  const kept = new Map<string, Finding>()
  const keys = (finding: Finding): string => {
    const place = finding.channel === 'snippet' ? '' : urls.get(finding.evidenceRef)
    return `${finding.rule}\n${place}\n${normaliseText(finding.quote)}`
  }
  const anywhere = new Set<string>()
  for (const finding of findings) {
    if (finding.channel !== 'snippet') anywhere.add(`${finding.rule}\n\n${normaliseText(finding.quote)}`)
  }
  for (const finding of findings) {
    const key = keys(finding)
    if (finding.channel === 'snippet' && anywhere.has(key)) continue
    const known = kept.get(key)
    if (!known || (known.mitigation !== null && finding.mitigation === null)) kept.set(key, finding)
  }
  return [...kept.values()]
}

/** Whether adult content is within the creator's reach: on a surface of theirs, or behind one of their links. */
function leadsToAdult(
  pack: PolicyPack,
  evidence: readonly Evidence[],
  targets: readonly Target[],
  isAdult: (host: string) => boolean,
): boolean {
  return (
    targets.some((target) => isAdult(target.host)) ||
    evidence.some(
      (each) =>
        isTied(each) &&
        (each.facts.adult === true ||
          (each.binding === 'own' &&
            (isAdult(each.domain) || platformPolicy(pack, each.platform).adult_destination))),
    )
  )
}

/** The floor of an age claim asks whether adult content is within reach; a finding can only say so by its tag. */
function tagAgeClaim(finding: Finding): Finding {
  return finding.code === 'minor_age_claim' ? { ...finding, tag: 'adult_link' } : finding
}

function inOrder(findings: readonly Finding[], evidence: readonly Evidence[]): Finding[] {
  const rank = new Map(evidence.map((each, i) => [each.ref, i]))
  return [...findings].sort(
    (a, b) =>
      (rank.get(a.evidenceRef) ?? 0) - (rank.get(b.evidenceRef) ?? 0) ||
      a.textIndex - b.textIndex ||
      a.start - b.start ||
      compare(a.rule, b.rule) ||
      compare(a.quote, b.quote),
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
