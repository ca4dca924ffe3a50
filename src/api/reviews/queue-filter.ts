import { RECOMMENDATIONS, type Recommendation } from '../../../sdk/contract.ts'
import type { QueueFilter } from '../../db/reviews/queue-order.ts'
import type { ActingReviewer } from '../../db/reviews/reviews.ts'
import { readRecommendations, shortText } from '../requests/scan-filter.ts'

const GRAVEST_FIRST = RECOMMENDATIONS.toReversed()
const FLAGGED = GRAVEST_FIRST.filter((each) => each !== 'no_flags')

export interface QueueQuery {
  recommendation?: string
  order_by?: string
  reason_code?: string
  assigned?: string
}

/** Which cases somebody asks for. @throws Refusal 400 for a recommendation that is none */
export function readQueueFilter(
  query: QueueQuery,
  orgId: string,
  { userId, signInId, mayReviewMinors }: Pick<ActingReviewer, 'userId' | 'signInId' | 'mayReviewMinors'>,
): QueueFilter {
  const wanted = readRecommendations(query.recommendation)
  return {
    orgId,
    userId,
    signInId,
    mayReviewMinors,
    recommendations: wanted ? GRAVEST_FIRST.filter((each: Recommendation) => wanted.includes(each)) : FLAGGED,
    orderBy: query.order_by === 'age' || query.order_by === 'reason_code' ? query.order_by : 'risk',
    reasonCode: shortText(query.reason_code),
    assigned: ASSIGNED[query.assigned ?? ''] ?? 'mine_or_free',
  }
}

const ASSIGNED: Record<string, QueueFilter['assigned']> = { me: 'mine', nobody: 'free', all: 'all' }
