/** Reads a count as sites print it: `2,362`, `46.3m`, `2 805 members`, `1,5 mil`, `12.3万`. */
export function parseCount(text: string | undefined): number | undefined {
  const match = text?.match(/(\d[\d.,\s\u00a0\u202f'’]*)\s*(\p{L}+)?/u)
  if (!match) return undefined
  const digits = (match[1] ?? '').replace(/[\s\u00a0\u202f'’]/g, '').replace(/[.,]$/, '')
  const scale = SCALES[(match[2] ?? '').toLowerCase()] ?? eastAsianScale(match[2])
  if (scale === undefined) return toNumber(digits.replace(/[.,](?=\d{3}(?:\D|$))/g, ''))
  return toNumber(digits.replace(/[.,](?=\d{3}[.,])/g, '').replace(',', '.'), scale)
}

const SCALES: Record<string, number | undefined> = {
  k: 1e3,
  tsd: 1e3,
  mil: 1e3,
  тыс: 1e3,
  m: 1e6,
  mn: 1e6,
  mio: 1e6,
  млн: 1e6,
  b: 1e9,
  mrd: 1e9,
}

function eastAsianScale(word: string | undefined): number | undefined {
  if (word === undefined) return undefined
  if (/^[万萬만]/.test(word)) return 1e4
  if (/^[億亿억]/.test(word)) return 1e8
  return /^[千천]/.test(word) ? 1e3 : undefined
}

function toNumber(digits: string, scale = 1): number | undefined {
  const value = Number(digits) * scale
  return Number.isFinite(value) ? Math.round(value) : undefined
}

/** The count in front of one of these words: `countBefore(text, 'followers?')`. */
export function countBefore(text: string, word: string): number | undefined {
  const match = text.match(
    new RegExp(`(\\d[\\d.,\\u00a0\\u202f ]*\\s?(?:[kmb]|mil|mio|mn)?)\\.?\\s*(?:${word})\\b`, 'i'),
  )
  return parseCount(match?.[1])
}
