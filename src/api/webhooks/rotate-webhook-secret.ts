import { ErrorBody, RotatedSecret, ValidationErrorBody } from '../../../sdk/contract.ts'
import { newId } from '../../auth/ids.ts'
import { newWebhookSecret } from '../../auth/tokens.ts'
import { keyMark } from '../../db/deployment/key-mark.ts'
import { lockOrg } from '../../db/organization/orgs.ts'
import { recordAct } from '../../db/people/acts.ts'
import { liveSecrets, rotateSecret } from '../../db/webhooks/webhook-secrets.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { toInteger } from '../requests/checks.ts'
import { rotateRequest } from '../requests/webhook-requests.ts'

const DEFAULT_GRACE_SECONDS = 86_400
/** Each live secret adds a signature to every delivery. */
const MAX_LIVE_SECRETS = 3

export const rotateWebhookSecret = (ctx: ApiContext) =>
  endpoint({
    method: 'POST',
    path: '/org/webhook-secret/rotate',
    summary: 'Replace the secret that signs webhooks',
    description:
      'The new secret is shown in this answer and never again. The previous one keeps signing for the grace period.',
    tag: 'Webhooks',
    access: 'admin',
    body: rotateRequest,
    bodyMayBeAbsent: true,
    acts: ['webhook_secret.rotate'],
    answers: { 200: RotatedSecret, 400: ErrorBody, 404: ErrorBody, 422: ValidationErrorBody, 503: ErrorBody },
    async handle({ caller, by, body }) {
      const graceSeconds =
        body.grace_period_seconds === undefined ? DEFAULT_GRACE_SECONDS : toInteger(body.grace_period_seconds)
      const secret = newWebhookSecret()
      const rotation = await ctx.db.transaction().execute(async (tx) => {
        if (!(await lockOrg(tx, caller.orgId))) throw new Refusal(404, 'Org settings not found')
        // A process that was running while the key was changed: what it seals now nobody could open.
        if ((await keyMark(tx)) !== ctx.vault.mark)
          throw new Refusal(503, 'The instance key was changed. Restart the service.')
        const live = await liveSecrets(tx, caller.orgId)
        if (graceSeconds > 0 && live.length >= MAX_LIVE_SECRETS) {
          throw new Refusal(400, 'Too many active webhook secrets. Wait for an old one to expire.')
        }
        const secretId = newId('whs')
        await recordAct(tx, by, {
          action: 'webhook_secret.rotate',
          orgId: caller.orgId,
          subject: secretId,
          after: { grace_period_seconds: graceSeconds },
        })
        return rotateSecret(tx, {
          orgId: caller.orgId,
          secretId,
          sealedSecret: ctx.vault.seal(secret),
          graceSeconds,
        })
      })
      return { webhook_secret: secret, ...rotation }
    },
  })
