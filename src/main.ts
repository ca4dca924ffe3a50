import { enableCompileCache } from 'node:module'

// Commands are short: most of their time would go into compiling the same files again.
enableCompileCache()
// Who reads has enough, as `head` does: no fault of the command.
process.stdout.on('error', (error) => {
  if (!('code' in error && error.code === 'EPIPE')) throw error
})
const { run } = await import('./cli/program.ts')
process.exitCode = await run(process.argv.slice(2), process.env)
