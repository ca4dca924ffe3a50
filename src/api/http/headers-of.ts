/** Node's headers as the web's. */
export function headersOf(headers: Record<string, string | string[] | undefined>): Headers {
  const result = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const item of [value ?? []].flat()) result.append(name, item)
  }
  return result
}
