import { forget, keep, keptOf } from './kept.tsx'

/**
 * Sends what was typed once: its key stays in this tab until it was answered, so that whoever tries again after a
 * lost answer, or a reload, has not done it twice. Other words are another act.
 */
export const once = async <B, T>(
  name: string,
  body: B,
  send: (body: B, key: string) => Promise<T>,
): Promise<T> => {
  const of = JSON.stringify(body)
  const was = keptOf(`once.${name}`) as { of?: string; key?: string } | null
  const key = was?.of === of && was.key ? was.key : crypto.randomUUID()
  keep(`once.${name}`, JSON.stringify({ of, key }))
  const answer = await send(body, key)
  forget(`once.${name}`)
  return answer
}
