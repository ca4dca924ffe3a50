import type { Page, Site } from '../../demo/web/site.ts'
import type { PolicyPack } from '../../src/policy/pack/pack-schema.ts'
import { createDrawing, type Draw } from './draw.ts'
import { walled, withGap } from './kinds/barred.ts'
import { benign } from './kinds/benign.ts'
import { injection } from './kinds/injection.ts'
import { lookAlike } from './kinds/look-alike.ts'
import { namesake } from './kinds/namesake.ts'
import { offender } from './kinds/offender.ts'
import { strangers } from './kinds/strangers.ts'
import { structural } from './kinds/structural.ts'
import { creatorOf, type Plan, type WorldCreator } from './plan.ts'
import type { Words } from './words.ts'

export interface World {
  creators: WorldCreator[]
  /** Of every creator whose page orders its reviewer about: the same without the order, by id. */
  twins: Map<string, WorldCreator>
}

export interface WorldOptions {
  seed: number
  creators: number
  words: Words
  /** Says how grave a code is, for what recommendations are right. */
  pack: PolicyPack
}

/** Invented creators on invented pages. The same seed makes the same world, byte for byte. */
export function makeWorld({ seed, creators: count, words, pack }: WorldOptions): World {
  const drawing = createDrawing(seed, words, pack)
  const made = new Map<string, number>()
  const world: World = { creators: [], twins: new Map() }
  for (let index = 0; index < count; index++) {
    const kind = ROUND[index % ROUND.length] ?? 'benign'
    const number = made.get(kind) ?? 0
    made.set(kind, number + 1)
    const id = `c${index}`
    const draw = drawing.next(index, number)
    if (kind === 'injection') {
      const { plan, without } = injection(draw)
      world.creators.push(creatorOf(id, plan))
      world.twins.set(id, creatorOf(id, without))
    } else world.creators.push(creatorOf(id, KINDS[kind](draw)))
  }
  return world
}

/** Everything that these creators show. @throws Error when two of them show something else at one address. */
export function siteOf(creators: readonly WorldCreator[]): Site {
  const site: Record<string, Page> = {}
  for (const [place, page] of creators.flatMap((creator) => Object.entries(creator.site))) {
    const known = site[place]
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(page))
      throw new Error(`Two pages lie at ${place}`)
    site[place] = page
  }
  return site
}

const KINDS: Record<Exclude<Kind, 'injection'>, (draw: Draw) => Plan> = {
  offender,
  lookAlike,
  benign,
  strangers,
  structural,
  walled,
  withGap,
  namesake,
}

type Kind =
  | 'offender'
  | 'lookAlike'
  | 'benign'
  | 'strangers'
  | 'structural'
  | 'walled'
  | 'withGap'
  | 'namesake'
  | 'injection'

/** Who comes after whom: of thirty creators ten offend in words. */
const ROUND = [
  ...['offender', 'benign', 'structural', 'offender', 'lookAlike', 'walled'],
  ...['offender', 'strangers', 'benign', 'offender', 'injection', 'withGap'],
  ...['offender', 'lookAlike', 'structural', 'benign', 'offender', 'namesake'],
  ...['offender', 'benign', 'walled', 'offender', 'strangers', 'structural'],
  ...['offender', 'lookAlike', 'withGap', 'offender', 'injection', 'benign'],
] as const
