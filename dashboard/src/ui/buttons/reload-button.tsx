import { Button } from './button.tsx'

/** Browsers may remember that a file did not come, and after an upgrade the old ones are gone: only another document has the new ones. */
export function ReloadButton() {
  return (
    <Button size="small" onPress={() => window.location.reload()}>
      Reload the page
    </Button>
  )
}
