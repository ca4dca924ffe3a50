import { z } from 'zod'
import { httpUrl, required } from './checks.ts'
import { pageQuery } from './watch-requests.ts'

/** What is asked about creators, with the checks of pydantic. */

export const creatorQuery = z.object({
  profile_url: required<string>(httpUrl, {
    type: 'string',
    format: 'uri',
    description: 'Any address of the profile, however it is written.',
  }),
})

export const creatorScansQuery = creatorQuery.extend(pageQuery.shape)
