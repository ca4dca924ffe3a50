import { build } from 'vite'
import { measureBundle } from './measure-bundle.ts'
import { viteConfig } from './vite-config.ts'

/** `npm run build -w dashboard`: builds, prints what a browser has to load, and fails where that is too much. */

await build({ ...viteConfig, logLevel: 'warn' })
const { lines, faults } = measureBundle()
console.log(lines.join('\n'))
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
