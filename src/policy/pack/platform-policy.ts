import { InvalidInput } from '../../errors.ts'
import type { PolicyPack } from './pack-schema.ts'
import type { PlatformPolicy } from './platform-policy-schema.ts'

/** The platform's own file, or `default` where there is none. */
export function platformPolicy(pack: PolicyPack, platform: string | null): PlatformPolicy {
  const policy = (platform === null ? undefined : pack.platforms[platform]) ?? pack.platforms.default
  if (!policy) throw new InvalidInput('The policy pack has no platforms/default.yaml')
  return policy
}
