import { useTranslation } from '@zabuni/i18n'
import { LockKeyholeIcon, ReceiptTextIcon, ScaleIcon } from 'lucide-react'

const POINTS = [
  ['sealed', LockKeyholeIcon],
  ['receipt', ReceiptTextIcon],
  ['reason', ScaleIcon],
] as const

/** What the platform stands for, beside the forms before sign-in. */
export default function Pledge() {
  const { t } = useTranslation(['account', 'auth'])
  return (
    <div className="grid max-w-md gap-10">
      <p className="text-3xl font-semibold text-balance">{t('auth:layout.promise')}</p>
      <ul aria-label={t('pledge.label')} className="grid gap-6">
        {POINTS.map(([key, Icon]) => (
          <li key={key} className="grid grid-cols-[auto_1fr] gap-x-4">
            <span
              aria-hidden="true"
              className="row-span-2 grid size-9 place-items-center rounded-md bg-white/10"
            >
              <Icon size={17} strokeWidth={1.75} />
            </span>
            <span className="font-semibold">{t(`pledge.${key}.title`)}</span>
            <span className="text-sm text-white/80">{t(`pledge.${key}.body`)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
