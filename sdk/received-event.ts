import type { ScanChangedEvent, ScanCompletedEvent, ScanFailedEvent, TestEvent } from './contract.ts'
import type { Open } from './open.ts'

/** An event as `verifyWebhook` gives it: `type` tells which, also to TypeScript. */
export type ReceivedEvent =
  | Received<ScanCompletedEvent>
  | Received<ScanFailedEvent>
  | Received<ScanChangedEvent>
  | Received<TestEvent>
  | UnknownEvent

/** Open in all but the word that tells the events apart. */
type Received<Event extends { type: string }> = Open<Omit<Event, 'type'>> & Pick<Event, 'type'>

/** A kind that a newer server may send: answer 2xx and leave it. */
export interface UnknownEvent {
  /** Stands for any other word. No `string`: that would include the words of the others, and nothing could be told apart. */
  type: '(any other)'
  timestamp: string
}
