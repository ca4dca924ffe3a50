#!/usr/bin/env node
// Needs Node 24: an npm package brings it whatever the host has. In the repository TypeScript runs as it is; what is published is JavaScript.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const main = ['main.js', 'main.ts'].map((name) => join(root, 'src', name)).find((path) => existsSync(path))
stopWithShell()
const [major] = process.versions.node.split('.').map(Number)

if (major >= 24) {
  await import(pathToFileURL(main).href)
} else {
  const bundled = findNode()
  if (bundled === undefined) {
    console.error(
      `Toscan needs Node 24; this is ${process.version}. Use Node 24, or install again with optional dependencies and with install scripts allowed for the package "node".`,
    )
    process.exit(1)
  }
  const child = spawn(bundled, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => (signal ? process.kill(process.pid, signal) : process.exit(code ?? 1)))
}

/** That of the package `node`, or of the one for this system alone. */
function findNode() {
  const { resolve } = createRequire(import.meta.url)
  const system = process.platform === 'win32' ? 'win' : process.platform
  for (const name of ['node', `node-${system}-${process.arch}`]) {
    try {
      const folder = dirname(resolve(`${name}/package.json`))
      const found = ['node', 'node.exe']
        .map((file) => join(folder, 'bin', file))
        .filter((path) => existsSync(path))
      if (found.length > 0) return found.at(-1)
    } catch {
      // Not installed.
    }
  }
  return undefined
}

/**
 * npx runs us in a shell and passes a signal on to that shell alone, which ends of it and leaves us behind: so whoever stops
 * `npx toscan serve` stops nothing. Where that shell is gone, its signal was meant for us.
 */
function stopWithShell() {
  if (process.env.npm_command !== 'exec') return
  const shell = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(looking)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  looking.unref()
}
