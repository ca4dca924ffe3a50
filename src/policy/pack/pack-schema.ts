import type { PolicyCode } from './code-schema.ts'
import type { PlatformPolicy } from './platform-policy-schema.ts'
import type { Scoring } from './scoring-schema.ts'
import type { Ages, ClauseWords, KnownWording, Languages, Lexicon } from './word-schemas.ts'

/** Everything that decides, in one value. `version` names its contents: equal versions judge alike. */
export interface PolicyPack {
  /** First 12 hex digits of the SHA-256 over the canonical contents. */
  version: string
  /** By id, in the order of their ids. */
  codes: Readonly<Record<string, PolicyCode>>
  lexicons: Readonly<Record<string, Lexicon>>
  patterns: Readonly<Record<string, string>>
  concepts: Readonly<Record<string, Readonly<Record<string, string>>>>
  clauses: ClauseWords
  ages: Ages
  familyNames: Readonly<Record<string, string>>
  wordings: Readonly<Record<string, readonly KnownWording[]>>
  /** The file of the small classifier, or null where a pack brings none. */
  classifier: Uint8Array | null
  lists: Readonly<Record<string, readonly string[]>>
  languages: Readonly<Languages>
  platforms: Readonly<Record<string, PlatformPolicy>>
  scoring: Scoring
  /** The pack that this one grew from by lexicons, lists and codes, and whose tables it shares. */
  base?: PolicyPack
  /** An organization's own criteria that judge: a report says which spoke. */
  criteria?: readonly { code: string; version: number; state: 'shadow' | 'live' }[]
  /** The same pack with what is only recorded; absent where nothing is. */
  withShadow?: PolicyPack
}
