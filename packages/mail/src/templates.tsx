import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ownZone } from '@zabuni/api/session'
import {
  i18n as catalogue,
  isLanguage,
  LANGUAGES,
  type Language,
  useTranslation,
} from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { Badge } from '@zabuni/ui/badge'
import { Card } from '@zabuni/ui/card'
import { FilterChips } from '@zabuni/ui/filters'
import { useListParams } from '@zabuni/ui/list-params'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { Link } from 'react-router'
import { type MailTemplate, templatesKey, templatesQuery } from './queries.ts'
import { TemplateForm } from './template-form.tsx'

const Line = ({ template, href }: { template: MailTemplate; href: string }) => {
  const { t } = useTranslation('mail')
  const name = t(`kind.${template.kind}`)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-3 first:border-t-0">
      <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
        <Link
          to={href}
          aria-label={t('templates.edit', { name })}
          className="w-fit rounded-sm font-medium hover:underline"
        >
          {name}
        </Link>
        <span className="truncate text-sm text-ink-2">{template.subject}</span>
        {template.updated_at ? (
          <span className="tabular text-xs text-ink-3">
            {t('templates.updated', {
              at: formatMoment(template.updated_at, ownZone()),
              name: template.updated_by ?? '',
            })}
          </span>
        ) : null}
      </div>
      <span className="flex flex-wrap gap-1.5">
        {template.statutory ? <Badge>{t('templates.statutory')}</Badge> : null}
        {template.own ? <Badge tone="info">{t('templates.own')}</Badge> : null}
      </span>
    </li>
  )
}

/** The words of every e-mail, by language. */
export default function Templates() {
  const { t } = useTranslation('mail')
  const cache = useQueryClient()
  const { get, set } = useListParams()
  const asked = get('language') || catalogue.language
  const language: Language = isLanguage(asked) ? asked : 'en'
  const kind = get('kind')
  const query = useQuery(templatesQuery(language))
  return (
    <Load query={query} title={t('templates.title')}>
      {({ items }) => {
        const chosen = items.find((item) => item.kind === kind)
        if (chosen)
          return (
            <TemplateForm
              key={`${chosen.kind} ${language} ${chosen.updated_at ?? ''}`}
              template={chosen}
              back={`?language=${language}`}
              onChanged={() => cache.invalidateQueries({ queryKey: templatesKey })}
            />
          )
        return (
          <Page width="form" title={t('templates.title')} subtitle={t('templates.subtitle')}>
            <div className="grid gap-3">
              <search>
                <FilterChips
                  filters={[
                    {
                      key: 'language',
                      label: t('templates.language'),
                      values: [language],
                      options: Object.entries(LANGUAGES).map(([value, label]) => ({
                        value,
                        label,
                      })),
                    },
                  ]}
                  onChange={set}
                />
              </search>
              <Card flush>
                <ul>
                  {items.map((item) => (
                    <Line
                      key={item.kind}
                      template={item}
                      href={`?language=${language}&kind=${item.kind}`}
                    />
                  ))}
                </ul>
              </Card>
            </div>
          </Page>
        )
      }}
    </Load>
  )
}
