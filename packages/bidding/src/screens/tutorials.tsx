import { useTranslation } from '@zabuni/i18n'
import { Card } from '@zabuni/ui/card'
import { Page } from '@zabuni/ui/page'
import { Link } from 'react-router'

const STEPS = ['first', 'second', 'third'] as const
// The screen that each step speaks of.
const TUTORIALS = {
  profile: ['/update-profile', '/update-profile', '/update-profile'],
  find: ['/supplier/landing', '/supplier/landing', '/supplier/dashboard/cart'],
  bid: ['/supplier/ongoingbids', '/supplier/ongoingbids', '/supplier/ongoingbids'],
  change: ['/supplier/ongoingbids', '/supplier/bidwithdrawals', '/supplier/closedbids'],
  result: ['/supplier/myrank', '/supplier/dashbard/letters', '/supplier/mypayments'],
} as const
type Tutorial = keyof typeof TUTORIALS

/** The ways through the platform, step by step. */
export default function Tutorials() {
  const { t } = useTranslation('tutorials')
  return (
    <Page title={t('title')} subtitle={t('note')}>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        {(Object.keys(TUTORIALS) as Tutorial[]).map((name) => (
          <Card key={name} title={t(`${name}.title`)} flush>
            <ol className="divide-y divide-line">
              {STEPS.map((step, i) => (
                <li key={step} className="flex gap-3 px-4 py-3 text-sm">
                  <span
                    aria-hidden="true"
                    className="tabular grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-xs font-semibold text-ink-2"
                  >
                    {i + 1}
                  </span>
                  <span className="grid gap-1">
                    <span>{t(`${name}.${step}`)}</span>
                    <Link
                      to={TUTORIALS[name][i] ?? ''}
                      aria-label={`${t(`${name}.title`)}, ${t('step', { number: i + 1 })}: ${t('open')}`}
                      className="w-fit text-brand hover:underline max-sm:py-2"
                    >
                      {t('open')}
                    </Link>
                  </span>
                </li>
              ))}
            </ol>
          </Card>
        ))}
      </div>
    </Page>
  )
}
