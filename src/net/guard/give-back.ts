/**
 * Gives back the memory of bytes that nobody looks at any more; whoever still does finds nothing there. It is V8's to find out only once it has
 * collected all of its garbage, which it does again and again while such memory grows.
 * @param bytes from a socket, or laid together: never Node's small ones, which share theirs
 */
export function giveBack(bytes: Buffer): void {
  const { buffer } = bytes
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0)
}
