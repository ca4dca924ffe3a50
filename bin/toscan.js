#!/usr/bin/env node
// The service runs TypeScript directly, which needs Node 24; the npm package `node` brings it whatever the host has.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const main = join(root, 'src', 'main.ts')
const [major] = process.versions.node.split('.').map(Number)

if (major >= 24) {
  await import(main)
} else {
  const bundled = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin', 'node')
  if (!existsSync(bundled)) {
    console.error(
      'Toscan needs Node 24. Run `npm ci` with install scripts allowed for the package "node", or use Node 24.',
    )
    process.exit(1)
  }
  const child = spawn(bundled, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => (signal ? process.kill(process.pid, signal) : process.exit(code ?? 1)))
}
