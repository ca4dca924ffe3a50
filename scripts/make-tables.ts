import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The process of `build-tables.ts`: makes the built-in pack of a tree ready by the code of that tree, which keeps what comes of it. */

const [root = '.'] = process.argv.slice(2)
const { loadPolicyPack } = await load('pack/pack')
const { compilePack } = await load('pack/compile-pack')
const { guessLanguage } = await load('text/languages/language-identifier')
compilePack(loadPolicyPack([join(root, 'policies')]))
guessLanguage('good morning')

/** As it is written in the repository, and as it is in a package. */
function load(path: string) {
  const written = join(root, 'src', 'policy', `${path}.ts`)
  return import(pathToFileURL(existsSync(written) ? written : written.replace(/ts$/, 'js')).href)
}
