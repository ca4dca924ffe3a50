import { Parser } from 'htmlparser2'
import type { ParsedPage } from '../../src/evidence/page.ts'

/** Fills `ParsedPage` as `src/net/parse-html.ts` does, well enough for our own small fixtures. Replaced by it on merge. */
export function parseHtml(html: string, baseUrl: string): ParsedPage {
  const page: ParsedPage = {
    title: '',
    lang: '',
    canonical: null,
    meta: {},
    links: [],
    images: [],
    jsonLd: [],
    scripts: [],
    text: '',
    hiddenText: '',
    refresh: null,
    scriptRedirect: null,
    hasPasswordField: false,
    truncated: false,
  }
  const open: string[] = []
  let script: { id: string; type: string; text: string } | null = null
  let link: { url: string; text: string; rel: string; hidden: boolean } | null = null
  const parser = new Parser({
    onopentag(name, attributes) {
      open.push(name)
      if (BLOCKS.has(name)) page.text += '\n'
      if (name === 'html') page.lang = attributes.lang ?? ''
      if (name === 'meta') addMeta(page, attributes)
      if (name === 'link' && attributes.rel === 'canonical')
        page.canonical = absolute(attributes.href, baseUrl)
      if (name === 'script') script = { id: attributes.id ?? '', type: attributes.type ?? '', text: '' }
      if (name === 'input' && attributes.type === 'password') page.hasPasswordField = true
      const url = absolute(name === 'a' ? attributes.href : attributes.src, baseUrl)
      if (name === 'a' && url)
        link = {
          url,
          text: '',
          rel: attributes.rel ?? '',
          hidden: /display:\s*none/.test(attributes.style ?? ''),
        }
      if (name === 'img' && url) page.images.push({ url, alt: attributes.alt ?? '' })
    },
    ontext(text) {
      if (script) script.text += text
      else if (open.includes('title') && !open.includes('svg')) page.title += text
      else if (!open.some((name) => name === 'style' || name === 'head')) {
        page.text += text
        if (link) link.text += text
      }
    },
    onclosetag(name) {
      open.pop()
      if (BLOCKS.has(name)) page.text += '\n'
      if (name === 'script' && script) keepScript(page, script)
      if (name === 'script') script = null
      if (name === 'a' && link) page.links.push({ ...link, text: link.text.replace(/\s+/g, ' ').trim() })
      if (name === 'a') link = null
    },
  })
  parser.end(html)
  page.title = page.title.replace(/\s+/g, ' ').trim()
  page.text = page.text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim()
  return page
}

const BLOCKS = new Set([
  'address',
  'article',
  'br',
  'div',
  'footer',
  'h1',
  'h2',
  'h3',
  'header',
  'li',
  'main',
  'nav',
  'p',
  'section',
  'ul',
])

function addMeta(page: ParsedPage, attributes: Record<string, string>): void {
  const name = (
    attributes.name ??
    attributes.property ??
    attributes.itemprop ??
    attributes['http-equiv'] ??
    ''
  ).toLowerCase()
  if (name === '') return
  page.meta[name] = [...(page.meta[name] ?? []), attributes.content ?? '']
}

function keepScript(page: ParsedPage, script: ParsedPage['scripts'][number]): void {
  if (script.type === 'application/ld+json') {
    const block: unknown = JSON.parse(script.text)
    page.jsonLd.push(...(Array.isArray(block) ? block : [block]))
  } else if (
    script.id ||
    /json/.test(script.type) ||
    /(^|[;\s])(var|let|const) \w+ ?=|(window|self|globalThis)[.[]/.test(script.text)
  ) {
    page.scripts.push(script)
  }
}

function absolute(address: string | undefined, baseUrl: string): string | null {
  const url = address ? URL.parse(address, baseUrl) : null
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}
