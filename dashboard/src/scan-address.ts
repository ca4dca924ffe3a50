/** Where a report stands. */
export function scanAddress(orgId: string, scanId: string): string {
  return `/o/${orgId}/scans/${encodeURIComponent(scanId)}`
}
