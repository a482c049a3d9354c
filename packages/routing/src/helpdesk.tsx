import { useTranslation } from '@zabuni/i18n'
import { useEffect, useState } from 'react'
import { type Desk, helpdesk } from './queries.ts'

// Asked once: what the operator says of itself changes with a restart. A failure is asked again by the next screen.
let asked: Promise<Desk | undefined> | undefined
const ask = () => {
  asked ??= helpdesk().catch(() => {
    asked = undefined
    return undefined
  })
  return asked
}

/** Whom to call or write to, and when: as the operator says, else the hours alone. */
export const Helpdesk = ({ className }: { className?: string }) => {
  const { t } = useTranslation('auth')
  const [desk, setDesk] = useState<Desk>()
  useEffect(() => {
    let gone = false
    void ask().then((found) => gone || setDesk(found))
    return () => {
      gone = true
    }
  }, [])
  const link = 'inline-block rounded-sm py-0.5 font-medium text-brand hover:underline'
  return (
    <p className={className}>
      {desk?.hours ? t('layout.helpAt', { hours: desk.hours }) : t('layout.help')}
      {desk?.phone ? (
        <>
          {' '}
          <a className={link} href={`tel:${desk.phone.replace(/[^\d+]/g, '')}`}>
            {desk.phone}
          </a>
        </>
      ) : null}
      {desk?.mail ? (
        <>
          {desk.phone ? ' · ' : ' '}
          <a className={link} href={`mailto:${desk.mail}`}>
            {desk.mail}
          </a>
        </>
      ) : null}
    </p>
  )
}
