import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import {
  dailyModelBudget,
  reserveModelSpending,
  settleModelSpending,
} from '../../db/organization/model-spending.ts'
import { rememberedOpinion, rememberOpinion } from '../../db/scans/model-opinions.ts'
import type { Metrics } from '../../metrics.ts'
import { addressOf, modelOf } from '../../models/model-of.ts'
import type { Consultation, Opinion } from '../../models/opinion.ts'
import { loadPrices } from '../../models/prices.ts'
import { createReviewer, type Ledger, type OpinionMemory, type Reviewer } from '../../models/reviewer.ts'
import { createServiceFetch } from '../../net/http/service-fetch.ts'
import type { Reviewers } from '../../pipeline/judge/consult-model.ts'
import { egressAllowOf } from './egress-allow-of.ts'

/** The configured models, behind the door of their own. Without a database nothing is remembered and no ceiling holds. */
export function createReviewers(
  config: Config,
  metrics: Metrics,
  db: Db | null,
): Reviewers & { close(): Promise<void> } {
  const { models } = config
  const doors: { close(): Promise<void> }[] = []
  const prices = loadPrices(models.prices)
  const reviewer = (id: string | undefined, timeoutMs: number): Reviewer | null => {
    if (id === undefined) return null
    const baseUrl = addressOf(id, models.baseUrl)
    const door = createServiceFetch({ baseUrl, allow: egressAllowOf(config, 'model'), proxy: models.proxy })
    doors.push(door)
    return createReviewer({
      id,
      model: modelOf(id, { fetch: door.fetch, baseUrl, apiKey: models.apiKey }),
      timeoutMs,
      price: prices.get(id) ?? null,
      memory: db && models.cacheDays > 0 ? createOpinionMemory(db, models.cacheDays) : null,
      ledger: db && createLedger(db),
      onConsulted: (consultation) => count(metrics, consultation),
    })
  }
  return {
    deep: reviewer(models.deep, models.timeoutMs),
    quick: reviewer(models.quick, Math.ceil(models.timeoutMs / 3)),
    close: async () => {
      await Promise.all(doors.map((door) => door.close()))
    },
  }
}

export function createOpinionMemory(db: Db, days: number): OpinionMemory {
  return {
    async recall(key) {
      const text = await rememberedOpinion(db, key)
      // Written by `keep` below from an `Opinion`; its shape is part of the key.
      return text === null ? null : (JSON.parse(text) as Opinion)
    },
    keep: (key, opinion) => rememberOpinion(db, key, JSON.stringify(opinion), days),
  }
}

export function createLedger(db: Db): Ledger {
  return {
    async reserve(orgId, usd) {
      if (usd === null && (await dailyModelBudget(db, orgId)) !== null) return 'price_unknown'
      const reserved = usd ?? 0
      const day = await reserveModelSpending(db, orgId, reserved)
      return day === null ? 'over_budget' : { orgId, day, reserved }
    },
    settle: (receipt, usd) => settleModelSpending(db, receipt, usd),
  }
}

function count(metrics: Metrics, { model, failure, opinion, usage }: Consultation) {
  metrics.modelAnswers.inc({ model, outcome: failure ?? (usage.remembered ? 'remembered' : 'answered') })
  metrics.modelTokens.inc({ model, kind: 'input' }, usage.input_tokens ?? 0)
  metrics.modelTokens.inc({ model, kind: 'output' }, usage.output_tokens ?? 0)
  metrics.modelTokens.inc({ model, kind: 'cached_input' }, usage.cached_tokens ?? 0)
  metrics.modelCost.inc({ model }, usage.cost_usd ?? 0)
  if (opinion === null || usage.remembered) return
  metrics.modelFindings.inc({ model, fate: 'kept' }, opinion.passages.length)
  for (const [fate, number] of Object.entries(opinion.dropped))
    metrics.modelFindings.inc({ model, fate }, number)
}
