import type { Platform, Reading } from '../platform.ts'
import { readAs } from '../reading/profile-of.ts'
import { readApi } from '../reading/read-api.ts'
import { at, listAt, numberAt, textAt } from '../reading/read-path.ts'
import { partsOn } from '../reading/site-address.ts'

const HOSTS = ['discord.gg', 'discord.com', 'discordapp.com']

/** An invitation is the only public face of a server. Codes are case-sensitive. */
export const platform: Platform = {
  id: 'discord',
  label: 'Discord',
  kind: 'messenger',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    const code = url.hostname.endsWith('discord.gg') || parts?.[0] === 'invite' ? parts?.at(-1) : undefined
    if (!code || (parts?.length ?? 0) > 2 || code === 'invite' || !/^[A-Za-z0-9-]{2,32}$/.test(code))
      return null
    return { platform: 'discord', handle: code, url: `https://discord.gg/${code}` }
  },

  request: ({ handle }) => ({
    url: `https://discord.com/api/v9/invites/${handle}?with_counts=true`,
    accept: 'json',
  }),

  read: (response) =>
    readApi(response, (json, status) => (status === 200 ? invitation(json) : refusal(json))),
}

function invitation(json: unknown): Reading | null {
  const guild = at(json, 'guild')
  const id = textAt(guild, 'id')
  if (!id) return null
  const icon = textAt(guild, 'icon')
  const level = at(guild, 'nsfw_level')
  return readAs('discord_invite', {
    handle: textAt(json, 'code'),
    name: textAt(guild, 'name'),
    bio: [textAt(guild, 'description'), textAt(json, 'profile', 'description')].find(Boolean),
    counts: { members: numberAt(json, 'approximate_member_count') },
    verified: listAt(guild, 'features').includes('VERIFIED') || undefined,
    pictures: [icon && `https://cdn.discordapp.com/icons/${id}/${icon}.png`],
    // Levels of the API: 1 explicit, 3 age-restricted.
    adult: at(guild, 'nsfw') === true || level === 1 || level === 3 || undefined,
  })
}

function refusal(json: unknown): Reading | null {
  return at(json, 'code') === 10006 ? { outcome: 'gone', signal: 'discord_unknown_invite' } : null
}
