import { z } from 'zod'

/** What a value of this shape looks like, where the shape alone says little. */
const REMEDIES: [RegExp, string][] = [
  [
    /^rules\[\d+\]\.(all|any|none|patterns)\b/,
    'a rule names words by their list: lex.<lexicon>, re.<pattern> or link.<host list>',
  ],
  [/^terms\b/, 'terms stand by language, as in terms: {en: [a term, stem*]}'],
  [/^examples\b/, 'an example is a text, or {platform, handle, evidence: [{text, channel}]}'],
]

/**
 * What is wrong with a file of a pack: for each fault the rule, the member and what to write instead, a line each.
 * @param raw the file's content as it was read
 */
export function sayFaults(error: z.ZodError, raw: unknown): string {
  return error.issues.flatMap((issue) => faultsOf(issue, [], raw)).join('\n  ')
}

function faultsOf(issue: z.core.$ZodIssue, above: PropertyKey[], raw: unknown): string[] {
  const path = [...above, ...issue.path]
  if (issue.code === 'invalid_union') {
    const meant = nearest(issue.errors)
    return meant.length > 0
      ? meant.flatMap((each) => faultsOf(each, path, raw))
      : [line(path, raw, issue.message)]
  }
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => line([...path, key], raw, 'there is no such member; is it misspelt?'))
  return [line(path, raw, issue.message)]
}

/** Of the shapes that it may have, the one that it nearly has. */
function nearest(errors: readonly z.core.$ZodIssue[][]): readonly z.core.$ZodIssue[] {
  return errors.reduce((best, each) => (each.length < best.length ? each : best), errors[0] ?? [])
}

function line(path: PropertyKey[], raw: unknown, message: string): string {
  const at = z.core.toDotPath(path)
  const rule = path[0] === 'rules' ? valueAt(raw, path.slice(0, 2)) : null
  const named = typeof rule === 'object' && rule !== null && 'id' in rule ? `rule "${rule.id}", ` : ''
  const remedy = REMEDIES.find(([where]) => where.test(at) && !message.includes('no such member'))?.[1]
  return `${named}${at || 'the file'}: ${message}${remedy ? ` (${remedy})` : ''}`
}

function valueAt(raw: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    raw,
  )
}
