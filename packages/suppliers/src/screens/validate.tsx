import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { short } from '@zabuni/i18n/decimal'
import { formatDate } from '@zabuni/i18n/format'
import { can } from '@zabuni/routing/guard'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card, Facts } from '@zabuni/ui/card'
import { DateTimeField } from '@zabuni/ui/date-time'
import { ErrorSummary } from '@zabuni/ui/error-summary'
import { Bound } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { useRef } from 'react'
import { Link, useParams } from 'react-router'
import { OwnerList } from '../owner-list.tsx'
import { DownloadButton, dayText, MembershipBadge } from '../parts.tsx'
import { application, decide } from '../queries.ts'

const Decision = ({ id, expires, enough }: { id: string; expires: string; enough: boolean }) => {
  const { t } = useTranslation('suppliers')
  const cache = useQueryClient()
  const validate = useRef(true)
  const form = useProblemForm({
    defaultValues: { reason: '', expires_on: expires },
    submit: async (typed) => {
      await decide(id, { validate: validate.current, ...typed })
      toast('ok', t(validate.current ? 'validate.validated' : 'validate.rejected'))
      await cache.invalidateQueries({ queryKey: keys.suppliers })
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
      <ErrorSummary form={form} />
      <Card
        title={t('validate.decide')}
        footer={
          <>
            <Button
              type="submit"
              busy={form.busy}
              onClick={() => {
                validate.current = false
              }}
            >
              {t('validate.reject')}
            </Button>
            <Button
              type="submit"
              look="primary"
              busy={form.busy}
              disabled={!enough}
              onClick={() => {
                validate.current = true
              }}
            >
              {t('validate.accept')}
            </Button>
          </>
        }
      >
        <div className="grid gap-5">
          <Bound form={form} name="expires_on">
            {(control) => <DateTimeField dateOnly label={t('validate.expiry')} {...control} />}
          </Bound>
          <TextareaField rows={3} label={t('validate.reason')} {...form.field('reason')} />
        </div>
      </Card>
    </form>
  )
}

/** An application to a special group with what its decision rests on, and the decision. */
export default function Validate() {
  const { t } = useTranslation(['suppliers', 'live'])
  const { membershipId: id = '' } = useParams()
  const query = useQuery(application(id))
  return (
    <Load query={query} title={t('validate.title')}>
      {(a) => (
        <Page
          title={t('validate.title')}
          status={<MembershipBadge status={a.status} />}
          crumbs={[{ label: t('list.groups'), to: '/zabuni/special_group_suppliers' }]}
        >
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <div className="grid gap-4">
              <Card title={t('validate.application')}>
                <div className="grid gap-4">
                  <Facts
                    items={[
                      {
                        label: t('live:columns.supplier'),
                        value: (
                          <Link
                            to={`/zabuni/suppliers/${a.company_id}/details`}
                            className="underline underline-offset-2"
                          >
                            {a.company_name}
                          </Link>
                        ),
                      },
                      { label: t('groups.group'), value: a.group_name },
                      { label: t('list.applied'), value: formatDate(a.created_at) },
                      { label: t('list.expires'), value: dayText(a.expires_on) },
                      { label: t('validate.then'), value: `${short(a.share)}%` },
                      { label: t('validate.now'), value: `${short(a.held)}%` },
                      { label: t('validate.needed'), value: `${short(a.min_share)}%` },
                    ]}
                  />
                  <div className="flex items-center justify-between gap-3 text-sm">
                    <span className="truncate">
                      {t('groups.proof')}: {a.proof_name}
                    </span>
                    <DownloadButton company={a.company_id} id={a.proof} name={a.proof_name} />
                  </div>
                </div>
              </Card>
              {a.status === 'pending' ? (
                <Banner tone={a.enough ? 'ok' : 'warn'}>
                  {t(a.enough ? 'validate.enough' : 'validate.notEnough')}
                </Banner>
              ) : null}
            </div>
            <div className="grid gap-4">
              <Card title={t('owners.title')}>
                <OwnerList owners={a.owners} />
              </Card>
              {a.status === 'pending' && can(session(), 'MANAGE_SUPPLIER') ? (
                <Decision id={a.id} expires={a.expires_on ?? ''} enough={a.enough} />
              ) : null}
              {a.decided_at ? (
                <Card title={t('validate.decide')}>
                  <p className="text-sm text-ink-2">
                    {t('validate.decided', {
                      name: a.decided_by ?? '',
                      date: formatDate(a.decided_at),
                    })}
                  </p>
                  {a.reason ? <p className="mt-2 text-sm">{a.reason}</p> : null}
                </Card>
              ) : null}
            </div>
          </div>
        </Page>
      )}
    </Load>
  )
}
