import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { dayText, formatMoment } from '@zabuni/i18n/format'
import { Banner } from '@zabuni/ui/banner'
import { Button, IconButton } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { DateTimeField } from '@zabuni/ui/date-time'
import { InputField } from '@zabuni/ui/field'
import { Bound, FormCard, useKept } from '@zabuni/ui/form'
import { Checkbox, TextareaField } from '@zabuni/ui/inputs'
import { PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { toast } from '@zabuni/ui/toast'
import { Trash2Icon } from 'lucide-react'
import { useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { type Meeting, meetingPeople, minuteMeeting } from './queries.ts'
import { useSeen } from './seen.ts'

type Line = { what: string; owner_id: string; due_on: string; done: boolean }

const MinutesForm = ({ m, onDone }: { m: Meeting; onDone: () => void }) => {
  const { t } = useTranslation('meetings')
  const { desk } = useHere()
  const cache = useQueryClient()
  const seen = useSeen(m)
  const people = useQuery(meetingPeople(desk === 'operator' ? m.buyer_id : ''))
  const form = useProblemForm({
    keep: `minutes.${m.id}.${seen.read}`,
    defaultValues: {
      minutes: m.minutes,
      publish: false,
      actions: m.actions.map(
        ({ what, owner_id, due_on, done }): Line => ({
          what,
          owner_id: owner_id ?? '',
          due_on: due_on ?? '',
          done,
        }),
      ),
    },
    submit: async ({ actions, ...values }) => {
      await minuteMeeting(m.id, {
        ...values,
        version: seen.version,
        actions: actions.map(({ what, owner_id, due_on, done }) => ({
          what,
          done,
          ...(owner_id ? { owner_id } : {}),
          ...(due_on ? { due_on } : {}),
        })),
      }).catch(seen.refused)
      await cache.invalidateQueries({ queryKey: keys.meetings })
      toast('ok', t('minutes.done'))
      kept.leave(null)
      onDone()
    },
  })
  const kept = useKept(form)
  const lines = useFieldArray({ control: form.control, name: 'actions' })
  const known = people.data?.items ?? []
  // Who has left since stays where they were named.
  const owners = new Map(known.map(({ id, name }) => [id, name] as const))
  for (const { owner_id, owner } of m.actions)
    if (owner_id && !owners.has(owner_id)) owners.set(owner_id, owner)
  return (
    <FormCard form={form} guard={kept.guard} back={onDone}>
      <TextareaField
        rows={8}
        label={t('minutes.text')}
        hint={t('minutes.hint')}
        {...form.field('minutes')}
      />
      <fieldset className="grid gap-4">
        <legend className="mb-2 text-sm font-medium">{t('actions.title')}</legend>
        {lines.fields.map((line, i) => (
          <div key={line.id} className="grid gap-3 rounded-md border border-line p-3">
            <InputField
              required
              label={`${t('actions.what')} · ${t('actions.row', { number: i + 1 })}`}
              maxLength={300}
              {...form.field(`actions.${i}.what`)}
            />
            <div className="grid gap-3 sm:grid-cols-2">
              <SelectField label={t('actions.owner')} {...form.field(`actions.${i}.owner_id`)}>
                <option value="">{t('actions.nobody')}</option>
                {[...owners].map(([id, name]) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </SelectField>
              <Bound form={form} name={`actions.${i}.due_on`}>
                {(control) => <DateTimeField dateOnly label={t('actions.due')} {...control} />}
              </Bound>
            </div>
            <div className="flex items-center justify-between gap-3">
              <Checkbox label={t('actions.isDone')} {...form.register(`actions.${i}.done`)} />
              <IconButton
                label={t('actions.remove', { name: t('actions.row', { number: i + 1 }) })}
                icon={<Trash2Icon size={16} />}
                onClick={() => lines.remove(i)}
              />
            </div>
          </div>
        ))}
        <div>
          <Button onClick={() => lines.append({ what: '', owner_id: '', due_on: '', done: false })}>
            {t('actions.add')}
          </Button>
        </div>
      </fieldset>
      {m.published_at ? (
        <Banner tone="warn">{t('minutes.again')}</Banner>
      ) : m.may_publish ? (
        <Checkbox
          label={t('minutes.publish')}
          hint={m.bidders ? t('minutes.publishBidders') : t('minutes.publishHint')}
          {...form.register('publish')}
        />
      ) : (
        <Banner tone="info">{t('minutes.sealed')}</Banner>
      )}
    </FormCard>
  )
}

/** What was said and agreed on at a meeting, and its form for who writes it. */
export const MinutesCard = ({ m }: { m: Meeting }) => {
  const { t } = useTranslation('meetings')
  const [writing, setWriting] = useState(false)
  if (writing) return <MinutesForm m={m} onDone={() => setWriting(false)} />
  const heads = (['what', 'owner', 'due', 'isDone'] as const).map((key) => ({
    key,
    label: t(`actions.${key}`),
  }))
  return (
    <>
      <Card
        title={t('minutes.title')}
        actions={
          m.may_minute ? (
            <Button size="sm" onClick={() => setWriting(true)}>
              {t('minutes.write')}
            </Button>
          ) : null
        }
      >
        <div className="grid gap-2">
          <p className={m.minutes ? 'max-w-prose break-words whitespace-pre-line' : 'text-ink-3'}>
            {m.minutes || t('minutes.none')}
          </p>
          {m.minutes ? (
            <p className="text-xs text-ink-3">
              {m.published_at
                ? t('minutes.published', { at: formatMoment(m.published_at, ownZone()) })
                : t('minutes.internal')}
            </p>
          ) : null}
        </div>
      </Card>
      {m.actions.length ? (
        <Card title={t('actions.title')} flush>
          <TableFrame caption={t('actions.title')} heads={heads}>
            {m.actions.map((a, i) => (
              <PlainRow
                key={i}
                heads={heads}
                cells={[
                  a.what,
                  a.owner || t('actions.nobody'),
                  a.due_on ? dayText(a.due_on) : '–',
                  a.done ? t('actions.isDone') : t('actions.open'),
                ]}
              />
            ))}
          </TableFrame>
        </Card>
      ) : null}
    </>
  )
}
