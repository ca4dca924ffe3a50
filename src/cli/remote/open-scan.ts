import { spawn } from 'node:child_process'
import type { Config } from '../../config.ts'
import { type ServerOptions, serverOf, withServer } from './with-server.ts'

/** `toscan open`: prints where the dashboard shows a scan, and at a terminal opens it in the browser. */
export async function openScan(config: Config, scanId: string, options: ServerOptions) {
  await withServer(config, options, async (toscan) => {
    const { org_id, profile_id } = await toscan.scans.get(scanId)
    const address = `${serverOf(config, options).baseUrl}/o/${org_id}/scans/${profile_id}`
    console.log(address)
    if (process.stdout.isTTY) openInBrowser(address)
  })
}

/** Where there is no browser the address that was printed has to do. */
function openInBrowser(address: string) {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', address]
        : ['xdg-open', address]
  const child = spawn(command ?? '', args, { detached: true, stdio: 'ignore' })
  child.on('error', () => {})
  child.unref()
}
