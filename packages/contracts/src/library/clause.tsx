import { useQuery, useQueryClient } from '@tanstack/react-query'
import { to as leads } from '@zabuni/activities/address'
import { useHere } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { LANGUAGES, useTranslation } from '@zabuni/i18n'
import { ActButton } from '@zabuni/ui/act'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Card, Facts } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { TextLink } from '@zabuni/ui/text-link'
import { useSearchParams } from 'react-router'
import { RichView } from '../rich/view.tsx'
import { Papers, RiskBadge, Strangers, useMine, Versions } from './parts.tsx'
import { archiveClause, type Clause, clause, clausePaper } from './queries.ts'

const Acts = ({ c }: { c: Clause }) => {
  const { t } = useTranslation('contracts')
  const { href } = useHere()
  const cache = useQueryClient()
  const mine = useMine(c.shelf)
  return (
    <>
      <Papers name={c.title} fetch={(as) => clausePaper(c.id, c.version, as)} />
      {mine ? (
        <>
          <ActButton
            act={async () => {
              await archiveClause(c.id, !c.archived)
              await cache.invalidateQueries({ queryKey: keys.contracts })
            }}
          >
            {t(c.archived ? 'library.putBack' : 'library.takeOut')}
          </ActButton>
          {c.archived ? null : (
            <LinkButton look="primary" to={href('clauseUpdate', { sectionId: c.id })}>
              {t('library.edit')}
            </LinkButton>
          )}
        </>
      ) : (
        <LinkButton look="primary" to={leads(href('clauseCreate'), { query: { from: c.id } })}>
          {t('clauses.copy')}
        </LinkButton>
      )}
    </>
  )
}

/** A version of a clause, with what authors are told of it. */
export default function ClauseView() {
  const { t } = useTranslation('contracts')
  const { ids, href } = useHere()
  const [address] = useSearchParams()
  const query = useQuery(clause(ids.sectionId, Number(address.get('version')) || 0))
  return (
    <Load query={query} title={t('clauses.one')}>
      {(c) => (
        <Page
          title={c.title}
          crumbs={[{ label: t('clauses.title'), to: href('clauses') }]}
          subtitle={t('library.codeVersion', { code: c.code, number: c.version })}
          status={c.archived ? <Badge tone="neutral">{t('library.outOfUse')}</Badge> : null}
          actions={<Acts c={c} />}
        >
          <div className="grid gap-4 lg:grid-cols-[1fr_320px] lg:items-start">
            <div className="grid min-w-0 gap-4">
              {c.version < c.newest ? (
                <Banner tone="info">{t('library.older', { number: c.newest })}</Banner>
              ) : null}
              <Strangers names={c.strangers} />
              <Card title={t('library.text')}>
                <RichView text={c.body} lang={c.language} />
              </Card>
              {c.fallback ? (
                <Card title={t('library.fallback')}>
                  <p className="text-sm whitespace-pre-wrap" lang={c.language}>
                    {c.fallback}
                  </p>
                </Card>
              ) : null}
              {c.guidance ? (
                <Card title={t('library.guidance')}>
                  <p className="text-sm whitespace-pre-wrap">{c.guidance}</p>
                </Card>
              ) : null}
            </div>
            <div className="grid gap-4">
              <Card title={t('library.facts')}>
                <Facts
                  items={[
                    { label: t('library.topic'), value: t(`topics.${c.topic}`) },
                    { label: t('library.risk'), value: <RiskBadge risk={c.risk} /> },
                    {
                      label: t('library.use'),
                      value: t(c.mandatory ? 'library.mandatory' : 'library.optional'),
                    },
                    { label: t('library.shelf'), value: t(`shelves.${c.shelf}`) },
                    {
                      label: t('library.languages'),
                      value: (
                        <span className="flex flex-wrap gap-2">
                          {c.languages.map((l) =>
                            l.id === c.id ? (
                              <span key={l.id}>{LANGUAGES[l.language]}</span>
                            ) : (
                              <TextLink key={l.id} to={href('clause', { sectionId: l.id })}>
                                {LANGUAGES[l.language]}
                              </TextLink>
                            ),
                          )}
                        </span>
                      ),
                    },
                  ]}
                />
              </Card>
              <Versions of={c.versions} shown={c.version} />
            </div>
          </div>
        </Page>
      )}
    </Load>
  )
}
