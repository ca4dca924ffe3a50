import { openable } from '../../text/openable.ts'
import { showPlainly } from '../../text/show-plainly.ts'
import { Button } from '../buttons/button.tsx'
import { buttonStyle } from '../buttons/button-style.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import { Icon } from '../icon.tsx'
import { Notice } from '../states/notice.tsx'

/** Between a report and the page of a stranger: the whole address, what is odd about it, and then a link that tells nothing. */
export function OpenSafely({ url, isOpen, onClose }: { url: string; isOpen: boolean; onClose(): void }) {
  const target = openable(url)
  if (!target) return null
  return (
    <Dialog
      title="Leave for a page of somebody else?"
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Stay here</Button>
          <a
            href={target.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className={buttonStyle('primary')}
            onClick={onClose}
          >
            <Icon name="external" /> Open in a new tab
          </a>
        </>
      }
    >
      <p>
        This page is not ours and may be illegal, disturbing or dangerous. It will not learn where you come
        from.
      </p>
      <p className="rounded-md bg-sunken p-2.5 font-mono text-xs [overflow-wrap:anywhere]" dir="ltr">
        {showPlainly(target.href)}
      </p>
      {target.warnings.length > 0 && (
        <Notice tone="warning">
          <ul>
            {target.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
    </Dialog>
  )
}
