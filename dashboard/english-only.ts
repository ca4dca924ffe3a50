import type { Plugin } from 'vite'

const TABLE = /[\\/]react-aria[\w-]*[\\/].*[\\/]intlStrings\.mjs$/
const ENGLISH = /from "([^"]+\/en-US\.mjs)"/

/**
 * React Aria says its own few words ("Dismiss", "Expand") in 34 languages, 11 kB of gzip beside an interface that speaks
 * English only: the English ones stay, which it takes for every language that it does not have.
 * @throws where a new version keeps its words in another form
 */
export function englishOnly(): Plugin {
  return {
    name: 'toscan:english-only',
    transform: {
      filter: { id: TABLE },
      handler(code) {
        const path = ENGLISH.exec(code)?.[1]
        if (!path) throw new Error('No English words in this table')
        return { code: `import words from '${path}'\nexport default { 'en-US': words }\n`, map: null }
      },
    },
  }
}
