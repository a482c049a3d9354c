import { type ReactNode, useEffect, useRef, useState } from 'react'

/**
 * Holds what may be wider than its place. While it is, the keyboard reaches it and
 * moves it, and it has a name; else it is no stop on anybody's way.
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
  const [wide, setWide] = useState(false)
  useEffect(() => {
    const box = ref.current
    if (!box) return
    // A pixel is lost in rounding now and then.
    const measure = () => setWide(box.scrollWidth > box.clientWidth + 1)
    const watch = new ResizeObserver(measure)
    watch.observe(box)
    for (const child of box.children) watch.observe(child)
    return () => watch.disconnect()
  }, [])
  return (
    <section
      ref={ref}
      className={`overflow-x-auto outline-offset-[-2px] ${className}`}
      {...(wide ? { 'aria-label': label, tabIndex: 0 } : {})}
    >
      {children}
    </section>
  )
}
