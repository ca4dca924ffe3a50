import { randomBytes } from 'node:crypto'
import { createSession } from '../src/auth/create-session.ts'
import { addUser } from '../src/cli/operate/users.ts'
import type { Opened } from '../src/cli/start/start.ts'
import type { Db } from '../src/db/database.ts'
import { setMinorSafety } from '../src/db/people/members.ts'
import { userByEmail } from '../src/db/people/people.ts'

/** Somebody who can sign in to the demo. */
export interface DemoPerson {
  /** What they may do, in a few words. */
  says: string
  email: string
  password: string
  /** Of the interface. */
  session: string
}

const ROLES = [
  { name: 'admin', role: 'admin', says: 'administrator', mayReviewMinors: true },
  { name: 'reviewer', role: 'member', says: 'reviewer, minor safety too', mayReviewMinors: true },
  { name: 'colleague', role: 'member', says: 'reviewer, without minor safety', mayReviewMinors: false },
] as const

/** Three people of an organization, the administrator first. Earlier runs left theirs, so later ones have a number. */
export async function addPeople(opened: Opened, org: string): Promise<[DemoPerson, ...DemoPerson[]]> {
  const people: DemoPerson[] = []
  for (const { name, role, says, mayReviewMinors } of ROLES) {
    const email = await freeAddress(opened.db, name)
    const password = `demo-${randomBytes(6).toString('hex')}`
    const userId = await addUser(opened, { org, email, password, role })
    if (role === 'member') await setMinorSafety(opened.db, org, userId, mayReviewMinors)
    const { token } = await createSession(opened.db, { userId, orgId: org, authSessionId: null })
    people.push({ says, email, password, session: token })
  }
  const [admin, ...others] = people
  if (!admin) throw new Error('Nobody was added')
  return [admin, ...others]
}

async function freeAddress(db: Db, name: string): Promise<string> {
  for (let run = 1; ; run++) {
    const email = `${name}${run === 1 ? '' : run}@demo.example`
    if ((await userByEmail(db, email)) === undefined) return email
  }
}
