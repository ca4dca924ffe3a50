import type { ReviewCase } from '../../../sdk/contract.ts'
import type { CaseRow } from '../../db/reviews/review-queue.ts'

/** As it goes out. How somebody else decided is not in it. */
export function reviewCase(row: CaseRow, userId: string): ReviewCase {
  const {
    is_second,
    claimed_by,
    claimed_by_email,
    claimed_by_name,
    claimed_until,
    assigned_to,
    assigned_to_email,
    ...rest
  } = row
  return {
    ...rest,
    second: is_second,
    claim:
      claimed_by === null || claimed_until === null
        ? null
        : {
            by: { user_id: claimed_by, email: claimed_by_email ?? '', name: claimed_by_name ?? '' },
            until: claimed_until,
            is_you: claimed_by === userId,
          },
    assigned_to: assigned_to === null ? null : { user_id: assigned_to, email: assigned_to_email ?? '' },
  }
}
