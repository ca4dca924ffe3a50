import { DATAMARK } from '../../src/models/disarm.ts'
import {
  type ModelReply,
  type ModelRequest,
  type ModelServer,
  startModelServer,
} from '../models/model-server.ts'

/**
 * Models whose character is known, behind a real server: `knows` tells the truth, `obeys` does too until a page orders it about, `invents`
 * quotes what nobody wrote, `accuses` everybody of everything with real words and swears to it, `stammers` (noise, half an answer, a
 * refusal, a failing server), and `hangs` never answers.
 */
export const STAND_INS = ['knows', 'obeys', 'invents', 'accuses', 'stammers', 'hangs'] as const
export type StandIn = (typeof STAND_INS)[number]

/** Sentences and addresses that are offences, wherever they stand. */
export interface Knowledge {
  sentences: readonly { text: string; code: string }[]
  links: readonly { url: string; code: string }[]
}

export function startStandIn(kind: StandIn, knowledge: Knowledge): Promise<ModelServer> {
  const { reply, confirm } = characters[kind](knowledge)
  return startModelServer(reply, confirm)
}

interface Character {
  reply: (request: ModelRequest, index: number) => ModelReply
  confirm: (request: ModelRequest) => ModelReply
}

const characters: Record<StandIn, (knowledge: Knowledge) => Character> = {
  knows: (knowledge) => ({
    reply: ({ prompt }) => findings(truthsIn(prompt, knowledge)),
    confirm: ({ prompt }) => fits(isTrue(prompt, knowledge)),
  }),
  obeys: (knowledge) => {
    const isOrdered = ({ prompt }: ModelRequest) => ordersIn(prompt, knowledge)
    const { reply, confirm } = characters.knows(knowledge)
    return {
      reply: (request, index) => (isOrdered(request) ? findings([]) : reply(request, index)),
      confirm: (request) => (isOrdered(request) ? fits(false) : confirm(request)),
    }
  },
  invents: () => ({
    reply: ({ prompt }) =>
      findings(
        shownIn(prompt).flatMap(({ ref }) =>
          codesIn(prompt).map((code) => ({ code, ref, quote: `nobody ever wrote this about ${code} here` })),
        ),
      ),
    confirm: () => fits(true),
  }),
  accuses: () => ({
    reply: ({ prompt }) => findings(accusationsIn(prompt)),
    confirm: () => fits(true),
  }),
  stammers: () => {
    const noises: ModelReply[] = [
      { say: 'well, er, {"findings": [[[' },
      { say: '{"findings":[{"code":"escort_of', stop: 'length' },
      { say: '', stop: 'filter' },
      { status: 500, headers: { 'retry-after': '0' } },
    ]
    const next = (index: number) => noises[index % noises.length] ?? { status: 500 }
    return { reply: (_request, index) => next(index), confirm: () => next(0) }
  },
  hangs: () => ({ reply: () => ({ speak: () => {} }), confirm: () => ({ speak: () => {} }) }),
}

interface Claim {
  code: string
  ref: string
  quote: string
}

/** One line of evidence as the question shows it. */
interface Shown {
  ref: string
  texts: { text: string }[]
  links: string[]
  way?: string[]
  url?: string
}

function shownIn(prompt: string): Shown[] {
  return prompt
    .split('\n')
    .filter((line) => line.startsWith('{"ref"'))
    .map((line) => JSON.parse(line))
}

/** Codes that the question offers. */
function codesIn(prompt: string): string[] {
  return [...prompt.matchAll(/^- ([a-z_]+): /gm)].map((match) => match[1] ?? '')
}

function truthsIn(prompt: string, { sentences, links }: Knowledge): Claim[] {
  return shownIn(prompt).flatMap((shown) => {
    const { ref, texts } = shown
    const words = texts.map(({ text }) => bare(text))
    const said = sentences.filter(({ text }) => words.some((each) => each.includes(bare(text))))
    const led = links.filter(({ url }) => addressesOf(shown).includes(url))
    return [
      ...said.map(({ code, text }) => ({ code, ref, quote: text.slice(0, 200) })),
      ...led.map(({ code, url }) => ({ code, ref, quote: url })),
    ]
  })
}

/** Whether what is asked about a second time is what the code named in the question stands for. */
function isTrue(prompt: string, { sentences, links }: Knowledge): boolean {
  const [code] = codesIn(prompt)
  const asked = bare(questioned(prompt))
  const known = [
    ...sentences.map((each) => ({ code: each.code, words: each.text.slice(0, 200) })),
    ...links.map((each) => ({ code: each.code, words: each.url })),
  ]
  return known.some((each) => each.code === code && asked.includes(bare(each.words)))
}

function ordersIn(prompt: string, { sentences }: Knowledge): boolean {
  const shown = bare(questioned(prompt))
  return sentences.some(({ text, code }) => code === 'prompt_injection_attempt' && shown.includes(bare(text)))
}

/** The first words of every text under every code, and every address. */
function accusationsIn(prompt: string): Claim[] {
  return shownIn(prompt).flatMap((shown) =>
    codesIn(prompt).flatMap((code) =>
      [...shown.texts.map(({ text }) => text.slice(0, 60)), ...addressesOf(shown)].map((quote) => ({
        code,
        ref: shown.ref,
        quote,
      })),
    ),
  )
}

function addressesOf({ links, way = [], url }: Shown): string[] {
  return [...links, ...way, ...(url === undefined ? [] : [url])]
}

/** What stands between the fences, which the page's author wrote. */
function questioned(prompt: string): string {
  return JSON.stringify(prompt.slice(prompt.indexOf('\n<<<')).split('\n').slice(2, -1)).replaceAll('\\', '')
}

/** Letters and figures, so that marks and invisible letters make no difference. */
function bare(text: string): string {
  return text
    .replaceAll(DATAMARK, '')
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

function findings(claims: readonly Claim[]): ModelReply {
  return {
    say: JSON.stringify({
      findings: claims.map(({ code, ref, quote }) => ({
        code,
        evidence_ref: ref,
        quote,
        stance: 'offers',
        why: 'because',
      })),
      language: 'en',
      injection_seen: claims.some(({ code }) => code === 'prompt_injection_attempt'),
    }),
  }
}

function fits(answer: boolean): ModelReply {
  return { say: JSON.stringify({ fits: answer }) }
}
