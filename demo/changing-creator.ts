import { instagram, linktree, page } from './web/pages.ts'
import type { DemoRequest, Page, Site } from './web/site.ts'

/** A made-up creator who changes while somebody looks: what a watch is for. */
export interface ChangingCreator {
  url: string
  site: Site
  /** From now on the pages are the later ones. */
  change(): void
}

const PERSON = { handle: 'mira.solbakken', name: 'Mira Solbakken' }

export function changingCreator(): ChangingCreator {
  let hasChanged = false
  const before: Site = {
    ...instagram({ ...PERSON, bio: 'Ceramics from a small kiln. Open studio on Sundays', links: [HUB] }),
    ...linktree({ handle: 'mirasolbakken', bio: 'pots', links: [OWN] }),
  }
  const after: Site = {
    ...instagram({ ...PERSON, bio: 'Private bookings in Bergen, rates on request', links: [HUB] }),
    ...linktree({
      handle: 'mirasolbakken',
      bio: 'Bergen',
      links: [{ url: 'https://directory.example/mira.solbakken', label: 'Book me' }, OWN],
    }),
    'directory.example/mira.solbakken': page('Mira, Bergen', [
      'Independent companion in Bergen. Incall and outcall, 2500 NOK per hour, message to book.',
    ]),
  }
  const site = Object.keys({ ...before, ...after }).map((place): [string, Page] => [
    place,
    (request) => answerOf((hasChanged ? after : before)[place], request),
  ])
  return {
    url: 'https://www.instagram.com/mira.solbakken/',
    site: Object.fromEntries(site),
    change() {
      hasChanged = true
    },
  }
}

const HUB = { url: 'https://linktr.ee/mirasolbakken', label: 'more' }
const OWN = { url: 'https://www.instagram.com/mira.solbakken/', label: 'Instagram' }

function answerOf(found: Page | undefined, request: DemoRequest) {
  if (found === undefined) return { status: 404, body: 'Not found' }
  return typeof found === 'function' ? found(request) : found
}
