import { enableCompileCache } from 'node:module'

// Commands are short: most of their time would go into compiling the same files again.
enableCompileCache()
const { run } = await import('./cli/program.ts')
process.exitCode = await run(process.argv.slice(2), process.env)
