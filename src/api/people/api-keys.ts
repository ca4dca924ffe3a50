import {
  ApiKey,
  ApiKeyList,
  CreatedApiKey,
  ErrorBody,
  RevokedApiKey,
  ValidationErrorBody,
} from '../../../sdk/contract.ts'
import { createApiKey, limitOf } from '../../auth/create-api-key.ts'
import { lockOrg } from '../../db/organization/orgs.ts'
import { recordAct } from '../../db/people/acts.ts'
import {
  type ApiKeyRow,
  changeKeyLimit,
  keyOfOrg,
  keysOfOrg,
  revokeKey,
} from '../../db/people/credentials.ts'
import { type ApiContext, endpoint, type OrgCaller } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { toInteger } from '../requests/checks.ts'
import { changeKeyRequest, createKeyRequest, listKeysQuery } from '../requests/people-requests.ts'
import { storableText } from '../requests/storable-text.ts'

const MAX_LIVE_KEYS = 50

export const createKey = (ctx: ApiContext) =>
  endpoint({
    method: 'POST',
    path: '/org/api-keys',
    summary: 'Create an API key',
    description: 'The key is shown in this answer and never again: only its SHA-256 is kept.',
    tag: 'API keys',
    access: 'session',
    body: createKeyRequest,
    bodyMayBeAbsent: true,
    status: 201,
    acts: ['key.create'],
    answers: { 201: CreatedApiKey, 400: ErrorBody, 404: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, by, body }) {
      const person = caller.kind === 'session' ? { id: caller.userId, email: caller.email } : null
      const name = storableText(body.name ?? 'API key').trim()
      return ctx.db.transaction().execute(async (tx) => {
        if (!(await lockOrg(tx, caller.orgId))) throw new Refusal(404, 'Org settings not found')
        const live = await keysOfOrg(tx, caller.orgId, { includeRevoked: false })
        if (live.length >= MAX_LIVE_KEYS) throw new Refusal(400, 'API key limit reached')
        const requestsPerMinute = readLimit(body.requests_per_minute)
        const key = await createApiKey(tx, { orgId: caller.orgId, name, person, requestsPerMinute })
        await recordAct(tx, by, {
          action: 'key.create',
          orgId: caller.orgId,
          subject: key.key_id,
          after: { name, ...limitOf({ requests_per_minute: requestsPerMinute }) },
        })
        return key
      })
    },
  })

export const listKeys = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/api-keys',
    summary: 'List the API keys of the organization',
    description: 'Without their secrets, of which only hashes are stored. Revoked ones by `include_revoked`.',
    tag: 'API keys',
    access: 'session',
    query: listKeysQuery,
    answers: { 200: ApiKeyList, 422: ValidationErrorBody },
    async handle({ caller, query }) {
      await ctx.keyUsage.flush()
      const keys = await keysOfOrg(ctx.db, caller.orgId, { includeRevoked: query.include_revoked === 'true' })
      return {
        api_keys: keys.map((key) => shown(key, caller)),
      }
    },
  })

export const changeKey = (ctx: ApiContext) =>
  endpoint({
    method: 'PATCH',
    path: '/org/api-keys/:key_id',
    summary: 'Change how many requests a minute an API key may make',
    description:
      'Holds from the next request on, on every process. Requests beyond are answered by 429 with `Retry-After`; answers to the key say by `RateLimit` how many are left.',
    tag: 'API keys',
    access: 'admin',
    body: changeKeyRequest,
    acts: ['key.change'],
    answers: { 200: ApiKey, 404: ErrorBody, 409: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, by, params, body }) {
      const keyId = params.key_id ?? ''
      await ctx.keyUsage.flush()
      return ctx.db.transaction().execute(async (tx) => {
        if (!(await lockOrg(tx, caller.orgId))) throw new Refusal(404, 'Org settings not found')
        const before = keyId.includes('\0') ? undefined : await keyOfOrg(tx, caller.orgId, keyId)
        if (!before) throw new Refusal(404, 'API key not found')
        const key = await changeKeyLimit(tx, caller.orgId, keyId, readLimit(body.requests_per_minute))
        if (!key) throw new Refusal(409, 'This API key is revoked')
        await recordAct(tx, by, {
          action: 'key.change',
          orgId: caller.orgId,
          subject: keyId,
          before: { name: before.name, requests_per_minute: before.requests_per_minute },
          after: { requests_per_minute: key.requests_per_minute },
        })
        return shown(key, caller)
      })
    },
  })

export const deleteKey = (ctx: ApiContext) =>
  endpoint({
    method: 'DELETE',
    path: '/org/api-keys/:key_id',
    summary: 'Revoke an API key',
    description: 'Refused from the next request on. Members revoke their own keys, admins any.',
    tag: 'API keys',
    access: 'session',
    acts: ['key.revoke'],
    answers: { 200: RevokedApiKey, 403: ErrorBody, 404: ErrorBody },
    async handle({ caller, by, params }) {
      const keyId = params.key_id ?? ''
      const key = keyId.includes('\0') ? undefined : await keyOfOrg(ctx.db, caller.orgId, keyId)
      if (!key) throw new Refusal(404, 'API key not found')
      if (!mayRevoke(caller, key.created_by))
        throw new Refusal(403, 'You can only revoke API keys you created')
      const revokedAt = await ctx.db.transaction().execute(async (tx) => {
        const at = await revokeKey(tx, caller.orgId, keyId, by.id ?? '')
        if (key.revoked_at === null)
          await recordAct(tx, by, {
            action: 'key.revoke',
            orgId: caller.orgId,
            subject: keyId,
            before: { name: key.name },
          })
        return at
      })
      return { key_id: keyId, status: 'revoked', revoked_at: revokedAt }
    },
  })

/** Requests a minute, however the number is written; null for no limit. */
function readLimit(given: unknown): number | null {
  return given === undefined || given === null ? null : toInteger(given)
}

function shown({ org_id, requests_per_minute, ...key }: ApiKeyRow, caller: OrgCaller) {
  const can_revoke = mayRevoke(caller, key.created_by)
  return { ...key, can_revoke, ...limitOf({ requests_per_minute }) }
}

function mayRevoke(caller: OrgCaller, createdBy: string | null): boolean {
  return caller.kind === 'session' && (caller.role === 'admin' || caller.userId === createdBy)
}
