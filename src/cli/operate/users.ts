import { createSession } from '../../auth/create-session.ts'
import { hashPassword } from '../../auth/hash-password.ts'
import { newId } from '../../auth/ids.ts'
import { refuseWeakPassword } from '../../auth/new-password.ts'
import { allowReset } from '../../auth/reset-password.ts'
import type { Config } from '../../config.ts'
import type { Tx } from '../../db/database.ts'
import { recordAct, recordPersonalAct } from '../../db/people/acts.ts'
import { insertUser, membershipsOf, upsertMember, userByEmail } from '../../db/people/people.ts'
import { InvalidInput, NotFound } from '../../errors.ts'
import { baseUrlOf } from '../start/base-url.ts'
import { commandActor } from '../start/command-actor.ts'
import { type Opened, withDatabase } from '../start/start.ts'
import { printFacts } from '../terminal/output.ts'
import { readPassword } from '../terminal/read-password.ts'
import { knownOrg } from './known-org.ts'

interface NewUser {
  org: string
  email: string
  password: string
  role: 'admin' | 'member'
  /** Whether they are given cases of minor safety. Absent: as the role has it. */
  minorSafety?: boolean
}

export async function createUser(
  config: Config,
  options: Omit<NewUser, 'password'> & { password?: string; passwordStdin?: boolean; json?: boolean },
) {
  // Before the database is opened: a person takes their time.
  const password = options.password ?? (await readPassword({ stdin: options.passwordStdin === true }))
  const userId = await withDatabase(config, (opened) => addUser(opened, { ...options, password }))
  printFacts({ user_id: userId }, options.json)
}

/** Somebody who has an account already joins the organization with it; their password stays. */
export async function addUser(opened: Opened, user: NewUser): Promise<string> {
  await refuseWeakPassword(user.password, emailOf(user))
  return addUserHashed(opened, user, await hashPassword(user.password))
}

/** As `addUser`, with a password that has been hashed. */
export function addUserHashed(
  { db }: Opened,
  user: Omit<NewUser, 'password'>,
  passwordHash: string,
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const userId = await keepUser(tx, user, passwordHash)
    const said = user.minorSafety !== undefined && { minor_safety: user.minorSafety }
    const after = { email: emailOf(user), role: user.role, ...said }
    await recordAct(tx, commandActor(), { action: 'member.add', orgId: user.org, subject: userId, after })
    return userId
  })
}

/** In the caller's transaction. */
export async function makeUser(tx: Tx, user: NewUser): Promise<string> {
  await refuseWeakPassword(user.password, emailOf(user))
  return keepUser(tx, user, await hashPassword(user.password))
}

async function keepUser(tx: Tx, user: Omit<NewUser, 'password'>, passwordHash: string): Promise<string> {
  const email = emailOf(user)
  await knownOrg(tx, user.org)
  const known = await userByEmail(tx, email)
  const userId = known?.id ?? newId('user')
  if (!known) {
    await insertUser(tx, {
      userId,
      accountId: newId('acct'),
      email,
      name: email.split('@')[0] ?? email,
      passwordHash,
    })
  }
  await upsertMember(tx, {
    memberId: newId('mem'),
    orgId: user.org,
    userId,
    role: user.role,
    minorSafety: user.minorSafety,
  })
  return userId
}

/** @throws InvalidInput where it is none */
function emailOf({ email: written }: Pick<NewUser, 'email'>): string {
  const email = written.trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new InvalidInput('--email must be an e-mail address')
  return email
}

/** Prints a link by which this person chooses a new password, once. The service sends no mail: hand it over yourself. */
export async function allowPasswordReset(config: Config, options: { email: string; json?: boolean }) {
  const { token, expiresAt } = await withDatabase(config, async ({ db }) => {
    const user = await userByEmail(db, options.email.trim())
    if (!user) throw new NotFound(`Nobody has the e-mail address ${options.email}.`)
    return db.transaction().execute(async (tx) => {
      await recordPersonalAct(tx, commandActor(), { action: 'password.reset_link', userId: user.id })
      return allowReset(tx, user.id)
    })
  })
  // Behind the hash, so that no log on the way to us holds it.
  const url = new URL(`/reset#${token}`, baseUrlOf(config)).href
  printFacts({ url, expires_at: expiresAt }, options.json)
}

/** `--no-org` gives `org: false`. */
export async function createSessionFor(
  config: Config,
  options: { email: string; org?: string | boolean; json?: boolean },
) {
  const session = await withDatabase(config, async ({ db }) => {
    const user = await userByEmail(db, options.email.trim())
    if (!user)
      throw new NotFound(`Nobody has the e-mail address ${options.email}. Make them with: toscan user create`)
    const orgId = options.org === false ? null : chooseOrg(await membershipsOf(db, user.id), options.org)
    return db.transaction().execute(async (tx) => {
      await recordAct(tx, commandActor(), { action: 'session.create', orgId, subject: user.id })
      return createSession(tx, { userId: user.id, orgId, authSessionId: null })
    })
  })
  printFacts({ token: session.token, expires_at: session.expiresAt }, options.json)
}

function chooseOrg(memberships: { org_id: string }[], wanted: string | boolean | undefined): string {
  if (typeof wanted === 'string') {
    if (memberships.some((membership) => membership.org_id === wanted)) return wanted
    throw new InvalidInput(`This person is no member of ${wanted}.`)
  }
  const [only] = memberships
  if (only && memberships.length === 1) return only.org_id
  throw new InvalidInput('Say which organization with --org <org_id>, or --no-org for none.')
}
