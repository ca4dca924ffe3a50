import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before } from 'node:test'
import { Toscan } from '../../sdk/client.ts'
import { type Dashboard, openDashboard, type Window } from './open-dashboard.ts'
import { shareInProcess } from './share-in-process.ts'

/** The dashboard of one `describe`. */
export interface DashboardOfTests extends Omit<Dashboard, 'close'> {
  /** What the service keeps in files. */
  readonly folder: string
  /** The service as whoever has this token. */
  clientOf(token: string): Toscan
}

/**
 * For the beginning of a `describe`: what it gives is there when the first test begins. A window that a test leaves open closes when the test ends.
 * @param env of a service of its own, gone after the last test; in a function: known only when the tests begin. Left out: the service is that of
 * all files of the process that say nothing, each with organizations of its own
 */
export function withDashboard(
  env?: Record<string, string> | (() => Promise<Record<string, string>>),
): DashboardOfTests {
  let opened: OnFolder | undefined
  const windows: Window[] = []
  before(async () => {
    opened = env
      ? await openOnFolder(typeof env === 'function' ? await env() : env)
      : await sharedDashboard.take()
  })
  afterEach(async () => {
    for (const window of windows.splice(0)) await window.close()
  })
  after(async () => {
    if (env) await closeOnFolder(there())
    else sharedDashboard.giveBack()
  })

  const there = () => {
    if (!opened) throw new Error('There is no dashboard before the first test')
    return opened
  }
  const noted = async (opening: Promise<Window>) => {
    const window = await opening
    windows.push(window)
    return window
  }
  return {
    get api() {
      return there().dashboard.api
    },
    get baseUrl() {
      return there().dashboard.baseUrl
    },
    get folder() {
      return there().folder
    },
    open: (person, path) => noted(there().dashboard.open(person, path)),
    openByPassword: (person, path) => noted(there().dashboard.openByPassword(person, path)),
    clientOf: (token) => new Toscan({ baseUrl: there().dashboard.baseUrl, token: () => token }),
  }
}

interface OnFolder {
  dashboard: Dashboard
  folder: string
}

const sharedDashboard = shareInProcess<OnFolder>(() => openOnFolder({}), closeOnFolder)

async function openOnFolder(env: Record<string, string>): Promise<OnFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'toscan-dashboard-'))
  return { folder, dashboard: await openDashboard({ TOSCAN_DATA_DIR: folder, ...env }) }
}

async function closeOnFolder({ dashboard, folder }: OnFolder) {
  await dashboard.close()
  await rm(folder, { recursive: true, force: true })
}
