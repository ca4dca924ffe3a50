import { posix } from 'node:path'
import { PAGES } from './contents.ts'

const LINK = /(?<!!)\[([^\]]+)\]\((?!https?:|mailto:|#)([^)\s#]+)(#[^)]*)?\)/g
const PICTURE = /!\[([^\]]*)\]\((?!https?:)([^)\s]+)\)/g

/**
 * A Markdown page of the repository with its links as the guide has them: to pages of the guide, pictures beside them, and of files that are no page
 * their path.
 * @param from where the page lies, from the root
 */
export function linkWithin(markdown: string, from: string): string {
  const folder = posix.dirname(from)
  return markdown
    .replace(LINK, (_link, text: string, path: string, hash = '') => {
      const target = posix.normalize(posix.join(folder, path))
      const page = PAGES.find((each) => each.from === target)
      return page ? `[${text}](../${page.id}/${hash})` : `${text} (\`${target}\`)`
    })
    .replace(PICTURE, (_picture, text: string, path: string) => {
      const target = posix.normalize(posix.join(folder, path)).replace(/^docs\//, '')
      return `![${text}](../${target})`
    })
}
