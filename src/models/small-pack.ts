import { atomsOf } from '../policy/pack/check-references.ts'
import type { PolicyPack } from '../policy/pack/pack-schema.ts'

const made = new WeakMap<PolicyPack, Map<string, PolicyPack>>()

/**
 * The part of a pack that some codes need, with further atoms, kept for as long as the pack lives: the thread that asks a model compiles
 * nothing else, for the whole is a worker's.
 */
export function smallPack(
  pack: PolicyPack,
  codes: readonly string[],
  more: readonly string[] = [],
): PolicyPack {
  const parts = made.get(pack) ?? new Map<string, PolicyPack>()
  made.set(pack, parts)
  const key = codes.join(' ')
  const part = parts.get(key) ?? partOf(pack, codes, more)
  parts.set(key, part)
  return part
}

function partOf(pack: PolicyPack, ids: readonly string[], more: readonly string[]): PolicyPack {
  const codes = only(pack.codes, (id) => ids.includes(id))
  const atoms = new Set([...more, ...Object.values(codes).flatMap(({ rules }) => rules.flatMap(atomsOf))])
  return {
    ...pack,
    codes,
    lexicons: only(pack.lexicons, (name) => atoms.has(`lex.${name}`)),
    patterns: only(pack.patterns, (name) => atoms.has(`re.${name}`)),
    concepts: {},
    familyNames: {},
    wordings: {},
    classifier: null,
    lists: {},
  }
}

function only<T>(all: Readonly<Record<string, T>>, isAsked: (name: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => isAsked(name)))
}
