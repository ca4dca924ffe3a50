import MiniSearch from './minisearch.js'

/** Finds headings and words of the guide in the browser, from one file of this origin. Without scripts the guide has no search and all its pages. */

const box = document.querySelector('[role="search"]')
const input = document.querySelector('#q')
const found = document.querySelector('#found')
const told = document.querySelector('#told')
const root = new URL(box.dataset.root || './', location.href)
box.hidden = false

let reading
/** Read once, when somebody is about to search. */
function index() {
  reading ??= read()
  return reading
}
input.addEventListener('focus', index)
input.addEventListener('input', async () => {
  const words = input.value.trim()
  const hits = words === '' ? [] : (await index()).search(words).slice(0, 8)
  if (input.value.trim() === words) show(words, hits)
})
box.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') show('', [])
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const stops = [input, ...found.querySelectorAll('a')]
  const next = stops.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1)
  stops[(next + stops.length) % stops.length]?.focus()
  event.preventDefault()
})
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.closest('input, textarea')
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  input.focus()
})

async function read() {
  const search = new MiniSearch({
    fields: ['heading', 'page', 'text'],
    storeFields: ['heading', 'page'],
    searchOptions: {
      boost: { heading: 4, page: 2 },
      prefix: true,
      fuzzy: (word) => (word.length > 4 ? 0.2 : 0),
      combineWith: 'AND',
    },
  })
  const answer = await fetch(new URL('assets/search.json', root))
  search.addAll(await answer.json())
  return search
}

function show(words, hits) {
  found.replaceChildren(
    ...hits.map(({ id, heading, page }) => {
      const link = document.createElement('a')
      link.href = new URL(id, root).href
      link.append(heading, Object.assign(document.createElement('span'), { textContent: page }))
      const item = document.createElement('li')
      item.append(link)
      return item
    }),
  )
  found.hidden = hits.length === 0
  told.textContent = words === '' ? '' : hits.length === 0 ? 'Nothing found' : `${hits.length} places found`
  told.classList.toggle('quiet', words === '' || hits.length > 0)
}
