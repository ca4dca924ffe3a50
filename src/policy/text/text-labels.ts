import type { Span } from './text-views.ts'

/** What a text is called in front of it: "TW: …", "Satire: …", "12 May: …". It says nothing of whose the words are. As the native view writes them. */
export const LABELS =
  '(?:(?:trigger|content) warning|tw|cw|warning|disclaimer|note|parody|satire|satira|satyra|joke|news|update|ad|advert|fiction|story|quote|fyi|psa?|edit|reminder|education(?:al)?|art|aviso|advertencia|nota|parodia|noticias?|ficcion|cuento|humor|humour|broma|ficcao|piada|avertissement|attention|parodie|actu|blague|achtung|warnung|hinweis|nachrichten|scherz|fiktion|attenzione|avviso|notizie|scherzo|waarschuwing|nieuws|grap|uwaga|ostrzezenie|wiadomosci|zart|внимание|новости|шутка|сатира|пародия|uyari|haber|haberler|saka|parodi)'
const DATE = String.raw`(?:\d{1,2}[. ]{1,2}\p{L}{3,12}\.?|\p{L}{3,12} \d{1,2}(?!\d)|\d{1,2}[./]\d{1,2}[./]?)(?:,? ?\d{2,4})?`
const LABEL = String.raw`(?<=^|[\n.!?|] ?)(?:${LABELS}|${DATE}) ?`

/** Such a label and its colon, wherever one begins a line or a sentence. */
export const TEXT_LABEL = new RegExp(`${LABEL}:`, 'gu')

/** Whether a word is such a label: "News: …" tells of nobody. */
export function isTextLabel({ start, end }: Span, text: string): boolean {
  return (
    BEHIND_LABEL.test(text.slice(end, end + 3)) &&
    LABEL_ENDS.test(text.slice(Math.max(0, start - REACH), end))
  )
}

/** UTF-16 units. */
const REACH = 24
const BEHIND_LABEL = /^ ?:/u
const LABEL_ENDS = new RegExp(`${LABEL.replace('^|[', '^|[:')}$`, 'u')
