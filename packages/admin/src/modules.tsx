import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { Banner } from '@zabuni/ui/banner'
import { Card } from '@zabuni/ui/card'
import { Switch } from '@zabuni/ui/inputs'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'
import { useParams } from 'react-router'
import { type BuyerProfile, buyerProfile, setModule } from './queries.ts'
import { useModuleName } from './words.tsx'

/** Modules of a buyer company: each holds at once. */
export default function Modules() {
  const { t, i18n } = useTranslation(['admin', 'common'])
  const moduleName = useModuleName()
  const cache = useQueryClient()
  const { buyerId = '' } = useParams()
  const query = useQuery(buyerProfile(buyerId))
  const [busy, setBusy] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const turn = async (module: BuyerProfile['modules'][number]['module'], active: boolean) => {
    setBusy(module)
    setFailure(undefined)
    try {
      await setModule(buyerId, module, { active })
      toast('ok', t('common:toast.saved'))
    } catch (error) {
      setFailure(problemText(error, i18n))
    }
    await cache.invalidateQueries({ queryKey: [...keys.companies, 'buyer', buyerId] })
    setBusy(undefined)
  }
  return (
    <Load query={query} title={t('modules.title')}>
      {(b) => (
        <Page
          width="form"
          title={t('modules.title')}
          subtitle={t('modules.note')}
          crumbs={[
            { label: t('buyers.title'), to: '/zabuni/buyers' },
            { label: b.name, to: `/zabuni/buyers/${buyerId}/view` },
          ]}
        >
          <div className="grid gap-4">
            {failure ? <Banner tone="bad">{failure}</Banner> : null}
            <Card>
              <div className="grid gap-4">
                {b.modules.map((m) => (
                  <Switch
                    key={m.module}
                    label={moduleName(m.module)}
                    checked={m.active}
                    disabled={busy === m.module}
                    onChange={(e) => void turn(m.module, e.target.checked)}
                  />
                ))}
              </div>
            </Card>
          </div>
        </Page>
      )}
    </Load>
  )
}
