import { useQuery } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Button, IconButton } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { ComboboxField } from '@zabuni/ui/combobox'
import { InputField } from '@zabuni/ui/field'
import { Bound } from '@zabuni/ui/form'
import { Load } from '@zabuni/ui/load'
import { MoveButtons } from '@zabuni/ui/move-buttons'
import { listError, type ProblemForm } from '@zabuni/ui/problem-form'
import { PlusIcon, Trash2Icon } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { RichField } from '../rich/field.tsx'
import { RichView } from '../rich/view.tsx'
import { clause, findClauses, type TemplateForm } from './queries.ts'

/** A template as its form has it. */
export type Values = {
  name: string
  description: string
  language: TemplateForm['language']
  parts: { section_id: string; version: number; title: string; body: string }[]
}
type Props = { form: ProblemForm<Values>; index: number }

/** A version of a clause; whether it follows the newest is decided here, never by itself. */
const ClausePart = ({ form, index }: Props) => {
  const { t } = useTranslation('contracts')
  const { section_id, version } = form.watch(`parts.${index}`)
  const query = useQuery(clause(section_id, version))
  const fault = form.getFieldState(`parts.${index}.section_id`, form.formState).error?.message
  return (
    <div className="grid gap-3">
      {fault ? <Banner tone="bad">{fault}</Banner> : null}
      <Load query={query} title={t('clauses.one')}>
        {(c) => (
          <>
            <p className="flex flex-wrap items-center gap-2 text-xs text-ink-3">
              {t('library.codeVersion', { code: c.code, number: c.version })}
              {c.mandatory ? <Badge tone="info">{t('library.mandatory')}</Badge> : null}
              {c.version < c.newest ? (
                <Button
                  size="sm"
                  onClick={() =>
                    form.setValue(`parts.${index}.version`, c.newest, { shouldDirty: true })
                  }
                >
                  {t('templates.takeNewest', { number: c.newest })}
                </Button>
              ) : null}
            </p>
            <RichView text={c.body} lang={c.language} />
          </>
        )}
      </Load>
    </div>
  )
}

const OwnPart = ({ form, index }: Props) => {
  const { t } = useTranslation('contracts')
  return (
    <div className="grid gap-3">
      <InputField
        required
        label={t('library.title')}
        maxLength={200}
        {...form.field(`parts.${index}.title`)}
      />
      <Bound form={form} name={`parts.${index}.body`}>
        {({ value, onChange, onBlur, error }) => (
          <RichField
            required
            label={t('library.text')}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            error={error}
            lang={form.watch('language')}
          />
        )}
      </Bound>
    </div>
  )
}

/** The parts of a template in their order: clauses of the library, and text of its own. */
export const Parts = ({ form }: { form: ProblemForm<Values> }) => {
  const { t } = useTranslation(['contracts', 'common'])
  const { desk } = useHere()
  const { fields, append, remove, move } = useFieldArray({ control: form.control, name: 'parts' })
  const fault = listError(form, 'parts')
  const parts = form.watch('parts')
  return (
    <div className="grid gap-4">
      {fields.map((field, i) => {
        const own = !parts[i]?.section_id
        const name = parts[i]?.title || t('templates.part', { number: i + 1 })
        return (
          <Card
            key={field.id}
            title={name}
            actions={
              <>
                <MoveButtons
                  name={name}
                  index={i}
                  count={fields.length}
                  onMove={(to) => move(i, to)}
                />
                <IconButton
                  size="sm"
                  label={t('templates.remove', { name })}
                  icon={<Trash2Icon aria-hidden="true" size={16} />}
                  onClick={() => remove(i)}
                />
              </>
            }
          >
            {own ? <OwnPart form={form} index={i} /> : <ClausePart form={form} index={i} />}
          </Card>
        )
      })}
      {fault ? <Banner tone="bad">{fault}</Banner> : null}
      <Card title={t('templates.add')}>
        <div className="grid gap-4">
          <ComboboxField
            name="clause"
            label={t('templates.addClause')}
            hint={t('templates.addClauseHint')}
            value={null}
            search={async (search, signal) => {
              const found = await findClauses(search, desk, signal)
              return found
                .filter((c) => !parts.some((p) => p.section_id === c.id))
                .map((c) => ({ id: `${c.id} ${c.version}`, name: `${c.code} · ${c.title}` }))
            }}
            onChange={(choice) => {
              if (!choice) return
              const [section_id = '', version = '1'] = choice.id.split(' ')
              const title = choice.name.split(' · ').slice(1).join(' · ')
              append({ section_id, version: Number(version), title, body: '' })
            }}
          />
          <div>
            <Button
              icon={<PlusIcon size={15} />}
              onClick={() => append({ section_id: '', version: 0, title: '', body: '' })}
            >
              {t('templates.addText')}
            </Button>
          </div>
        </div>
      </Card>
    </div>
  )
}
