import { useCompared } from '@zabuni/activities/ui/compared'
import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { Card, Facts } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { LockIcon } from 'lucide-react'
import { Bids } from '../bids.tsx'
import { Declaration } from '../declaration.tsx'
import { EvaluationFrame } from '../frame.tsx'
import { onlyRoom } from '../next-step.ts'
import { Papers } from '../papers.tsx'
import { type Desk, declare } from '../queries.ts'
import { Steps } from '../steps.tsx'

const Rules = ({ d }: { d: Desk }) => {
  const { t } = useTranslation('evaluation')
  const { figures, sentences } = useCompared(d)
  return (
    <Card title={t('rules.title')}>
      <Facts items={[...figures, ...sentences]} />
    </Card>
  )
}

/** Whether the documents of bids are mine to open: I have declared, or there is nothing to declare. */
const mayOpen = ({ policy: { steps }, my_interest, apart }: Desk) =>
  !apart && (my_interest === 'none' || !(steps.includes('evaluation') || steps.includes('qa')))

/** What an evaluator reads first: the rules, the own declaration, the bids, the next step. */
export default function Evaluation() {
  const { t } = useTranslation('evaluation')
  return (
    <EvaluationFrame tab="evaluationInstructions">
      {(d) => {
        // Who has not declared does that first, and nothing else is as loud.
        const declares = d.asks
        return (
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
            <div className="grid gap-4">
              {d.bids.length === 0 ? (
                <EmptyState
                  icon={<LockIcon size={18} />}
                  title={t(onlyRoom(d.policy) ? 'onlyRoom.title' : 'sealed.title')}
                  body={t(onlyRoom(d.policy) ? 'onlyRoom.body' : 'sealed.body')}
                />
              ) : (
                <>
                  {declares ? <Declaration categoryId={d.category_id} declare={declare} /> : null}
                  {d.apart ? <Banner tone="warn">{t('declaration.out')}</Banner> : null}
                  <Bids d={d} />
                  {mayOpen(d) ? <Papers categoryId={d.category_id} activity={d.activity} /> : null}
                </>
              )}
            </div>
            <div className="grid gap-4">
              {d.bids.length || onlyRoom(d.policy) ? <Steps d={d} quiet={declares} /> : null}
              <Rules d={d} />
            </div>
          </div>
        )
      }}
    </EvaluationFrame>
  )
}
