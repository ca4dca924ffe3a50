import type { Finding } from '../finding.ts'
import type { Structure } from '../pack/rule-schema.ts'
import { statedAgesDiffer } from './ages/stated-ages.ts'
import { hashedTerms } from './hashed-terms.ts'
import { adultLinks } from './links/adult-links.ts'
import { cloakedLinks } from './links/cloaked-links.ts'
import { directoryLinks } from './links/directory-links.ts'
import type { StructureInput } from './links/targets.ts'
import { profileUnavailable, profileWalled } from './profile-status.ts'

/** `disguised_hit` is answered where texts are read, because only there both views are at hand. */
const QUESTIONS: Record<Structure, (input: StructureInput) => Finding[]> = {
  directory_link: directoryLinks,
  adult_link: adultLinks,
  cloaking: cloakedLinks,
  stated_ages_differ: statedAgesDiffer,
  hashed_terms: hashedTerms,
  profile_unavailable: profileUnavailable,
  profile_walled: profileWalled,
  disguised_hit: () => [],
}

export function structureFindings(input: Omit<StructureInput, 'code' | 'rule'>): Finding[] {
  return input.compiled.structureRules.flatMap(({ code, rule }) =>
    QUESTIONS[rule.structure]({ ...input, code, rule }),
  )
}
