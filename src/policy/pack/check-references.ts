import type { PolicyPack } from './pack-schema.ts'
import type { Rule } from './rule-schema.ts'

/** Names every reference that points nowhere: an atom, list, code or platform that the pack does not hold. */
export function checkReferences(pack: PolicyPack): string[] {
  const faults: string[] = []
  const lists = (names: readonly string[], at: string): void => {
    for (const name of names) if (!pack.lists[name]) faults.push(`${at}: no list "${name}"`)
  }
  for (const code of Object.values(pack.codes)) {
    for (const other of code.yields_to) if (!pack.codes[other]) faults.push(`${code.id}: no code "${other}"`)
    for (const atom of code.unlike) if (!isKnown(pack, atom)) faults.push(`${code.id}: unknown ${atom}`)
    const seen = new Set<string>()
    for (const rule of code.rules) {
      const at = `${code.id}/${rule.id}`
      if (seen.has(rule.id)) faults.push(`${at}: rule id used twice`)
      seen.add(rule.id)
      for (const atom of atomsOf(rule)) if (!isKnown(pack, atom)) faults.push(`${at}: unknown ${atom}`)
      if ('host_in' in rule) lists(rule.host_in, at)
      if ('list' in rule && rule.list !== undefined) lists([rule.list], at)
    }
  }
  for (const code of Object.keys(pack.wordings)) {
    const family = pack.codes[code]?.family
    if (family === undefined || family === 'minor_safety')
      faults.push(`wordings: ${family ? `none may be given for "${code}"` : `no code "${code}"`}`)
  }
  for (const platform of Object.values(pack.platforms)) {
    for (const code of Object.keys(platform.codes)) {
      if (!pack.codes[code]) faults.push(`platforms/${platform.id}: no code "${code}"`)
    }
  }
  for (const floor of pack.scoring.floors) {
    for (const { code } of floor.findings)
      if (!pack.codes[code]) faults.push(`floor ${floor.id}: no code "${code}"`)
  }
  for (const [name, reach] of Object.entries(pack.scoring.mitigations)) {
    for (const lexicon of [...reach.before, ...reach.after]) {
      if (!pack.lexicons[lexicon]) faults.push(`mitigation ${name}: no lexicon "${lexicon}"`)
    }
  }
  for (const lexicon of pack.scoring.general_voice.words) {
    if (!pack.lexicons[lexicon]) faults.push(`general_voice: no lexicon "${lexicon}"`)
  }
  lists([...pack.scoring.third_person_hosts, ...pack.scoring.policy_hosts], 'scoring.yaml')
  if (!pack.platforms.default) faults.push('platforms: no "default"')
  return faults
}

/** Every atom that a rule names. */
export function atomsOf(rule: Rule): string[] {
  if ('structure' in rule) return rule.patterns
  if (!('all' in rule)) return []
  return [
    ...rule.all.flatMap((group) => (typeof group === 'string' ? [group] : group.any)),
    ...rule.any,
    ...rule.none,
  ]
}

function isKnown(pack: PolicyPack, atom: string): boolean {
  const [kind, name = ''] = atom.split('.')
  if (kind === 'lex') return pack.lexicons[name] !== undefined
  if (kind === 're') return pack.patterns[name] !== undefined
  return pack.lists[name] !== undefined
}
