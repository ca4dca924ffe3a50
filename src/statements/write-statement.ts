import type {
  Decision,
  EvidenceEntry,
  ReportFinding,
  StatementPart,
  TriageReport,
} from '../../sdk/contract.ts'
import type { StatementTemplate } from './templates.ts'

export interface DecidedCase {
  profileUrl: string
  /** When the profile was scanned, and when a person decided; ISO 8601. */
  scannedAt: string
  decidedAt: string
  decision: Decision
  report: Omit<TriageReport, 'coverage'>
  /** Codes of findings that a person rejected. */
  rejected: readonly string[]
}

export interface WrittenStatement {
  title: string
  parts: StatementPart[]
  /** All of it, as it is sent. */
  text: string
  /** What a person still has to fill in, as it stands in the text. */
  blanks: string[]
  details_withheld: boolean
}

const MOST_FACTS = 8
const QUOTE_CHARACTERS = 240

/**
 * What is said to the creator about a decided case: facts, ground, automated means and redress, as Article 17(3) of the Digital Services
 * Act asks for. It names what was seen and by which rules, and accuses nobody. Where anything endangers a child no detail of any finding is
 * given. Pure.
 */
export function writeStatement(
  found: DecidedCase,
  template: StatementTemplate,
  language: string,
): WrittenStatement {
  const isWithheld = found.report.findings.some(({ family }) => family === 'minor_safety')
  const upheld = upheldFindings(found)
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  const values = {
    profile_url: found.profileUrl,
    scanned_at: dates.format(new Date(found.scannedAt)),
    decided_at: dates.format(new Date(found.decidedAt)),
    policy_version: found.report.policy_version,
    grounds: [...new Set(upheld.map((finding) => groundOf(finding, template)))].join('; '),
  }
  const { decision, facts, ground, automation, redress } = template
  const means = found.report.analysis_mode === 'rules+model' ? automation.rules_and_model : automation.rules
  const texts: [StatementPart['part'], string, string][] = [
    ['decision', decision.heading, fill(decision[found.decision], values)],
    ['facts', facts.heading, factsText(found, upheld, { template, values, dates, isWithheld })],
    ['ground', ground.heading, fill(upheld.length > 0 ? ground.text : ground.none, values)],
    ['automation', automation.heading, fill(means, values)],
    ['redress', redress.heading, fill(redress.text, values)],
  ]
  const parts = texts.map(([part, heading, text]) => ({ part, heading, text }))
  const text = [template.title, ...parts.map((part) => `${part.heading}\n${part.text}`)].join('\n\n')
  const asked = [
    decision[found.decision],
    upheld.length > 0 ? `${facts.text}${ground.text}` : '',
    redress.text,
  ]
  return {
    title: template.title,
    parts,
    text: `${text}\n`,
    blanks: asked.flatMap((each) => each.match(/\[[^\]]+\]/g) ?? []),
    details_withheld: isWithheld && upheld.length > 0,
  }
}

/** What the decision rests on: of an escalated case what nobody rejected, of any other nothing. */
function upheldFindings({ decision, report, rejected }: DecidedCase): ReportFinding[] {
  if (decision !== 'escalated') return []
  return report.findings.filter(({ code, family }) => family !== 'status' && !rejected.includes(code))
}

function groundOf({ family }: ReportFinding, { grounds }: StatementTemplate): string {
  return grounds[family] ?? grounds.other
}

function factsText(
  { report }: DecidedCase,
  upheld: ReportFinding[],
  {
    template,
    values,
    dates,
    isWithheld,
  }: {
    template: StatementTemplate
    values: Record<string, string>
    dates: Intl.DateTimeFormat
    isWithheld: boolean
  },
): string {
  const { facts } = template
  if (upheld.length === 0) return fill(facts.none, values)
  if (isWithheld) return `${fill(facts.text, values)}\n– ${values.grounds}\n${facts.withheld}`
  const byRef = new Map(report.evidence_index.map((entry) => [entry.ref, entry]))
  const items = upheld.slice(0, MOST_FACTS).flatMap((finding) => {
    const [shown] = finding.evidence.filter(({ mitigation }) => mitigation === null)
    const entry = byRef.get(shown?.ref ?? '')
    return shown && entry ? [itemText(finding, shown, entry)] : []
  })
  return [fill(facts.text, values), ...items].join('\n')

  function itemText(
    finding: ReportFinding,
    { quote, channel, url }: ReportFinding['evidence'][number],
    entry: EvidenceEntry,
  ): string {
    const said = {
      ground: groundOf(finding, template),
      url: url ?? entry.url,
      seen_at: dates.format(new Date(entry.captured_at)),
      quote: oneLine(quote),
    }
    const hasWords = channel !== 'link' && said.quote !== '' && said.quote !== said.url
    return `– ${fill(hasWords ? facts.item : facts.item_without_words, said)}`
  }
}

function oneLine(quote: string): string {
  const line = quote.replace(/\s+/g, ' ').trim()
  if (line.length <= QUOTE_CHARACTERS) return line
  const start = line.slice(0, QUOTE_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '')
  return `${start.trimEnd()}…`
}

/** In one pass, so that nothing that strangers wrote is filled in turn. */
function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}
