import { useHere } from '@zabuni/activities/ui/here'
import type { Schemas } from '@zabuni/api/contracts'
import { useTranslation } from '@zabuni/i18n'
import { languageOf } from '@zabuni/i18n/languages'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { DateTimeField } from '@zabuni/ui/date-time'
import { Bound } from '@zabuni/ui/form'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { FileSpreadsheetIcon, FileTextIcon } from 'lucide-react'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { askReport } from './queries.ts'

type Wish = Schemas['AskContractsBody']

const NAMES = [
  'contract_register',
  'contract_expiries',
  'contract_approvals',
  'contract_overdue',
  'contract_spend',
] as const satisfies Wish['name'][]

const ICONS = { xlsx: FileSpreadsheetIcon, pdf: FileTextIcon }

/** The reports of contracts: of a period, as a workbook or on paper, written in the background. */
export default function ContractReports() {
  const { t, i18n } = useTranslation('inforce')
  const { href } = useHere()
  const navigate = useNavigate()
  const wish = useRef<Pick<Wish, 'name' | 'format'>>({ name: 'contract_register', format: 'xlsx' })
  const form = useProblemForm({
    keep: 'contract.reports',
    defaultValues: { from: '', until: '' },
    submit: async ({ from, until }) => {
      const { task_id: taskId } = await askReport({
        ...wish.current,
        language: languageOf(i18n.language),
        ...(from ? { from } : {}),
        ...(until ? { until } : {}),
      })
      const there = href('contractReportProgress', { taskId })
      if (there) await navigate(there)
    },
  })
  return (
    <Page width="form" title={t('reports.title')} subtitle={t('reports.note')}>
      <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
        {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
        <Card title={t('reports.period')}>
          <p className="mb-3 text-sm text-ink-2">{t('reports.periodBody')}</p>
          <div className="grid gap-4 sm:grid-cols-2">
            <Bound form={form} name="from">
              {(control) => <DateTimeField dateOnly label={t('reports.from')} {...control} />}
            </Bound>
            <Bound form={form} name="until">
              {(control) => <DateTimeField dateOnly label={t('reports.until')} {...control} />}
            </Bound>
          </div>
        </Card>
        <Card flush title={t('reports.title')}>
          <ul className="divide-y divide-line">
            {NAMES.map((name) => (
              <li key={name} className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3">
                <div className="grid min-w-60 flex-1 gap-0.5">
                  <h3 className="font-medium">{t(`reports.names.${name}`)}</h3>
                  <p className="text-sm text-ink-2">{t(`reports.about.${name}`)}</p>
                </div>
                <div className="flex flex-wrap gap-2">
                  {(['xlsx', 'pdf'] as const).map((format) => {
                    const Icon = ICONS[format]
                    return (
                      <Button
                        key={format}
                        size="sm"
                        type="submit"
                        busy={form.busy}
                        icon={<Icon aria-hidden="true" size={15} />}
                        aria-label={t('reports.take', {
                          name: t(`reports.names.${name}`),
                          format: t(`reports.${format}`),
                        })}
                        onClick={() => {
                          wish.current = { name, format }
                        }}
                      >
                        {t(`reports.${format}`)}
                      </Button>
                    )
                  })}
                </div>
              </li>
            ))}
          </ul>
        </Card>
      </form>
    </Page>
  )
}
