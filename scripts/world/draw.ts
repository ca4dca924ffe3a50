import type { PolicyPack } from '../../src/policy/pack/pack-schema.ts'
import type { Structure } from './card.ts'
import { createRandom, type Random } from './random.ts'
import { structures } from './structures.ts'
import type { CodeWords, Trade, Words } from './words.ts'

/** What a creator is made from. Whatever is drawn comes round again only when everything else has had its turn. */
export interface Draw {
  random: Random
  words: Words
  pack: PolicyPack
  /** The how-manyeth creator of its kind. */
  number: number
  handle: string
  name: string
  structure(fits: (structure: Structure) => boolean): Structure
  code(fits?: (code: CodeWords) => boolean): CodeWords
  saying(code: CodeWords): CodeWords['says'][number]
  lookAlike(code: CodeWords): CodeWords['looks_like'][number]
  trade(language: string): Trade
}

export interface Drawing {
  /** Everything for the next creator. */
  next(index: number, number: number): Draw
}

/** Share of pages of which one seldom meets the like. */
const RARE_SHARE = 0.08
const rare = structures.filter((structure) => structure.rare === true)
const common = structures.filter((structure) => structure.rare !== true)

export function createDrawing(seed: number, words: Words, pack: PolicyPack): Drawing {
  const random = createRandom(seed)
  const turns = createTurns(random)
  return {
    next(index, number) {
      const given = random.pick(words.people.given)
      const family = random.pick(words.people.family)
      return {
        random,
        words,
        pack,
        number,
        handle: `${plain(given).slice(0, 5)}${plain(family).slice(0, 5)}${index}`,
        name: `${given} ${family}`,
        structure: (fits) => {
          const isRare = (random.chance(RARE_SHARE) && rare.some(fits)) || !common.some(fits)
          return isRare ? turns('rare structure', rare, fits) : turns('structure', common, fits)
        },
        code: (fits = () => true) => turns('code', words.codes, fits),
        saying: (code) => turns(`says ${code.code}`, code.says, () => true),
        lookAlike: (code) => turns(`looks like ${code.code}`, code.looks_like, () => true),
        trade: (language) => {
          const own = words.people.trades.filter((trade) => trade.language === language)
          return random.pick(
            own.length > 0 ? own : words.people.trades.filter((trade) => trade.language === 'en'),
          )
        },
      }
    },
  }
}

/** Draws from a pile of each name; one that does not fit stays on it. */
function createTurns(random: Random) {
  const piles = new Map<string, unknown[]>()
  return <T>(name: string, all: readonly T[], fits: (each: T) => boolean): T => {
    const pile = pileOf<T>(piles, name)
    if (!pile.some(fits)) pile.push(...random.some(all, all.length))
    const [drawn] = pile.splice(pile.findIndex(fits), 1)
    if (drawn === undefined || !fits(drawn)) throw new RangeError(`Nothing fits: ${name}`)
    return drawn
  }
}

/** A pile is only ever reached by its name, and holds what that name stands for. */
function pileOf<T>(piles: Map<string, unknown[]>, name: string): T[] {
  const pile = piles.get(name) ?? []
  piles.set(name, pile)
  return pile as T[]
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()
}
