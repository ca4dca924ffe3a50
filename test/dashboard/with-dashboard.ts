import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before } from 'node:test'
import { Toscan } from '../../sdk/client.ts'
import { type Dashboard, openDashboard, type Window } from './open-dashboard.ts'

/** The dashboard of one `describe`. */
export interface DashboardOfTests extends Omit<Dashboard, 'close'> {
  /** What the service keeps in files. */
  readonly folder: string
  /** The service as whoever has this token. */
  clientOf(token: string): Toscan
}

/**
 * For the beginning of a `describe`: what it gives is there when the first test begins, and gone after the last one. A window that a test
 * leaves open closes when the test ends.
 * @param env in a function: known only when the tests begin
 */
export function withDashboard(
  env: Record<string, string> | (() => Promise<Record<string, string>>) = {},
): DashboardOfTests {
  let opened: { dashboard: Dashboard; folder: string } | undefined
  const windows: Window[] = []
  before(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toscan-dashboard-'))
    const wanted = typeof env === 'function' ? await env() : env
    opened = { folder, dashboard: await openDashboard({ TOSCAN_DATA_DIR: folder, ...wanted }) }
  })
  afterEach(async () => {
    for (const window of windows.splice(0)) await window.close()
  })
  after(async () => {
    const { dashboard, folder } = there()
    await dashboard.close()
    await rm(folder, { recursive: true, force: true })
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
