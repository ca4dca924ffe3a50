import type { PageResponse } from '../../evidence/page.ts'
import type { Reading } from '../platform.ts'
import { findChallenge, findJsonWall, findRedirectWall, findRefusal } from './walls.ts'

/**
 * The way every API reader goes: challenges and failures first; then the site's own answer, whatever its status, since
 * APIs say `not found` and `suspended` in the body. `read` returns null when the answer is not in the API's form.
 */
export function readApi(
  response: PageResponse,
  read: (json: unknown, status: number) => Reading | null,
): Reading {
  const wall = findChallenge(response) ?? findRedirectWall(response)
  if (wall) return wall
  const own = response.json === undefined ? null : read(response.json, response.status)
  return (
    own ??
    findJsonWall(response) ??
    findRefusal(response.status) ?? {
      outcome: 'error',
      signal: response.status >= 400 ? `http_${response.status}` : 'nothing_read',
    }
  )
}
