import type {
  Criterion,
  CriterionDefinition,
  CriterionList,
  CriterionScanTrial,
  CriterionTrial,
  CriterionWithVersions,
  DeletedCriterion,
} from './contract.ts'
import type { Open } from './open.ts'
import type { CallOptions, Transport } from './transport.ts'

/** What is left out looks for nothing; `precision` is .6 then. */
export type NewDefinition = Pick<CriterionDefinition, 'name' | 'family' | 'severity'> &
  Partial<CriterionDefinition>

/** Reason codes that the organization writes itself. Reading takes any credential, all else an administrator's session. */
export interface Criteria {
  list(options?: CallOptions): Promise<Open<CriterionList>>
  /** With all its versions. */
  get(code: string, options?: CallOptions): Promise<Open<CriterionWithVersions>>
  /** In draft. @throws Conflict where there is one of this code; ValidationFailed, which says what to write instead */
  create(
    criterion: { code: string; definition: NewDefinition },
    options?: CallOptions,
  ): Promise<Open<Criterion>>
  /** Writes a new version; the one that judges stays in force. @throws Conflict where `version` is not the newest */
  update(
    code: string,
    change: { definition: NewDefinition; version?: number },
    options?: CallOptions,
  ): Promise<Open<Criterion>>
  /** `version`: the one that judges then; left out: the newest. */
  setState(
    code: string,
    state: { state: Criterion['state']; version?: number },
    options?: CallOptions,
  ): Promise<Open<Criterion>>
  /** Only one that never judged. */
  remove(code: string, options?: CallOptions): Promise<Open<DeletedCriterion>>
  /** The newest version as YAML, a file for `criteria/` of a policy pack. */
  export(code: string, options?: CallOptions): Promise<Blob>
  /** What would come of a text, as the bio of a profile. `code`: in place of the criterion of this code. */
  tryOnText(
    trial: { definition: NewDefinition; code?: string; text: string; platform?: string | null },
    options?: CallOptions,
  ): Promise<Open<CriterionTrial>>
  /** What would have come of stored scans, the newest first, a hundred at most with one call. */
  tryOnScans(
    trial: { definition: NewDefinition; code?: string; limit?: number; after?: string | null },
    options?: CallOptions,
  ): Promise<Open<CriterionScanTrial>>
}

const PATH = '/api/v2/org/criteria'

export function criteriaOf(transport: Transport): Criteria {
  const pathOf = (code: string) => `${PATH}/${encodeURIComponent(code)}`
  return {
    list: (options) => transport.json({ ...options, method: 'GET', path: PATH }),
    get: (code, options) => transport.json({ ...options, method: 'GET', path: pathOf(code) }),
    create: (body, options) => transport.json({ ...options, method: 'POST', path: PATH, body }),
    update: (code, body, options) =>
      transport.json({ ...options, method: 'PATCH', path: pathOf(code), body }),
    setState: (code, body, options) =>
      transport.json({ ...options, method: 'PUT', path: `${pathOf(code)}/state`, body }),
    remove: (code, options) => transport.json({ ...options, method: 'DELETE', path: pathOf(code) }),
    export: (code, options) => transport.bytes({ ...options, method: 'GET', path: `${pathOf(code)}/export` }),
    tryOnText: (body, options) => transport.json({ ...options, method: 'POST', path: `${PATH}/try`, body }),
    tryOnScans: (body, options) =>
      transport.json({ ...options, method: 'POST', path: `${PATH}/try-scans`, body }),
  }
}
