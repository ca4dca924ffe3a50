/** Begins a transaction that stays open for as long as a test wants: one of the service's ends where nothing follows for ten seconds. */
export const BEGIN_AND_HOLD = 'begin; set local idle_in_transaction_session_timeout = 0'
