import { Parser } from 'htmlparser2'
import { BLOCK, readMarkup } from '../../../answers/read-markup.ts'

/** An XML document as a person would read it. */
export interface XmlText {
  /** What its elements say, each on lines of its own, and the addresses that it leads to. */
  text: string
  /** Something was too long to be read. */
  isCut: boolean
}

/** Elements of a document that are looked at. */
const MOST_ELEMENTS = 50_000

/**
 * Feeds, drawings and other XML: tags and their settings are nobody's words, and would be judged as such. Feeds carry pages in their elements, escaped
 * or in CDATA, whose markup is none either.
 */
export function textOfXml(xml: string): XmlText {
  const lines: string[] = []
  let said = ''
  let elements = 0
  let isCut = false
  const endLine = () => {
    const { text, links, unread } = /<\/?[a-z]/i.test(said)
      ? readMarkup(said.replace(BLOCK, '\n$&'))
      : { text: said.trim(), links: [], unread: 0 }
    said = ''
    isCut ||= unread > 0
    if (text !== '') lines.push(text)
    for (const { href } of links) if (ADDRESS.test(href)) lines.push(href)
  }
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++elements > MOST_ELEMENTS) isCut = true
        if (!isPart(name)) endLine()
        if (elements > MOST_ELEMENTS || name === 'xml-stylesheet') return
        for (const key of ['href', 'xlink:href', 'url', 'rdf:resource'])
          if (ADDRESS.test(attributes[key] ?? '')) lines.push(attributes[key] ?? '')
      },
      ontext(text) {
        if (elements <= MOST_ELEMENTS) said += text
      },
      onclosetag(name) {
        if (!isPart(name)) endLine()
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
  endLine()
  return { text: lines.join('\n'), isCut }
}

/** Of a line: what XHTML and SVG put into the middle of one. */
function isPart(name: string): boolean {
  return /^(?:\w+:)?(?:a|b|i|u|s|em|strong|span|small|mark|code|tspan)$/i.test(name)
}

const ADDRESS = /^https?:\/\/\S+$/i
