import { useQuery, useQueryClient } from '@tanstack/react-query'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card, Facts } from '@zabuni/ui/card'
import { Drawer } from '@zabuni/ui/dialog'
import { FormFrame } from '@zabuni/ui/form'
import { Checkbox } from '@zabuni/ui/inputs'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'
import { chosenOf } from './mails-chosen.ts'
import { chooseMails, inboxKey, type MailChoices, mailChoices } from './notification-queries.ts'

const WAYS = ['at_once', 'summary', 'none'] as const
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
/** A list of hours has text; no hour is none. */
const textOf = (hour: number | undefined) => (hour === undefined ? '' : String(hour))

const Hours = () =>
  HOURS.map((hour) => (
    <option key={hour} value={hour}>
      {clock(hour)}
    </option>
  ))

const Form = ({ was, onClose }: { was: MailChoices; onClose: () => void }) => {
  const { t } = useTranslation('account')
  const cache = useQueryClient()
  const form = useProblemForm({
    defaultValues: {
      areas: was.areas,
      quiet_from: textOf(was.quiet_from),
      quiet_until: textOf(was.quiet_until),
      summary_at: String(was.summary_at),
      stopped: was.stopped,
    },
    submit: async (values) => {
      await chooseMails(chosenOf(values, was))
      await cache.invalidateQueries({ queryKey: [...inboxKey, 'mails'] })
      toast('ok', t('mails.saved'))
      onClose()
    },
  })
  const stopped = form.watch('stopped')
  return (
    <FormFrame form={form} back={onClose}>
      <p className="text-sm text-ink-2">{t('mails.always')}</p>
      <Checkbox
        label={t('mails.stopped')}
        hint={t('mails.stoppedHint')}
        {...form.register('stopped')}
      />
      {stopped
        ? null
        : was.areas.map(({ area }, i) => (
            <SelectField
              key={area}
              label={t(`mails.areas.${area}`)}
              {...form.field(`areas.${i}.way`)}
            >
              {WAYS.map((way) => (
                <option key={way} value={way}>
                  {t(`mails.ways.${way}`)}
                </option>
              ))}
            </SelectField>
          ))}
      {stopped ? null : (
        <>
          <SelectField
            label={t('mails.summaryAt')}
            hint={t('mails.zone', { zone: was.timezone })}
            {...form.field('summary_at')}
          >
            <Hours />
          </SelectField>
          <div className="grid gap-3 sm:grid-cols-2">
            {(['quiet_from', 'quiet_until'] as const).map((end) => (
              <SelectField
                key={end}
                label={t(end === 'quiet_from' ? 'mails.quietFrom' : 'mails.quietUntil')}
                {...form.field(end)}
              >
                <option value="">{t('mails.noHour')}</option>
                <Hours />
              </SelectField>
            ))}
          </div>
          <p className="text-sm text-ink-3">{t('mails.quietHint')}</p>
        </>
      )}
    </FormFrame>
  )
}

/** Which mails come, and when. */
export const MailCard = () => {
  const { t, i18n } = useTranslation('account')
  const query = useQuery(mailChoices)
  const [editing, setEditing] = useState(false)
  const found = query.data
  const quiet =
    found?.quiet_from !== undefined && found.quiet_until !== undefined
      ? t('mails.between', { from: clock(found.quiet_from), until: clock(found.quiet_until) })
      : t('mails.noHour')
  return (
    <Card
      title={t('mails.title')}
      actions={
        found && !session()?.support ? (
          <Button size="sm" onClick={() => setEditing(true)}>
            {t('mails.change')}
          </Button>
        ) : null
      }
    >
      {query.isError ? <Banner tone="bad">{problemText(query.error, i18n)}</Banner> : null}
      {query.isPending ? <div className="skeleton h-24" /> : null}
      {found ? (
        <Facts
          items={
            found.stopped
              ? [{ label: t('mails.all'), value: t('mails.needed') }]
              : [
                  ...found.areas.map(({ area, way }) => ({
                    label: t(`mails.areas.${area}`),
                    value: t(`mails.ways.${way}`),
                  })),
                  ...(found.areas.some(({ way }) => way === 'summary')
                    ? [{ label: t('mails.summaryAt'), value: clock(found.summary_at) }]
                    : []),
                  { label: t('mails.quiet'), value: quiet },
                ]
          }
        />
      ) : null}
      {found ? (
        <Drawer open={editing} onClose={() => setEditing(false)} title={t('mails.title')}>
          <Form was={found} onClose={() => setEditing(false)} />
        </Drawer>
      ) : null}
    </Card>
  )
}
