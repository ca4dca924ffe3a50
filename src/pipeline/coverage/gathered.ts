import type { ScanMode } from '../../../sdk/contract.ts'
import type { FetchedProfile } from '../collect/fetch-profile.ts'
import type { Images } from '../collect/read-images.ts'
import type { SocialProfiles } from '../collect/scrape-socials.ts'
import type { SearchFindings } from '../collect/search-web.ts'
import type { Traversal } from '../collect/traverse-links.ts'

/** What the steps of a scan have brought; null where one was not taken. */
export interface Gathered {
  mode: ScanMode
  profile: FetchedProfile
  links: Traversal | null
  social: SocialProfiles | null
  search: SearchFindings | null
  images: Images | null
}
