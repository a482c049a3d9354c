import { useTranslation } from '@zabuni/i18n'
import { AuthCard, AuthLayout } from './layout.tsx'

const TERMS = ['use', 'bids', 'fees', 'conduct', 'decisions', 'service', 'changes'] as const
const PRIVACY = ['what', 'why', 'who', 'where', 'long', 'rights', 'device'] as const

/** One part of a text that people agree to. */
const Part = ({ head, body }: { head: string; body: string }) => (
  <section className="grid gap-1.5">
    <h2 className="font-semibold">{head}</h2>
    <p className="text-ink-2">{body}</p>
  </section>
)

/** What holds between the operator and whoever uses the platform. */
export const Terms = () => {
  const { t } = useTranslation('legal')
  return (
    <AuthLayout wide title={t('terms.title')} subtitle={t('terms.lead')}>
      <AuthCard>
        {TERMS.map((part) => (
          <Part key={part} head={t(`terms.${part}.head`)} body={t(`terms.${part}.body`)} />
        ))}
      </AuthCard>
    </AuthLayout>
  )
}

/** Which data about people is kept, and what for. */
export const Privacy = () => {
  const { t } = useTranslation('legal')
  return (
    <AuthLayout wide title={t('privacy.title')} subtitle={t('privacy.lead')}>
      <AuthCard>
        {PRIVACY.map((part) => (
          <Part key={part} head={t(`privacy.${part}.head`)} body={t(`privacy.${part}.body`)} />
        ))}
      </AuthCard>
    </AuthLayout>
  )
}
