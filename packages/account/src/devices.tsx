import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { formatDateTime } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { AskDialog } from '@zabuni/ui/ask'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { toast } from '@zabuni/ui/toast'
import { LaptopIcon, SmartphoneIcon } from 'lucide-react'
import { useState } from 'react'
import { type Device, devices, endDevice, endOtherDevices } from './queries.ts'

const HANDHELD = ['iPhone', 'iPad', 'Android', 'KaiOS']

/** Where one is signed in; each place can be signed out, or all others at once. */
export const DevicesCard = () => {
  const { t, i18n } = useTranslation('account')
  const cache = useQueryClient()
  const query = useQuery(devices)
  const [ending, setEnding] = useState('')
  const [asking, setAsking] = useState(false)
  const items = query.data?.items ?? []

  const end = async (name: string, act: () => Promise<unknown>, done: string) => {
    setEnding(name)
    try {
      await act()
      toast('ok', done)
    } catch (error) {
      toast('bad', problemText(error, i18n))
    } finally {
      setEnding('')
      void cache.invalidateQueries({ queryKey: devices.queryKey })
    }
  }
  const nameOf = (d: Device) =>
    d.browser && d.system
      ? t('devices.on', { browser: d.browser, system: d.system })
      : d.browser || d.system || t('devices.unknown')
  return (
    <Card
      title={t('devices.title')}
      flush
      actions={
        items.length > 1 ? (
          <Button size="sm" onClick={() => setAsking(true)}>
            {t('devices.endOthers')}
          </Button>
        ) : null
      }
    >
      {query.isError ? (
        <div className="p-4">
          <Banner tone="bad">{problemText(query.error, i18n)}</Banner>
        </div>
      ) : null}
      {query.isPending ? <div className="skeleton m-4 h-16" /> : null}
      <ul>
        {items.map((d) => (
          <li
            key={d.id}
            className="flex items-start gap-3 border-line px-4 py-3 not-first:border-t max-sm:flex-wrap"
          >
            <span aria-hidden="true" className="mt-0.5 text-ink-3">
              {HANDHELD.includes(d.system) ? (
                <SmartphoneIcon size={18} strokeWidth={1.75} />
              ) : (
                <LaptopIcon size={18} strokeWidth={1.75} />
              )}
            </span>
            <div className="grid min-w-0 flex-1 gap-0.5">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {nameOf(d)}
                {d.this ? <Badge tone="ok">{t('devices.this')}</Badge> : null}
                {d.remember ? <Badge tone="neutral">{t('devices.remembered')}</Badge> : null}
              </p>
              <p className="tabular text-sm text-ink-2">
                {t('devices.times', {
                  since: formatDateTime(d.created_at),
                  seen: formatDateTime(d.seen_at),
                })}
              </p>
              <p className="tabular text-sm text-ink-3">
                {t('devices.network', { network: d.network })}
              </p>
            </div>
            {d.this ? null : (
              <Button
                size="sm"
                busy={ending === d.id}
                aria-label={t('devices.endNamed', { device: nameOf(d) })}
                onClick={() => void end(d.id, () => endDevice(d.id), t('devices.ended'))}
              >
                {t('devices.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <AskDialog
        open={asking}
        onClose={() => setAsking(false)}
        send={async () => {
          await endOtherDevices()
          setAsking(false)
          toast('ok', t('devices.othersEnded'))
          void cache.invalidateQueries({ queryKey: devices.queryKey })
        }}
        title={t('devices.askOthers')}
        description={t('devices.askOthersBody')}
        action={t('devices.endOthers')}
      />
    </Card>
  )
}
