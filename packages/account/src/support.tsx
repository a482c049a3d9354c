import { queryOptions, useQuery } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { api } from '@zabuni/api/operator'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { useProof } from '@zabuni/routing/ui/proof'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { ErrorSummary } from '@zabuni/ui/error-summary'
import { TextareaField } from '@zabuni/ui/inputs'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { useParams } from 'react-router'
import { beginSupport } from './queries.ts'

const support = (companyId: string) =>
  queryOptions({
    queryKey: [...keys.account, 'support', companyId],
    queryFn: ({ signal }) =>
      data(
        api.GET('/support/{company_id}', { params: { path: { company_id: companyId } }, signal }),
      ),
  })

const Begin = ({ companyId }: { companyId: string }) => {
  const { t } = useTranslation('account')
  const { withProof, proofDialog } = useProof()
  const form = useProblemForm({
    defaultValues: { reason: '' },
    submit: async (body) => {
      await withProof(() => beginSupport(companyId, body))
      // Another console begins with another document.
      location.assign('/')
    },
  })
  return (
    <>
      <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
        <ErrorSummary form={form} />
        <TextareaField
          required
          rows={3}
          maxLength={500}
          label={t('support.reason')}
          hint={t('support.reasonHint')}
          {...form.field('reason')}
        />
        <div>
          <Button type="submit" look="primary" busy={form.busy}>
            {t('support.begin')}
          </Button>
        </div>
      </form>
      {proofDialog}
    </>
  )
}

/** Where an operator begins to look at a customer's console, and sees who looked before. */
export default function Support() {
  const { t } = useTranslation('account')
  const { companyId = '' } = useParams()
  const query = useQuery(support(companyId))
  return (
    <Load query={query} title={t('support.title')}>
      {(s) => (
        <Page
          title={t('support.of', { name: s.name })}
          crumbs={[
            {
              label: s.name,
              to:
                s.user_type === 'buyer'
                  ? `/zabuni/buyers/${companyId}/view`
                  : `/zabuni/suppliers/${companyId}/details`,
            },
          ]}
          width="form"
        >
          <div className="grid gap-4">
            <Card title={t('support.title')}>
              <div className="grid gap-4">
                <p className="text-sm text-ink-2">{t('support.note', { name: s.name })}</p>
                <Begin companyId={companyId} />
              </div>
            </Card>
            <Card title={t('support.history')}>
              {s.views.length ? (
                <ul className="grid gap-3">
                  {s.views.map((v) => (
                    <li key={v.began_at} className="grid gap-0.5 text-sm">
                      <p className="flex flex-wrap justify-between gap-x-3">
                        <span className="font-medium">{v.by}</span>
                        <span className="text-ink-3">
                          {formatMoment(v.began_at, ownZone())} –{' '}
                          {formatMoment(v.ended_at ?? v.ends_at, ownZone())}
                        </span>
                      </p>
                      <p className="text-ink-2">{v.reason}</p>
                    </li>
                  ))}
                </ul>
              ) : (
                <p className="text-sm text-ink-2">{t('support.none')}</p>
              )}
            </Card>
          </div>
        </Page>
      )}
    </Load>
  )
}
