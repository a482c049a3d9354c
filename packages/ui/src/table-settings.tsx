import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { keeper } from './kept.tsx'

/** How one person likes one list: what is not shown, how dense it is, and the views kept by name. */
export type TableSettings = {
  hidden: readonly string[]
  compact: boolean
  views: readonly { name: string; query: string }[]
}

const PLAIN: TableSettings = { hidden: [], compact: false, views: [] }
const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g
// A list of one thing's parts is liked alike for all things.
const nameOf = (pathname: string) => `zabuni.table:${keeper()}:${pathname.replace(ID, '*')}`

const listOf = (kept: unknown) => (Array.isArray(kept) ? kept : [])
const read = (name: string): TableSettings => {
  try {
    const { hidden, compact, views } = JSON.parse(localStorage.getItem(name) ?? '{}')
    return { hidden: listOf(hidden), compact: compact === true, views: listOf(views) }
  } catch {
    return PLAIN
  }
}

/** The settings of the list at this address, kept on this device for this person. */
export const useTableSettings = () => {
  const { pathname } = useLocation()
  const name = nameOf(pathname)
  const [held, setHeld] = useState(() => ({ name, settings: read(name) }))
  // The same screen may stand at another list's address.
  const settings = held.name === name ? held.settings : read(name)
  // What another tab keeps is here at once, so that neither takes away what the other kept.
  useEffect(() => {
    const follow = (e: StorageEvent) => e.key === name && setHeld({ name, settings: read(name) })
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [name])
  const change = (more: Partial<TableSettings>) => {
    const next = { ...settings, ...more }
    setHeld({ name, settings: next })
    try {
      localStorage.setItem(name, JSON.stringify(next))
    } catch {
      // Storage refused: it holds until the screen is left.
    }
  }
  return [settings, change] as const
}
