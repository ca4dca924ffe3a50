/** What is made of an object, made when it is first asked for and kept for as long as the object lives. */
export function madeOnce<Key extends object, Made>(make: (from: Key) => Made): (from: Key) => Made {
  const made = new WeakMap<Key, Made>()
  return (from) => {
    const known = made.get(from)
    if (known !== undefined) return known
    const fresh = make(from)
    made.set(from, fresh)
    return fresh
  }
}
