import { DeletedView, ErrorBody, OrgView, OrgViewList, ValidationErrorBody } from '../../../sdk/contract.ts'
import { SCAN_FILTERS } from '../../../sdk/scan-filters.ts'
import { newId } from '../../auth/ids.ts'
import type { Tx } from '../../db/database.ts'
import {
  deleteView,
  insertView,
  type OrgViewRow,
  updateView,
  type ViewFilter,
  viewsOfOrg,
} from '../../db/organization/org-views.ts'
import { lockOrg } from '../../db/organization/orgs.ts'
import { recordAct } from '../../db/people/acts.ts'
import { type ApiContext, endpoint, type OrgCaller } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { changeViewRequest, createViewRequest } from '../requests/organization-requests.ts'
import { type FilterName, readScanFilter } from '../requests/scan-filter.ts'
import { storableText } from '../requests/storable-text.ts'

const MAX_VIEWS = 100
/** Bytes: every word of a filter at its longest and escaped. */
const VIEW_LIMIT = 64 * 1024

export const listOrgViews = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/views',
    summary: 'List the saved views of the organization',
    description: 'Filters of the list of scans under a name, by name.',
    tag: 'Organization',
    access: 'session',
    answers: { 200: OrgViewList },
    async handle({ caller }) {
      const views = await viewsOfOrg(ctx.db, caller.orgId)
      return { views: views.map((view) => shownTo(caller, view)) }
    },
  })

export const createOrgView = (ctx: ApiContext) =>
  endpoint({
    method: 'POST',
    path: '/org/views',
    summary: 'Save a view for everybody in the organization',
    description: `At most ${MAX_VIEWS} for an organization.`,
    tag: 'Organization',
    access: 'session',
    body: createViewRequest,
    bodyLimit: VIEW_LIMIT,
    status: 201,
    acts: ['view.create'],
    answers: { 201: OrgView, 400: ErrorBody, 404: ErrorBody, 409: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, by, body }) {
      if (caller.kind !== 'session') throw new Refusal(403, 'A view takes a person')
      const name = nameOf(body.name)
      const filter = filterOf(body.filter)
      return ctx.db.transaction().execute(async (tx) => {
        const views = await lockedViews(tx, caller.orgId)
        if (views.length >= MAX_VIEWS) throw new Refusal(400, 'View limit reached')
        refuseTwice(views, name)
        const view = await insertView(tx, {
          viewId: newId('view'),
          orgId: caller.orgId,
          name,
          filter,
          createdBy: caller.userId,
          createdByEmail: caller.email,
        })
        await recordAct(tx, by, { action: 'view.create', ...actOn(caller, view), after: { name } })
        return shownTo(caller, view)
      })
    },
  })

export const changeOrgView = (ctx: ApiContext) =>
  endpoint({
    method: 'PATCH',
    path: '/org/views/:view_id',
    summary: 'Rename a saved view or give it another filter',
    description: 'Whoever made it may, and admins. What is left out stays.',
    tag: 'Organization',
    access: 'session',
    body: changeViewRequest,
    bodyLimit: VIEW_LIMIT,
    acts: ['view.change'],
    answers: { 200: OrgView, 400: ErrorBody, 404: ErrorBody, 409: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, by, params, body }) {
      if (body.name === undefined && body.filter === undefined) throw new Refusal(400, 'No fields to update')
      const name = body.name === undefined ? null : nameOf(body.name)
      const filter = body.filter === undefined ? null : filterOf(body.filter)
      return ctx.db.transaction().execute(async (tx) => {
        const { view, others } = await changeable(tx, caller, params.view_id ?? '')
        if (name !== null) refuseTwice(others, name)
        const change = { name: name ?? view.name, filter: filter ?? view.filter }
        await recordAct(tx, by, {
          action: 'view.change',
          ...actOn(caller, view),
          before: { name: view.name },
          after: { name: change.name, filter_changed: filter !== null },
        })
        return shownTo(caller, await updateView(tx, caller.orgId, view.view_id, change))
      })
    },
  })

export const deleteOrgView = (ctx: ApiContext) =>
  endpoint({
    method: 'DELETE',
    path: '/org/views/:view_id',
    summary: 'Delete a saved view for everybody',
    description: 'Whoever made it may, and admins.',
    tag: 'Organization',
    access: 'session',
    acts: ['view.delete'],
    answers: { 200: DeletedView, 404: ErrorBody },
    async handle({ caller, by, params }) {
      return ctx.db.transaction().execute(async (tx) => {
        const { view } = await changeable(tx, caller, params.view_id ?? '')
        await deleteView(tx, caller.orgId, view.view_id)
        await recordAct(tx, by, {
          action: 'view.delete',
          ...actOn(caller, view),
          before: { name: view.name },
        })
        return { view_id: view.view_id, status: 'deleted' }
      })
    },
  })

function actOn({ orgId }: OrgCaller, { view_id }: OrgViewRow) {
  return { orgId, subject: view_id }
}

/** One change of views at a time in an organization, so that names and their number hold. @throws Refusal 404 */
async function lockedViews(tx: Tx, orgId: string): Promise<OrgViewRow[]> {
  if (!(await lockOrg(tx, orgId))) throw new Refusal(404, 'Org settings not found')
  return viewsOfOrg(tx, orgId)
}

/** @throws Refusal 404 for a view of others, as for none; 403 */
async function changeable(tx: Tx, caller: OrgCaller, viewId: string) {
  const views = await lockedViews(tx, caller.orgId)
  const view = views.find((each) => each.view_id === viewId)
  if (!view) throw new Refusal(404, 'View not found')
  if (!mayChange(caller, view)) throw new Refusal(403, 'You can only change views you created')
  return { view, others: views.filter((each) => each !== view) }
}

function mayChange(caller: OrgCaller, { created_by }: OrgViewRow): boolean {
  return caller.kind === 'session' && (caller.role === 'admin' || caller.userId === created_by)
}

function refuseTwice(views: OrgViewRow[], name: string) {
  if (views.some((view) => view.name.toLowerCase() === name.toLowerCase()))
    throw new Refusal(409, 'A view of this name exists')
}

function nameOf(text: string): string {
  return storableText(text).trim()
}

/** In one order and without empty values. What the list would refuse is refused here, in the list's words. @throws Refusal 400 */
function filterOf(given: Partial<Record<FilterName, string>>): ViewFilter {
  readScanFilter(given)
  const texts = SCAN_FILTERS.map((name) => [name, storableText(given[name] ?? '').trim()])
  return Object.fromEntries(texts.filter(([, text]) => text !== ''))
}

function shownTo(caller: OrgCaller, view: OrgViewRow): OrgView {
  return { ...view, can_change: mayChange(caller, view) }
}
