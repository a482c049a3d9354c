/** Hands bytes to the person as a file; they were fetched with the session, so no address is left behind. */
export const saveFile = (bytes: Blob, name: string): void => {
  const url = URL.createObjectURL(bytes)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
