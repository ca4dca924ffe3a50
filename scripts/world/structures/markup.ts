import { type Answer, escapeHtml, html } from '../../../demo/web/site.ts'
import type { Card } from '../card.ts'

/** Markup that several structures share. */

export function anchors(card: Pick<Card, 'links'>, rest = ''): string {
  return card.links
    .map(({ url, label }) => `<a href="${escapeHtml(url)}"${rest}>${escapeHtml(label)}</a>`)
    .join('\n')
}

export function paragraphs(texts: string[], tag = 'p'): string {
  return texts.map((text) => `<${tag}>${escapeHtml(text)}</${tag}>`).join('\n')
}

export function metas(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`)
    .join('\n')
}

/** JSON for a script: no tag can end it. */
export function scripted(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

export function jsonScript(value: unknown, attributes: string): string {
  return `<script type="application/json" ${attributes}>${scripted(value)}</script>`
}

export function ldScript(value: unknown): string {
  return `<script type="application/ld+json">${scripted(value)}</script>`
}

export function footer(card: Card): string {
  return `<footer>${paragraphs(card.strangers.site, 'span')}</footer>`
}

export function comments(card: Card): string {
  return card.strangers.visitor.length === 0
    ? ''
    : `<section id="comments"><h2>Comments</h2><ol class="comment-list">${card.strangers.visitor
        .map((text, index) => `<li class="comment"><b>guest${index}</b>${paragraphs([text])}</li>`)
        .join('')}</ol></section>`
}

export function unseen(card: Card): string {
  return paragraphs(card.strangers.hidden, 'div').replaceAll('<div>', '<div style="display:none">')
}

/** A page whose words are all in its state: a browser would draw it. */
export function shell(title: string, script: string, head = ''): Answer {
  return html(title, `<div id="root"></div>\n${script}`, head)
}
