import type { ReviewSettings } from '../../../sdk/contract.ts'
import type { Tx } from '../../db/database.ts'
import { reviewSettings } from '../../db/reviews/review-settings.ts'

const DEFAULTS: ReviewSettings = {
  reasons: [
    'The evidence shows it',
    'Somebody else’s account',
    'Quoted or reported, not offered',
    'Allowed by our rules',
    'Too little to tell',
  ],
  reason_required: false,
  note_required: false,
  second_review: { percent: 0, codes: {} },
  wellbeing: { blur_pictures: false, severe_in_row: null, break_minutes: null },
}

/** How the organization reviews; what it has not set is as it comes. */
export async function reviewSettingsOf(db: Tx, orgId: string): Promise<ReviewSettings> {
  return { ...DEFAULTS, ...(await reviewSettings(db, orgId)) }
}
