import { parseArgs } from 'node:util'
import { makeWorld, type World } from './make-world.ts'
import { type CollectionFigures, measureCollection } from './measure-collection.ts'
import { type JudgementFigures, measureJudgement } from './measure-judgement.ts'
import { printMisses, printWorld } from './print-world.ts'
import { type Scanned, scanWorld } from './scan-world.ts'
import { readWords } from './words.ts'
import { worldPolicies } from './world-policies.ts'

export interface WorldFigures {
  collection: CollectionFigures
  judgement: JudgementFigures
}

/**
 * `npm run eval -- --world [--seed N] [--creators N] [--misses]`: whole scans of invented creators on invented pages, collection and judgement
 * measured apart.
 */
export async function evalWorld(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      world: { type: 'boolean' },
      misses: { type: 'boolean', default: false },
      seed: { type: 'string', default: '1' },
      creators: { type: 'string', default: '200' },
    },
  })
  const options = { seed: wholeNumber(values.seed), creators: wholeNumber(values.creators) }
  const started = performance.now()
  const { world, scanned, figures } = await measureWorld(options)
  const pages = world.creators.flatMap((creator) => creator.pages).length
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    `World of seed ${options.seed}: ${world.creators.length} creators on ${pages} pages, scanned in ${seconds} s`,
  )
  printWorld(figures.collection, figures.judgement)
  if (values.misses) printMisses(scanned)
}

/** Makes the world of a seed, scans it and measures. */
export async function measureWorld(options: {
  seed: number
  creators: number
}): Promise<{ world: World; scanned: Scanned[]; figures: WorldFigures }> {
  const pack = worldPolicies()
  const world = makeWorld({ ...options, words: readWords(), pack })
  const scanned = await scanWorld(world.creators, pack)
  const twins = await scanWorld([...world.twins.values()], pack)
  const twinOf = new Map(twins.map((twin) => [twin.creator.id, twin]))
  return {
    world,
    scanned,
    figures: { collection: measureCollection(scanned), judgement: measureJudgement(scanned, twinOf) },
  }
}

function wholeNumber(text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 0) throw new Error(`${text} is no whole number`)
  return number
}
