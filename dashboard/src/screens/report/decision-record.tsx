import type { Open } from '../../../../sdk/client.ts'
import type { ScanReview } from '../../../../sdk/contract.ts'
import { moment } from '../../text/times.ts'
import { DECISIONS, decisionWord } from './decisions.ts'

/** What somebody decided, why, and when. */
export function DecisionRecord({ decision }: { decision: NonNullable<Open<ScanReview>['decision']> }) {
  return (
    <div className="flex flex-col gap-0.5">
      <p className="text-base font-semibold">
        <span aria-hidden="true">{DECISIONS.find(({ value }) => value === decision.decision)?.mark} </span>
        {decisionWord(decision.decision)}
      </p>
      {decision.reason && <p>{decision.reason}</p>}
      {decision.note && <p className="whitespace-pre-line text-muted">{decision.note}</p>}
      <p className="text-xs text-muted">
        {decision.by.email} · {moment(decision.at)}
      </p>
    </div>
  )
}
