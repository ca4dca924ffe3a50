import { FileTrigger } from 'react-aria-components'
import { Button } from '../buttons/button.tsx'

/** Reads text files that a person chooses. */
export function FileButton({ label, onText }: { label: string; onText(text: string): void }) {
  return (
    <FileTrigger
      acceptedFileTypes={['.csv', '.txt', 'text/csv', 'text/plain']}
      allowsMultiple
      onSelect={async (files) => {
        const texts = await Promise.all([...(files ?? [])].map((file) => file.text()))
        if (texts.length > 0) onText(texts.join('\n').trim())
      }}
    >
      <Button>{label}</Button>
    </FileTrigger>
  )
}
