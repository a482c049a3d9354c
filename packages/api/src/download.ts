/** Hands bytes to the person as a file; they were fetched with the session, so no address is left behind. */
export const saveFile = (bytes: Blob, name: string): void => {
  const url = URL.createObjectURL(bytes)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** The SHA-256 of bytes in hex, as it is computed here: what somebody signs is what they were given. */
export const sha256 = async (paper: Blob): Promise<string> =>
  Array.from(
    new Uint8Array(await crypto.subtle.digest('SHA-256', await paper.arrayBuffer())),
    (b) => b.toString(16).padStart(2, '0'),
  ).join('')
