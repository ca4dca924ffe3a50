import type { PolicyCode } from '../../src/policy/pack/code-schema.ts'
import type { PolicyPack } from '../../src/policy/pack/pack-schema.ts'

/** The reason codes of the pack that comes along, by family. */
export function codesPage(pack: PolicyPack): string {
  const families = Map.groupBy(Object.values(pack.codes), ({ family }) => family)
  return [
    '# Reason codes',
    `The ${Object.keys(pack.codes).length} codes of the pack that comes along, as its files say them: what each means, and what looks like it and is not. \`GET /api/v2/reason-codes\` has those of an
organization, its own [criteria](criteria.md) among them. How a code's findings become points: [what a report says](concepts.md). This page is written by
\`npm run docs\`.`,
    ...[...families].flatMap(([family, codes]) => [`## ${inWords(family)}`, ...codes.map(oneCode)]),
  ]
    .join('\n\n')
    .concat('\n')
}

function oneCode(code: PolicyCode): string {
  const not = code.not.length > 0 ? `\n\nNot: ${code.not.join('; ')}.` : ''
  const severity = code.severity === 'platform' ? 'as the platform rules' : code.severity
  return `### \`${code.id}\`\n\n**${code.title}**, severity ${severity}. ${code.definition}${not}`
}

function inWords(id: string): string {
  return id.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())
}
