import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReviewChange } from '../../../../../sdk/client.ts'
import { reviewQuery } from '../../../api/queries.ts'
import { useOrg } from '../../../session/use-org.ts'

/** Sends what a person decided, bound to the version that they saw: nobody's review is overwritten unseen. */
export function useReviewChange(scanId: string) {
  const { toscan, orgId } = useOrg()
  const queries = useQueryClient()
  const { queryKey } = reviewQuery(toscan, orgId, scanId)
  return useMutation({
    mutationFn: (change: ReviewChange) =>
      toscan.reviews.update(scanId, { version: queries.getQueryData(queryKey)?.version, ...change }),
    onSuccess: (review) => queries.setQueryData(queryKey, review),
    // Also after a conflict: what somebody else decided meanwhile is what is shown next.
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}
