/** A random name; unlike crypto.randomUUID it exists on the plain-http addresses of a local network too. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) =>
    b.toString(16).padStart(2, '0'),
  ).join('')
