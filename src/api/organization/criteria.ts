import {
  Criterion,
  type Criterion as CriterionAnswer,
  CriterionExport,
  CriterionList,
  CriterionWithVersions,
  DeletedCriterion,
  ErrorBody,
  ValidationErrorBody,
} from '../../../sdk/contract.ts'
import type { Tx } from '../../db/database.ts'
import {
  addCriterionVersion,
  type CriterionRow,
  criteriaOfOrg,
  criterionVersions,
  deleteCriterion,
  insertCriterion,
  setCriterionState,
} from '../../db/organization/criteria.ts'
import { orgChanges } from '../../db/organization/org-policy.ts'
import { lockOrg } from '../../db/organization/orgs.ts'
import { recordAct } from '../../db/people/acts.ts'
import {
  criterionSchema,
  type Criterion as Definition,
  faultsOfCriterion,
  termsIn,
} from '../../policy/pack/criterion.ts'
import { writeYaml } from '../../policy/pack/parse-yaml.ts'
import { toInteger } from '../http/checks.ts'
import {
  changeCriterionRequest,
  createCriterionRequest,
  criterionStateRequest,
} from '../http/criteria-requests.ts'
import { type ApiContext, endpoint, type FileAnswer, type OrgCaller } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { storableText } from '../http/storable-text.ts'
import { ValidationFailed } from '../http/validate.ts'

const MAX_CRITERIA = 100
/** Terms and domains of all criteria that judge: what a judge keeps ready for one organization. */
const MAX_TERMS_JUDGING = 5_000
/** Bytes: each member full. */
export const CRITERION_LIMIT = 1024 * 1024

export const listCriteria = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/criteria',
    summary: 'List the organization’s own criteria',
    description: 'Reason codes that it writes itself, by code, each in its newest version.',
    tag: 'Criteria',
    access: 'any',
    answers: { 200: CriterionList },
    async handle({ caller }) {
      return { criteria: (await criteriaOfOrg(ctx.db, caller.orgId)).map(shown) }
    },
  })

export const createCriterion = (ctx: ApiContext) =>
  endpoint({
    method: 'POST',
    path: '/org/criteria',
    summary: 'Write a criterion',
    description: `In draft: it judges nothing until its state says so. At most ${MAX_CRITERIA} for an organization.`,
    tag: 'Criteria',
    access: 'admin',
    body: createCriterionRequest,
    bodyLimit: CRITERION_LIMIT,
    status: 201,
    acts: ['criterion.create'],
    answers: { 201: Criterion, 400: ErrorBody, 404: ErrorBody, 409: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, by, body: { code, definition: given } }) {
      const person = personOf(caller)
      const definition = checkedDefinition(ctx, given)
      return ctx.db.transaction().execute(async (tx) => {
        const criteria = await lockedCriteria(tx, caller.orgId)
        if (criteria.some((each) => each.code === code))
          throw new Refusal(409, 'A criterion with this code exists')
        if (criteria.length >= MAX_CRITERIA)
          throw new Refusal(
            400,
            `There are ${MAX_CRITERIA} criteria, the most there may be: change one, or delete a draft`,
          )
        await insertCriterion(tx, caller.orgId, code, definition, person)
        await recordAct(tx, by, {
          action: 'criterion.create',
          orgId: caller.orgId,
          subject: code,
          after: { version: 1, ...named(definition) },
        })
        return shown(await criterionOf(tx, caller.orgId, code))
      })
    },
  })

export const getCriterion = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/criteria/:code',
    summary: 'Read a criterion with all its versions',
    description: 'Newest first, each with who wrote it and when.',
    tag: 'Criteria',
    access: 'any',
    answers: { 200: CriterionWithVersions, 404: ErrorBody },
    async handle({ caller, params }) {
      const row = await criterionOf(ctx.db, caller.orgId, params.code ?? '')
      return { ...shown(row), versions: await criterionVersions(ctx.db, caller.orgId, row.code) }
    },
  })

export const changeCriterion = (ctx: ApiContext) =>
  endpoint({
    method: 'PATCH',
    path: '/org/criteria/:code',
    summary: 'Write a new version of a criterion',
    description: 'The version that judges stays in force until the state is set anew.',
    tag: 'Criteria',
    access: 'admin',
    body: changeCriterionRequest,
    bodyLimit: CRITERION_LIMIT,
    acts: ['criterion.change'],
    answers: { 200: Criterion, 404: ErrorBody, 409: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, by, params, body }) {
      const person = personOf(caller)
      const definition = checkedDefinition(ctx, body.definition)
      return ctx.db.transaction().execute(async (tx) => {
        await lockedCriteria(tx, caller.orgId)
        const row = await criterionOf(tx, caller.orgId, params.code ?? '')
        if (body.version !== undefined && toInteger(body.version) !== row.version)
          throw new Refusal(409, `There is a newer version, ${row.version}: look at it first`)
        const version = row.version + 1
        await addCriterionVersion(tx, caller.orgId, { code: row.code, version, definition }, person)
        await recordAct(tx, by, {
          action: 'criterion.change',
          orgId: caller.orgId,
          subject: row.code,
          before: { version: row.version, ...named(definitionOf(row)) },
          after: { version, ...named(definition) },
        })
        return shown(await criterionOf(tx, caller.orgId, row.code))
      })
    },
  })

export const setStateOfCriterion = (ctx: ApiContext) =>
  endpoint({
    method: 'PUT',
    path: '/org/criteria/:code/state',
    summary: 'Put a criterion in force, in shadow, or out of force',
    description: `Holds for scans that are judged from now on. An older version can be named, to go back to it. All that judge may hold ${MAX_TERMS_JUDGING} terms and domains together. Criteria of minor safety are never in shadow.`,
    tag: 'Criteria',
    access: 'admin',
    body: criterionStateRequest,
    acts: ['criterion.state'],
    answers: { 200: Criterion, 400: ErrorBody, 404: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, by, params, body }) {
      const person = personOf(caller)
      return ctx.db.transaction().execute(async (tx) => {
        await lockedCriteria(tx, caller.orgId)
        const row = await criterionOf(tx, caller.orgId, params.code ?? '')
        const wanted = body.version === undefined ? row.version : toInteger(body.version)
        const versions = await criterionVersions(tx, caller.orgId, row.code)
        const version = versions.find((each) => each.version === wanted)
        if (!version) throw new Refusal(400, `There is no version ${wanted}: the newest is ${row.version}`)
        const definition = definitionOf(version)
        if (body.state === 'shadow' && definition.family === 'minor_safety')
          throw new Refusal(
            400,
            'What may endanger a child counts or is not looked for: choose draft or live',
          )
        const judging = body.state === 'draft' ? null : wanted
        if (judging !== null) await refuseTooMany(tx, caller.orgId, row.code, definition)
        await setCriterionState(
          tx,
          caller.orgId,
          { code: row.code, state: body.state, judging },
          person.email,
        )
        await recordAct(tx, by, {
          action: 'criterion.state',
          orgId: caller.orgId,
          subject: row.code,
          before: { state: row.state, version: row.judging },
          after: { state: body.state, version: judging },
        })
        return shown(await criterionOf(tx, caller.orgId, row.code))
      })
    },
  })

export const removeCriterion = (ctx: ApiContext) =>
  endpoint({
    method: 'DELETE',
    path: '/org/criteria/:code',
    summary: 'Delete a criterion that never judged',
    description: 'One that did stays, since reports name it: put it in draft.',
    tag: 'Criteria',
    access: 'admin',
    acts: ['criterion.delete'],
    answers: { 200: DeletedCriterion, 400: ErrorBody, 404: ErrorBody },
    async handle({ caller, by, params }) {
      return ctx.db.transaction().execute(async (tx) => {
        await lockedCriteria(tx, caller.orgId)
        const row = await criterionOf(tx, caller.orgId, params.code ?? '')
        if (row.has_judged) throw new Refusal(400, 'Reports name this criterion: put it in draft instead')
        await deleteCriterion(tx, caller.orgId, row.code)
        await recordAct(tx, by, {
          action: 'criterion.delete',
          orgId: caller.orgId,
          subject: row.code,
          before: { version: row.version, ...named(definitionOf(row)) },
        })
        return { code: row.code, status: 'deleted' }
      })
    },
  })

export const exportCriterion = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/criteria/:code/export',
    summary: 'Export a criterion for a policy pack',
    description:
      'The newest version as YAML: a file for the folder `criteria/` of an operator’s pack, where it judges for every organization.',
    tag: 'Criteria',
    access: 'any',
    produces: ['application/yaml'],
    answers: { 200: CriterionExport, 404: ErrorBody },
    async handle({ caller, params }): Promise<FileAnswer> {
      const { code, version, definition } = await criterionOf(ctx.db, caller.orgId, params.code ?? '')
      const text = `# Version ${version} of a criterion: criteria/${code}.yaml of a policy pack.\n${writeYaml({ id: code, ...withoutEmpty(definition) })}`
      return {
        bytes: Buffer.from(text),
        headers: {
          'content-type': 'application/yaml',
          'content-disposition': `attachment; filename="${code}.yaml"`,
        },
      }
    },
  })

/** A definition that fits the pack, as it can be stored. @throws ValidationFailed in the words of every other endpoint */
export function checkedDefinition(ctx: Pick<ApiContext, 'policies'>, given: Definition): Definition {
  const plain = JSON.stringify(given, (_key, value) =>
    typeof value === 'string' ? storableText(value) : value,
  )
  const definition = criterionSchema.parse(JSON.parse(plain))
  const faults = faultsOfCriterion(definition, ctx.policies)
  if (faults.length > 0)
    throw new ValidationFailed(
      faults.map(({ path, message }) => ({
        type: 'value_error',
        loc: ['body', 'definition', ...path],
        msg: message,
        input: path.reduce<unknown>((value, part) => Object(value)[part], definition),
      })),
    )
  return definition
}

/** One change at a time in an organization, so that limits hold. @throws Refusal 404 */
async function lockedCriteria(tx: Tx, orgId: string): Promise<CriterionRow[]> {
  if (!(await lockOrg(tx, orgId))) throw new Refusal(404, 'Org settings not found')
  return criteriaOfOrg(tx, orgId)
}

/** @throws Refusal 404 for a criterion of others, as for none */
async function criterionOf(tx: Tx, orgId: string, code: string): Promise<CriterionRow> {
  const row = (await criteriaOfOrg(tx, orgId)).find((each) => each.code === code)
  if (!row) throw new Refusal(404, 'Criterion not found')
  return row
}

async function refuseTooMany(tx: Tx, orgId: string, code: string, definition: Definition) {
  const { criteria } = await orgChanges(tx, orgId)
  const sum = criteria
    .filter((each) => each.code !== code)
    .reduce((total, each) => total + termsIn(definitionOf(each)), termsIn(definition))
  if (sum > MAX_TERMS_JUDGING)
    throw new Refusal(
      400,
      `All criteria that judge would hold ${sum} terms and domains; at most ${MAX_TERMS_JUDGING}: put another in draft, or write stems (deal*)`,
    )
}

function personOf(caller: OrgCaller): { userId: string; email: string } {
  if (caller.kind !== 'session') throw new Refusal(403, 'A criterion takes a person')
  return caller
}

/** For the audit trail: the words stay in the version. */
function named({ name, family, severity }: Definition) {
  return { name, family, severity }
}

function shown({ has_judged, judging, ...row }: CriterionRow): CriterionAnswer {
  return {
    ...row,
    definition: definitionOf(row),
    judging_version: judging,
    can_delete: !has_judged,
  }
}

/** Checked when it was written. */
function definitionOf({ definition }: { definition: unknown }): Definition {
  return definition as Definition
}

function withoutEmpty(definition: unknown) {
  const isEmpty = (value: unknown): boolean =>
    value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  return Object.fromEntries(Object.entries(Object(definition)).filter(([, value]) => !isEmpty(value)))
}
