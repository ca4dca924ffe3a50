import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import './build-pages.ts'
import './build-service.ts'
import { BUILT_SERVICE, isServiceStale } from './built-service.ts'

/** `npm start`: builds what is older than its sources, and becomes the service. Arguments are those of `toscan`. */

const WRITTEN = join(import.meta.dirname, '..', 'src', 'main.ts')
await import(pathToFileURL(isServiceStale() ? WRITTEN : BUILT_SERVICE).href)
