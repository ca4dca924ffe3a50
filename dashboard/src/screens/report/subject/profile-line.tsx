import { ForeignText } from '../../../ui/foreign/foreign-text.tsx'
import type { Scan } from '../scan.ts'

const BIO_CHARACTERS = 200

/** Whom the scan saw: name, account and following, and how the bio begins. Nothing where none of it was read. */
export function ProfileLine({ profile }: { profile: NonNullable<Scan['profile']> }) {
  const { name, handle, platform, followers, verified } = profile
  const bio = (profile.bio ?? '').replace(/\s+/g, ' ').trim()
  const parts = [
    name && (
      <span key="name" className="font-semibold text-ink">
        <ForeignText>{name}</ForeignText>
      </span>
    ),
    handle && <ForeignText key="handle">{`@${handle}`}</ForeignText>,
    platform && <span key="platform">on {platform}</span>,
    followers !== null && (
      <span key="followers" className="tabular-nums">
        {followers.toLocaleString('en')} followers
      </span>
    ),
    verified && <span key="verified">verified</span>,
  ].filter(Boolean)
  if (parts.length === 0 && bio === '') return null
  return (
    <section aria-label="Profile as it was read" className="min-w-0">
      {parts.length > 0 && <p className="flex flex-wrap gap-x-2">{parts}</p>}
      {bio !== '' && (
        <p className="line-clamp-2 max-w-prose sm:line-clamp-3 print:line-clamp-none">
          <ForeignText>{bio.length > BIO_CHARACTERS ? `${bio.slice(0, BIO_CHARACTERS)}…` : bio}</ForeignText>
        </p>
      )}
    </section>
  )
}
