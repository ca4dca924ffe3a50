import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { asCurl, asTypeScript, type Submission } from './submission.ts'

const EXAMPLE = ['https://platform.example/u/name']
const MOST_SHOWN = 3

/** What the form does, for programs. */
export function SameRequest({ submission }: { submission: Submission }) {
  const whole = { ...submission, urls: submission.urls.length > 0 ? submission.urls : EXAMPLE }
  const shown = { ...whole, urls: whole.urls.slice(0, MOST_SHOWN) }
  const more = whole.urls.length - shown.urls.length
  const label = (name: string) => (more > 0 ? `${name}, ${more} more addresses in the copy` : name)
  return (
    <Card title="The same request">
      <div className="flex flex-col gap-3">
        <CodeBlock
          label={label('curl')}
          text={asCurl(shown, location.origin)}
          copy={asCurl(whole, location.origin)}
        />
        <CodeBlock
          label={label('TypeScript')}
          text={asTypeScript(shown, location.origin)}
          copy={asTypeScript(whole, location.origin)}
        />
      </div>
    </Card>
  )
}
