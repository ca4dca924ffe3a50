import { z } from 'zod'

const Components = z.object({ components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }) })
const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g

/**
 * The generator writes every shape twice, as sent (`…Input`) and as answered. None of ours is both, so what nothing
 * refers to goes, and the suffix with it.
 */
export function tidyDocument(document: object): object {
  const { schemas, ...components } = Components.parse(document).components
  const used = new Set<string>()
  const visit = (part: unknown) => {
    for (const [, name = ''] of (JSON.stringify(part) ?? '').matchAll(REFERENCE)) {
      if (used.has(name)) continue
      used.add(name)
      visit(schemas[name])
    }
  }
  visit({ ...document, components })

  const kept = Object.entries(schemas).filter(([name]) => used.has(name))
  const finalName = (name: string) => name.replace(/Input$/, '')
  const renamed = kept.map(([name, schema]) => [finalName(name), schema])
  const tidied = { ...document, components: { ...components, schemas: Object.fromEntries(renamed) } }
  return JSON.parse(
    JSON.stringify(tidied).replace(REFERENCE, (_all, name) => `"#/components/schemas/${finalName(name)}"`),
  )
}
