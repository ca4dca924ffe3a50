import { createRequire } from 'node:module'
import { parse, stringify } from 'yaml'
import { keptFile } from '../kept/kept-file.ts'

/**
 * What a text of YAML holds. Parsing the built-in pack takes a second, and after a change of one file only that file is new: what came of
 * each is kept as JSON under the hash of its text.
 * @throws YAMLParseError
 */
export function parseYaml(text: string): unknown {
  const kept = keptFile('toscan-yaml', '*.json', [PARSER, text])
  try {
    return JSON.parse(kept.read().toString('utf8'))
  } catch {
    // Not there yet, or cut off.
  }
  const value: unknown = parse(text)
  kept.write(JSON.stringify(value))
  return value
}

/** Plain data as YAML that `parseYaml` reads back. */
export function writeYaml(value: unknown): string {
  return stringify(value, { lineWidth: 120 })
}

/** Another version may read a text otherwise. */
const PARSER: string = createRequire(import.meta.url)('yaml/package.json').version
