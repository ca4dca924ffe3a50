import { accountName } from './account-name.ts'
import { showPlainly } from './show-plainly.ts'

/** How a profile is called where only its address is known; a stranger chose it. */
export function profileName(profileUrl: string): string {
  return showPlainly(accountName(profileUrl))
}
