import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import Eleventy, { IdAttributePlugin } from '@11ty/eleventy'
import highlight from '@11ty/eleventy-plugin-syntaxhighlight'
import { CONTENTS, type GuidePage, PAGES } from './contents.ts'
import { linkWithin } from './link-within.ts'
import { searchEntriesOf } from './search-entries.ts'

/** `npm run guide`: `docs/` and some pages of the root as HTML in `guide/dist`, for the service to show at `/guide`. Nothing is loaded from elsewhere. */

const HERE = import.meta.dirname
const ROOT = join(HERE, '..')
const OUT = join(HERE, 'dist')

rmSync(OUT, { recursive: true, force: true })
const eleventy = new Eleventy(join(HERE, 'pages'), OUT, {
  quietMode: true,
  config: (site) => {
    site.setIncludesDirectory('../layouts')
    site.addPlugin(IdAttributePlugin, { checkDuplicates: false })
    site.addPlugin(highlight)
    site.addGlobalData('contents', CONTENTS)
    for (const [index, page] of PAGES.entries())
      site.addTemplate(`${page.id}.md`, linkWithin(textOf(page), page.from), {
        layout: 'page.njk',
        permalink: `/${page.id}/index.html`,
        ...page,
        before: PAGES[index - 1],
        after: PAGES[index + 1],
        // What stands in braces is shown, not run.
        templateEngineOverride: 'md',
      })
    // What is wider than the page moves inside itself, by keyboard too.
    site.addTransform('wide parts', (html: string) =>
      html
        .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
        .replaceAll('</table>', '</table></div>')
        .replaceAll('<pre', '<pre tabindex="0"')
        // A corner without words heads nothing.
        .replaceAll('<th></th>', '<td></td>'),
    )
  },
})
await eleventy.write()

const assets = join(OUT, 'assets')
mkdirSync(assets, { recursive: true })
cpSync(join(HERE, 'assets'), assets, { recursive: true })
const minisearch = createRequire(import.meta.url)
  .resolve('minisearch')
  .replace(/cjs.*$/, 'es/index.js')
cpSync(minisearch, join(assets, 'minisearch.js'))
for (const picture of new Set(PAGES.flatMap((page) => picturesOf(textOf(page)))))
  cpSync(join(ROOT, 'docs', picture), join(OUT, picture))
writeFileSync(
  join(assets, 'search.json'),
  JSON.stringify(PAGES.flatMap((page) => searchEntriesOf(page, htmlOf(page)))),
)
console.log(`${PAGES.length + 1} pages in guide/dist`)

function textOf({ from }: GuidePage): string {
  return readFileSync(join(ROOT, from), 'utf8')
}

function htmlOf({ id }: GuidePage): string {
  return readFileSync(join(OUT, id, 'index.html'), 'utf8')
}

function picturesOf(markdown: string): string[] {
  return [...markdown.matchAll(/!\[[^\]]*\]\((?:docs\/)?((?:screens|drawings)\/[\w-]+\.(?:png|svg))\)/g)].map(
    ([, path = '']) => path,
  )
}
