import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { z } from 'zod'
import { InvalidInput } from '../../errors.ts'
import { keptTables } from '../kept/kept-tables.ts'
import { decodeClassifier } from '../learnt/classifier.ts'
import { checkReferences } from './check-references.ts'
import { codeSchema } from './code-schema.ts'
import { criterionSchema, partsOfCriterion } from './criterion.ts'
import type { PolicyPack } from './pack-schema.ts'
import { parseYaml } from './parse-yaml.ts'
import { platformPolicySchema } from './platform-policy-schema.ts'
import { sayFaults } from './say-faults.ts'
import { scoringSchema } from './scoring-schema.ts'
import {
  agesSchema,
  clausesSchema,
  conceptsSchema,
  familyNamesSchema,
  languagesSchema,
  lexiconSchema,
  patternsSchema,
  wordingsSchema,
} from './word-schemas.ts'

type Raw = Record<string, unknown>

/**
 * Reads a policy pack: the built-in directory first, an operator's own after it. A later directory replaces fields of a
 * code, platform or `scoring.yaml`, replaces rules with the same id and adds others, adds terms to lexicons and lines to
 * lists; a list line `!host` takes one out. `listFolders` hold further lists, one `<list>.txt` each.
 * A file of `criteria/` becomes a code with lexicons and a list of its own. `ages.yaml`, `clauses.yaml`, `concepts.yaml`, `family-names.yaml`, `languages.yaml`, `patterns.yaml` and `wordings.yaml` are merged by name, and the last `classifier.bin` is the classifier.
 * Throws `InvalidInput` with file and field when something does not fit.
 */
export function loadPolicyPack(dirs: string[], listFolders: string[] = []): PolicyPack {
  const from = [`${dirs.length} packs`, ...contentsOf([...dirs, ...listFolders])]
  return keptTables('pack', from, () => readPolicyPack(dirs, listFolders))
}

/** Every file of these folders, by its path within: what a pack is made of, in this order. */
function contentsOf(folders: readonly string[]): (string | Uint8Array)[] {
  // A name that is misspelt would leave the operator's own rules out without a word.
  const missing = folders.find((folder) => !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
  if (missing !== undefined) throw new InvalidInput(`Policy pack: there is no folder ${missing}`)
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .flatMap((path) => [relative(folder, path), readFileSync(path)]),
  )
}

function readPolicyPack(dirs: string[], listFolders: string[]): PolicyPack {
  const criteria = Object.values(
    mapValues(mergeFolders(dirs, 'criteria', mergeFields), ({ id: _id, ...raw }, id) =>
      partsOfCriterion(id, parseAs(criterionSchema, raw, `criteria/${id}.yaml`)),
    ),
  )
  const codes = byName(
    mapValues(mergeFolders(dirs, 'codes', mergeCode), (raw, at) => parseAs(codeSchema, raw, at)),
    ...criteria.map(({ code }) => ({ [code.id]: code })),
  )
  const lexicons = byName(
    mapValues(mergeFolders(dirs, 'lexicons', mergeLexicon), (raw, at) => parseAs(lexiconSchema, raw, at)),
    ...criteria.map((parts) => parts.lexicons),
  )
  const platforms = mapValues(mergeFolders(dirs, 'platforms', mergeFields), (raw, at) =>
    parseAs(platformPolicySchema, raw, at),
  )
  const patterns = parseAs(patternsSchema, mergeFile(dirs, 'patterns.yaml'), 'patterns.yaml')
  const ages = parseAs(agesSchema, mergeFile(dirs, 'ages.yaml'), 'ages.yaml')
  const clauses = parseAs(clausesSchema, mergeFile(dirs, 'clauses.yaml'), 'clauses.yaml')
  const concepts = parseAs(conceptsSchema, mergeFile(dirs, 'concepts.yaml'), 'concepts.yaml')
  const familyNames = parseAs(familyNamesSchema, mergeFile(dirs, 'family-names.yaml'), 'family-names.yaml')
  const wordings = parseAs(wordingsSchema, mergeFile(dirs, 'wordings.yaml'), 'wordings.yaml')
  const languages = parseAs(languagesSchema, mergeFile(dirs, 'languages.yaml'), 'languages.yaml')
  const scoring = parseAs(scoringSchema, mergeFile(dirs, 'scoring.yaml'), 'scoring.yaml')
  const lists = byName(
    readLists([...dirs.map((dir) => join(dir, 'lists')), ...listFolders]),
    ...criteria.map((parts) => parts.lists),
  )
  const classifier = readClassifier(dirs)
  const contents = {
    codes,
    lexicons,
    patterns,
    clauses,
    ages,
    concepts,
    familyNames,
    wordings,
    lists,
    languages,
    platforms,
    scoring,
  }
  const pack = {
    version: versionOf({ ...contents, classifier: hashOf(classifier) }),
    ...contents,
    classifier,
  }
  const faults = checkReferences(pack)
  if (faults.length > 0)
    throw new InvalidInput(`Policy pack: ${faults.slice(0, 5).join('; ')}`, { facts: { faults } })
  return pack
}

/** The last directory that brings a classifier decides. */
function readClassifier(dirs: string[]): Uint8Array | null {
  const path = dirs.map((dir) => join(dir, 'classifier.bin')).findLast((each) => existsSync(each))
  if (path === undefined) return null
  const file = readFileSync(path)
  try {
    decodeClassifier(file)
  } catch (cause) {
    throw new InvalidInput(`Policy pack: ${path} is no classifier`, { cause })
  }
  return file
}

function hashOf(bytes: Uint8Array | null): string | null {
  return bytes && createHash('sha256').update(bytes).digest('hex')
}

/** SHA-256 over the contents with sorted keys, so that neither file order nor layout changes the version. */
function versionOf(contents: unknown): string {
  return createHash('sha256').update(canonicalJson(contents)).digest('hex').slice(0, 12)
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )
}

function mergeFolders(
  dirs: string[],
  folder: string,
  merge: (base: Raw, over: Raw) => Raw,
): Record<string, Raw> {
  const merged: Record<string, Raw> = {}
  for (const dir of dirs) {
    for (const name of fileNames(join(dir, folder), '.yaml')) {
      const raw = readYaml(join(dir, folder, `${name}.yaml`))
      if (raw.id !== name)
        throw new InvalidInput(`Policy pack: ${folder}/${name}.yaml must have id "${name}"`)
      const base = merged[name]
      merged[name] = base === undefined ? raw : merge(base, raw)
    }
  }
  return Object.fromEntries(Object.entries(merged).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function mergeFile(dirs: string[], name: string): Raw {
  return dirs
    .map((dir) => join(dir, name))
    .filter((path) => existsSync(path))
    .reduce<Raw>((merged, path) => mergeFields(merged, readYaml(path)), {})
}

function mergeFields(base: Raw, over: Raw): Raw {
  return { ...base, ...over }
}

function mergeCode(base: Raw, over: Raw): Raw {
  return { ...base, ...over, rules: mergeById(asList(base.rules), asList(over.rules)) }
}

function mergeById(base: unknown[], over: unknown[]): unknown[] {
  const replaced = new Set(over.filter(isRecord).map((rule) => rule.id))
  return [...base.filter((rule) => !isRecord(rule) || !replaced.has(rule.id)), ...over]
}

function mergeLexicon(base: Raw, over: Raw): Raw {
  const terms: Record<string, unknown> = isRecord(base.terms) ? { ...base.terms } : {}
  for (const [language, more] of Object.entries(isRecord(over.terms) ? over.terms : {})) {
    terms[language] = [...asList(terms[language]), ...asList(more)]
  }
  return { ...base, ...over, terms }
}

function readLists(folders: string[]): Record<string, string[]> {
  const lists: Record<string, string[]> = {}
  for (const folder of folders) {
    for (const name of fileNames(folder, '.txt')) {
      const lines = readFileSync(join(folder, `${name}.txt`), 'utf8')
        .split('\n')
        .map((line) =>
          line
            .replace(/(?:^|\s)#.*$/, '')
            .trim()
            .toLowerCase(),
        )
        .filter((line) => line !== '')
      const removed = new Set(lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1)))
      const kept = [...(lists[name] ?? []), ...lines.filter((line) => !line.startsWith('!'))]
      lists[name] = [...new Set(kept)].filter((line) => !removed.has(line)).sort()
    }
  }
  return lists
}

function fileNames(folder: string, extension: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith(extension))
    .map((file) => file.slice(0, -extension.length))
    .sort()
}

function readYaml(path: string): Raw {
  let raw: unknown
  try {
    raw = parseYaml(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new InvalidInput(`Policy pack: ${path} is not YAML`, { cause })
  }
  if (!isRecord(raw)) throw new InvalidInput(`Policy pack: ${path} must hold a mapping`)
  return raw
}

function parseAs<T extends z.ZodType>(schema: T, raw: unknown, at: string): z.infer<T> {
  const result = schema.safeParse(raw)
  if (!result.success) throw new InvalidInput(`Policy pack: ${at}: ${sayFaults(result.error, raw)}`)
  return result.data
}

/** What stands in several of them goes to the last; as they were where nothing is added. */
function byName<T>(first: Record<string, T>, ...further: Record<string, T>[]): Record<string, T> {
  if (further.length === 0) return first
  return Object.fromEntries(
    Object.entries(Object.assign({}, first, ...further) as Record<string, T>).sort(([a], [b]) =>
      a < b ? -1 : 1,
    ),
  )
}

function mapValues<A, B>(record: Record<string, A>, map: (value: A, key: string) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))
}

function isRecord(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
