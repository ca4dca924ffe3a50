import { DeletedWatch, ErrorBody } from '../../../sdk/contract.ts'
import { recordAct } from '../../db/people/acts.ts'
import { lockWatch, deleteWatch as remove } from '../../db/watches/watches.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { isPlainId } from '../requests/ids.ts'

export const deleteWatch = (ctx: ApiContext) =>
  endpoint({
    method: 'DELETE',
    path: '/org/watches/:watch_id',
    summary: 'Delete a watch',
    description: 'With the list of what changed. Its scans stay; to keep the list too, end it instead.',
    tag: 'Watches',
    access: 'any',
    acts: ['watch.delete'],
    answers: { 200: DeletedWatch, 404: ErrorBody },
    async handle({ caller, by, params }) {
      const watchId = params.watch_id ?? ''
      await ctx.db.transaction().execute(async (tx) => {
        const watch = isPlainId(watchId) ? await lockWatch(tx, caller.orgId, watchId) : undefined
        if (!watch) throw new Refusal(404, 'Watch not found')
        await remove(tx, caller.orgId, watchId)
        const before = { name: watch.name }
        await recordAct(tx, by, { action: 'watch.delete', orgId: caller.orgId, subject: watchId, before })
      })
      return { watch_id: watchId, status: 'deleted' }
    },
  })
