import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import { InvalidInput } from '../../errors.ts'
import { judgeText } from '../../pipeline/judge/judge-text.ts'
import type { Sense } from '../../policy/learnt/sense.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import { openConfiguredSense } from '../start/sense.ts'
import { policiesFor } from './replay.ts'

const lineSchema = z.object({ text: z.string(), platform: z.string().nullish() })

type Line = z.infer<typeof lineSchema>

/**
 * `toscan policy judge`: JSON lines `{text, platform?}` on standard input, each judged as the bio of a profile page that was read
 * whole, by the rules and the classifier of the pack; one line `{recommendation, risk_score, reason_codes, findings}` each, in
 * their order. Nothing is fetched and nothing stored. Throws `InvalidInput` at the first line that is none.
 */
export async function judgePolicy(
  config: Config,
  options: { policy?: string },
  input: NodeJS.ReadableStream = process.stdin,
) {
  const pack = policiesFor(config, options.policy)
  const sense = await openConfiguredSense(config, pack)
  let at = 0
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    at++
    if (line.trim() === '') continue
    const read = lineOf(line, at)
    const given = await sense.hear((heard) => judged(pack, read, heard))
    const isRoomLeft = process.stdout.write(`${JSON.stringify(given)}\n`)
    if (!isRoomLeft) await once(process.stdout, 'drain')
  }
  await sense.close()
}

function lineOf(line: string, at: number): Line {
  try {
    return lineSchema.parse(JSON.parse(line))
  } catch {
    throw new InvalidInput(
      `Line ${at} of standard input is no JSON object with a "text": ${line.slice(0, 80)}`,
    )
  }
}

function judged(pack: PolicyPack, { text, platform }: Line, sense: Sense | null) {
  const { findings, score } = judgeText(pack, { text, platform }, sense)
  const { recommendation, riskScore, reasonCodes } = score
  return {
    recommendation,
    risk_score: riskScore,
    reason_codes: reasonCodes,
    findings: findings.map(({ code, rule, source, p, mitigation, quote, tag, bare, resembles }) => ({
      code,
      rule,
      source,
      p,
      mitigation,
      ...(bare && { bare }),
      ...(tag !== undefined && { tag }),
      quote,
      ...(resembles && { resembles }),
    })),
  }
}
