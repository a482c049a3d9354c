/** One event of a stream. */
export type StreamEvent = { id?: string; event: string; data: string }

/** Reads server-sent events from pieces of text that end anywhere; comments are heartbeats and yield nothing. */
export const createParser = (emit: (event: StreamEvent) => void) => {
  let rest = ''
  let current: { id?: string; event: string; data: string[] } = { event: 'message', data: [] }
  return (piece: string): void => {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const raw of lines) {
      const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
      if (line === '') {
        if (current.data.length) emit({ ...current, data: current.data.join('\n') })
        current = { event: 'message', data: [] }
        continue
      }
      const at = line.indexOf(':')
      const field = at < 0 ? line : line.slice(0, at)
      const value = at < 0 ? '' : line.slice(at + 1).replace(/^ /, '')
      if (field === 'event') current.event = value
      else if (field === 'data') current.data.push(value)
      else if (field === 'id') current.id = value
    }
  }
}
