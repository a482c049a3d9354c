import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { languageOf } from '@zabuni/i18n/languages'
import { DateTimeField } from '@zabuni/ui/date-time'
import { Bound, FormFrame, FormPart, useKept } from '@zabuni/ui/form'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { FilePart } from '../making/file-part.tsx'
import { PartyPart, TermsPart } from '../making/parts.tsx'
import { choices } from '../making/queries.ts'
import { beginning, fresh, nameOf, type Values } from '../making/values.ts'
import { IMPORTS, type Old, take } from './queries.ts'

type Form = Values & { status: Old['status']; ended_on: string }

const old = ({ status, ended_on, ...values }: Form): Old => ({
  ...beginning({ ...values, award: '' }, 'upload'),
  status,
  ended_on: status === 'completed' ? ended_on : '',
})

/** Takes in a contract that is older than this platform, as it stands. */
export default function ContractImport() {
  const { t, i18n } = useTranslation(['inforce', 'contracts'])
  const { href } = useHere()
  const cache = useQueryClient()
  const form = useProblemForm<Form>({
    keep: 'contract.old',
    nameOf,
    defaultValues: {
      ...fresh({ language: languageOf(i18n.language), currency: session()?.currency || 'KES' }),
      status: 'expired',
      ended_on: '',
    },
    submit: async (values) => {
      const { id } = await take(old(values))
      await cache.invalidateQueries({ queryKey: keys.contracts })
      kept.leave(href('pastContract', { contractId: id }))
    },
  })
  const kept = useKept(form)
  const from = useQuery(choices(''))
  const status = form.watch('status')
  return (
    <Page
      width="form"
      title={t('import.title')}
      subtitle={t('import.note')}
      crumbs={[{ label: t('archive.title'), to: href('pastShelves') }]}
    >
      <FormFrame
        form={form}
        guard={kept.guard}
        back={href('pastShelves')}
        action={t('import.action')}
      >
        <FormPart title={t('import.state')} body={t('import.stateBody')}>
          <SelectField required label={t('contracts:columns.status')} {...form.field('status')}>
            {IMPORTS.map((s) => (
              <option key={s} value={s}>
                {t(`contracts:status.${s}`)}
              </option>
            ))}
          </SelectField>
          {status === 'completed' ? (
            <Bound form={form} name="ended_on">
              {(control) => (
                <DateTimeField required dateOnly label={t('import.completedOn')} {...control} />
              )}
            </Bound>
          ) : null}
          <Load query={from} title={t('contracts:making.category')}>
            {(it) => (
              <SelectField
                required
                label={t('contracts:making.category')}
                hint={t('contracts:categories.retentionHint')}
                {...form.field('contract_category_id')}
              >
                <option value="">–</option>
                {it.categories.map((c) => (
                  <option key={c.id} value={c.id}>
                    {c.name}
                  </option>
                ))}
              </SelectField>
            )}
          </Load>
        </FormPart>
        <TermsPart form={form as never} />
        <PartyPart form={form as never} />
        <FilePart form={form as never} buyer="" />
      </FormFrame>
    </Page>
  )
}
