import { z } from 'zod'
import { ROLES } from '../../../sdk/contract.ts'
import { boolean, type Failure, integer, literal, optional, required, string } from './checks.ts'
import { storableText } from './storable-text.ts'

/** What is sent about people, their keys and their ways in. */

const MOST_PER_MINUTE = 1_000_000
const REQUESTS_PER_MINUTE = {
  type: ['integer', 'null'],
  minimum: 1,
  maximum: MOST_PER_MINUTE,
  description: 'Requests that the key may make a minute; null: as many as it likes.',
}

export const createKeyRequest = z
  .object({
    name: optional<string>(
      (value) => string({ min: 1, max: 64 })(typeof value === 'string' ? storableText(value).trim() : value),
      {
        type: 'string',
        minLength: 1,
        maxLength: 64,
        default: 'API key',
        description: 'To recognise the key by.',
      },
    ),
    requests_per_minute: optional<unknown>(integer(1, MOST_PER_MINUTE), REQUESTS_PER_MINUTE, true),
  })
  .meta({ id: 'CreateApiKeyRequest' })

export const changeKeyRequest = z
  .object({
    requests_per_minute: required<unknown>(
      (value) => (value === null ? null : integer(1, MOST_PER_MINUTE)(value)),
      REQUESTS_PER_MINUTE,
    ),
  })
  .meta({ id: 'ChangeApiKeyRequest' })

export const listKeysQuery = z.object({
  include_revoked: optional<string>(literal(['true', 'false']), { type: 'string', enum: ['true', 'false'] }),
})

const role = required<'admin' | 'member'>(literal(ROLES), { type: 'string', enum: [...ROLES] })

export const changeMemberRequest = z
  .object({
    role: optional<'admin' | 'member'>(literal(ROLES), { type: 'string', enum: [...ROLES] }),
    minor_safety: optional<boolean>(boolean, {
      type: 'boolean',
      description: 'May review cases of minor safety. Until it is said: administrators may, members may not.',
    }),
  })
  .meta({ id: 'ChangeMemberRequest' })

export const removeMemberQuery = z.object({
  keys: optional<string>(literal(['revoke', 'hand_over']), { type: 'string', enum: ['revoke', 'hand_over'] }),
})

const email: (value: unknown) => Failure | Failure[] | null = (value) => {
  const failure = string({ max: 254 })(value)
  if (failure) return failure
  if (typeof value === 'string' && /^[^\s@\0]+@[^\s@\0]+$/.test(value.trim())) return null
  return { type: 'value_error', msg: 'value is not a valid email address' }
}

export const inviteRequest = z
  .object({
    email: required<string>(email, { type: 'string', format: 'email' }),
    role,
    minor_safety: optional<boolean>(boolean, {
      type: 'boolean',
      description:
        'May be given cases of minor safety. Absent: administrators may and members may not, and somebody who is a member already keeps what they have.',
    }),
  })
  .meta({ id: 'InviteRequest' })

const invitationToken = required<string>(string({ min: 1, max: 200 }), { type: 'string' })

export const openInvitationRequest = z.object({ token: invitationToken })

export const acceptInvitationRequest = z.object({
  token: invitationToken,
  password: optional<string>(string({ max: 256 }), { type: 'string' }),
  name: optional<string>(string({ max: 100 }), { type: 'string' }),
})

const resetToken = required<string>(string({ min: 1, max: 200 }), { type: 'string' })

export const requestResetRequest = z.object({
  email: required<string>(email, { type: 'string', format: 'email' }),
})

export const openResetRequest = z.object({ token: resetToken })

export const finishResetRequest = z.object({
  token: resetToken,
  password: required<string>(string({ max: 256 }), { type: 'string' }),
})

/** `next`: the page of ours that was wanted. */
export const companySignInRequest = z.object({
  next: required<string>(string({ min: 1, max: 2000 }), { type: 'string' }),
})
