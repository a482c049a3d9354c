import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { useAct } from '@zabuni/ui/act'
import { AskDialog } from '@zabuni/ui/ask'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { InputField } from '@zabuni/ui/field'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'
import { calendarFeed, makeFeed, revokeFeed } from './queries.ts'

/** A link by which a calendar elsewhere reads one's meetings: shown once, ended at will. */
export const FeedCard = () => {
  const { t } = useTranslation('meetings')
  const cache = useQueryClient()
  const query = useQuery(calendarFeed)
  const { run, busy, banner } = useAct()
  const [link, setLink] = useState('')
  const [asked, setAsked] = useState(false)
  const again = () => cache.invalidateQueries({ queryKey: [...keys.meetings, 'feed'] })
  if (!query.data) return null
  const { since } = query.data
  return (
    <Card title={t('feed.title')}>
      <div className="grid gap-3">
        <p className="max-w-prose text-sm text-ink-2">{t('feed.body')}</p>
        <p className="text-sm">
          {since ? t('feed.since', { at: formatMoment(since, ownZone()) }) : t('feed.none')}
        </p>
        {link ? (
          <InputField
            label={t('feed.link')}
            hint={t('feed.once')}
            readOnly
            value={link}
            onFocus={(e) => e.currentTarget.select()}
          />
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button
            busy={busy}
            onClick={() =>
              void run(async () => {
                const { path } = await makeFeed()
                setLink(new URL(path, location.origin).href)
                await again()
              })
            }
          >
            {since ? t('feed.again') : t('feed.make')}
          </Button>
          {since ? (
            <Button look="ghost" onClick={() => setAsked(true)}>
              {t('feed.revoke')}
            </Button>
          ) : null}
        </div>
        {banner}
      </div>
      <AskDialog
        open={asked}
        onClose={() => setAsked(false)}
        title={t('feed.revokeTitle')}
        description={t('feed.revokeBody')}
        action={t('feed.revoke')}
        send={async () => {
          await revokeFeed()
          setLink('')
          await again()
          toast('ok', t('feed.revoked'))
          setAsked(false)
        }}
      />
    </Card>
  )
}
