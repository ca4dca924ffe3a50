import { readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { InvalidInput } from './errors.ts'
import { type ClientConfig, clientSettings, toClientConfig } from './settings/client.ts'
import { type CollectionConfig, collectionSettings, toCollectionConfig } from './settings/collection.ts'
import { type CompanyConfig, companySettings, toCompanyConfig } from './settings/company.ts'
import { type EvidenceConfig, evidenceSettings, toEvidenceConfig } from './settings/evidence.ts'
import { type JudgingConfig, judgingSettings, modelProblems, toJudgingConfig } from './settings/judging.ts'
import { type ServiceConfig, serviceSettings, toServiceConfig } from './settings/service.ts'
import type { Read, Setting } from './settings/setting.ts'
import { type TellingConfig, tellingSettings, toTellingConfig } from './settings/telling.ts'

export type { Company } from './settings/company.ts'

/** Every setting, once: its name, what it is for, what it accepts, and its value when unset. */
const SETTINGS = {
  ...serviceSettings,
  ...collectionSettings,
  ...evidenceSettings,
  ...judgingSettings,
  ...tellingSettings,
  ...companySettings,
  ...clientSettings,
}

export interface Config
  extends ServiceConfig,
    CollectionConfig,
    EvidenceConfig,
    JudgingConfig,
    TellingConfig,
    CompanyConfig,
    ClientConfig {
  /** The folders of `PATH`, where programs are looked for. */
  searchPath: string
  /** Where `toscan login` keeps addresses and keys; undefined for an account without a home. */
  loginFile: string | undefined
}

/**
 * Reads the whole environment at once, and the files of secrets that it names.
 * @param readers by setting, who will read its value later: what it throws then is a problem of the setting now
 * @throws InvalidInput naming every unknown `TOSCAN_` variable and every bad value, with what to do.
 */
export function readConfig(
  environment: Record<string, string | undefined>,
  readers: Record<string, (value: string) => unknown> = {},
): Config {
  const { env, problems } = withSecretFiles(withoutBlanks(environment))
  for (const name of Object.keys(env)) {
    if (name.startsWith('TOSCAN_') && !(name in SETTINGS)) {
      const meant = name.slice('TOSCAN_'.length)
      const hint = meant in SETTINGS ? `It is called ${meant}.` : 'Run `toscan config` to see them all.'
      problems.push(`${name} is not a setting of Toscan. ${hint}`)
    }
  }
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries<Setting>(SETTINGS)) {
    const raw = env[name] === '' ? undefined : env[name]
    const text = raw ?? setting.fallback
    if (text === undefined) continue
    if (isQuoted(text)) {
      problems.push(`${name}: ${QUOTED}`)
      continue
    }
    const result = setting.schema.safeParse(text)
    if (result.success) values[name] = result.data
    else problems.push(`${name}: ${result.error.issues.map((issue) => issue.message).join('; ')}.`)
  }
  for (const [name, read] of Object.entries(readers)) {
    const problem = problemOf(read, String(values[name] ?? ''))
    if (problem) problems.push(`${name}: ${problem}.`)
  }
  if (env.DATABASE_URL && !env.TOSCAN_SECRET_KEY) {
    problems.push('TOSCAN_SECRET_KEY is required with DATABASE_URL. Make one with: openssl rand -hex 32')
  }
  if (env.TOSCAN_DATABASE_DIRECT_URL && !env.DATABASE_URL)
    problems.push('TOSCAN_DATABASE_DIRECT_URL needs DATABASE_URL, the address of the pooler.')
  problems.push(...modelProblems(values))
  if (values.PORT !== undefined && values.TOSCAN_METRICS_PORT === values.PORT && values.PORT !== 0)
    problems.push('TOSCAN_METRICS_PORT must be another port than PORT.')
  if (env.TOSCAN_EVIDENCE?.startsWith('s3:')) {
    for (const name of ['TOSCAN_EVIDENCE_S3_KEY_ID', 'TOSCAN_EVIDENCE_S3_SECRET'] as const)
      if (!env[name]) problems.push(`${name} is required with TOSCAN_EVIDENCE=s3://….`)
  }
  if ((values.TOSCAN_SMTP_URL === undefined) !== (values.TOSCAN_MAIL_FROM === undefined))
    problems.push('TOSCAN_SMTP_URL and TOSCAN_MAIL_FROM need each other: a server for mail, and its sender.')
  if ((values.TOSCAN_OIDC_ISSUER === undefined) !== (values.TOSCAN_OIDC_CLIENT_ID === undefined))
    problems.push('TOSCAN_OIDC_ISSUER and TOSCAN_OIDC_CLIENT_ID need each other.')
  if (problems.length > 0) throw new InvalidInput(problems.join('\n'))
  const read = values as Read<typeof SETTINGS>
  return {
    ...toServiceConfig(read),
    ...toCollectionConfig(read),
    ...toEvidenceConfig(read),
    ...toJudgingConfig(read),
    ...toTellingConfig(read),
    ...toCompanyConfig(read),
    ...toClientConfig(read),
    searchPath: env.PATH ?? '',
    loginFile: loginFileOf(env),
  }
}

/** Such a value might pass: a folder would be made under a name in quotes. */
const QUOTED =
  'the quotes around its value are part of it. Leave them out: a shell would, and what read it (docker --env-file, a manifest) does not.'

function isQuoted(text: string): boolean {
  return text.length > 1 && /^["']/.test(text) && text.at(0) === text.at(-1)
}

/** What stands behind a value in a file, as line ends of Windows do, is none of it: no setting begins or ends with a blank. */
function withoutBlanks(environment: Record<string, string | undefined>) {
  const env = { ...environment }
  for (const name of Object.keys(SETTINGS).flatMap((each) => [each, `${each}_FILE`])) {
    const text = env[name]
    if (text !== undefined) env[name] = text.trim()
  }
  return env
}

/** What a reader says of a value that it cannot read; null: nothing. */
function problemOf(read: (value: string) => unknown, value: string): string | null {
  try {
    read(value)
    return null
  } catch (error) {
    if (error instanceof InvalidInput) return error.message
    throw error
  }
}

/** The environment with the secrets that `<NAME>_FILE` points to in the place of these names. */
function withSecretFiles(environment: Record<string, string | undefined>) {
  const env = { ...environment }
  const problems: string[] = []
  for (const [name, { secret }] of Object.entries<Setting>(SETTINGS)) {
    if (!secret) continue
    const path = env[`${name}_FILE`]
    delete env[`${name}_FILE`]
    if (!path) continue
    if (env[name]) problems.push(`${name} and ${name}_FILE are both set: leave one out.`)
    else {
      const read = readSecret(path)
      env[name] = read.secret
      if (read.problem) problems.push(`${name}_FILE: ${path} ${read.problem}.`)
    }
  }
  return { env, problems }
}

/** Editors and `openssl rand` end a file with a line break, which is none of the secret. */
function readSecret(path: string): { secret?: string; problem?: string } {
  try {
    const secret = readFileSync(path, 'utf8').replace(/[\r\n]+$/, '')
    return secret === '' ? { problem: 'holds nothing' } : { secret }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return { problem: `cannot be read (${code})` }
  }
}

/** One row per setting for `toscan config`; secrets are never shown, only the file that holds one. */
export function describeConfig(env: Record<string, string | undefined>) {
  return Object.entries<Setting>(SETTINGS).map(([name, setting]) => {
    const set = env[name]
    const file = setting.secret && !set ? env[`${name}_FILE`] : undefined
    return {
      name,
      value: file
        ? `(in ${file})`
        : set === undefined
          ? (setting.fallback ?? null)
          : setting.secret
            ? '(set)'
            : set,
      source: file ? 'file' : set === undefined ? 'default' : 'environment',
      secret: setting.secret ?? false,
      description: setting.describe,
    }
  })
}

/** By the XDG Base Directory Specification, which takes absolute paths only. */
function loginFileOf(env: Record<string, string | undefined>): string | undefined {
  const { XDG_CONFIG_HOME: named = '', HOME = env.USERPROFILE } = env
  const folder = isAbsolute(named) ? named : HOME && join(HOME, '.config')
  return folder ? join(folder, 'toscan', 'login.json') : undefined
}
