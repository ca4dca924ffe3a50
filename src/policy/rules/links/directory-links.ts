import type { Evidence } from '../../../evidence/evidence.ts'
import type { Finding } from '../../finding.ts'
import { normaliseText } from '../../text/text-views.ts'
import { linkFinding } from './link-finding.ts'
import { isListed } from './link-findings.ts'
import type { StructureInput, Target } from './targets.ts'

/** Chains that reach a booking directory. The creator's handle or phone there raises `p` and sets the tag `same_handle`. */
export function directoryLinks({
  compiled,
  code,
  rule,
  evidence,
  targets,
  subject,
}: StructureInput): Finding[] {
  const handle = subject.handle === null ? null : normaliseText(subject.handle)
  const phones = evidence.filter((each) => each.binding === 'own').flatMap(phonesIn)
  return targets
    .filter((target) => target.hop <= rule.max_hop && isListed(compiled, rule.host_in, target.host))
    .map((target) => {
      const same = (handle !== null && namesHandle(target, handle)) || sharesPhone(target.page, phones)
      return linkFinding(
        code,
        same ? { id: rule.id, p: rule.p_same_handle ?? rule.p, tag: 'same_handle' } : rule,
        target,
      )
    })
}

function namesHandle({ url, page }: Target, handle: string): boolean {
  if (handle.length < 3) return false
  if (page?.handle && normaliseText(page.handle) === handle) return true
  return new URL(url).pathname
    .toLowerCase()
    .split('/')
    .some((part) => part.replace(/^@/, '') === handle)
}

function sharesPhone(page: Evidence | null, phones: readonly string[]): boolean {
  if (page === null) return false
  const there = phonesIn(page)
  return phones.some((phone) => there.includes(phone))
}

/** Last nine digits of everything that reads as a phone number, so that country prefixes do not matter. */
function phonesIn({ texts, links }: Evidence): string[] {
  const written = texts
    .filter(({ channel }) => channel !== 'hidden')
    .flatMap(({ text }) => text.slice(0, 20_000).match(/\+?\d[\d ().-]{7,17}\d/g) ?? [])
  return [...written, ...links.flatMap(({ url }) => OF_A_NUMBER.exec(url)?.slice(1) ?? [])]
    .map((phone) => phone.replace(/\D/g, ''))
    .filter((digits) => digits.length >= 9 && digits.length <= 15)
    .map((digits) => digits.slice(-9))
}

/** Messengers know people by their numbers: an address is of one that has nothing else behind its host, or calls it so. */
const OF_A_NUMBER =
  /^https?:\/\/[^/]+\/(?:[^?#]{0,100}[?&](?:.{0,200}&)?phone=)?(?:\+|%2B)?(\d{9,15})(?:[?&#]|$)/i
