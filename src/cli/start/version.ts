import { readFileSync } from 'node:fs'

/** Of this installation. */
export function versionOf(): string {
  const about = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  const { version }: { version: string } = JSON.parse(about)
  return version
}
