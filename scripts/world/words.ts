import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { z } from 'zod'

/** Where the words of the world lie. */
export const WORDS_FOLDER = fileURLToPath(new URL('../../fixtures/world', import.meta.url))

const sayingSchema = z.strictObject({
  language: z.string(),
  text: z.string(),
  /** Said on sites for adult content only. */
  adult: z.boolean().default(false),
})
const codeSchema = z.strictObject({
  code: z.string(),
  adult: z.boolean().default(false),
  /** Said by accounts that hardly anybody follows. */
  small: z.boolean().default(false),
  /** Codes that may be reported with it. */
  may: z.array(z.string()),
  says: z.array(sayingSchema),
  /** The same words, meaning no harm. */
  looks_like: z.array(sayingSchema),
})
const ageSchema = z.strictObject({ language: z.string(), here: z.string(), there: z.string() })
const agesSchema = z.strictObject({ differ: z.array(ageSchema), fit: z.array(ageSchema) })
const tradeSchema = z.strictObject({
  trade: z.string(),
  language: z.string(),
  bios: z.array(z.string()),
  posts: z.array(z.string()),
  pinned: z.string(),
  offers: z.array(z.strictObject({ title: z.string(), text: z.string() })),
  faq: z.array(z.strictObject({ question: z.string(), answer: z.string() })),
  labels: z.array(z.string()),
  alts: z.array(z.string()),
})
const peopleSchema = z.strictObject({
  given: z.array(z.string()),
  family: z.array(z.string()),
  trades: z.array(tradeSchema),
})
const surroundingsSchema = z.strictObject({
  visitors: z.array(z.string()),
  site: z.array(z.string()),
  suggested: z.array(z.string()),
  hidden: z.array(z.string()),
})

export type CodeWords = z.infer<typeof codeSchema>
export type AgeWords = z.infer<typeof ageSchema>
export type Trade = z.infer<typeof tradeSchema>

export interface Words {
  codes: CodeWords[]
  ages: z.infer<typeof agesSchema>
  people: z.infer<typeof peopleSchema>
  surroundings: z.infer<typeof surroundingsSchema>
}

/** All words of the world. Throws when a file does not fit its shape. */
export function readWords(folder = WORDS_FOLDER): Words {
  const read = (file: string): unknown => parse(readFileSync(`${folder}/${file}`, 'utf8'))
  const named = new Set(['ages.yaml', 'people.yaml', 'surroundings.yaml'])
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml') && !named.has(file))
  return {
    codes: files.sort().flatMap((file) => z.array(codeSchema).parse(read(file))),
    ages: agesSchema.parse(read('ages.yaml')),
    people: peopleSchema.parse(read('people.yaml')),
    surroundings: surroundingsSchema.parse(read('surroundings.yaml')),
  }
}
