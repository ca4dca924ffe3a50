/** The package's list: 49,000 passwords that leaks showed to be most used, in lower case. Loaded when it is first asked. */
let list: Promise<ReadonlySet<string>> | undefined

/**
 * Whether many people have this password: it stands in the list, does so without up to four digits and signs at its end, is
 * such a word twice, or is made of so few signs that a list of them would be short.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String)),
  )
  const common = await list
  const text = password.normalize('NFKC').toLowerCase()
  const half = text.slice(0, text.length / 2)
  return (
    new Set(text).size < 5 ||
    common.has(text) ||
    common.has(text.replace(/[\d\p{P}\p{S}\s]{1,4}$/u, '')) ||
    (half + half === text && common.has(half))
  )
}
