import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserOptions } from '../../src/net/browser/browser.ts'
import { installedBrowser, openBrowser } from './installed-browser.ts'

/** A browser that takes the certificates of the made-up web, which signs for itself. */
export function openTrustingBrowser(
  options: Partial<Omit<BrowserOptions, 'allow' | 'executable'>> & { allow?: string },
): Browser {
  const folder = mkdtempSync(join(tmpdir(), 'toscan-trusting-'))
  const executable = join(folder, 'browser')
  const script = `#!/bin/sh\nexec ${installedBrowser()} "$@" --ignore-certificate-errors\n`
  writeFileSync(executable, script, { mode: 0o755 })
  const browser = openBrowser({ ...options, executable })
  return {
    ...browser,
    close: async () => {
      await browser.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** A page that is nothing until its scripts have run. */
export function byScript(markup: string): { headers: Record<string, string>; body: string } {
  const script = `document.body.innerHTML = ${JSON.stringify(markup).replaceAll('<', '\\u003c')}`
  return {
    headers: { 'content-type': 'text/html' },
    body: `<!doctype html><body><script>${script}</script></body>`,
  }
}
