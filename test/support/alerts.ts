import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

const File = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Toscan[A-Z]\w+$/),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.strictObject({ summary: z.string() }),
        }),
      ),
    }),
  ),
})

/** The rules of `ops/alerts.yaml`. */
export function readAlerts() {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'ops', 'alerts.yaml'), 'utf8')
  return File.parse(parse(text)).groups.flatMap(({ rules }) => rules)
}
