export interface Mentionable {
  user_id: string
  email: string
  name: string
}

/**
 * Whom a text mentions: `@` with a person's address, what stands before its `@`, or their name without blanks, however it is
 * capitalised. What could be two people is nobody.
 * @returns ids, each once
 */
export function mentionedIn(text: string, people: readonly Mentionable[]): string[] {
  const words = [...text.matchAll(/(?<![\p{L}\p{N}._%+-])@([\p{L}\p{N}][\p{L}\p{N}._%+@-]*)/gu)].map(
    ([, word = '']) => word.toLowerCase().replace(/[.@-]+$/, ''),
  )
  const found = words.flatMap((word) => {
    const meant = people.filter((person) => namesOf(person).includes(word))
    return meant.length === 1 ? meant.map((person) => person.user_id) : []
  })
  return [...new Set(found)]
}

function namesOf({ email, name }: Mentionable): string[] {
  return [email, email.split('@')[0] ?? '', name.replace(/\s+/g, '')].map((each) => each.toLowerCase())
}
