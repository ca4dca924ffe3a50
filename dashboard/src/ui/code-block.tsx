import { CopyButton } from './buttons/copy-button.tsx'

/** Text for machines, with a way to take it along. Scrolls inside itself. */
export function CodeBlock({ label, text, copy = text }: { label: string; text: string; copy?: string }) {
  return (
    <div className="min-w-0 rounded-lg border border-line bg-sunken">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-3 py-1">
        <span className="min-w-0 text-xs text-muted [overflow-wrap:anywhere]">{label}</span>
        <CopyButton text={copy} label="Copy" variant="quiet" size="small" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} className="max-h-128 overflow-auto p-3 font-mono text-xs leading-5">
        {text}
      </pre>
    </div>
  )
}
