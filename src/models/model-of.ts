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

/** All that we ask of a provider's object. */
export type Model = Pick<LanguageModelV4, 'doGenerate'>

interface Access {
  fetch: typeof globalThis.fetch
  baseUrl: string | undefined
  apiKey: string | undefined
}

/** The model behind a setting. The package of its provider is loaded when it is first asked: most services have no model. */
export function modelOf(setting: string, access: Access): Model {
  const { provider, name } = splitSetting(setting)
  const options = { baseURL: addressOf(setting, access.baseUrl), fetch: access.fetch }
  let made: Promise<LanguageModelV4> | undefined
  return {
    async doGenerate(asked) {
      made ??= makers[provider](name, options, access.apiKey)
      return (await made).doGenerate(asked)
    },
  }
}

/** Address and key are always given: left out, the packages would look for them in the environment. */
const makers: Record<
  Provider,
  (
    name: string,
    options: { baseURL: string; fetch: Access['fetch'] },
    apiKey?: string,
  ) => Promise<LanguageModelV4>
> = {
  async anthropic(name, options, apiKey = '') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ ...options, apiKey })(name)
  },
  async openai(name, options, apiKey = '') {
    const { createOpenAI } = await import('@ai-sdk/openai')
    return createOpenAI({ ...options, apiKey })(name)
  },
  async google(name, options, apiKey = '') {
    const { createGoogle } = await import('@ai-sdk/google')
    return createGoogle({ ...options, apiKey })(name)
  },
  async 'openai-compatible'(name, options, apiKey) {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    const own = createOpenAICompatible({
      ...options,
      name: 'compatible',
      ...(apiKey && { apiKey }),
      // Without it the schema would appear nowhere in the request.
      supportsStructuredOutputs: true,
    })
    return own(name)
  },
}
