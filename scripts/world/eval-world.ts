import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { STAND_INS } from '../../test/support/stand-in-models.ts'
import { type AskedWorld, askWorld, type WorldModel } from './ask-world.ts'
import { makeWorld, type World } from './make-world.ts'
import { type CollectionFigures, measureCollection } from './measure-collection.ts'
import { type JudgementFigures, measureJudgement } from './measure-judgement.ts'
import { printAsked, printMisses, printWorld } from './print-world.ts'
import { type Scanned, scanWorld } from './scan-world.ts'
import { readWords } from './words.ts'
import { worldPolicies } from './world-policies.ts'

export interface WorldFigures {
  collection: CollectionFigures
  judgement: JudgementFigures
}

/**
 * `npm run eval -- --world [--seed N] [--creators N] [--misses] [--model knows|obeys|invents|accuses|stammers|hangs] [--model-url URL
 * --model-name NAME [--model-key KEY] [--model-seconds N]] [--model-texts FILE]`: whole scans of invented creators on invented pages, collection and judgement measured
 * apart; with a stand-in for a model reading along, or a real one behind an OpenAI-compatible server.
 */
export async function evalWorld(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      world: { type: 'boolean' },
      misses: { type: 'boolean', default: false },
      seed: { type: 'string', default: '1' },
      creators: { type: 'string', default: '200' },
      model: { type: 'string' },
      'model-texts': { type: 'string' },
      'model-url': { type: 'string' },
      'model-name': { type: 'string', default: 'model' },
      'model-key': { type: 'string' },
      'model-seconds': { type: 'string', default: '300' },
    },
  })
  const options = {
    seed: wholeNumber(values.seed),
    creators: wholeNumber(values.creators),
    model: modelOf(values),
  }
  const started = performance.now()
  const { world, scanned, figures, asked } = await measureWorld(options)
  const pages = world.creators.flatMap((creator) => creator.pages).length
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    `World of seed ${options.seed}: ${world.creators.length} creators on ${pages} pages, scanned in ${seconds} s`,
  )
  printWorld(figures.collection, figures.judgement)
  if (asked) printAsked(asked)
  if (asked && values['model-texts'] !== undefined)
    writeFileSync(
      values['model-texts'],
      JSON.stringify({ scans: asked.consultations.length, asked: asked.asked, said: asked.said }),
    )
  if (values.misses) printMisses(scanned)
}

export interface Measured {
  world: World
  scanned: Scanned[]
  twins: Scanned[]
  figures: WorldFigures
  asked: AskedWorld | null
}

/**
 * Makes the world of a seed, scans it and measures.
 * @param options.before the same world, with another model or none: it is not collected again
 */
export async function measureWorld(options: {
  seed: number
  creators: number
  model?: WorldModel | null
  before?: Measured | undefined
}): Promise<Measured> {
  const pack = worldPolicies()
  const world = makeWorld({ ...options, words: readWords(), pack })
  const asked = options.model ? await askWorld(options.model, world.creators) : null
  try {
    const reviewer = asked?.reviewer ?? null
    const scanned = await scanWorld(world.creators, pack, reviewer, options.before?.scanned)
    const twins = await scanWorld([...world.twins.values()], pack, reviewer, options.before?.twins)
    const twinOf = new Map(twins.map((twin) => [twin.creator.id, twin]))
    return {
      world,
      scanned,
      twins,
      figures: { collection: measureCollection(scanned), judgement: measureJudgement(scanned, twinOf) },
      asked,
    }
  } finally {
    await asked?.close()
  }
}

function modelOf(values: {
  model?: string | undefined
  'model-url'?: string | undefined
  'model-name': string
  'model-key'?: string | undefined
  'model-seconds': string
}): WorldModel | null {
  if (values['model-url'] !== undefined)
    return {
      kind: 'server',
      baseUrl: values['model-url'],
      name: values['model-name'],
      apiKey: values['model-key'],
      timeoutMs: wholeNumber(values['model-seconds']) * 1000,
    }
  if (values.model === undefined) return null
  const standIn = STAND_INS.find((each) => each === values.model)
  if (!standIn) throw new Error(`${values.model} is none of ${STAND_INS.join(', ')}`)
  return { kind: 'stand-in', standIn }
}

function wholeNumber(text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 0) throw new Error(`${text} is no whole number`)
  return number
}
