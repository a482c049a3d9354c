import { useEffect, useRef, useState } from 'react'

/**
 * A state of its own that begins as what is given and takes over what is given anew, but for what was told from here:
 * an answer that arrives late undoes nothing that was typed since, and neither does the first effect of a screen.
 */
export const useFollowed = <T,>(given: T, nameOf: (value: T) => string = String) => {
  const [own, setOwn] = useState(given)
  const name = nameOf(given)
  const heard = useRef(name)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same may come as another object each time
  useEffect(() => {
    if (heard.current === name) return
    heard.current = name
    setOwn(given)
  }, [name])
  return {
    own,
    setOwn,
    /** What is told from here comes back as given. */
    told: (value: T) => {
      heard.current = nameOf(value)
    },
  }
}
