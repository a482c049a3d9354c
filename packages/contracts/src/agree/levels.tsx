import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { dayText } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { useAct } from '@zabuni/ui/act'
import { Badge } from '@zabuni/ui/badge'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { SelectField } from '@zabuni/ui/select'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'
import { DelegateDialog } from './delegate.tsx'
import { type Approver, type Levels, levels, setDelegate } from './queries.ts'
import { RulesForm } from './rules-form.tsx'

/** Who approves, at which level, and who does it in their place. */
const People = ({ of }: { of: Levels }) => {
  const { t } = useTranslation('contracts')
  const cache = useQueryClient()
  const act = useAct()
  const [asked, setAsked] = useState<Approver>()
  const may = mayI('MANAGE_USER')
  const done = async () => {
    await cache.invalidateQueries({ queryKey: keys.contracts })
    toast('ok', t('levels.saved'))
  }
  return (
    <Card title={t('levels.people')} flush>
      <p className="border-b border-line px-4 py-2.5 text-sm text-ink-2">
        {t('levels.peopleNote')}
      </p>
      {act.banner}
      {of.people.length ? (
        <ul className="divide-y divide-line">
          {of.people.map((p) => (
            <li
              key={p.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5 text-sm"
            >
              <span className="grid gap-0.5">
                <span className="flex flex-wrap items-center gap-2">
                  <span className="font-medium">{p.name}</span>
                  <Badge tone={p.level ? 'info' : 'neutral'}>
                    {p.level ? t('approval.level', { level: p.level }) : t('levels.noLevel')}
                  </Badge>
                </span>
                {p.delegate ? (
                  <span className="text-xs text-ink-3">
                    {t('approval.standsIn', { name: p.delegate, day: dayText(p.until ?? '') })}
                  </span>
                ) : null}
              </span>
              {may ? (
                p.delegate ? (
                  <Button
                    size="sm"
                    busy={act.busy}
                    aria-label={t('levels.endOne', { name: p.name })}
                    onClick={() =>
                      void act.run(async () => {
                        await setDelegate(p.id, {})
                        await done()
                      })
                    }
                  >
                    {t('levels.end')}
                  </Button>
                ) : (
                  <Button
                    size="sm"
                    aria-label={t('levels.delegateOne', { name: p.name })}
                    onClick={() => setAsked(p)}
                  >
                    {t('levels.delegate')}
                  </Button>
                )
              ) : null}
            </li>
          ))}
        </ul>
      ) : (
        <p className="px-4 py-6 text-sm text-ink-2">{t('levels.nobody')}</p>
      )}
      {asked ? (
        <DelegateDialog
          of={asked}
          people={of.people}
          today={of.today}
          onClose={() => setAsked(undefined)}
          onDone={done}
        />
      ) : null}
    </Card>
  )
}

const Rules = ({ of }: { of: Levels }) => {
  const { t } = useTranslation('contracts')
  const [category, setCategory] = useState('')
  const set = of.sets.find((s) => (s.contract_category_id ?? '') === category)
  return (
    <Card title={t('levels.rules')}>
      <div className="grid gap-4">
        <p className="text-sm text-ink-2">{t('levels.rulesNote')}</p>
        {of.categories.length ? (
          <SelectField
            label={t('levels.of')}
            value={category}
            onChange={(e) => setCategory(e.target.value)}
          >
            <option value="">{t('levels.all')}</option>
            {of.categories.map((c) => (
              <option key={c.id} value={c.id}>
                {c.name}
              </option>
            ))}
          </SelectField>
        ) : null}
        <RulesForm
          key={`${category}.${set?.sum ?? ''}`}
          category={category}
          set={set}
          people={of.people}
          readOnly={!mayI('MANAGE_USER')}
        />
      </div>
    </Card>
  )
}

/** Who approves a company's contracts, and from which value on. */
export default function ApprovalLevels() {
  const { t } = useTranslation('contracts')
  const query = useQuery(levels)
  return (
    <Load query={query} title={t('levels.title')}>
      {(of) => (
        <Page title={t('levels.title')} subtitle={t('levels.note')}>
          <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
            <Rules of={of} />
            <People of={of} />
          </div>
        </Page>
      )}
    </Load>
  )
}
