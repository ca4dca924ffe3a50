import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Platforms } from '../../src/platforms/index.ts'
import type { Platform, PlatformKind } from '../../src/platforms/platform.ts'
import type { PolicyPack } from '../../src/policy/pack/pack-schema.ts'

const FIXTURES = join(import.meta.dirname, '..', '..', 'fixtures', 'platforms')
const KINDS: Record<PlatformKind, string> = {
  social: 'Social',
  paid: 'Where people pay for somebody’s content',
  media: 'Video, pictures and music',
  hub: 'Pages of links',
  messenger: 'Messengers',
  shop: 'Shops',
  code: 'Code',
  payment: 'Payment',
  directory: 'Directories',
}

/** The platforms that are read by name, by kind. */
export function platformsPage({ all }: Platforms, pack: PolicyPack): string {
  const known = all.filter(({ id }) => id !== 'generic-hub')
  return [
    '# Platforms',
    `${known.length} sites are read by name: an address is told from its spellings, walls and notices from profiles, the owner's words from visitors'. Any other address is read as a
page like any other. "Recorded" counts the answers of a site that are kept and read again by every test, with invented people; "rules" marks sites whose stance on adult content and single codes stands in
\`policies/platforms/\` with the day on which their terms were read. Adding one: [contributing](../CONTRIBUTING.md). This page is written by \`npm run docs\`.`,
    ...Object.entries(KINDS).flatMap(([kind, heading]) => {
      const ofKind = known.filter((each) => each.kind === kind)
      return ofKind.length === 0 ? [] : [`## ${heading}`, table(ofKind, pack)]
    }),
  ]
    .join('\n\n')
    .concat('\n')
}

function table(platforms: Platform[], pack: PolicyPack): string {
  const rows = platforms.map(({ id, label, hosts }) => {
    const some = hosts
      .slice(0, 3)
      .map((host) => `\`${host}\``)
      .join(', ')
    const more = hosts.length > 3 ? ` and ${hosts.length - 3} more` : ''
    return `| ${label} | ${some}${more} | ${recorded(id)} | ${id in pack.platforms ? 'yes' : ''} |`
  })
  return ['| site | hosts | recorded | rules |', '|---|---|---|---|', ...rows].join('\n')
}

function recorded(id: string): number {
  const folder = join(FIXTURES, id)
  return existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.expected.json')).length : 0
}
