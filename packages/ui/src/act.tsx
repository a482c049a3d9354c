import { useTranslation } from '@zabuni/i18n'
import { actText } from '@zabuni/i18n/problem'
import { type ComponentProps, useState } from 'react'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { toast } from './toast.tsx'

/** Runs an act that has no form of its own: busy meanwhile, and a banner that says why it failed. */
export const useAct = () => {
  const { i18n } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const run = async (act: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    setFailure(undefined)
    try {
      await act()
    } catch (error) {
      setFailure(actText(error, i18n))
    } finally {
      setBusy(false)
    }
  }
  return {
    run,
    busy,
    banner: failure ? <Banner tone="bad">{failure}</Banner> : null,
    /** Takes an old failure off the screen, before something else is asked. */
    forget: () => setFailure(undefined),
  }
}

/** A button for an act that asks nothing, such as an export: busy meanwhile, and a toast says why it failed. */
export const ActButton = ({
  act,
  ...button
}: Omit<ComponentProps<typeof Button>, 'busy' | 'onClick'> & { act: () => Promise<unknown> }) => {
  const { i18n } = useTranslation()
  const [busy, setBusy] = useState(false)
  const go = async () => {
    setBusy(true)
    try {
      await act()
    } catch (error) {
      toast('bad', actText(error, i18n))
    } finally {
      setBusy(false)
    }
  }
  return <Button {...button} busy={busy} onClick={() => void go()} />
}
