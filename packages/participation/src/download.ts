/** Hands bytes to the person as a file. */
export const saveBlob = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has its own hold on the bytes by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
