import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { ownZone, session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { fromWall, toWall } from '@zabuni/i18n/zone'
import { Button, IconButton } from '@zabuni/ui/button'
import { type Choice, ComboboxField, MultiComboboxField } from '@zabuni/ui/combobox'
import { DateTimeField } from '@zabuni/ui/date-time'
import { InputField } from '@zabuni/ui/field'
import { Bound, FormFrame, FormPart, useKept } from '@zabuni/ui/form'
import { Checkbox, TextareaField } from '@zabuni/ui/inputs'
import { Load } from '@zabuni/ui/load'
import { once } from '@zabuni/ui/once'
import { Page } from '@zabuni/ui/page'
import { type ProblemForm, Refused, useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { toast } from '@zabuni/ui/toast'
import { Trash2Icon } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { useFieldArray } from 'react-hook-form'
import { pointerOf, ZONES } from '../meeting/form.ts'
import {
  changeMeeting,
  createMeeting,
  FOR_BIDDERS,
  KINDS,
  type Meeting,
  type MeetingKind,
  meeting,
  meetingPeople,
  searchMeetingSuppliers,
} from '../meeting/queries.ts'
import { useSeen } from '../meeting/seen.ts'
import { contextOf, jobsFor, searchBuyers } from '../plan/queries.ts'

type Guest = { name: string; email: string }
type Values = {
  buyer_id: Choice | null
  title: string
  kind: MeetingKind
  job_id: Choice | null
  bidders: boolean
  starts_at: string
  ends_at: string
  timezone: string
  place: string
  link: string
  agenda: string
  organiser_id: string
  people: Choice[]
  suppliers: Choice[]
  guests: Guest[]
}

const valuesOf = (m: Meeting | null, zone: string): Values => ({
  buyer_id: m ? { id: m.buyer_id, name: m.buyer } : null,
  title: m?.title ?? '',
  kind: m?.kind ?? 'pre_bid',
  job_id: m?.job_id ? { id: m.job_id, name: m.job } : null,
  bidders: m?.bidders ?? false,
  starts_at: toWall(m?.starts_at, zone),
  ends_at: toWall(m?.ends_at, zone),
  timezone: zone,
  place: m?.place ?? '',
  link: m?.link ?? '',
  agenda: m?.agenda ?? '',
  organiser_id: m?.organiser_id ?? '',
  people:
    m?.attendees.flatMap((a) => (a.account_id ? [{ id: a.account_id, name: a.name ?? '' }] : [])) ??
    [],
  suppliers:
    m?.attendees.flatMap((a) =>
      a.supplier_id && !a.itself ? [{ id: a.supplier_id, name: a.name ?? '' }] : [],
    ) ?? [],
  guests:
    m?.attendees.flatMap((a) => (a.email ? [{ name: a.name ?? '', email: a.email }] : [])) ?? [],
})

const Guests = ({ form }: { form: ProblemForm<Values> }) => {
  const { t } = useTranslation('meetings')
  const rows = useFieldArray({ control: form.control, name: 'guests' })
  return (
    <fieldset className="grid gap-3">
      <legend className="text-sm font-medium">{t('form.guests')}</legend>
      <p className="text-xs text-ink-3">{t('form.guestsHint')}</p>
      {rows.fields.map((row, i) => {
        const guest = t('form.guest', { number: i + 1 })
        return (
          <div key={row.id} className="grid items-start gap-3 sm:grid-cols-[1fr_1fr_auto]">
            <InputField
              required
              label={`${t('form.guestName')} · ${guest}`}
              maxLength={120}
              {...form.field(`guests.${i}.name`)}
            />
            <InputField
              required
              type="email"
              label={`${t('form.guestEmail')} · ${guest}`}
              maxLength={254}
              {...form.field(`guests.${i}.email`)}
            />
            <div className="sm:pt-6">
              <IconButton
                label={t('form.removeGuest', { name: guest })}
                icon={<Trash2Icon size={16} />}
                onClick={() => rows.remove(i)}
              />
            </div>
          </div>
        )
      })}
      <div>
        <Button onClick={() => rows.append({ name: '', email: '' })}>{t('form.addGuest')}</Button>
      </div>
    </fieldset>
  )
}

const Who = ({
  form,
  buyer,
  m,
}: {
  form: ProblemForm<Values>
  buyer: string
  m: Meeting | null
}) => {
  const { t } = useTranslation('meetings')
  const { desk } = useHere()
  const ready = desk !== 'operator' || !!buyer
  const people = useQuery({ ...meetingPeople(desk === 'operator' ? buyer : ''), enabled: ready })
  const found = people.data?.items
  const search = useMemo(
    () => async (text: string) =>
      (found ?? [])
        .filter((p) => p.name.toLowerCase().includes(text.trim().toLowerCase()))
        .map(({ id, name }) => ({ id, name })),
    [found],
  )
  const me = session()?.user_id
  const organisers = (found ?? []).filter((p) => p.id !== me && p.id !== m?.organiser_id)
  return (
    <FormPart title={t('form.who')} body={t('form.whoBody')}>
      <SelectField label={t('form.organiser')} {...form.field('organiser_id')}>
        {!m || m.organiser_id === me ? (
          <option value={m ? m.organiser_id : ''}>{t('form.organiserMe')}</option>
        ) : (
          <>
            <option value={m.organiser_id}>{m.organiser}</option>
            <option value={me}>{t('form.organiserMe')}</option>
          </>
        )}
        {organisers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Bound form={form} name="people">
        {(control) => (
          <MultiComboboxField
            label={t('form.people')}
            hint={ready ? t('form.peopleHint') : t('form.buyerFirst')}
            search={search}
            {...control}
          />
        )}
      </Bound>
      <Bound form={form} name="suppliers">
        {(control) => (
          <MultiComboboxField
            label={t('form.suppliers')}
            hint={t('form.suppliersHint')}
            search={searchMeetingSuppliers}
            {...control}
          />
        )}
      </Bound>
      <Guests form={form} />
    </FormPart>
  )
}

const Form = ({ m, zone }: { m: Meeting | null; zone: string }) => {
  const { t } = useTranslation(['meetings', 'errors'])
  const { desk, of, href } = useHere()
  const cache = useQueryClient()
  const context = contextOf(of)
  const sent = useRef({ people: 0, suppliers: 0 })
  const seen = useSeen(m)
  const form = useProblemForm<Values>({
    keep: `meeting.${m ? `${m.id}.${seen.read}` : `new.${context}`}`,
    defaultValues: valuesOf(m, zone),
    nameOf: (pointer) => pointerOf(pointer, sent.current),
    submit: async ({ buyer_id, people, suppliers, guests, ...values }) => {
      const at = values.timezone
      const [starts_at, ends_at] = [fromWall(values.starts_at, at), fromWall(values.ends_at, at)]
      const missing = [
        !starts_at && ('starts_at' as const),
        !ends_at && ('ends_at' as const),
        desk === 'operator' && !buyer_id && ('buyer_id' as const),
      ].filter((name) => name !== false)
      if (missing.length) throw new Refused(missing)
      sent.current = { people: people.length, suppliers: suppliers.length }
      const { organiser_id, job_id, bidders, ...rest } = values
      const body = {
        ...rest,
        starts_at,
        ends_at,
        ...(organiser_id ? { organiser_id } : {}),
        ...(job_id ? { job_id: job_id.id } : {}),
        bidders: bidders && !!job_id && FOR_BIDDERS.includes(values.kind),
        attendees: [
          ...people.map(({ id }) => ({ account_id: id })),
          ...suppliers.map(({ id }) => ({ supplier_id: id })),
          ...guests,
        ],
      }
      let id = m?.id ?? ''
      if (m) await changeMeeting(m.id, { ...body, version: seen.version }).catch(seen.refused)
      else
        id = (
          await once(
            `meeting.${context}`,
            [{ ...body, context }, desk === 'operator' ? (buyer_id?.id ?? '') : ''] as const,
            ([meeting, owner], key) => createMeeting(meeting, owner, key),
          )
        ).id
      await cache.invalidateQueries({ queryKey: keys.meetings })
      toast('ok', m ? t('saved') : t('called'))
      kept.leave(href('meetings', { meetingId: id }))
    },
  })
  const kept = useKept(form)
  const [buyer, kind, job] = form.watch(['buyer_id', 'kind', 'job_id'])
  const jobs = useMemo(() => jobsFor(desk, context, buyer?.id ?? ''), [desk, context, buyer?.id])
  return (
    <FormFrame
      form={form}
      guard={kept.guard}
      back={href('meetings', m ? { meetingId: m.id } : {})}
      action={m ? t('save') : t('create.action')}
    >
      <FormPart title={t('form.what')} body={t('form.whatBody')}>
        {desk === 'operator' && !m ? (
          <Bound form={form} name="buyer_id">
            {({ onChange, ...control }) => (
              <ComboboxField
                required
                label={t('buyer')}
                search={searchBuyers}
                {...control}
                onChange={(value) => {
                  onChange(value)
                  // A job, and the people, are one buyer's.
                  form.setValue('job_id', null)
                  form.setValue('people', [])
                }}
              />
            )}
          </Bound>
        ) : null}
        <InputField
          required
          label={t('form.title')}
          hint={t('form.titleHint')}
          maxLength={200}
          {...form.field('title')}
        />
        <SelectField required label={t('form.kind')} {...form.field('kind')}>
          {KINDS.map((value) => (
            <option key={value} value={value}>
              {t(`kinds.${value}`)}
            </option>
          ))}
        </SelectField>
        <Bound form={form} name="job_id">
          {(control) => (
            <ComboboxField
              label={t('job')}
              hint={desk === 'operator' && !buyer ? t('form.buyerFirst') : t('form.jobHint')}
              search={jobs}
              {...control}
            />
          )}
        </Bound>
        {m?.bidders ? (
          <p className="text-sm text-ink-2">{t('form.biddersKept')}</p>
        ) : job && FOR_BIDDERS.includes(kind) ? (
          <Checkbox
            label={t('form.bidders')}
            hint={t('form.biddersHint')}
            {...form.register('bidders')}
          />
        ) : null}
      </FormPart>
      <FormPart title={t('form.time')} body={t('form.timeBody')}>
        <Bound form={form} name="starts_at">
          {(control) => <DateTimeField required label={t('form.starts')} {...control} />}
        </Bound>
        <Bound form={form} name="ends_at">
          {(control) => <DateTimeField required label={t('form.ends')} {...control} />}
        </Bound>
        <SelectField
          required
          label={t('form.zone')}
          hint={t('form.zoneHint')}
          {...form.field('timezone')}
        >
          {(ZONES.includes(zone) ? ZONES : [zone, ...ZONES]).map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
        <InputField
          label={t('form.place')}
          hint={t('form.placeHint')}
          maxLength={300}
          {...form.field('place')}
        />
        <InputField
          type="url"
          label={t('form.link')}
          hint={t('form.linkHint')}
          maxLength={500}
          {...form.field('link')}
        />
        <TextareaField rows={4} label={t('form.agenda')} {...form.field('agenda')} />
      </FormPart>
      <Who form={form} buyer={m?.buyer_id ?? buyer?.id ?? ''} m={m} />
    </FormFrame>
  )
}

/** Calls a meeting, or changes one. */
export default function MeetingFormScreen() {
  const { t } = useTranslation('meetings')
  const { href, ids } = useHere()
  const { meetingId } = ids
  const current = useQuery({ ...meeting(meetingId), enabled: !!meetingId })
  const title = meetingId ? t('edit') : t('create.title')
  return (
    <Load as="form" title={title} query={[meetingId ? current : null]}>
      {([m]) => (
        <Page
          width="form"
          title={title}
          crumbs={[
            { label: t('title'), to: href('meetings', {}) },
            ...(m ? [{ label: m.title, to: href('meetings', { meetingId: m.id }) }] : []),
          ]}
        >
          <Form key={m?.id ?? 'new'} m={m} zone={m?.timezone ?? ownZone()} />
        </Page>
      )}
    </Load>
  )
}
