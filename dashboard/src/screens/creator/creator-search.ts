/** What the address of a creator's page says: whose it is, and which two scans are compared. */
export interface CreatorSearch {
  profile_url?: string
  before?: string
  after?: string
}
