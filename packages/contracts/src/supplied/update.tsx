import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { Card } from '@zabuni/ui/card'
import { Bound, FormFrame, FormPart, useKept } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { useState } from 'react'
import { wasStale } from '../agree/queries.ts'
import { PlainRichField } from '../rich/field.tsx'
import { RichView } from '../rich/view.tsx'
import { open, propose, type Supplied, suppliedContract } from './queries.ts'

const Form = ({ of, back }: { of: Supplied; back: string | null }) => {
  const { t } = useTranslation('contracts')
  const cache = useQueryClient()
  // What is proposed was written over this text; another that is sent meanwhile is shown beside it.
  const [c] = useState(of)
  const [theirs, setTheirs] = useState<Supplied>()
  const form = useProblemForm({
    keep: `contract.propose.${c.id}.${c.sum}`,
    defaultValues: { body: c.body, note: '' },
    submit: async ({ body, note }) => {
      try {
        await propose(c.id, { sum: (theirs ?? c).sum, body, ...(note ? { note } : {}) })
      } catch (error) {
        if (wasStale(error))
          setTheirs(await cache.fetchQuery({ ...suppliedContract(c.id), staleTime: 0 }))
        throw error
      }
      await cache.invalidateQueries({ queryKey: keys.contracts })
      kept.leave(back)
    },
  })
  const kept = useKept(form)
  return (
    <FormFrame form={form} guard={kept.guard} back={back} action={t('supplied.sendProposal')}>
      {theirs ? (
        <Card title={t('approval.now')}>
          <RichView text={theirs.reads} lang={theirs.language} />
        </Card>
      ) : null}
      <FormPart title={t('supplied.propose')} body={t('supplied.proposeBody')}>
        <Bound form={form} name="body">
          {({ value, onChange, onBlur, error }) => (
            <PlainRichField
              required
              label={t('library.text')}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              error={error}
              lang={c.language}
            />
          )}
        </Bound>
        <TextareaField
          rows={3}
          maxLength={2000}
          label={t('supplied.why')}
          hint={t('supplied.whyHint')}
          {...form.field('note')}
        />
      </FormPart>
    </FormFrame>
  )
}

/** Another text, proposed to the buyer; the server finds what is different in it. */
export default function SuppliedUpdate() {
  const { t } = useTranslation('contracts')
  const { ids, href } = useHere()
  const query = useQuery(suppliedContract(ids.contractId))
  const back = href('contract', { contractId: ids.contractId })
  return (
    <Load as="form" query={query} title={t('supplied.propose')}>
      {(c) => (
        <Page
          width="form"
          title={t('supplied.propose')}
          crumbs={[
            { label: t('list.edit'), to: href('contracts') },
            { label: c.title, to: back },
          ]}
        >
          {open(c) ? (
            <Form key={c.id} of={c} back={back} />
          ) : (
            <Banner tone="warn">{t('supplied.closed')}</Banner>
          )}
        </Page>
      )}
    </Load>
  )
}
