import type { Structure } from './card.ts'
import * as frameworks from './structures/frameworks.ts'
import * as hubs from './structures/hubs.ts'
import * as media from './structures/media.ts'
import * as oddContainers from './structures/odd-containers.ts'
import * as paid from './structures/paid.ts'
import * as plainPages from './structures/plain-pages.ts'
import * as richText from './structures/rich-text.ts'
import * as social from './structures/social.ts'

/** Every structure of the world: what the files of `structures/` export. There is no list to keep. */
export const structures: readonly Structure[] = [
  hubs,
  social,
  paid,
  media,
  frameworks,
  plainPages,
  richText,
  oddContainers,
].flatMap((file) => Object.values<Structure>({ ...file }))

/** @throws RangeError when there is none of that name. */
export function structureNamed(id: string): Structure {
  const found = structures.find((structure) => structure.id === id)
  if (!found) throw new RangeError(`No structure is called ${id}`)
  return found
}
