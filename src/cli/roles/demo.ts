import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../start/start.ts'

/** Runs the demo, which lies beside the program and is no part of it; it reads its own arguments, and ends the process. */
export async function runDemo() {
  await import(pathToFileURL(join(ROOT, 'demo', `main${extname(import.meta.filename)}`)).href)
}
