import { useQuery } from '@tanstack/react-query'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { ClosingNext } from '../closing.tsx'
import { CreateJob } from '../create-job.tsx'
import { ParticipationChart } from '../dashboard-charts.tsx'
import { Drafts } from '../drafts.tsx'
import { board } from '../queries.ts'
import { Stages } from '../stages.tsx'
import { Waiting } from '../waiting.tsx'

const MONTHS = 12

/** Where a buyer's people begin the day: jobs by stage, what waits for them, what closes next. */
export default function BuyerHome() {
  const { t } = useTranslation('figures')
  // The same figures as the dashboard's: going there asks for nothing again.
  const query = useQuery(board({ months: MONTHS }))
  const title = t('home.title', { name: session()?.first_name ?? '' })
  return (
    <Load query={query} title={title}>
      {(of) => (
        <Page title={title} subtitle={t('home.lead')} actions={<CreateJob />}>
          <div className="grid gap-4">
            <Stages jobs={of.jobs} />
            <Drafts jobs={of.jobs} />
            <div className="grid items-start gap-4 lg:grid-cols-2">
              <Waiting rows={of.waiting} />
              <div className="grid min-w-0 gap-4">
                <ClosingNext rows={of.closing} />
                {of.closing.length ? <ParticipationChart board={of} /> : null}
              </div>
            </div>
          </div>
        </Page>
      )}
    </Load>
  )
}
