import { useHere } from '@zabuni/activities/ui/here'
import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { faultText } from '@zabuni/i18n/problem'
import { Card } from '@zabuni/ui/card'
import { CircleAlertIcon, CircleCheckIcon, InfoIcon } from 'lucide-react'
import type { Ref } from 'react'
import { Link } from 'react-router'
import { type Finding, type Place, placeOf } from './findings.ts'

const Line = ({ finding, place }: { finding: Finding; place: Place }) => {
  const { t, i18n } = useTranslation('sourcing')
  const Icon = finding.blocking ? CircleAlertIcon : InfoIcon
  const where = [t(`places.${place.part}`), place.name].filter(Boolean).join(': ')
  return (
    <li className="flex gap-2.5 px-4 py-2.5">
      <Icon
        aria-hidden="true"
        size={16}
        className={`mt-0.5 shrink-0 ${finding.blocking ? 'text-bad' : 'text-info'}`}
      />
      <span className="grid min-w-0 gap-0.5">
        <span className="text-sm">
          <span className="sr-only">
            {t(finding.blocking ? 'findings.blocking' : 'findings.hint')}{' '}
          </span>
          {faultText(finding, i18n)}
        </span>
        {place.to ? (
          <Link
            to={place.to}
            className="w-fit max-w-full truncate rounded-sm text-sm text-brand underline underline-offset-2 max-sm:py-1.5"
          >
            {where}
          </Link>
        ) : (
          <span className="text-sm text-ink-3">{where}</span>
        )}
      </span>
    </li>
  )
}

/** What keeps a category from being published and what its author might have overlooked, each with the way there. */
export const FindingsCard = ({
  category,
  findings,
  title,
  ref,
}: {
  category: Schemas['CategoryDetails']
  findings: readonly Finding[]
  title?: string
  ref?: Ref<HTMLDivElement>
}) => {
  const { t } = useTranslation('sourcing')
  const { href } = useHere()
  const blocking = findings.filter((f) => f.blocking)
  const sorted = [...blocking, ...findings.filter((f) => !f.blocking)]
  return (
    <div ref={ref} tabIndex={-1} className="rounded-lg outline-offset-2">
      <Card flush title={title ?? t('findings.title')}>
        {blocking.length ? null : (
          <p className="flex items-center gap-2.5 px-4 py-3 text-sm">
            <CircleCheckIcon aria-hidden="true" size={16} className="shrink-0 text-ok" />
            {t('findings.ready')}
          </p>
        )}
        {sorted.length ? (
          <ul className="grid divide-y divide-line">
            {sorted.map((finding) => (
              <Line
                key={`${finding.code} ${finding.pointer}`}
                finding={finding}
                place={placeOf(finding.pointer, category, href)}
              />
            ))}
          </ul>
        ) : null}
      </Card>
    </div>
  )
}
