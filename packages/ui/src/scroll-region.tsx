import { type ReactNode, useEffect, useRef, useState } from 'react'

/**
 * Holds what may be wider or longer than its place. While it is, the keyboard reaches it and
 * moves it, and it has a name; else it is no stop on anybody's way. It is the place of whatever
 * lies in it absolutely: words for the ear alone would widen the page otherwise.
 */
export const ScrollRegion = ({
  label,
  className = '',
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) => {
  const ref = useRef<HTMLElement>(null)
  const [more, setMore] = useState(false)
  useEffect(() => {
    const box = ref.current
    if (!box) return
    // A pixel is lost in rounding now and then.
    const measure = () =>
      setMore(box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1)
    const watch = new ResizeObserver(measure)
    watch.observe(box)
    for (const child of box.children) watch.observe(child)
    return () => watch.disconnect()
  }, [])
  return (
    <section
      ref={ref}
      className={`relative overflow-auto outline-offset-[-2px] ${className}`}
      {...(more ? { 'aria-label': label, tabIndex: 0, 'data-more': '' } : {})}
    >
      {children}
    </section>
  )
}
