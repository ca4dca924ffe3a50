/** What people do to words so that a search for them finds nothing, each done to every word of four letters or more. */
export const DISGUISES: Readonly<Record<string, (text: string) => string>> = {
  'hyphen inside': inWords((word) => `${head(word)}-${tail(word)}`),
  'asterisk between': inWords((word) => `${head(word)}*${tail(word)}`),
  'asterisk for a letter': inWords((word) => replaced(word, hiddenLetter(word), '*')),
  'letters swapped': inWords((word) => swapped(word)),
  'letter dropped': inWords((word) => replaced(word, hiddenLetter(word), '')),
  'letter doubled': inWords((word) => replaced(word, middle(word), word.charAt(middle(word)).repeat(2))),
  'spaced, wide gaps': (text) => spaced(text).replaceAll(/(?<=\S) {2}(?=\S)/g, '  '),
  'spaced, gaps collapsed': (text) => spaced(text).replaceAll(/ +/g, ' '),
  'no spaces': (text) => text.replaceAll(/(?<=[\p{L}\p{N}]) (?=[\p{L}\p{N}])/gu, ''),
  'hashtag each': inWords((word) => `#${word}`),
  'hashtag of words': (text) => text.replaceAll(/\p{L}+(?: \p{L}+)+/gu, camelCase),
  'hashtag of words, lower case': (text) =>
    text.replaceAll(/\p{L}+(?: \p{L}+)+/gu, (words) => `#${words.replaceAll(' ', '').toLowerCase()}`),
  underscores: inWords((word) => letters(word).join('_')),
  dots: inWords((word) => letters(word).join('.')),
  leet: inWords((word) => mapped(word, LEET)),
  'leet, short words too': (text) => text.replaceAll(SHORT_WORD, (word) => mapped(word, MORE_LEET)),
  'drawn out': inWords((word) =>
    replaced(word, hiddenLetter(word), word.charAt(hiddenLetter(word)).repeat(4)),
  ),
  homoglyphs: inWords((word) => mapped(word, ALIKE)),
  'zero width': inWords((word) => letters(word).join('\u200b')),
}

/** Four letters or more, in scripts that write words apart; neither handles nor parts of addresses. */
const WORD =
  /(?<![\p{L}\p{M}\p{N}@._/#-])(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])\p{L}{4,}(?![\p{L}\p{M}\p{N}@_/-]|\.\p{L})/gu
/** The same from two letters on. */
const SHORT_WORD =
  /(?<![\p{L}\p{M}\p{N}@._/#'’-])(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])\p{L}{2,}(?![\p{L}\p{M}\p{N}@_/'’-]|\.\p{L})/gu
const LEET: Readonly<Record<string, string>> = { a: '4', e: '3', i: '1', o: '0', s: '5' }
const MORE_LEET: Readonly<Record<string, string>> = { ...LEET, b: '8', g: '9', l: '1', t: '7' }
const ALIKE: Readonly<Record<string, string>> = { a: 'а', e: 'е', o: 'о', c: 'с', p: 'р', x: 'х', i: 'і' }

function inWords(disguise: (word: string) => string): (text: string) => string {
  return (text) => text.replaceAll(WORD, disguise)
}

/** Words of four letters or more as single letters, and two blanks where words part. */
function spaced(text: string): string {
  return text.replaceAll(' ', '  ').replaceAll(WORD, (word) => letters(word).join(' '))
}

function letters(word: string): string[] {
  return [...word]
}

function middle(word: string): number {
  return Math.floor(word.length / 2)
}

function head(word: string): string {
  return word.slice(0, middle(word))
}

function tail(word: string): string {
  return word.slice(middle(word))
}

/** The first vowel behind the first letter and before the last, else the one in the middle. */
function hiddenLetter(word: string): number {
  const at = word.slice(1, -1).search(/[aeiouаеиоуыαεηιο]/iu)
  return at < 0 ? middle(word) : at + 1
}

function replaced(word: string, at: number, by: string): string {
  return word.slice(0, at) + by + word.slice(at + 1)
}

/** Two neighbours inside the word change places; the second letter and the third where they differ, else the next two. */
function swapped(word: string): string {
  let at = 1
  while (at + 2 < word.length - 1 && word[at] === word[at + 1]) at++
  return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
}

function camelCase(words: string): string {
  return `#${words
    .split(' ')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}`
}

function mapped(word: string, signs: Readonly<Record<string, string>>): string {
  return letters(word)
    .map((letter) => signs[letter] ?? letter)
    .join('')
}
