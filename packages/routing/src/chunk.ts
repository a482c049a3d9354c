// Spec section 8: a screen script that fails or is silent for 120 s is a chunk-load error; a stylesheet, a CSS one.
/** How long a screen script may be silent. */
const CHUNK_TIMEOUT_MS = 120_000
/** A screen script failed or timed out. */
export class ChunkLoadError extends Error {
  override readonly name: string = 'ChunkLoadError'
}
/** A stylesheet failed. */
export class CssChunkLoadError extends ChunkLoadError {
  override readonly name = 'CssChunkLoadError'
}
/** Whether a new load may cure it. */
export const isChunkLoadError = (e: unknown): e is ChunkLoadError => e instanceof ChunkLoadError

const classify = (cause: unknown): ChunkLoadError | null => {
  if (cause instanceof ChunkLoadError) return cause
  const message = cause instanceof Error ? cause.message : String(cause)
  if (/preload CSS/i.test(message)) return new CssChunkLoadError(message, { cause })
  // Chromium, Firefox, Safari, and a mixed deploy.
  return /dynamically imported module|error loading dynamically|module script failed|does not provide an export/i.test(
    message,
  )
    ? new ChunkLoadError(message, { cause })
    : null
}

const sleep = (ms: number) => new Promise((r) => setTimeout(r, ms))

/** Wraps a dynamic import: time limit, two more tries on a lost network, typed error at the end. */
export const loadChunk = async <T>(
  load: () => Promise<T>,
  { timeout = CHUNK_TIMEOUT_MS, retries = 2, delay = 1000 } = {},
): Promise<T> => {
  const deadline = Date.now() + timeout
  for (let attempt = 0; ; attempt++) {
    let timer: ReturnType<typeof setTimeout> | undefined
    try {
      return await Promise.race([
        load(),
        new Promise<never>((_, reject) => {
          timer = setTimeout(
            () => reject(new ChunkLoadError(`No answer within ${timeout} ms`)),
            Math.max(0, deadline - Date.now()),
          )
        }),
      ])
    } catch (e) {
      const chunk = classify(e)
      if (!chunk) throw e
      if (attempt >= retries || Date.now() + delay * 2 ** attempt >= deadline) throw chunk
      await sleep(delay * 2 ** attempt)
    } finally {
      clearTimeout(timer)
    }
  }
}

const RELOADED = 'zabuni.chunkReload'
/** A missing chunk usually means a deploy under an open tab: reload once, never in a loop. */
export const reloadOnce = (reload: () => void = () => location.reload()): boolean => {
  try {
    const last = Number(sessionStorage.getItem(RELOADED) ?? 0)
    if (Date.now() - last < 5 * 60_000) return false
    sessionStorage.setItem(RELOADED, String(Date.now()))
  } catch {
    return false
  }
  reload()
  return true
}
