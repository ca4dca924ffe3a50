import { writeFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * `node generate.ts <openapi.json> <folder>`: writes `schema.d.ts` for openapi-fetch, and the client of hey-api in `hey-api/`, as their
 * documentation says and with no option of ours.
 */

// Both ask TypeScript for syntax trees, which 7 gives in another way; one of them takes the 7 of this repository all the same.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, specifier === 'typescript' ? { ...context, parentURL: import.meta.url } : context),
})
const [input = '', folder = ''] = process.argv.slice(2)
const { default: openapiTypescript, astToString } = await import('openapi-typescript')
await writeFile(join(folder, 'schema.d.ts'), astToString(await openapiTypescript(pathToFileURL(input))))
const { createClient } = await import('@hey-api/openapi-ts')
await createClient({ input, output: join(folder, 'hey-api'), logs: { level: 'silent', file: false } })
