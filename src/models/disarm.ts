import type { Span } from '../policy/text/text-views.ts'

/**
 * Stands for every blank inside a text of the evidence, so that page text never reads like our own sentences. One token to most
 * tokenizers, where a mark that no page writes takes two or three; a page's own becomes a blank like any other.
 */
export const DATAMARK = '^'

/** Stands where something was taken out: an empty place would let two halves grow together. */
export const TAKEN_OUT = '\uFFFD'

/** What chat templates put between turns. */
const CHAT_TOKENS =
  /<\|[^|<>]{0,60}\|>|<\/?s>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:start|end)_of_turn>|<\/?(?:system|assistant|user|human|tool_call|tool_response|think|thinking|function_calls?)>/giu
/** The turns of older completion interfaces, which only count at the start of a line. */
const TURN_LABELS = /(^|\n)[ \t]*(?:human|assistant|system|user)[ \t]*:(?=\s)/giu

/**
 * Page text as a model may see it: no chat tokens, no marks of its own, every run of blanks one mark. Harmless
 * letters stay as they are, so that quotes can be found again.
 */
export function disarm(text: string): string {
  return text
    .replaceAll(DATAMARK, ' ')
    .replace(CHAT_TOKENS, TAKEN_OUT)
    .replace(TURN_LABELS, `$1${TAKEN_OUT}`)
    .replace(/\s+/gu, DATAMARK)
}

/** Where a text holds what chat templates and completion interfaces put between turns. UTF-16 offsets. */
export function chatMarks(text: string): Span[] {
  return [...text.matchAll(CHAT_TOKENS), ...text.matchAll(TURN_LABELS)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }))
}

/** A model's quote without our marks. */
export function withoutMarks(quote: string): string {
  return quote.replaceAll(DATAMARK, ' ').replaceAll(TAKEN_OUT, ' ')
}
