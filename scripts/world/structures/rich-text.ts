import { escapeHtml, html } from '../../../demo/web/site.ts'
import { type Card, placeOf, type Structure } from '../card.ts'
import { jsonScript, scripted, shell } from './markup.ts'

/** Texts as editors keep them: a sentence in several pieces, its emphasis beside it. */

const WRITTEN = ['bio', 'post', 'pinned', 'label'] as const

/** Sanity: blocks of spans. */
export const portableText: Structure = {
  id: 'portable-text',
  kind: 'site',
  shows: WRITTEN,
  strangers: [],
  mostLinks: 4,
  at: (handle) => `https://${handle}-journal.example/`,
  render(card, url) {
    const blockOf = (text: string, key: number) => ({
      _type: 'block',
      _key: `b${key}`,
      style: 'normal',
      markDefs: [],
      children: inParts(text).map((part, index) => ({
        _type: 'span',
        _key: `s${key}${index}`,
        marks: index === 1 ? ['strong'] : [],
        text: part,
      })),
    })
    const page = { _type: 'page', title: card.name, body: textsOf(card).map(blockOf), links: linksOf(card) }
    return { [placeOf(url)]: shell('', jsonScript({ props: { pageProps: { page } } }, 'id="__NEXT_DATA__"')) }
  },
}

/** TipTap and its kin: a tree of nodes. */
export const proseMirror: Structure = {
  id: 'prosemirror',
  kind: 'site',
  shows: WRITTEN,
  strangers: ['visitor'],
  mostLinks: 4,
  at: (handle) => `https://scribble.example/@${handle}/home`,
  render(card, url) {
    const node = (text: string) => ({
      type: 'paragraph',
      content: inParts(text).map((part, index) => ({
        type: 'text',
        text: part,
        ...(index === 1 && { marks: [{ type: 'bold' }] }),
      })),
    })
    const doc = (texts: string[]) => ({ type: 'doc', content: texts.map(node) })
    const state = {
      author: { handle: card.handle, name: card.name },
      document: doc(textsOf(card)),
      links: linksOf(card),
      comments: card.strangers.visitor.map((text) => ({ author: 'guest', document: doc([text]) })),
    }
    return { [placeOf(url)]: shell('Scribble', `<script>window.__STATE__ = ${scripted(state)}</script>`) }
  },
}

export const quillDelta: Structure = {
  id: 'quill-delta',
  kind: 'site',
  shows: WRITTEN,
  strangers: [],
  mostLinks: 4,
  at: (handle) => `https://${handle}-letters.example/`,
  render(card, url) {
    const ops = textsOf(card).flatMap((text) => [
      ...inParts(text).map((part, index) => ({
        insert: part,
        ...(index === 1 && { attributes: { bold: true } }),
      })),
      { insert: '\n' },
    ])
    const state = { page: { owner: card.name, about: { ops }, links: linksOf(card) } }
    return { [placeOf(url)]: shell('', `<script>window.__PRELOADED_STATE__ = ${scripted(state)}</script>`) }
  },
}

export const draftJs: Structure = {
  id: 'draft-js',
  kind: 'site',
  shows: WRITTEN,
  strangers: [],
  mostLinks: 4,
  at: (handle) => `https://inkwell.example/${handle}`,
  render(card, url) {
    const blocks = textsOf(card).map((text, key) => ({
      key: `k${key}`,
      text,
      type: 'unstyled',
      inlineStyleRanges: [],
    }))
    // Kept as text in the state, as editors hand it on.
    const raw = JSON.stringify({ blocks, entityMap: {} })
    const state = { writer: { slug: card.handle, name: card.name, story: raw, links: linksOf(card) } }
    return { [placeOf(url)]: shell('Inkwell', jsonScript(state, 'id="initial-data"')) }
  },
}

/** Notion: a text is a list of pieces, each with its marks. */
export const markedPieces: Structure = {
  id: 'marked-pieces',
  kind: 'site',
  shows: WRITTEN,
  strangers: [],
  mostLinks: 4,
  at: (handle) => `https://${handle}.notesite.example/`,
  render(card, url) {
    const blocks = textsOf(card).map((text, id) => [
      `block-${id}`,
      {
        value: {
          id: `block-${id}`,
          type: 'text',
          properties: { title: inParts(text).map((part, index) => (index === 1 ? [part, [['b']]] : [part])) },
        },
      },
    ])
    const state = { recordMap: { block: Object.fromEntries(blocks) }, title: card.name, links: linksOf(card) }
    return { [placeOf(url)]: shell('', jsonScript({ props: { pageProps: state } }, 'id="__NEXT_DATA__"')) }
  },
}

/** Rich text as escaped markup inside a state. */
export const escapedMarkup: Structure = {
  id: 'escaped-markup',
  kind: 'site',
  shows: WRITTEN,
  strangers: [],
  mostLinks: 4,
  at: (handle) => `https://${handle}-cottage.example/`,
  render(card, url) {
    const written = textsOf(card).map(
      (text) =>
        `<p class="ql">${inParts(text)
          .map((part, index) => (index === 1 ? `<strong>${escapeHtml(part)}</strong>` : escapeHtml(part)))
          .join('')}</p>`,
    )
    const anchors = card.links.map(
      (link) => `<a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a>`,
    )
    const state = {
      site: { title: card.name, sections: [{ kind: 'html', html: [...written, ...anchors].join('') }] },
    }
    return {
      [placeOf(url)]: html('', `<div id="app" data-state="${escapeHtml(JSON.stringify(state))}"></div>`),
    }
  },
}

function textsOf(card: Card): string[] {
  return [...card.bio.split('\n'), card.pinned, ...card.posts]
}

function linksOf(card: Card) {
  return card.links.map((link) => ({ title: link.label, url: link.url }))
}

/** In the middle something is bold. */
function inParts(text: string): string[] {
  const words = text.split(' ')
  const [third, rest] = [Math.floor(words.length / 3), Math.ceil((words.length * 2) / 3)]
  return [words.slice(0, third), words.slice(third, rest), words.slice(rest)]
    .map((part) => part.join(' '))
    .map((part, index, parts) => (index < parts.length - 1 && part !== '' ? `${part} ` : part))
    .filter((part) => part !== '')
}
