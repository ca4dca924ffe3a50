import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { InvalidInput } from '../errors.ts'

export const PROVIDERS = ['anthropic', 'openai', 'google', 'openai-compatible'] as const
export type Provider = (typeof PROVIDERS)[number]

/** Where each provider is asked unless `TOSCAN_MODEL_BASE_URL` says otherwise; null: it must say so. */
const USUAL_ADDRESS: Record<Provider, string | null> = {
  anthropic: 'https://api.anthropic.com/v1',
  openai: 'https://api.openai.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  'openai-compatible': null,
}

/** `anthropic:claude-x` → its parts. */
export function splitSetting(setting: string): { provider: Provider; name: string } {
  const at = setting.indexOf(':')
  const provider = PROVIDERS.find((each) => each === setting.slice(0, at))
  const name = setting.slice(at + 1)
  if (!provider || name === '') throw new InvalidInput(`${setting}: not a model of a provider that we know`)
  return { provider, name }
}

export function addressOf(setting: string, baseUrl: string | undefined): string {
  const address = baseUrl ?? USUAL_ADDRESS[splitSetting(setting).provider]
  if (address === null) throw new InvalidInput(`${setting}: needs TOSCAN_MODEL_BASE_URL`)
  return address.replace(/\/+$/, '')
}

/**
 * The model behind a setting, as an object of its provider's. Address and key are always given: left out, the packages
 * would look for them in the environment.
 */
export function modelOf(
  setting: string,
  access: { fetch: typeof globalThis.fetch; baseUrl: string | undefined; apiKey: string | undefined },
): LanguageModelV4 {
  const { provider, name } = splitSetting(setting)
  const options = { baseURL: addressOf(setting, access.baseUrl), fetch: access.fetch }
  const apiKey = access.apiKey ?? ''
  if (provider === 'anthropic') return createAnthropic({ ...options, apiKey })(name)
  if (provider === 'openai') return createOpenAI({ ...options, apiKey })(name)
  if (provider === 'google') return createGoogle({ ...options, apiKey })(name)
  const own = createOpenAICompatible({
    ...options,
    name: 'compatible',
    ...(access.apiKey && { apiKey }),
    // Without it the schema would appear nowhere in the request.
    supportsStructuredOutputs: true,
  })
  return own(name)
}
