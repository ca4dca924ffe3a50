/** Gives a person a file that was made here. */
export function download(name: string, type: string, content: BlobPart) {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
