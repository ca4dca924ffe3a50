import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Why no program can be run in a network of its own here (it takes Linux, and leave to make one), or false. */
export const NO_OWN_NETWORK =
  spawnSync('unshare', ['-rnm', 'ip', 'link', 'set', 'lo', 'up']).status === 0
    ? false
    : 'no network of its own can be made here'

/**
 * Runs a module in a network that holds nothing but loopback, with 127.0.0.1 as its name server.
 * @param before commands of a shell that come first, with the rights of root in there
 * @returns what it prints, as JSON
 */
export async function inOwnNetwork(module: string, before = 'ip link set lo up'): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'toscan-network-'))
  try {
    const servers = join(folder, 'resolv.conf')
    writeFileSync(servers, 'nameserver 127.0.0.1\n')
    const shell = `set -e; mount --bind "$1" /etc/resolv.conf; ${before}; exec "$2" "$3"`
    const args = [
      '-rnm',
      'sh',
      '-c',
      shell,
      'sh',
      servers,
      process.execPath,
      join(import.meta.dirname, module),
    ]
    const { stdout } = await promisify(execFile)('unshare', args)
    return JSON.parse(stdout)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
