import { z } from 'zod'

const Components = z.object({ components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }) })
const Bodies = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ requestBody: z.unknown().optional() }))),
})
const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g

/**
 * The generator writes every shape twice, as sent (`…Input`) and as answered. None of ours is both, so what nothing
 * refers to goes, and the suffix with it. It refers to some requests by the name of the answer: they are described as sent all the same,
 * which does not forbid members that nobody knows.
 */
export function tidyDocument(document: object): object {
  const { schemas, ...components } = Components.parse(document).components
  const used = new Map<string, unknown>()
  const visit = (part: unknown, isSent: boolean) => {
    for (const [, name = ''] of (JSON.stringify(part) ?? '').matchAll(REFERENCE)) {
      const finalName = plain(name)
      if (used.has(finalName)) continue
      used.set(finalName, schemas[isSent ? `${finalName}Input` : name])
      visit(used.get(finalName), isSent)
    }
  }
  for (const methods of Object.values(Bodies.parse(document).paths))
    for (const { requestBody } of Object.values(methods)) visit(requestBody, true)
  visit({ ...document, components }, false)

  const kept = [...used].sort(([one], [other]) => (one < other ? -1 : 1))
  const tidied = { ...document, components: { ...components, schemas: Object.fromEntries(kept) } }
  return JSON.parse(
    JSON.stringify(tidied).replace(REFERENCE, (_all, name) => `"#/components/schemas/${plain(name)}"`),
  )
}

function plain(name: string): string {
  return name.replace(/Input$/, '')
}
