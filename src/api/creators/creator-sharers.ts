import { CreatorSharers, ValidationErrorBody } from '../../../sdk/contract.ts'
import { marksShared } from '../../db/scans/creators.ts'
import { scansWithIds } from '../../db/scans/list-scans.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { creatorQuery } from '../requests/creator-requests.ts'
import { findCreator } from './find-creator.ts'
import { sharersOf } from './sharers-of.ts'

const MOST_SHARERS = 50

export const getCreatorSharers = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/creators/sharers',
    summary: 'List other creators who share a link, a handle or a picture with one',
    description:
      'Of those that the organization has scanned. By the newest scans of this creator. A hint for a person: it ties nobody to anybody, and no result rests on it.',
    tag: 'Creators',
    access: 'any',
    query: creatorQuery,
    answers: { 200: CreatorSharers, 422: ValidationErrorBody },
    async handle({ caller: { orgId }, query }) {
      const { creator } = await findCreator(ctx.db, orgId, query.profile_url)
      const { sharers, common } = sharersOf(await marksShared(ctx.db, creator))
      const first = sharers.slice(0, MOST_SHARERS)
      const scans = await scansWithIds(
        ctx.db,
        orgId,
        first.map(({ scanId }) => scanId),
      )
      const byId = new Map(scans.map((scan) => [scan.scan_id, scan]))
      return {
        sharers: first.flatMap(({ scanId, shares }) => {
          const scan = byId.get(scanId)
          // Deleted this very moment.
          return scan ? [{ scan, shares }] : []
        }),
        common,
        has_more: sharers.length > MOST_SHARERS,
      }
    },
  })
