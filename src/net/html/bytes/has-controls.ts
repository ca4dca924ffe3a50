/** How many bytes a browser looks at to tell what they are. */
export const SNIFFED = 1445

/** Whether bytes are none, or begin with such as stand in no text (WHATWG MIME Sniffing, "binary data byte"). */
export function hasControls(bytes: Uint8Array): boolean {
  return (
    bytes.length === 0 ||
    bytes.subarray(0, SNIFFED).some((byte) => byte < 0x20 && !CONTROLS_OF_TEXT.has(byte))
  )
}

/** Tabs, ends of lines and of pages, and the shifts of ISO 2022. */
const CONTROLS_OF_TEXT: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b])
