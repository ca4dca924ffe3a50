import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

const FOLDER = join(import.meta.dirname, 'languages')

const text = z.string().min(1)

/** What a statement of reasons is made of, in one language. Another language is another file. */
const templateSchema = z.strictObject({
  /** Of the language, in itself. */
  name: text,
  title: text,
  decision: z.strictObject({ heading: text, escalated: text, cleared: text, false_alarm: text }),
  facts: z.strictObject({
    heading: text,
    text,
    item: text,
    item_without_words: text,
    withheld: text,
    none: text,
  }),
  ground: z.strictObject({ heading: text, text, none: text }),
  automation: z.strictObject({ heading: text, rules: text, rules_and_model: text }),
  redress: z.strictObject({ heading: text, text }),
  /** By family of reason codes; `other` for those of an operator's own pack. */
  grounds: z.record(z.string(), text).and(z.object({ other: text })),
})
export type StatementTemplate = z.infer<typeof templateSchema>

/** ISO 639-1. Reads no file: the service starts with it. */
export function statementLanguages(): string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length))
    .sort()
}

let read: ReadonlyMap<string, StatementTemplate> | undefined

/** By language; read once, when somebody first asks. */
export function statementTemplates(): ReadonlyMap<string, StatementTemplate> {
  read ??= new Map(
    statementLanguages().map((language) => [
      language,
      templateSchema.parse(parse(readFileSync(join(FOLDER, `${language}.yaml`), 'utf8'))),
    ]),
  )
  return read
}
