import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useActivity, useHere } from '@zabuni/activities/ui/here'
import { LoadRecord } from '@zabuni/activities/ui/record'
import { data } from '@zabuni/api/client'
import { api, type Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { Button } from '@zabuni/ui/button'
import { type Choice, ComboboxField } from '@zabuni/ui/combobox'
import { ErrorSummary } from '@zabuni/ui/error-summary'
import { Bound, FormPart } from '@zabuni/ui/form'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { useNavigate } from 'react-router'
import { category, createDuplicate, job } from '../queries.ts'

const Form = ({ found, buyer }: { found: Schemas['CategoryDetails']; buyer: string }) => {
  const { t } = useTranslation(['sourcing', 'common'])
  const { desk, activity, href } = useActivity()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const back = href('categoryDetails', { jobId: found.job_id, categoryId: found.id })
  const form = useProblemForm<{ job_id: Choice | null }>({
    defaultValues: { job_id: { id: found.job_id, name: found.job_title } },
    submit: async ({ job_id }) => {
      const jobId = job_id?.id ?? found.job_id
      const { id } = await data(createDuplicate(found.id, { job_id: jobId }))
      void cache.invalidateQueries({ queryKey: keys.sourcing })
      toast('ok', t('duplicate.done'))
      const ids = { jobId, categoryId: id }
      const to = href('categoryEdit', ids) ?? href('categoryDetails', ids)
      if (to) void navigate(to, { replace: true })
    },
  })
  const searchJobs = async (search: string, signal: AbortSignal) => {
    const query = {
      activity: [activity],
      search,
      ...(desk === 'operator' ? { buyer_id: buyer } : {}),
    }
    const { items } = await data(api.GET('/jobs', { params: { query }, signal }))
    return items
      .filter((j) => j.status !== 'cancelled' && j.status !== 'archived')
      .map((j) => ({ id: j.id, name: `${j.title} (${j.reference})` }))
  }
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
      <ErrorSummary form={form} />
      <FormPart title={found.name} body={t('duplicate.body')}>
        <Bound form={form} name="job_id">
          {(control) => (
            <ComboboxField label={t('duplicate.job')} search={searchJobs} {...control} />
          )}
        </Bound>
      </FormPart>
      <div className="flex justify-end gap-2">
        <LinkButton to={back}>{t('common:actions.cancel')}</LinkButton>
        <Button type="submit" look="primary" busy={form.busy}>
          {t('duplicate.action')}
        </Button>
      </div>
    </form>
  )
}

/** Copies a category with its questions and items as a new draft. */
export default function CategoryDuplicate() {
  const { t } = useTranslation('sourcing')
  const { href, ids } = useHere()
  const { jobId, categoryId } = ids
  const query = useQuery(category(categoryId))
  const of = useQuery(job(jobId))
  return (
    <LoadRecord as="form" query={query} title={t('duplicate.title')}>
      {(found) => (
        <Load as="form" query={of} title={t('duplicate.title')}>
          {({ buyer_id, title }) => (
            <Page
              width="form"
              title={t('duplicate.title')}
              crumbs={[{ label: title, to: href('details', { jobId }) }]}
            >
              <Form found={found} buyer={buyer_id} />
            </Page>
          )}
        </Load>
      )}
    </LoadRecord>
  )
}
