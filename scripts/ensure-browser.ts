import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findBrowser } from '../src/net/browser/find-browser.ts'

/** The tests need a Chromium: finds the one of this machine, or installs Debian's where that is ours to do. */
const PACKAGE = 'chromium-headless-shell'
const INSTALL = `apt-get update && apt-get install -y --no-install-recommends ${PACKAGE}`

const find = () => findBrowser('auto', process.env.PATH ?? '')

if (find() === null && canInstall()) {
  console.log(`No Chromium here. Installing Debian's ${PACKAGE} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('sh', ['-c', INSTALL], { stdio: 'inherit', env })
}
const browser = find()
if (browser === null) {
  console.error(
    `The tests need a Chromium and found none.\n  Debian, as root:  ${INSTALL}\n  elsewhere:        npx playwright-core install chromium-headless-shell`,
  )
  process.exit(1)
}
console.log(browser)

function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')
}
