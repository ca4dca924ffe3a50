import assert from 'node:assert/strict'
import { type Browser, type BrowserOptions, createBrowser } from '../../src/net/browser/browser.ts'
import { findBrowser } from '../../src/net/browser/find-browser.ts'
import { ALLOW_NOTHING, parseEgressAllow } from '../../src/net/guard/egress-allow.ts'

/** The browser of this machine. Without one these tests fail: nothing here is ever skipped. */
export function installedBrowser(): string {
  const found = findBrowser('auto', process.env.PATH ?? '')
  assert.ok(found, 'These tests need a Chromium. Run: node scripts/ensure-browser.ts')
  return found
}

/** A busy machine is no reason to fail: only tests of the deadline set one that is short. */
const PATIENT = { timeoutMs: 60_000 }

export function openBrowser({
  allow,
  ...options
}: Partial<Omit<BrowserOptions, 'allow'>> & { allow?: string }): Browser {
  const browser = createBrowser({
    executable: installedBrowser(),
    allow: allow === undefined ? ALLOW_NOTHING : parseEgressAllow(allow),
    userAgent: 'Toscan/test',
    log: { debug() {}, warn() {} },
    ...options,
  })
  return { ...browser, render: (url, input) => browser.render(url, { ...PATIENT, ...input }) }
}
