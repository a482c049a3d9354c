import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { mayI } from '@zabuni/routing/may'
import { AskDialog } from '@zabuni/ui/ask'
import { Badge } from '@zabuni/ui/badge'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { deleteCriterion, type } from './queries.ts'

/** A kind of supply with the criteria that categories can take from it. */
export default function TypeView() {
  const { t } = useTranslation(['admin', 'common'])
  const cache = useQueryClient()
  const { categoryTypeId: id = '' } = useParams()
  const query = useQuery(type(id))
  const [gone, setGone] = useState<{ id: string; name: string }>()
  const keeps = mayI('MANAGE_CRETERIA')
  const remove = async () => {
    if (!gone) return
    await deleteCriterion(id, gone.id)
    toast('ok', t('common:toast.saved'))
    setGone(undefined)
    await cache.invalidateQueries({ queryKey: keys.companies })
  }
  return (
    <Load query={query} title={t('types.title')}>
      {(found) => (
        <Page
          title={found.name}
          subtitle={found.description || undefined}
          status={
            <Badge tone={found.active ? 'ok' : 'neutral'}>
              {t(found.active ? 'active' : 'inactive')}
            </Badge>
          }
          crumbs={[{ label: t('types.title'), to: '/zabuni/category_types' }]}
          actions={
            mayI('MANAGE_CATEGORY') ? (
              <LinkButton to={`/zabuni/category_types/edit/${id}`}>{t('edit')}</LinkButton>
            ) : null
          }
        >
          <div className="grid gap-4">
            <Card
              title={t('criteria.title')}
              actions={
                keeps ? (
                  <LinkButton
                    size="sm"
                    look="primary"
                    to={`/zabuni/category_types/criteria/create/${id}`}
                  >
                    {t('criteria.create')}
                  </LinkButton>
                ) : null
              }
            >
              {found.criteria.length ? (
                <ul className="grid divide-y divide-line">
                  {found.criteria.map((c) => (
                    <li key={c.id} className="flex items-center justify-between gap-3 py-2 text-sm">
                      <span>
                        <span className="font-medium">{c.name}</span>
                        <span className="block text-ink-2">
                          {t('criteria.questions', { count: c.questions })}
                        </span>
                      </span>
                      {keeps ? (
                        <span className="flex gap-2">
                          <LinkButton
                            size="sm"
                            aria-label={t('editOf', { name: c.name })}
                            to={`/zabuni/category_types/criteria/edit/${id}/${c.id}`}
                          >
                            {t('edit')}
                          </LinkButton>
                          <Button
                            size="sm"
                            look="ghost"
                            aria-label={t('removeOf', { name: c.name })}
                            onClick={() => setGone(c)}
                          >
                            {t('common:actions.remove')}
                          </Button>
                        </span>
                      ) : null}
                    </li>
                  ))}
                </ul>
              ) : (
                <p className="text-sm text-ink-2">{t('criteria.none')}</p>
              )}
            </Card>
            <Card title={t('types.usedBy')}>
              {found.buyers.length ? (
                <ul className="grid gap-1 text-sm">
                  {found.buyers.map((b) => (
                    <li key={b.id}>
                      <Link className="hover:text-brand" to={`/zabuni/buyers/${b.id}/view`}>
                        {b.name}
                      </Link>
                    </li>
                  ))}
                </ul>
              ) : (
                <p className="text-sm text-ink-2">{t('types.noBuyers')}</p>
              )}
            </Card>
          </div>
          <AskDialog
            open={!!gone}
            onClose={() => setGone(undefined)}
            title={t('criteria.removeTitle')}
            description={t('criteria.removeBody')}
            action={t('common:actions.remove')}
            danger
            send={remove}
          />
        </Page>
      )}
    </Load>
  )
}
