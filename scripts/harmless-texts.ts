import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { z } from 'zod'
import type { HumanText } from './human-text.ts'

const FOLDER = fileURLToPath(new URL('../fixtures/harmless', import.meta.url))

const linesSchema = z.record(z.string(), z.array(z.string()).min(1))
const identitiesSchema = z.strictObject({
  groups: z.array(z.strictObject({ many: z.string(), one: z.string() })),
  templates: linesSchema,
})
const namesSchema = z.strictObject({
  names: z.array(z.string()),
  cities: z.array(z.string()),
  templates: z.array(z.string()),
})

/**
 * The harmless texts of `fixtures/harmless`, ours and invented: every template about people with every group (`ident` names it), every name
 * in every bio, and lines as they stand (`ident` is the dialect, language or topic). Nothing is learnt from them.
 */
export function harmlessTexts(): HumanText[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .flatMap((file) => {
      const set = basename(file, '.yaml')
      const content: unknown = parse(readFileSync(join(FOLDER, file), 'utf8'))
      return textsOf(set, content).map(([ident, text]) => ({
        set,
        text,
        codes: [],
        part: '',
        ident,
        isLearnt: false,
        isHeld: true,
      }))
    })
}

/** Of what a text is, and the text. */
type Told = readonly [ident: string, text: string]

function textsOf(set: string, content: unknown): Told[] {
  if (set === 'identities') return identitySwaps(content)
  if (set === 'names') return namesInBios(content)
  const lines = linesSchema.parse(content)
  return Object.entries(lines).flatMap(([ident, texts]) => texts.map((text) => [ident, text] as const))
}

function identitySwaps(content: unknown): Told[] {
  const { groups, templates } = identitiesSchema.parse(content)
  const all = Object.values(templates).flat()
  return groups.flatMap(({ many, one }) =>
    all.map((template) => {
      const text = template.replace('{many}', many).replace('{one}', one)
      return [many, `${text.charAt(0).toUpperCase()}${text.slice(1)}`] as const
    }),
  )
}

function namesInBios(content: unknown): Told[] {
  const { names, cities, templates } = namesSchema.parse(content)
  return names.flatMap((name, row) =>
    templates.map((template, column) => {
      const city = cities[(row * templates.length + column) % cities.length] ?? ''
      return ['', template.replace('{name}', name).replace('{city}', city)] as const
    }),
  )
}
