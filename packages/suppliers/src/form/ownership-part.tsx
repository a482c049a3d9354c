import { useTranslation } from '@zabuni/i18n'
import { nationsIn } from '@zabuni/i18n/country'
import { short } from '@zabuni/i18n/decimal'
import { Button } from '@zabuni/ui/button'
import { InputField } from '@zabuni/ui/field'
import { Bound } from '@zabuni/ui/form'
import { Checkbox } from '@zabuni/ui/inputs'
import { PercentField } from '@zabuni/ui/number-field'
import { SelectField } from '@zabuni/ui/select'
import { PlusIcon, XIcon } from 'lucide-react'
import { useMemo } from 'react'
import { useFieldArray } from 'react-hook-form'
import type { Profile } from '../queries.ts'
import { PartFrame, type PartProps, usePart } from './frame.tsx'

const SEGMENTS = ['women', 'youth', 'disability'] as const
const values = (p: Profile) => ({
  owners: p.owners.map((o) => ({
    key: o.id ?? '',
    name: o.name,
    kind: o.kind,
    identity: o.identity ?? '',
    nationality: o.nationality,
    director: o.director,
    share: o.share ?? '',
    women: o.women ?? false,
    youth: o.youth ?? false,
    disability: o.disability ?? false,
  })),
})

/** What all hold together and what each segment holds, as it is saved. */
export const Shares = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation('suppliers')
  return (
    <dl className="grid grid-cols-2 gap-3 rounded-md bg-canvas p-3 text-sm sm:grid-cols-5">
      {profile.shares.map((s) => (
        <div key={s.segment}>
          <dt className="text-xs text-ink-2">{t(`segment.${s.segment}`)}</dt>
          <dd className="tabular font-semibold">{short(s.share)}%</dd>
        </div>
      ))}
      <div>
        <dt className="text-xs text-ink-2">{t('owners.held')}</dt>
        <dd className="tabular font-semibold">{short(profile.held)}%</dd>
      </div>
    </dl>
  )
}

/** Directors and shareholders, with their shares. */
export const OwnershipPart = (props: PartProps) => {
  const { t, i18n } = useTranslation('suppliers')
  const nations = useMemo(() => nationsIn(i18n.language), [i18n.language])
  const { profile } = props
  const part = usePart({
    ...props,
    part: 'ownership',
    values,
    change: ({ owners }) => ({
      owners: owners.map(({ key, ...o }) => ({
        ...(key ? { id: key } : {}),
        ...o,
      })),
    }),
  })
  const { form } = part
  const rows = useFieldArray({ control: form.control, name: 'owners' })
  const root = (form.formState.errors.owners as { message?: string } | undefined)?.message
  return (
    <PartFrame title={t('owners.title')} part={part}>
      <div className="grid gap-4">
        <Shares profile={profile} />
        <p className="text-sm text-ink-2">{t('owners.history')}</p>
        {root ? (
          <p role="alert" className="text-sm text-bad">
            {root}
          </p>
        ) : null}
        {rows.fields.length ? null : <p className="text-sm text-ink-2">{t('owners.none')}</p>}
        {rows.fields.map((row, i) => {
          const at = `owners.${i}` as const
          const who = form.watch(`${at}.name`) || t('owners.entry', { number: i + 1 })
          const person = form.watch(`${at}.kind`) === 'person'
          return (
            <fieldset key={row.id} className="grid gap-4 rounded-lg border border-line p-4">
              <legend className="sr-only">{who}</legend>
              <div className="flex items-center justify-between gap-3">
                <h3 className="truncate font-semibold">{who}</h3>
                <Button
                  size="sm"
                  look="ghost"
                  aria-label={t('owners.remove', { name: who })}
                  icon={<XIcon aria-hidden="true" size={14} />}
                  onClick={() => rows.remove(i)}
                />
              </div>
              <div className="grid gap-4 sm:grid-cols-2">
                <InputField required label={t('owners.name')} {...form.field(`${at}.name`)} />
                <SelectField label={t('owners.kind')} {...form.field(`${at}.kind`)}>
                  <option value="person">{t('owners.person')}</option>
                  <option value="organisation">{t('owners.organisation')}</option>
                </SelectField>
                <InputField label={t('owners.identity')} {...form.field(`${at}.identity`)} />
                <SelectField
                  required
                  label={t('owners.nationality')}
                  {...form.field(`${at}.nationality`)}
                >
                  {nations.map((n) => (
                    <option key={n.code} value={n.code}>
                      {n.name}
                    </option>
                  ))}
                </SelectField>
                <Bound form={form} name={`${at}.share`}>
                  {(control) => <PercentField label={t('owners.share')} {...control} />}
                </Bound>
                <div className="self-end">
                  <Checkbox label={t('owners.director')} {...form.register(`${at}.director`)} />
                  {form.field(`${at}.director`).error ? (
                    <p className="text-xs text-bad">{form.field(`${at}.director`).error}</p>
                  ) : null}
                </div>
              </div>
              {person ? (
                <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
                  <legend className="mb-1 text-sm font-medium">{t('owners.segments')}</legend>
                  {SEGMENTS.map((s) => (
                    <Checkbox key={s} label={t(`owners.${s}`)} {...form.register(`${at}.${s}`)} />
                  ))}
                </fieldset>
              ) : null}
            </fieldset>
          )
        })}
        <Button
          className="justify-self-start"
          icon={<PlusIcon aria-hidden="true" size={15} />}
          onClick={() =>
            rows.append({
              key: '',
              name: '',
              kind: 'person',
              identity: '',
              nationality: profile.country,
              director: false,
              share: '',
              women: false,
              youth: false,
              disability: false,
            })
          }
        >
          {t('owners.add')}
        </Button>
      </div>
    </PartFrame>
  )
}
