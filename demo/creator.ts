import type { Recommendation } from '../sdk/contract.ts'
import type { Hit } from './web/search.ts'
import type { Site } from './web/site.ts'

/** One made-up creator: what the web shows of them, and what a scan is to make of it. Nobody here exists. */
export interface DemoCreator {
  url: string
  /** What a careful reader should notice, in a few words. */
  special: string
  site: Site
  /** What the outside search finds. */
  hits?: Hit[]
  /** Scanned a second time in this mode, to show the difference. */
  alsoQuick?: boolean
  expected: Expected
}

export interface Expected {
  recommendation: Recommendation[]
  /** Codes that the report must carry. */
  codes?: string[]
  /** Codes that it must not carry. `any` stands for every code but the status codes. */
  notCodes?: string[] | 'any'
  isBanned: boolean | null
  chain?: string
  /** Addresses that must be among the review targets, and the one that must come first. */
  openFirst?: string
  /** Addresses that coverage must name as not seen. */
  loginBlocked?: string[]
  botBlocked?: string[]
  failed?: string[]
  /** Words that the summary must contain. */
  summary?: RegExp
  /** The scan ends as failed, with this error. */
  error?: RegExp
}
