import { type ReactNode, useState } from 'react'

/** Files and addresses may be dropped here; whoever cannot drag has the field and the button. */
export function DropArea({ onText, children }: { onText(text: string): void; children: ReactNode }) {
  const [isOver, setIsOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way to do what the field and the button do.
    <div
      className={`rounded-md ${isOver ? 'outline-2 outline-offset-4 outline-accent' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={async (event) => {
        event.preventDefault()
        setIsOver(false)
        const { files } = event.dataTransfer
        const texts =
          files.length > 0 ? [...files].map((file) => file.text()) : [event.dataTransfer.getData('text')]
        onText((await Promise.all(texts)).join('\n').trim())
      }}
    >
      {children}
    </div>
  )
}
