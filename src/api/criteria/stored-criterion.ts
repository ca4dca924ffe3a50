import type { Criterion as CriterionAnswer } from '../../../sdk/contract.ts'
import type { Tx } from '../../db/database.ts'
import { type CriterionRow, criteriaOfOrg } from '../../db/organization/criteria.ts'
import { lockOrg } from '../../db/organization/orgs.ts'
import type { Criterion as Definition } from '../../policy/pack/criterion.ts'
import type { OrgCaller } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'

/** One change at a time in an organization, so that limits hold. @throws Refusal 404 */
export async function lockedCriteria(tx: Tx, orgId: string): Promise<CriterionRow[]> {
  if (!(await lockOrg(tx, orgId))) throw new Refusal(404, 'Org settings not found')
  return criteriaOfOrg(tx, orgId)
}

/** @throws Refusal 404 for a criterion of others, as for none */
export async function criterionOf(tx: Tx, orgId: string, code: string): Promise<CriterionRow> {
  const row = (await criteriaOfOrg(tx, orgId)).find((each) => each.code === code)
  if (!row) throw new Refusal(404, 'Criterion not found')
  return row
}

/** For the audit trail: the words stay in the version. */
export function factsForTrail({ name, family, severity }: Definition) {
  return { name, family, severity }
}

export function publicCriterion({ has_judged, judging, ...row }: CriterionRow): CriterionAnswer {
  return {
    ...row,
    definition: definitionOf(row),
    judging_version: judging,
    can_delete: !has_judged,
  }
}

/** What is stored was checked when it was written. */
export function definitionOf({ definition }: { definition: unknown }): Definition {
  return definition as Definition
}

export function personOf(caller: OrgCaller): { userId: string; email: string } {
  if (caller.kind !== 'session') throw new Refusal(403, 'A criterion takes a person')
  return caller
}
