/**
 * States that are written as one list whose entries point to each other by place: devalue (`__NUXT_DATA__`, SvelteKit) and turbo-stream
 * (React Router, whose keys are places too). Gives the value with its references followed, each entry once, so that it
 * is no larger than it was written, and what no reference leads to; null when the list is none of these.
 */
export function unflatten(list: unknown): unknown {
  if (!Array.isArray(list) || list.length < 2 || !pointsInto(list)) return null
  const made = new Map<number, unknown>()
  const reached = new Set<number>()
  const names = new Set<number>()
  const value = (place: unknown): unknown => {
    if (typeof place !== 'number') return place
    reached.add(place)
    if (made.has(place)) return made.get(place)
    const entry: unknown = list[place]
    if (typeof entry !== 'object' || entry === null) return entry
    const whole: unknown[] | Record<string, unknown> = Array.isArray(entry) ? [] : {}
    made.set(place, whole)
    open.push({ entry, whole })
    return whole
  }
  const open: { entry: object; whole: unknown[] | Record<string, unknown> }[] = []
  const root = value(0)
  for (let next = open.pop(); next; next = open.pop()) {
    const { entry, whole } = next
    if (Array.isArray(whole)) for (const place of Object.values(entry)) whole.push(value(place))
    else {
      for (const [key, place] of Object.entries(entry)) {
        const name = /^_\d+$/.test(key) ? list[Number(key.slice(1))] : key
        if (name !== key) names.add(Number(key.slice(1)))
        // Two names of no field: what is read is only ever data.
        if (typeof name === 'string' && name !== '__proto__') whole[name] = value(place)
      }
    }
  }
  // What nothing points to is read as it stands: the list may have been none of these.
  return [root, ...list.filter((_, place) => !reached.has(place) && !names.has(place))]
}

/** The first entry is a list or record of places; words stand beside it, as they do in no list of records. */
function pointsInto(list: unknown[]): boolean {
  const [root] = list
  if (typeof root !== 'object' || root === null || !list.some((entry) => typeof entry === 'string'))
    return false
  const places = Object.values(root).filter((place) => typeof place === 'number' || !Array.isArray(root))
  return places.length > 0 && places.every((place) => Number.isInteger(place) && Number(place) < list.length)
}
