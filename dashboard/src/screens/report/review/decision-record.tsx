import type { Open } from '../../../../../sdk/client.ts'
import type { ScanReview } from '../../../../../sdk/contract.ts'
import { moment } from '../../../text/times.ts'
import { DECISIONS, decisionWord } from './decisions.ts'

/** What somebody decided, why, and when. */
export function DecisionRecord({
  decision,
  isShort = false,
}: {
  decision: NonNullable<Open<ScanReview>['decision']>
  /** Where it is docked, the decision alone. */
  isShort?: boolean
}) {
  const folded = isShort ? 'docked:hidden' : ''
  return (
    <div className="flex flex-col gap-0.5">
      <p className="text-base font-semibold">
        <span aria-hidden="true">{DECISIONS.find(({ value }) => value === decision.decision)?.mark} </span>
        {decisionWord(decision.decision)}
      </p>
      {decision.reason && <p className={folded}>{decision.reason}</p>}
      {decision.note && <p className={`whitespace-pre-line text-muted ${folded}`}>{decision.note}</p>}
      <p className={`text-xs text-muted ${folded}`}>
        {decision.by.email} · {moment(decision.at)}
      </p>
    </div>
  )
}
