import type { Evidence, Outcome } from '../../evidence/evidence.ts'

/** What came of looking, before judgement: a wall or an error is never "nothing there". */
export const SAW: Record<Outcome, number> = {
  ok: 1,
  gone: 1,
  banned: 1,
  private: 0.5,
  age_gate: 0.5,
  login_wall: 0,
  bot_challenge: 0,
  rate_limited: 0,
  error: 0,
}

/** Read of a page that ended early, where nobody knows how much there was. */
const SHARE_OF_CUT = 0.7
/** A cut page was never read whole, however little is missing. */
const MOST_OF_CUT = 0.95

/** Share of a page that was read: what was kept of it, and nothing of one behind a wall. */
export function shareOfPage(evidence: Evidence): number {
  const { left, outcome, texts } = evidence
  if (!left || !wasCut(evidence)) return SAW[outcome]
  const kept = texts.reduce((sum, { text }) => sum + text.length, 0)
  const share = kept / Math.max(1, kept + left.letters)
  return SAW[outcome] * Math.min(MOST_OF_CUT, left.isCut ? share * SHARE_OF_CUT : share)
}

/** The page ended early, or more stood in it than is kept. */
export function wasCut({ left }: Evidence): boolean {
  return left !== undefined && (left.isCut || left.letters > 0)
}
