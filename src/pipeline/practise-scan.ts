import type { FetchPage } from '../evidence/page.ts'
import { type ScanContext, type ScanResult, scanProfile } from './scan.ts'
import { plainStepRunner } from './step.ts'

/**
 * Scans a creator of nobody's, whose pages `fetchPage` makes up, as a deep scan: code that has never run is slow, and makes some of what it needs when it is
 * first asked. The first scan would have to wait for both. Nothing comes of it.
 */
export function practiseScan(
  {
    platforms,
    policies,
    judge,
  }: Pick<ScanContext, 'platforms' | 'policies'> & Required<Pick<ScanContext, 'judge'>>,
  fetchPage: FetchPage,
  url: string,
): Promise<ScanResult> {
  const { signal } = new AbortController()
  const context = { platforms, policies, judge, fetchPage, search: null }
  return scanProfile(
    context,
    { url, mode: 'deep' },
    plainStepRunner(() => {}),
    signal,
  )
}
