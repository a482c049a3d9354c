import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { formatDate } from '@zabuni/i18n/format'
import { Card } from '@zabuni/ui/card'
import { Building2Icon } from 'lucide-react'
import { Link } from 'react-router'
import { Rows } from './parts.tsx'
import { openCompaniesQuery } from './queries.ts'

/** Companies with open jobs, the next to close first. */
export const Companies = () => {
  const { t } = useTranslation('bidding')
  const { data, isPending, error } = useQuery(openCompaniesQuery({ limit: 8 }))
  return (
    <Card title={t('companies.title')} flush>
      <Rows pending={isPending} error={error} empty={t('companies.none')}>
        {(data?.items ?? []).map((company) => (
          <li key={company.id} className="border-b border-line last:border-0">
            <Link
              to={`/supplier/dashboard/company/${company.id}/jobs`}
              className="flex items-center gap-3 px-4 py-2.5 -outline-offset-2 hover:bg-canvas"
            >
              <span
                aria-hidden="true"
                className="grid size-8 shrink-0 place-items-center rounded-md bg-sunken text-xs font-semibold text-ink-2"
              >
                {company.initials || <Building2Icon size={15} />}
              </span>
              <span className="grid min-w-0 text-sm">
                <span className="truncate font-medium">{company.name}</span>
                <span className="text-xs text-ink-3">
                  {t('companies.open', { count: company.categories })} ·{' '}
                  {t('companies.next', { date: formatDate(company.next_closing) })}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </Rows>
    </Card>
  )
}
