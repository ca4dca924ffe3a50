/** Where documents begin and where they end; what stands between may be long. */
const HEAD = 16 * 1024
const TAIL = 4 * 1024

/** Whether bytes are a document that says where it begins (`<html>`, `<body>`) and never where it ends: whoever sent it meant to say more. */
export function isLeftOpen(bytes: Buffer): boolean {
  if (!/<(?:html|body)[\s>]/i.test(bytes.toString('latin1', 0, HEAD))) return false
  return !/<\/(?:html|body)\s*>/i.test(bytes.toString('latin1', Math.max(0, bytes.length - TAIL)))
}
