export interface ListFilter {
  orgId: string
  recommendations: string[] | null
  scanMode: 'deep' | 'quick' | null
  /** Case-insensitive substring of URL or username. */
  q: string | null
  /** Inclusive days, `YYYY-MM-DD`. */
  fromDate: string | null
  toDate: string | null
  status: 'processing' | 'completed' | 'failed' | null
  batchId: string | null
  /** `undecided`: completed, and nobody has decided. */
  decisions: string[] | null
  /** Who decided: a person's id. */
  reviewer: string | null
  /** A person's id, or `nobody`. */
  assigned: string | null
  /** Of the report. */
  reasonCode: string | null
  /** Of the pages that the report cites, the profile's own among them. */
  domain: string | null
  sortBy: 'created_at' | 'risk_score'
  sortOrder: 'desc' | 'asc'
}

/** All scans of an organization, newest first. */
export function everyScan(orgId: string): ListFilter {
  return {
    orgId,
    recommendations: null,
    scanMode: null,
    q: null,
    fromDate: null,
    toDate: null,
    status: null,
    batchId: null,
    decisions: null,
    reviewer: null,
    assigned: null,
    reasonCode: null,
    domain: null,
    sortBy: 'created_at',
    sortOrder: 'desc',
  }
}

/** The place behind a row in its order. `risk` is -1 for a scan without a score. */
export interface ListPosition {
  createdAt: string
  scanId: string
  risk: number
}
