/** Why a model that was asked gave no opinion, in words: "the model gave no opinion" + this. */
export function whyNoOpinion(detail: string | null): string {
  return FAILURES[detail ?? ''] ?? 'for a reason that was not recorded'
}

const FAILURES: Record<string, string> = {
  timeout: 'for it did not answer in time',
  unavailable: 'for its server could not be reached or failed',
  rate_limited: 'for its server asked to come later',
  unauthorized: 'for its server refused the key',
  rejected: 'for its server did not take the question',
  refused: 'for it refused to answer',
  truncated: 'for its answer was cut off',
  nonsense: 'for its answer could not be understood',
  blocked_address: 'for its address is not one that may be asked',
  over_budget: 'for the budget for models is spent',
  price_unknown: 'for its price is not known and a budget is set',
}
