/** The parameters of the list by which scans are chosen and ordered, in the order of the interface. */
export const SCAN_FILTERS = [
  'recommendation',
  'scan_mode',
  'q',
  'from_date',
  'to_date',
  'status',
  'decision',
  'reviewer',
  'assigned',
  'reason_code',
  'domain',
  'batch_id',
  'sort_by',
  'sort_order',
] as const
