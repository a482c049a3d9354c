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
import { Papers, Strangers, useMine, Versions } from './parts.tsx'
import { archiveTemplate, type Template, template, templatePaper } from './queries.ts'

const Acts = ({ of }: { of: Template }) => {
  const { t } = useTranslation('contracts')
  const { href } = useHere()
  const cache = useQueryClient()
  const mine = useMine(of.shelf)
  return (
    <>
      <Papers name={of.name} fetch={(as) => templatePaper(of.id, of.version, as)} />
      {mine ? (
        <>
          <ActButton
            act={async () => {
              await archiveTemplate(of.id, !of.archived)
              await cache.invalidateQueries({ queryKey: keys.contracts })
            }}
          >
            {t(of.archived ? 'library.putBack' : 'library.takeOut')}
          </ActButton>
          {of.archived ? null : (
            <LinkButton look="primary" to={href('contractTemplateUpdate', { templateId: of.id })}>
              {t('library.edit')}
            </LinkButton>
          )}
        </>
      ) : (
        <LinkButton
          look="primary"
          to={leads(href('contractTemplateCreate'), { query: { from: of.id } })}
        >
          {t('templates.copy')}
        </LinkButton>
      )}
    </>
  )
}

/** A version of a template, each clause as the template names it. */
export default function TemplateView() {
  const { t } = useTranslation('contracts')
  const { ids, href } = useHere()
  const [address] = useSearchParams()
  const query = useQuery(template(ids.templateId, Number(address.get('version')) || 0))
  return (
    <Load query={query} title={t('templates.one')}>
      {(one) => (
        <Page
          title={one.name}
          crumbs={[{ label: t('templates.title'), to: href('contractTemplates') }]}
          subtitle={one.description}
          status={one.archived ? <Badge tone="neutral">{t('library.outOfUse')}</Badge> : null}
          actions={<Acts of={one} />}
        >
          <div className="grid gap-4 lg:grid-cols-[1fr_320px] lg:items-start">
            <div className="grid min-w-0 gap-4">
              {one.version < one.newest ? (
                <Banner tone="info">{t('library.older', { number: one.newest })}</Banner>
              ) : null}
              <Strangers names={one.strangers} />
              {one.parts.map((part, i) => (
                <Card
                  key={i}
                  title={part.title}
                  actions={
                    part.section_id ? (
                      <span className="flex items-center gap-2 text-xs text-ink-3">
                        <TextLink
                          to={leads(href('clause', { sectionId: part.section_id }), {
                            query: { version: String(part.version) },
                          })}
                        >
                          {t('library.codeVersion', {
                            code: part.code ?? '',
                            number: part.version ?? 0,
                          })}
                        </TextLink>
                        {(part.version ?? 0) < (part.newest ?? 0) ? (
                          <Badge tone="warn">{t('templates.newer')}</Badge>
                        ) : null}
                      </span>
                    ) : null
                  }
                >
                  <RichView text={part.body} lang={one.language} />
                </Card>
              ))}
            </div>
            <div className="grid gap-4">
              <Card title={t('library.facts')}>
                <Facts
                  items={[
                    { label: t('library.language'), value: LANGUAGES[one.language] },
                    { label: t('templates.parts'), value: one.part_count },
                    { label: t('library.shelf'), value: t(`shelves.${one.shelf}`) },
                  ]}
                />
              </Card>
              <Versions of={one.versions} shown={one.version} />
            </div>
          </div>
        </Page>
      )}
    </Load>
  )
}
