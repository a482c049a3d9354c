import { type ComponentProps, createContext, use } from 'react'

/** Screens that live both before sign-in (no router yet) and inside a console link through this. */
export type Navigate = (href: string, options?: { replace?: boolean }) => void
const ParamsContext = createContext<Record<string, string>>({})
/** Gives a public screen the parameters of its address. */
export const ParamsProvider = ParamsContext
/** The parameters of the address, before sign-in. */
export const usePublicParams = (): Record<string, string> => use(ParamsContext)

const NavContext = createContext<Navigate>((href, o) =>
  o?.replace ? location.replace(href) : location.assign(href),
)
/** Says how navigation is done in this stage. */
export const NavProvider = NavContext
/** Navigates, whichever stage is running. */
export const useNav = (): Navigate => use(NavContext)

/** A link that works in both stages; modified clicks stay the browser's. */
export const Anchor = ({ href, onClick, ...rest }: ComponentProps<'a'> & { href: string }) => {
  const nav = useNav()
  return (
    <a
      {...rest}
      href={href}
      onClick={(e) => {
        onClick?.(e)
        if (
          e.defaultPrevented ||
          e.button !== 0 ||
          e.metaKey ||
          e.ctrlKey ||
          e.shiftKey ||
          e.altKey
        )
          return
        e.preventDefault()
        nav(href)
      }}
    />
  )
}
