import { getSystemErrorMessage } from 'node:util'

/** What a path, its rights or its disk can be the cause of. Anything else that the system says is a fault of ours, and keeps its stack. */
const OF_FILES = new Set([
  'EACCES',
  'EDQUOT',
  'EFBIG',
  'EIO',
  'EISDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOSPC',
  'ENOTDIR',
  'EPERM',
  'EROFS',
])

/** Of an error of the system about a file: which file it is and why, for whoever named it; of others null. */
export function fileFault(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && 'errno' in error)) return null
  const { code, errno } = error
  if (typeof code !== 'string' || typeof errno !== 'number' || !OF_FILES.has(code)) return null
  const path = 'path' in error && typeof error.path === 'string' ? `${error.path}: ` : ''
  return `${path}${getSystemErrorMessage(errno)} (${code})`
}
