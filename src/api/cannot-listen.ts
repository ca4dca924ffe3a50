import { Conflict, InvalidInput } from '../errors.ts'

/** Why nothing can listen there, and which setting says so. Gives what is no matter of settings as it is. */
export function cannotListen(
  error: unknown,
  { setting, host, port }: { setting: string; host: string; port: number },
): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE')
    return new Conflict(`${setting}: port ${port} of ${host} is taken.`, { cause: error })
  if (code === 'EACCES')
    return new InvalidInput(`${setting}: this account may not listen on port ${port}.`, { cause: error })
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new InvalidInput(
      `HOST: ${host} is no address of this machine. 127.0.0.1 listens to this machine alone, 0.0.0.0 to all.`,
      { cause: error },
    )
  return error
}
