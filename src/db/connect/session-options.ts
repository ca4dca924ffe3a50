/**
 * What a session of ours is like, whatever its role or database has been given (`alter role … set`): statements are written for these. Under
 * `serializable` transactions would fail that wait for each other now, and a `lock_timeout` would end waits that are meant.
 */
const SETTINGS: Record<string, string> = {
  timezone: 'UTC',
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  default_transaction_isolation: 'read committed',
  lock_timeout: '0',
  idle_session_timeout: '0',
}

/** As the `options` of a connection. */
export function sessionOptions(more: Record<string, string>): string {
  return Object.entries({ ...SETTINGS, ...more })
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
    .join(' ')
}
