import { Erasure, ValidationErrorBody } from '../../../sdk/contract.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { erasureRequest } from '../http/requests.ts'

export const createErasure = (ctx: ApiContext) =>
  endpoint({
    method: 'POST',
    path: '/org/erasures',
    summary: 'Delete everything about a creator',
    description:
      'All scans at the address, however it was written, and those whose report names the same platform and handle, each as `DELETE /scans/{scan_id}` does. With `dry_run` they are only counted.',
    tag: 'Organization',
    access: 'admin',
    body: erasureRequest,
    acts: ['scans.delete'],
    answers: { 200: Erasure, 422: ValidationErrorBody },
    async handle({ caller, by, body }) {
      const isDryRun = body.dry_run === true
      const order = {
        orgId: caller.orgId,
        // Read once by the check already; as it is normalised for scans.
        erasable: { what: 'creator', url: new URL(body.profile_url).href },
        by,
      } as const
      const scans = await (isDryRun ? ctx.erasing.count(order) : ctx.erasing.erase(order))
      return { scans, dry_run: isDryRun }
    },
  })
