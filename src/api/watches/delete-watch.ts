import { DeletedWatch, ErrorBody } from '../../../sdk/contract.ts'
import { deleteWatch as remove } from '../../db/watches.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { isPlainId } from '../http/ids.ts'
import { Refusal } from '../http/refusal.ts'

export const deleteWatch = (ctx: ApiContext) =>
  endpoint({
    method: 'DELETE',
    path: '/org/watches/:watch_id',
    summary: 'Delete a watch',
    description: 'With the list of what changed. Its scans stay; to keep the list too, end it instead.',
    tag: 'Watches',
    access: 'any',
    answers: { 200: DeletedWatch, 404: ErrorBody },
    async handle({ caller, params }) {
      const watchId = params.watch_id ?? ''
      if (!isPlainId(watchId) || !(await remove(ctx.db, caller.orgId, watchId)))
        throw new Refusal(404, 'Watch not found')
      return { watch_id: watchId, status: 'deleted' }
    },
  })
